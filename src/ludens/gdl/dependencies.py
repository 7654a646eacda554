"""Which rules and relations need which others: strata, cycles, and what depends on the position or the moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from ludens.gdl.terms import DOES, TRUE, Literal, Relation, Rule, may_unify
from ludens.rules.components import components


def relation_graph(rules: Iterable[Rule]) -> dict[Relation, set[Relation]]:
    """For each defined relation, those that its rules mention."""
    graph: defaultdict[Relation, set[Relation]] = defaultdict(set)
    for rule in rules:
        graph[rule.head.relation].update(c.atom.relation for c in rule.body if isinstance(c, Literal))
    return dict(graph)


def dependents(graph: dict[Relation, set[Relation]], target: Relation) -> set[Relation]:
    """The relations whose rules lead to ``target``, itself included."""
    users: defaultdict[Relation, set[Relation]] = defaultdict(set)
    for relation, needed in graph.items():
        for other in needed:
            users[other].add(relation)
    found, waiting = {target}, [target]
    while waiting:
        for user in users[waiting.pop()] - found:
            found.add(user)
            waiting.append(user)
    return found


def static_relations(rules: Iterable[Rule]) -> set[Relation]:
    """The defined relations that rest on neither position nor moves."""
    graph = relation_graph(rules)
    return graph.keys() - dependents(graph, TRUE) - dependents(graph, DOES)


def rule_graph(rules: Sequence[Rule]) -> list[list[tuple[int, bool]]]:
    """For each rule, the rules whose heads its literals may match, each with whether the literal is positive.

    Arguments count: ``(goal ?r 0)`` resting on ``(not (goal ?r 100))`` is no cycle.
    """
    producers: defaultdict[Relation, list[int]] = defaultdict(list)
    for number, rule in enumerate(rules):
        producers[rule.head.relation].append(number)
    return [
        [
            (number, condition.positive)
            for condition in rule.body
            if isinstance(condition, Literal)
            for number in producers[condition.atom.relation]
            if may_unify(condition.atom, rules[number].head)
        ]
        for rule in rules
    ]


def negation_in_cycle(rules: Sequence[Rule]) -> list[tuple[int, list[int]]]:
    """The rules that negate something resting on themselves, each with its whole component, by number."""
    graph = rule_graph(rules)
    found = []
    for component in components([[number for number, _ in needed] for needed in graph]):
        members = set(component)
        found += [
            (number, component)
            for number in component
            if any(other in members and not positive for other, positive in graph[number])
        ]
    return found
