"""Rules that differ in one condition become one rule, which asks for a new relation: one of these conditions holds.

``p(X) ← q(X), a(X)`` and ``p(X) ← q(X), b(X)`` come from an ``or``. When such a rule is split into parts, there is
one set of parts instead of one for each of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

from ludens.gdl.terms import DOES, TRUE, Compound, Condition, Literal, Rule, Variable, variables

Rest = tuple[Compound, frozenset[Condition], frozenset[Variable]]
"""What rules have in common that differ in one condition: the head, the other conditions, and this one's variables."""


def with_alternatives_joined(
    rules: Sequence[Rule], name: str, is_concerned: Callable[[Rule], bool] = lambda rule: True
) -> list[Rule]:
    """Rules with the same consequences; new relations are called ``name`` and a number."""
    groups: defaultdict[Rest, list[tuple[int, Literal]]] = defaultdict(list)
    for number, rule in enumerate(rules):
        if len(rule.body) > 1 and is_concerned(rule):
            for literal in filter(_may_vary, rule.body):
                rest = frozenset(condition for condition in rule.body if condition != literal)
                groups[rule.head, rest, frozenset(variables(literal))].append((number, literal))  # type: ignore[arg-type]
    heads: dict[frozenset[Literal], Compound] = {}
    made: list[Rule] = []
    joined: set[int] = set()
    for (_, rest, free), members in sorted(groups.items(), key=lambda group: -len(group[1])):
        left = [(number, literal) for number, literal in members if number not in joined]
        if len(left) < 2:
            continue
        literals = frozenset(literal for _, literal in left)
        if literals not in heads:
            heads[literals] = Compound(f"{name} {len(heads)}", tuple(sorted(free, key=str)))
            made += [Rule(heads[literals], (literal,)) for _, literal in left]
        first = rules[left[0][0]]
        others = (condition for condition in first.body if condition in rest)
        made.append(replace(first, body=(Literal(heads[literals]), *others)))
        joined.update(number for number, _ in left)
    return [rule for number, rule in enumerate(rules) if number not in joined] + made


def _may_vary(condition: Condition) -> bool:
    return isinstance(condition, Literal) and condition.positive and condition.atom.relation not in (TRUE, DOES)
