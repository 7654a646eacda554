"""RoPaSci 360, valued by six figures of a position (Yu and Krishnan 2021) with weights that were learnt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.game import ParameterError
from ludens.games.ropasci.features import value_after_moves, value_rows
from ludens.games.ropasci.heuristics import GREEDY, MOST_GREEDY, MOST_WIDE, WIDE
from ludens.games.ropasci.weights import TD_WEIGHTS, WEIGHTS
from ludens.search.evaluations.static import MARGIN, UNFINISHED, Static, Values
from ludens.search.tree.evaluate import Evaluated

HALF = UNFINISHED - MARGIN


@dataclass(frozen=True, slots=True)
class SixFigures:
    """The logistic function of the figures' weighted sum, kept a little away from 0 and 1."""

    weights: tuple[float, ...] = WEIGHTS
    cost: int = 1
    constant: bool = False

    def __call__(self, engine: BatchEngine, rows: Rows) -> Values:
        upper = np.zeros(len(rows))
        value_rows(np.ascontiguousarray(rows), np.array(self.weights), upper)
        upper = UNFINISHED + 2 * HALF * (upper - UNFINISHED)
        return np.stack([upper, 1 - upper], axis=1)


@dataclass(frozen=True, slots=True)
class ShortPlayouts:
    """Games of candidates that stop after ``steps`` turns, and are then worth what the figures say.

    ``chosen`` and ``most``: the set that moves are drawn from, and its bound.
    """

    steps: int = 4
    chosen: int = GREEDY
    most: int = MOST_GREEDY
    weights: tuple[float, ...] = WEIGHTS

    def __call__(
        self, engine: BatchEngine, rows: Rows, per_row: int, seed: int, *, amaf: bool, deadline: float
    ) -> Evaluated:
        sums = np.zeros((len(rows), 2))
        word = np.uint64(seed % (1 << 64))
        weights = np.array(self.weights)
        with np.errstate(over="ignore"):
            value_after_moves(
                np.ascontiguousarray(rows), per_row, word, self.steps, self.chosen, self.most, weights, sums
            )
        upper, squares = sums[:, 0], sums[:, 1]
        values = np.stack([upper, per_row - upper], axis=1)
        return Evaluated(values, np.stack([squares, per_row - 2 * upper + squares], axis=1))


def candidates_of(policy: str) -> tuple[int, int]:
    """The set of candidates of a policy by name, and its bound; raises ParameterError for what is none."""
    sets = {"greedy": (GREEDY, MOST_GREEDY), "wide": (WIDE, MOST_WIDE)}
    if policy not in sets:
        raise ParameterError(f"Short playouts are made of greedy or wide moves, not of {policy!r}.")
    return sets[policy]


EVALUATIONS: dict[str, Callable[[], Static]] = {
    "ropasci": SixFigures,
    "ropasci_td": lambda: SixFigures(TD_WEIGHTS),
}
