"""A line of play of a game for one player: its moves, by number, and the goal that it ends with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.game import HIGHEST_GOAL

ROLE = 0
"""The only one there is."""


@dataclass(frozen=True, slots=True)
class Line:
    """Moves from a position to the end of the game; ``rows``: the position before each of them."""

    moves: tuple[int, ...]
    goal: int
    rows: Rows = field(repr=False, compare=False)

    def from_here(self, row: Rows) -> Line | None:
        """The rest of the line from a position on; None where it does not pass through it."""
        places = np.flatnonzero((self.rows == row).all(axis=1))
        return None if not len(places) else Line(self.moves[places[-1] :], self.goal, self.rows[places[-1] :])


def better(one: Line | None, other: Line | None) -> Line | None:
    """The line with the higher goal; of two with 100 the shorter one, of others the longer: it may get better.

    Of two that are alike in this the first.
    """
    if one is None or other is None:
        return one or other
    return one if _rank(one) >= _rank(other) else other


def _rank(line: Line) -> tuple[int, int]:
    return line.goal, -len(line.moves) if line.goal == HIGHEST_GOAL else len(line.moves)


def played(engine: BatchEngine, row: Rows, moves: Sequence[int]) -> Line | None:
    """The line that these moves make from a position on, by the engine; None unless all are legal and end the game.

    Moves after the end of the game are left out.
    """
    rows = [row]
    for number, move in enumerate(moves):
        if not engine.legal(row)[ROLE][0, move]:
            return None
        row, over, goals = engine.follow(row, np.array([[move]]))
        if over[0]:
            goal = int(goals[0, ROLE])
            return Line(tuple(moves[: number + 1]), goal, np.concatenate(rows)) if goal >= 0 else None
        rows.append(row)
    return None


def highest_goal(engine: BatchEngine) -> int:
    """The highest goal that the rules name."""
    return max(goals_named(engine), default=0)


def goals_named(engine: BatchEngine) -> list[int]:
    """The goals that the rules name; where that cannot be seen, every goal there may be."""
    if engine.circuit is None:
        return list(range(HIGHEST_GOAL + 1))
    return [value for value, _ in engine.circuit.goals[ROLE]]
