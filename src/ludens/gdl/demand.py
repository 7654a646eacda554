"""Deriving only what is asked for: the magic-set rewriting of rules (Bancilhon, Maier, Sagiv and Ullman 1986).

Bottom-up evaluation derives every fact of a relation, also of one that its users only ever ask about a few known
arguments: ``(exactly_one ?z ?a ?b ?c ?d ?e ?f ?g ?h ?i)`` has millions of facts, and a position asks for nine.
For such a relation an auxiliary relation collects the questions, and every rule of it first waits for one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from ludens.gdl.dependencies import dependents, negation_in_cycle, relation_graph
from ludens.gdl.patterns import is_known
from ludens.gdl.terms import DOES, Comparison, Compound, Condition, Literal, Relation, Rule, Term, Variable, variables

Asked = dict[Relation, list[int]]
"""For each relation, the arguments that every user knows when it asks."""

Call = tuple[Literal, list[Literal]]
"""A literal of a rule, and the literals that come before it when it is asked."""


def on_demand(rules: Sequence[Rule], relations: Collection[Relation]) -> tuple[list[Rule], Asked]:
    """Rules with the same consequences but fewer facts of ``relations``, and the relations for which it worked.

    A relation stays as it is when its users have no argument in common that they know beforehand.
    """
    rules, copies = _with_copies_for_moves(rules, relations)
    relations = {*relations, *copies}
    graph = relation_graph(rules)
    late = {user for relation in relations for user in dependents(graph, relation)}
    rewritten, asked = _rewrite(rules, relations, late, patient=True)
    if negation_in_cycle(rewritten):
        rewritten, asked = _rewrite(rules, relations, late, patient=False)
    return rewritten, asked


def _with_copies_for_moves(
    rules: Sequence[Rule], relations: Collection[Relation]
) -> tuple[Sequence[Rule], set[Relation]]:
    """Rules in which what rests on ``does`` uses copies of ``relations``.

    Otherwise a question asked after the moves would make a relation that ``legal`` needs wait for the moves.
    """
    on_moves = dependents(relation_graph(rules), DOES)
    shared = {relation: f"{relation[0]} after moves" for relation in relations if relation not in on_moves}

    def copy(atom: Compound) -> Compound:
        return Compound(shared.get(atom.relation, atom.name), atom.args, atom.place)

    def copied_body(rule: Rule) -> tuple[Condition, ...]:
        return tuple(Literal(copy(c.atom), c.positive) if isinstance(c, Literal) else c for c in rule.body)

    separate: list[Rule] = []
    for rule in rules:
        if rule.head.relation in on_moves:
            separate.append(Rule(rule.head, copied_body(rule), rule.place))
            continue
        separate.append(rule)
        if rule.head.relation in shared:
            separate.append(Rule(copy(rule.head), copied_body(rule), rule.place))
    return separate, {(name, relation[1]) for relation, name in shared.items()}


def _rewrite(
    rules: Sequence[Rule], relations: Iterable[Relation], late: Collection[Relation], patient: bool
) -> tuple[list[Rule], Asked]:
    calls = [calls_of(rule, late, patient) for rule in rules]
    asked = known_arguments(rules, calls, {relation: list(range(relation[1])) for relation in relations})
    rewritten: list[Rule] = []
    for rule, uses in zip(rules, calls, strict=True):
        for literal, before in uses:
            if literal.atom.relation in asked:
                rewritten.append(_question(rule, literal.atom, before, asked))
        waits = rule.body and rule.head.relation in asked
        rewritten.append(Rule(rule.head, (Literal(_ask(rule.head, asked)), *rule.body), rule.place) if waits else rule)
    return rewritten, asked


def calls_of(rule: Rule, late: Collection[Relation], patient: bool) -> list[Call]:
    """The calls of late relations.

    Those before are the positive literals that are not late and, when ``patient``, the late ones dealt with so far:
    always the one with fewest unknown arguments next, in the hope that all of the head is known.
    """
    head = set(variables(rule.head)) if rule.head.relation in late else set()
    before = [c for c in rule.body if isinstance(c, Literal) and c.positive and c.atom.relation not in late]
    waiting = [c for c in rule.body if isinstance(c, Literal) and c.positive and c.atom.relation in late]
    calls: list[Call] = []
    while waiting:
        bound = head.union(*map(variables, before))
        best = min(waiting, key=lambda literal: sum(not is_known(arg, bound) for arg in literal.atom.args))
        waiting.remove(best)
        calls.append((best, before))
        if patient:
            before = [*before, best]
    denied = [c for c in rule.body if isinstance(c, Literal) and not c.positive and c.atom.relation in late]
    return calls + [(literal, before) for literal in denied]


def known_arguments(rules: Sequence[Rule], calls: Sequence[Sequence[Call]], asked: Asked) -> Asked:
    """Shrinks what is asked for until every use of every relation agrees."""
    while True:
        smaller = {relation: set(places) for relation, places in asked.items()}
        for rule, uses in zip(rules, calls, strict=True):
            for literal, before in uses:
                if literal.atom.relation in smaller:
                    bound = _bound(rule, before, asked)
                    places = smaller[literal.atom.relation]
                    places -= {place for place in places if not is_known(literal.atom.args[place], bound)}
        shrunk = {relation: sorted(places) for relation, places in smaller.items() if places}
        if shrunk == asked:
            return asked
        asked = shrunk


def _bound(rule: Rule, before: Iterable[Literal], asked: Asked) -> set[Variable]:
    """The variables that are known when the rule has looked at ``before``."""
    known = {v for literal in before for v in variables(literal)}
    return known.union(v for term in _asked_terms(rule.head, asked) for v in variables(term))


def _question(rule: Rule, atom: Compound, before: list[Literal], asked: Asked) -> Rule:
    """The rule that notes what ``rule`` asks of ``atom``."""
    start = [Literal(_ask(rule.head, asked))] if rule.head.relation in asked else []
    bound = _bound(rule, before, asked)
    tests = [c for c in rule.body if isinstance(c, Comparison) and bound.issuperset(variables(c))]
    return Rule(_ask(atom, asked), (*start, *before, *tests), rule.place)


def _ask(atom: Compound, asked: Asked) -> Compound:
    return Compound(f"asked for {atom.name}/{len(atom.args)}", tuple(_asked_terms(atom, asked)), atom.place)


def _asked_terms(atom: Compound, asked: Asked) -> list[Term]:
    return [atom.args[place] for place in asked.get(atom.relation, ())]
