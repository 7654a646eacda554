"""Splitting rules, so that they have fewer ground instances: variables that the head lacks are projected out.

``p(X) ← q(X, Y), r(Y, Z), s(Z)`` has an instance for every X, Y and Z; with ``a(Y) ← r(Y, Z), s(Z)`` and
``p(X) ← q(X, Y), a(Y)`` there is one for every two of them (bucket elimination: Dechter 1999; for ground programs:
Bichler, Morak and Woltran 2016).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludens.gdl.terms import Comparison, Compound, Condition, Literal, Rule, Variable, variables

FEWEST_VARIABLES = 3

Part = tuple[tuple[Condition, ...], tuple[Variable, ...]]
"""Conditions, and their variables that are kept."""


def split_rules(rules: Iterable[Rule]) -> list[Rule]:
    """Rules with the same consequences, those with many variables split where that helps."""
    found: dict[Part, Compound] = {}
    made: list[Rule] = []
    for rule in rules:
        made += _split(rule, found)
    return made


def _split(rule: Rule, found: dict[Part, Compound]) -> list[Rule]:
    """The rule with one variable after another projected out, and the new rules that define the projections."""
    made: list[Rule] = []
    while (group := _best_group(rule)) is not None:
        shared = tuple(_shared(rule, group))
        head = found.get((group, shared))
        if head is None:
            head = found[group, shared] = Compound(f"part {len(found)}", shared)
            made.append(Rule(head, group, rule.place))
        rest = [condition for condition in rule.body if condition not in group]
        rule = Rule(rule.head, (*rest, Literal(head)), rule.place)
    return [*made, rule]


def _best_group(rule: Rule) -> tuple[Condition, ...] | None:
    """The conditions with a variable that can be projected out of fewest variables, if any can."""
    everything = {variable for condition in rule.body for variable in variables(condition)}
    if len(everything) < FEWEST_VARIABLES:
        return None
    free = [v for v in dict.fromkeys(v for c in rule.body for v in variables(c)) if v not in set(variables(rule.head))]
    groups = [group for variable in free if (group := _group(rule.body, variable)) is not None]
    best = min(groups, key=lambda group: len(_variables(group)), default=None)
    return best if best is not None and len(_variables(best)) < len(everything) else None


def _group(body: Sequence[Condition], variable: Variable) -> tuple[Condition, ...] | None:
    """The conditions with a variable, with those that then become tests; ``None`` when they are not safe alone."""
    core = [condition for condition in body if variable in set(variables(condition))]
    bound = {v for c in core if isinstance(c, Literal) and c.positive for v in variables(c)}
    if not bound.issuperset(_variables(core)):
        return None
    tests = [c for c in body if c not in core and _is_test(c) and bound.issuperset(variables(c)) and any(variables(c))]
    group = [condition for condition in body if condition in core or condition in tests]
    return tuple(group) if any(c not in group for c in body) else None


def _is_test(condition: Condition) -> bool:
    return isinstance(condition, Comparison)


def _variables(conditions: Iterable[Condition]) -> set[Variable]:
    return {variable for condition in conditions for variable in variables(condition)}


def _shared(rule: Rule, group: Sequence[Condition]) -> list[Variable]:
    """The variables of a group that the rest of the rule mentions, in the order of the group."""
    outside = {v for c in rule.body if c not in group for v in variables(c)} | set(variables(rule.head))
    return [v for v in dict.fromkeys(v for c in group for v in variables(c)) if v in outside]
