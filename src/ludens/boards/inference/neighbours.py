"""Telling hexagonal boards from square ones: by a relation of the rules that gives a cell six neighbours."""

from __future__ import annotations

from dataclasses import replace

from ludens.boards.description import Board, Lie
from ludens.boards.inference.constants import derived, static_relations
from ludens.boards.orders import Axis
from ludens.gdl.reasoner import Reasoner
from ludens.gdl.terms import Relation
from ludens.rules.ground_rules import ground_text

STRAIGHT = frozenset({(1, 0), (-1, 0), (0, 1), (0, -1)})
FALLING, RISING = frozenset({(1, -1), (-1, 1)}), frozenset({(1, 1), (-1, -1)})


def hexagonal(game: Reasoner, board: Board) -> Board:
    """The board with slanted rows if its cells have six neighbours, otherwise as it is.

    Where the two other neighbours lie along the rising diagonal, the first row is drawn at the bottom.
    """
    spot = board.layers[0].spot
    if board.lie is not Lie.STRAIGHT or len(spot.column) != 1 or len(spot.row) != 1 or spot.group:
        return board
    first_is_column = spot.column < spot.row
    first, second = (board.columns, board.rows) if first_is_column else (board.rows, board.columns)
    for relation in static_relations(game, 4):
        steps = _steps(game, relation, first, second)
        if steps in (STRAIGHT | FALLING, STRAIGHT | RISING):
            return replace(board, lie=Lie.SLANTED, rows_up=steps == STRAIGHT | RISING)
    return board


def _steps(game: Reasoner, relation: Relation, first: Axis, second: Axis) -> frozenset[tuple[int, int]]:
    """By how much the places that the relation connects differ, in both directions; none if it is of another kind."""
    found: set[tuple[int, int]] = set()
    for fact in derived(game, relation):
        x, y, to_x, to_y = map(ground_text, fact)
        if not {x, to_x} <= set(first) or not {y, to_y} <= set(second):
            return frozenset()
        across, down = first.index(to_x) - first.index(x), second.index(to_y) - second.index(y)
        found |= {(across, down), (-across, -down)}
        if max(abs(across), abs(down)) > 1:
            return frozenset()
    return frozenset(found)
