"""Weights of the numbers of moves, by linear regression on random games.

Cheng, Krauthamer, Ofir and Siddiqui (*AlwaysPlayScissors*) began with one-step mobility and focus, and fitted their
weights to random samples before the match. The columns are how many moves each role has, in parts of what is usual for
it: a positive weight of its own moves is mobility, a negative one focus, and the others' moves have weights as well.
``explained`` is R² on positions of games to which the weights were not fitted: how little there often is to learn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.rows import Rows
from ludens.game import NoLegalMoveError, UnsuitableGameError
from ludens.search.evaluations.features import BENDING
from ludens.search.evaluations.mobility import Mobility, mobility
from ludens.search.evaluations.ridge import Line, Ridge, explained
from ludens.search.evaluations.sample import Sample, valued_sample
from ludens.search.evaluations.static import UNFINISHED, Values

SAMPLES, PLAYOUTS, SECONDS = 1_024, 64, 2.0
"""Positions, random games from each of them, and the most time for that."""

SHARES = (3, 1)
"""Parts of the sample: to fit weights, and to judge them."""

PENALTY = 1e-6
"""Next to none: it only keeps the regression defined where a role always has as many moves."""


@dataclass(frozen=True, slots=True, eq=False)
class MobilityRegression:
    """Values positions by weighted numbers of moves. ``explained``: R² on positions of other games."""

    counts: Mobility
    line: Line
    explained: float
    samples: int
    cost: int = 1
    constant: bool = False

    def __call__(self, engine: BatchEngine, rows: Rows) -> Values:
        return BENDING(self.line(columns(self.counts, engine, rows)))

    @property
    def weights(self) -> Values:
        """For each role whose moves are counted what they are worth to each role, shape (roles, roles)."""
        return self.line.weights


def columns(counts: Mobility, engine: BatchEngine, rows: Rows) -> Values:
    """How many more moves than usual each role has, in parts of what is usual, shape (positions, roles)."""
    try:
        return counts.relative(engine.legal(rows))
    except NoLegalMoveError:
        return np.zeros((len(rows), len(engine.roles)))


def fit_mobility(game: LoadedGame[Any], seed: int = 0, sample: Sample | None = None) -> MobilityRegression:
    """Weights for a game; raises UnsuitableGameError where there are too few positions to learn from."""
    sample = sample or valued_sample(game, SAMPLES, PLAYOUTS, seed, SECONDS)
    first, second = sample.parts(SHARES)
    if min(len(first), len(second)) < 2:
        raise UnsuitableGameError("mobility_regression", game.info.name, "there are too few positions to learn from")
    counts, roles = mobility(game), len(game.info.roles)
    line = Ridge(columns(counts, game.engine, first.positions.rows), first.values, np.eye(roles)).line(PENALTY)
    found = explained(line(columns(counts, game.engine, second.positions.rows)), second.values)
    constant = bool(np.abs(line.weights).max() < PENALTY) and bool(np.allclose(line.offset, UNFINISHED))
    return MobilityRegression(counts, line, found, len(sample), constant=constant)
