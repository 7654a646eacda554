"""Comparisons that stand in relations of their own are written where they are used.

``p(C, X) ← q(U, X), different(C, U)`` has an instance for every C, U and X. If ``different`` does nothing but compare
its arguments, the rule says so itself, once for each way of being different, and can be split further.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ludens.gdl.dependencies import static_relations
from ludens.gdl.terms import Comparison, Condition, Literal, Relation, Rule, Variable, substituted, variables

MOST_WAYS = 4
"""Rules of a relation that can take the place of a condition."""


def with_comparisons_unfolded(rules: Sequence[Rule]) -> list[Rule]:
    """Rules with the same consequences; those that only compare have taken the place of conditions that ask for them.

    This is done where a condition has a variable of which nothing else tells what it can be.
    """
    static = static_relations(rules)
    ways: defaultdict[Relation, list[Rule]] = defaultdict(list)
    for rule in rules:
        ways[rule.head.relation].append(rule)
    comparing = {r for r in static if 1 < len(ways[r]) <= MOST_WAYS and all(map(_only_compares, ways[r]))}
    made: list[Rule] = []
    for rule in rules:
        made += [rule] if rule.head.relation in static else _unfolded(rule, comparing, ways, static)
    return made


def _only_compares(rule: Rule) -> bool:
    """Whether a rule has different variables as arguments, compares them, and asks for nothing with others."""
    own = set(rule.head.args)
    return (
        len(own) == len(rule.head.args)
        and all(isinstance(argument, Variable) for argument in own)
        and any(isinstance(condition, Comparison) for condition in rule.body)
        and all(own.issuperset(variables(condition)) for condition in rule.body)
    )


def _unfolded(
    rule: Rule, comparing: set[Relation], ways: dict[Relation, list[Rule]], static: set[Relation]
) -> list[Rule]:
    found = [rule]
    for condition in rule.body:
        if isinstance(condition, Literal) and condition.positive and condition.atom.relation in comparing:
            if _told(rule, condition, static).issuperset(variables(condition)):
                continue
            bodies = [
                tuple(substituted(own, dict(zip(way.head.args, condition.atom.args, strict=True))) for own in way.body)  # type: ignore[arg-type]
                for way in ways[condition.atom.relation]
            ]
            found = [_with_body(each, condition, body) for each in found for body in bodies]
    return found


def _told(rule: Rule, asked: Condition, static: set[Relation]) -> set[Variable]:
    """The variables of which conditions other than ``asked`` tell more than that they are one of some things."""
    return {
        variable
        for condition in rule.body
        if isinstance(condition, Literal) and condition.positive and condition is not asked
        if condition.atom.relation not in static or len(condition.atom.args) > 1
        for variable in variables(condition)
    }


def _with_body(rule: Rule, condition: Condition, body: Iterable[Condition]) -> Rule:
    """The rule with other conditions in place of one."""
    at = rule.body.index(condition)
    return replace(rule, body=(*rule.body[:at], *body, *rule.body[at + 1 :]))
