"""RoPaSci 360, a turn as a matrix game: who plays what with which chance, by looking one turn ahead, or two.

One turn ahead nothing legal is left out. Both sides begin with a few urgent moves; the game between those is solved,
each side adds the best answers to the other's chances from all its legal moves, until they gain nothing: a double
oracle (McMahan, Gordon and Blum 2003). Two turns ahead, the likeliest moves and best answers of both sides are kept,
and what follows each pair of them is a matrix game of its own, of the WIDE candidates.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.games.ropasci import layout
from ludens.search.matrix.game import Equilibrium, solve

Moves = NDArray[np.int64]
Array = NDArray[np.float64]
Value = Callable[[Rows], Array]
"""What positions are worth to Upper, from 0 to 1."""

BATCH = 4096
"""Positions that are made together, of a kilobyte each: the course allows a player 100 MB."""

ROUNDS = 6
"""Times that best answers are added, at most."""

ANSWERS = 3
"""Best answers that a side adds at a time."""

GAINED = 1e-3
"""An answer that gains less is none."""

LIKELY = 1e-3
"""Moves of a smaller chance are left out where answers to a strategy are looked for."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as solved: both sides' moves by number, what each pair is worth to Upper, and the equilibrium.

    ``depth``: turns looked ahead. ``positions``: how many were looked at.
    """

    moves: tuple[Moves, Moves]
    matrix: Array
    found: Equilibrium
    depth: int
    positions: int

    def chances(self, side: int) -> Array:
        return self.found.row if side == 0 else self.found.column

    def worth(self, side: int) -> Array:
        """What each move of a side is worth to it against the other side's chances."""
        return self.matrix @ self.found.column if side == 0 else 1 - self.found.row @ self.matrix


@dataclass(slots=True)
class Budget:
    """What a search may use: positions, and time until ``until`` by ``time.perf_counter``."""

    positions: float = math.inf
    until: float = math.inf
    used: int = field(default=0)

    def allows(self, more: int) -> bool:
        return self.used + more <= self.positions and time.perf_counter() < self.until


def matrices(
    engine: BatchEngine, value: Value, rows: Rows, uppers: Sequence[Moves], lowers: Sequence[Moves]
) -> list[Array]:
    """For each position the values of all pairs of the moves given for it."""
    shapes = [(len(upper), len(lower)) for upper, lower in zip(uppers, lowers, strict=True)]
    sizes = [height * width for height, width in shapes]
    joint = np.empty((sum(sizes), 2), dtype=np.int64)
    joint[:, 0] = np.concatenate([np.repeat(u, len(w)) for u, w in zip(uppers, lowers, strict=True)])
    joint[:, 1] = np.concatenate([np.tile(w, len(u)) for u, w in zip(uppers, lowers, strict=True)])
    of_row, values = np.repeat(np.arange(len(rows)), sizes), np.empty(len(joint))
    for first in range(0, len(joint), BATCH):
        some = slice(first, first + BATCH)
        values[some] = value(engine.step(rows[of_row[some]], joint[some]))
    parts = np.split(values, np.cumsum(sizes)[:-1])
    return [part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)]


