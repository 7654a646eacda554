"""Mistakes that show in the first position, before anybody has moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludens.gdl.mistakes import Problem
from ludens.gdl.patterns import ground
from ludens.gdl.program import Program
from ludens.gdl.terms import CHANCE, LEGAL, ROLE, TERMINAL, Relation, Rule
from ludens.rules.ground_rules import Ground, ground_text
from ludens.rules.source import NOWHERE, Place


def first_position_problems(rules: Sequence[Rule], roles: Sequence[Ground], program: Program) -> Iterator[Problem]:
    """Why nobody could make a first move, if so: the contract of games asks one of every role."""
    if not roles:
        yield Problem("no-role", "nobody plays: no 'role' follows from the rules", _first(rules, ROLE))
    elif all(role == CHANCE for role in roles):
        yield Problem("only-random", f"the only role is {CHANCE}: nobody plays", _first(rules, ROLE))
    elif program.over_at_start:
        yield Problem("over-at-start", "the game is over in its first position", _first(rules, TERMINAL))
    else:
        moving = {role for role, _ in program.first_legal}
        written = {
            ground(rule.head.args[0]): rule.place for rule in rules if rule.head.relation == ROLE and not rule.body
        }
        for role in roles:
            if role not in moving:
                message = f"{ground_text(role)} has no legal move in the first position"
                yield Problem("no-first-move", message, written.get(role, _first(rules, LEGAL)))


def _first(rules: Sequence[Rule], relation: Relation) -> Place:
    """The place of the first rule of a relation."""
    return next((rule.place for rule in rules if rule.head.relation == relation), NOWHERE)
