"""Facts that a designer has forgotten to carry over to the next position.

What is true in the next position is only what some rule for ``next`` makes true: everything that stays needs a rule
that says so (a frame axiom). Without it, what the last move does not set itself is gone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ludens.gdl.dependencies import dependents, relation_graph
from ludens.gdl.domains import Domains, Value, infer_domains
from ludens.gdl.mistakes import Problem
from ludens.gdl.terms import (
    DOES,
    INIT,
    NEXT,
    RESERVED_RELATIONS,
    TRUE,
    Comparison,
    Compound,
    Constant,
    Literal,
    Relation,
    Rule,
    Term,
    Variable,
    variables,
)

FEWEST = 2
"""Facts of ``init`` that make a fluent something that should last, such as the cells of a board."""


def not_carried_over(rules: tuple[Rule, ...]) -> Iterator[Problem]:
    """Fluents that begin as many, and of which a move leaves only what it sets itself; or not even that."""
    heads: defaultdict[Relation, list[Rule]] = defaultdict(list)
    begun: defaultdict[Relation, list[Rule]] = defaultdict(list)
    for rule in rules:
        if rule.head.relation in (NEXT, INIT):
            made = rule.head.args[0]
            if not isinstance(made, Variable):
                (heads if rule.head.relation == NEXT else begun)[_signature(made)].append(rule)
            elif rule.head.relation == NEXT:
                return  # a rule for all fluents
    for fluent, listed in heads.items():
        setting = [rule for rule in listed if _set_by_its_move(rule)]
        if not setting or not fluent[1] or sum(FEWEST if rule.body else 1 for rule in begun[fluent]) < FEWEST:
            continue
        keeping = [rule for rule in listed if rule not in setting]
        if keeping:
            yield from _partly(fluent[0], setting, begun[fluent], keeping, infer_domains(rules))
        elif not _rest_on(rules, fluent, listed):
            message = f"no rule carries {fluent[0]} over: what the last move does not set is gone after it"
            yield Problem("not-carried-over", message, listed[0].place)


def _partly(
    name: str, setting: Sequence[Rule], begun: Sequence[Rule], keeping: Sequence[Rule], domains: Domains
) -> Iterator[Problem]:
    """What some rules make true, and none of those looks at or makes again that carry other facts of this name over."""
    kept = [_values(rule, rule.head.args[0], domains) for rule in keeping]
    for rule in keeping:
        looked_at = [c.atom.args[0] for c in rule.body if isinstance(c, Literal) and c.atom.relation == TRUE]
        same = [term for term in looked_at if isinstance(term, Variable) or _signature(term) == (name, len(kept[0]))]
        if not same:
            return  # it goes by other relations
        kept += [_values(rule, term, domains) for term in same]

    def is_kept(rule: Rule) -> bool:
        made = _values(rule, rule.head.args[0], domains)
        return any(all(map(_overlap, made, each)) for each in kept)

    for rule in setting:
        if not is_kept(rule):
            message = f"no rule carries this {name} over: it is gone after the next move"
            yield Problem("not-carried-over", message, rule.place)
    lost = [rule for rule in begun if not is_kept(rule)]
    if sum(FEWEST if rule.body else 1 for rule in lost) >= FEWEST:
        message = f"no rule carries this {name} over: it is gone after the first move"
        yield Problem("not-carried-over", message, lost[0].place)


def _values(rule: Rule, fluent: Term, domains: Domains) -> list[frozenset[Value] | None]:
    """What each argument of a fluent in a rule may be; None where nobody knows."""
    return [_possible(rule, term, domains) for term in fluent.args] if isinstance(fluent, Compound) else []


def _possible(rule: Rule, term: Term, domains: Domains) -> frozenset[Value] | None:
    if isinstance(term, Constant):
        return frozenset([term.name])
    if isinstance(term, Compound):
        return frozenset([term.relation])
    excluded = {
        other.name
        for condition in rule.body
        if isinstance(condition, Comparison) and not condition.equal
        for one, other in ((condition.left, condition.right), (condition.right, condition.left))
        if one == term and isinstance(other, Constant)
    }
    return domains.of_variable(rule, term) - excluded or None


def _overlap(one: frozenset[Value] | None, other: frozenset[Value] | None) -> bool:
    return one is None or other is None or bool(one & other)


def _rest_on(rules: tuple[Rule, ...], fluent: Relation, listed: Sequence[Rule]) -> bool:
    """Whether one of these rules looks at the fluent as it is, itself or by relations that do."""
    watching = dependents(_with_fluents(rules, relation_graph(rules)), ("true " + fluent[0], fluent[1]))
    return any(_rests_on(rule, watching, fluent) for rule in listed)


def _set_by_its_move(rule: Rule) -> bool:
    """Whether a rule sets the one fluent that the move names, not all at once, and not by what that was before."""
    fluent = rule.head.args[0]
    first = fluent.args[0] if isinstance(fluent, Compound) else None
    before = [c.atom.args[0] for c in rule.body if isinstance(c, Literal) and c.atom.relation == TRUE]
    if any(
        isinstance(term, Compound) and isinstance(fluent, Compound) and term.relation == fluent.relation
        for term in before
    ):
        return False
    moves = [c.atom.args[1] for c in rule.body if isinstance(c, Literal) and c.positive and c.atom.relation == DOES]
    return isinstance(first, Variable) and any(first in set(variables(move)) for move in moves)


def _with_fluents(rules: tuple[Rule, ...], graph: dict[Relation, set[Relation]]) -> dict[Relation, set[Relation]]:
    """The relations that each needs, and beside them the fluents, under names of their own."""
    found = {relation: set(needed) for relation, needed in graph.items()}
    for rule in rules:
        for condition in rule.body:
            if isinstance(condition, Literal) and condition.atom.relation == TRUE:
                term = condition.atom.args[0]
                if not isinstance(term, Variable):
                    name, arity = _signature(term)
                    found[rule.head.relation].add(("true " + name, arity))
    return found


def _rests_on(rule: Rule, watching: set[Relation], fluent: Relation) -> bool:
    for condition in rule.body:
        if isinstance(condition, Literal):
            atom = condition.atom
            if atom.relation == TRUE and (isinstance(atom.args[0], Variable) or _signature(atom.args[0]) == fluent):
                return True
            if atom.name not in RESERVED_RELATIONS and atom.relation in watching:
                return True
    return False


def _signature(term: Constant | Compound) -> Relation:
    return term.relation if isinstance(term, Compound) else (term.name, 0)
