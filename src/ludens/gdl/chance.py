"""The role ``random`` of GDL-II (Thielscher 2010): it needs no goal, but everybody who counts goals needs one."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.gdl.terms import CHANCE, GOAL, ROLE, Comparison, Compound, Constant, Rule, Variable


def with_goal_of_chance(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """The rules with a goal of 0 for ``random``, if it is a role and no rule gives it a goal by name.

    Rules that give everybody a goal then leave it out.
    """
    role = next((rule for rule in rules if rule.head.relation == ROLE and _is_chance(rule.head)), None)
    goals = [rule for rule in rules if rule.head.relation == GOAL]
    if role is None or not goals or any(map(_is_chance, (rule.head for rule in goals))):
        return tuple(rules)
    zero = Compound("goal", (Constant(CHANCE), Constant("0")), role.place)
    return (*(_without_chance(rule) for rule in rules), Rule(zero, (), role.place))


def _is_chance(head: Compound) -> bool:
    return isinstance(head.args[0], Constant) and head.args[0].name == CHANCE


def _without_chance(rule: Rule) -> Rule:
    if rule.head.relation != GOAL or not rule.body or not isinstance(rule.head.args[0], Variable):
        return rule
    others = Comparison(rule.head.args[0], Constant(CHANCE), False, rule.place)
    return Rule(rule.head, (*rule.body, others), rule.place)
