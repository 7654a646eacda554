"""A row of places along which one thing is pushed to and fro, where the rules have only its number."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.boards.description import Board, Layer, Spot
from ludens.boards.inference.signature import Fluent
from ludens.gdl.terms import Compound, Literal, Rule, Term

LONGEST, SHORTEST = 25, 3


def track_of(fluent: Fluent, rules: Sequence[Rule]) -> Board | None:
    """The row of places of a fluent with one number, if it goes up and down by the same relation: no clock does."""
    if len(fluent.arguments) != 1 or len(fluent.start) != 1:
        return None
    axis = fluent.arguments[0].axis
    if axis is None or not SHORTEST <= len(axis) <= LONGEST:
        return None
    steps = {step for rule in rules for step in _steps(rule, fluent)}
    if not any((name, not up) in steps for name, up in steps):
        return None
    layer = Layer(fluent.name, 1, Spot(column=(0,)), marker=fluent.name)
    return Board((layer,), columns=axis, rows=("",), whole=True)


def _steps(rule: Rule, fluent: Fluent) -> list[tuple[str, bool]]:
    """The relations by which a rule changes the fluent, and whether the new value is their second argument."""
    after = _value(rule.head, "next", fluent)
    before = [
        value
        for condition in rule.body
        if isinstance(condition, Literal) and (value := _value(condition.atom, "true", fluent)) is not None
    ]
    if after is None or len(before) != 1 or after == before[0]:
        return []
    pairs = {(before[0], after): True, (after, before[0]): False}
    atoms = [condition.atom for condition in rule.body if isinstance(condition, Literal) and condition.positive]
    return [(atom.name, pairs[atom.args]) for atom in atoms if atom.args in pairs]


def _value(atom: Compound, about: str, fluent: Fluent) -> Term | None:
    term = atom.args[0] if atom.name == about and len(atom.args) == 1 else None
    return term.args[0] if isinstance(term, Compound) and term.relation == fluent.relation else None