class TurnSearch:
    """Solves turns; ``policy`` names the set of candidates to begin with, and of the second turn."""

    def __init__(self, engine: BatchEngine, value: Value, policy: str = "wide") -> None:
        assert engine.guided is not None, "RoPaSci 360 has policies"
        self.engine, self.value = engine, value
        self._few = engine.guided(moves=policy)

    def candidates(self, rows: Rows) -> tuple[list[Moves], list[Moves]]:
        """The moves of both sides that rules think good, for each position."""
        upper, lower = ([np.flatnonzero(row) for row in table] for table in self._few.legal(rows))
        return upper, lower

    def candidates_only(self, row: Rows, budget: Budget) -> Turn:
        """One turn ahead, candidates alone."""
        uppers, lowers = self.candidates(row)
        matrix = self._matrix(row, uppers[0], lowers[0], self.value, budget)
        return Turn((uppers[0], lowers[0]), matrix, solve(matrix), 1, budget.used)

    def one_turn(self, row: Rows, budget: Budget, value: Value | None = None) -> Turn:
        """One turn ahead, with best answers from all legal moves as long as the budget lasts."""
        value = value or self.value
        (upper,), (lower,) = self.candidates(row)
        legal = [np.flatnonzero(table[0]) for table in self.engine.legal(row)]
        matrix = self._matrix(row, upper, lower, value, budget)
        found = solve(matrix)
        for _ in range(ROUNDS):
            likely = [np.flatnonzero(chances > LIKELY) for chances in (found.row, found.column)]
            if not budget.allows(len(legal[0]) * len(likely[1]) + len(legal[1]) * len(likely[0])):
                break
            across = self._matrix(row, legal[0], lower[likely[1]], value, budget) @ _part(found.column, likely[1])
            down = _part(found.row, likely[0]) @ self._matrix(row, upper[likely[0]], legal[1], value, budget)
            new_upper = _answers(legal[0], across, upper, found.value + GAINED)
            new_lower = _answers(legal[1], -down, lower, -found.value + GAINED)
            if not len(new_upper) and not len(new_lower):
                break
            matrix = self._grown(row, matrix, (upper, lower), (new_upper, new_lower), value, budget)
            upper, lower = np.append(upper, new_upper), np.append(lower, new_lower)
            found = solve(matrix)
        return Turn((upper, lower), matrix, found, 1, budget.used)

    def two_turns(self, row: Rows, first: Turn, kept: int, budget: Budget, value: Value | None = None) -> Turn:
        """Two turns ahead for the ``kept`` best moves of each side in a turn that was solved by one."""
        places = [best_places(first.chances(side), first.worth(side), kept) for side in (0, 1)]
        upper, lower = (first.moves[side][places[side]] for side in (0, 1))
        joint = np.stack([np.repeat(upper, len(lower)), np.tile(lower, len(upper))], axis=1)
        children = self.engine.step(np.repeat(row, len(joint), axis=0), joint)
        values = (value or self.value)(children)
        near = values.copy()
        going = np.flatnonzero(~self.engine.outcome(children)[0])
        if len(going):
            rows = without_past(children[going])
            inner = matrices(self.engine, self.value, rows, *self.candidates(rows))
            budget.used += sum(each.size for each in inner)
            deeper = np.array([solve(each).value for each in inner])
            # What the root alone knows of a child, such as that it is a repetition, stays.
            values[going] = deeper + near[going] - self.value(rows)
        matrix = np.clip(values, 0.0, 1.0).reshape(len(upper), len(lower))
        return Turn((upper, lower), matrix, solve(matrix), 2, budget.used)

    def _matrix(self, row: Rows, upper: Moves, lower: Moves, value: Value, budget: Budget) -> Array:
        budget.used += len(upper) * len(lower)
        return matrices(self.engine, value, row, [upper], [lower])[0]

    def _grown(
        self,
        row: Rows,
        matrix: Array,
        old: tuple[Moves, Moves],
        new: tuple[Moves, Moves],
        value: Value,
        budget: Budget,
    ) -> Array:
        """The matrix with the new moves of both sides."""
        if len(new[1]):
            matrix = np.concatenate([matrix, self._matrix(row, old[0], new[1], value, budget)], axis=1)
        if len(new[0]):
            below = self._matrix(row, new[0], np.append(old[1], new[1]), value, budget)
            matrix = np.concatenate([matrix, below], axis=0)
        return matrix


def without_past(rows: Rows) -> Rows:
    """The positions as if nothing had come before, so that steps from them take less time."""
    forgotten = np.zeros_like(rows)
    forgotten[:, : layout.LOG] = rows[:, : layout.LOG]
    forgotten[:, layout.NUMBERS] &= ~np.uint64(0xFFFF << layout.LOGGED)
    return forgotten


def _part(chances: Array, places: Moves) -> Array:
    """The chances at these places, brought to a sum of 1."""
    return np.asarray(chances[places] / chances[places].sum())


def _answers(legal: Moves, worth: Array, known: Moves, least: float) -> Moves:
    """The best of the legal moves that are not known yet and are worth more than the least."""
    order = np.argsort(-worth, kind="stable")
    better = [legal[place] for place in order[: ANSWERS + len(known)] if worth[place] > least]
    return np.array([move for move in better if move not in known][:ANSWERS], dtype=np.int64)


def best_places(chances: Array, worth: Array, kept: int) -> Moves:
    """The places of the likeliest moves, then of those that are worth most."""
    order = np.lexsort((-worth, -np.where(chances > LIKELY, chances, 0.0)))
    return np.asarray(order[:kept])
