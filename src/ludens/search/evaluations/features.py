"""A weight for everything that can be true, learnt from random games before the match.

The features are those that the rules show: each fluent, which on a board is a piece on a cell, and groups of fluents,
which are kinds of pieces, rows and columns. To them come mobility and nearness to the goals where they help. The
weights are fitted to the results of random games from positions of random games (Buro 1998 fits weights of patterns to
results like this; Clune 2007 and Finnsson and Björnsson 2010 learn from random play). What they are worth is measured
on positions of other games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Circuit
from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.rows import Rows, unpack_rows
from ludens.game import UnsuitableGameError
from ludens.search.evaluations.byte_tables import add_up, byte_tables
from ludens.search.evaluations.cone import circuit_of
from ludens.search.evaluations.goal_proximity import goal_proximity
from ludens.search.evaluations.groups import fluent_groups, memberships
from ludens.search.evaluations.mobility import mobility
from ludens.search.evaluations.ridge import Line, Matrix, Ridge, explained, factor_of
from ludens.search.evaluations.sample import Sample, valued_sample
from ludens.search.evaluations.scale import Scale
from ludens.search.evaluations.static import Static, Values

SAMPLES = 3_072
"""Positions that weights are fitted to and judged by."""

PLAYOUTS = 64
"""Random games from each of them."""

SECONDS = 4.0
"""The most time for collecting them, by default; most games need a tenth of it, and then the result is repeatable."""

SHARES = (5, 2, 1)
"""Parts of the sample: to fit weights, to choose penalty and features, to judge the result."""

PENALTIES = (1.0, 10.0, 100.0, 1_000.0, 10_000.0)

GAIN = 0.01
"""How much more of the variance a feature must explain that costs another call of the engine."""

MOST_FLUENTS = 1_500
"""Fluents that get a weight: those that vary most. The time to fit grows with the third power."""

BENDING = Scale(0.5, 0.33)
"""Keeps the slope near an even game, and what is estimated above 1 or below 0 inside."""


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """A sum of weights of the fluents that are true, and of other evaluations times their weights.

    ``tables``: see ``byte_tables``. ``others``: evaluations, each with weights of shape (roles, roles).
    """

    tables: NDArray[np.float32]
    offset: Matrix
    others: tuple[tuple[Static, Matrix], ...] = ()
    cost: int = 1
    constant: bool = False

    def __call__(self, engine: BatchEngine, rows: Rows) -> Values:
        return BENDING(self.estimate(engine, rows))

    def estimate(self, engine: BatchEngine, rows: Rows) -> Values:
        """The values as fitted, which may lie outside 0 to 1."""
        found = np.repeat(self.offset[None, :], len(rows), axis=0)
        add_up(np.ascontiguousarray(rows), self.tables, found)
        for other, weights in self.others:
            found += other(engine, rows) @ weights
        return found


@dataclass(frozen=True, slots=True)
class Fitted:
    """Features with what is known of them.

    ``explained``: R², the share of the variance that they explain on positions of games that they were not fitted to.
    ``samples``: all positions. ``used``: names of the other evaluations among the features.
    """

    features: Features
    explained: float
    samples: int
    penalty: float
    used: tuple[str, ...]


def fit_features(
    game: LoadedGame[Any],
    *,
    samples: int = SAMPLES,
    seconds: float = SECONDS,
    seed: int = 0,
    sample: Sample | None = None,
) -> Fitted:
    """Weights for a game; the same for the same seed if the samples could be collected in time.

    Raises UnsuitableGameError without a rulesheet to find features in, or where there are too few positions.
    """
    circuit = circuit_of(game, "features")
    sample = sample or valued_sample(game, samples, PLAYOUTS, seed, seconds)
    if min(map(len, sample.parts(SHARES))) < 2:
        raise UnsuitableGameError("features", game.info.name, "there are too few positions to learn from")
    return _Fitting(game, circuit, sample).fitted()


class _Fitting:
    """One fit: the columns are fluents, then the values of other evaluations."""

    def __init__(self, game: LoadedGame[Any], circuit: Circuit, sample: Sample) -> None:
        self.game, self.engine, self.sample = game, game.engine, sample
        self.size = len(circuit.fluents)
        self.fluents = varying_fluents(self._bits(sample))
        chosen = [circuit.fluents[number] for number in self.fluents]
        self.shared = memberships(fluent_groups(chosen), len(chosen))

    def fitted(self) -> Fitted:
        others: list[tuple[str, Static]] = []
        best, line, penalty = self._best(others)
        candidates: list[tuple[str, Static]] = [
            ("mobility", mobility(self.game)),
            ("goal_proximity", goal_proximity(self.game)),
        ]
        for candidate in candidates:
            found, with_it, its_penalty = self._best([*others, candidate])
            if found > best + GAIN:
                others, best, line, penalty = [*others, candidate], found, with_it, its_penalty
        features = self._features(line, [other for _, other in others])
        judged = self.sample.parts(SHARES)[2]
        found = explained(features.estimate(self.engine, judged.positions.rows), judged.values)
        return Fitted(features, found, len(self.sample), penalty, tuple(name for name, _ in others))

    def _best(self, others: Sequence[tuple[str, Static]]) -> tuple[float, Line, float]:
        """The line whose penalty explains most of the second part, with how much, and the penalty."""
        first, second, _ = self.sample.parts(SHARES)
        factor = factor_of(_extended(self.shared, len(others) * len(self.engine.roles)))
        ridge = Ridge(self._columns(first, others), first.values, factor)
        seen = self._columns(second, others)
        lines = [(ridge.line(penalty), penalty) for penalty in PENALTIES]
        found = [(explained(line(seen), second.values), line, penalty) for line, penalty in lines]
        return max(found, key=lambda entry: entry[0])

    def _columns(self, part: Sample, others: Sequence[tuple[str, Static]]) -> Matrix:
        rows = part.positions.rows
        return np.concatenate([self._bits(part)[:, self.fluents], *(f(self.engine, rows) for _, f in others)], axis=1)

    def _bits(self, part: Sample) -> Matrix:
        return unpack_rows(part.positions.rows, self.size).astype(np.float64)

    def _features(self, line: Line, others: Sequence[Static]) -> Features:
        roles = len(self.engine.roles)
        weights = np.zeros((self.size, roles))
        weights[self.fluents] = line.weights[: len(self.fluents)]
        rest = line.weights[len(self.fluents) :].reshape(-1, roles, roles)
        return Features(byte_tables(weights), line.offset, tuple(zip(others, rest, strict=True)))


def varying_fluents(bits: Matrix) -> NDArray[np.int64]:
    """The fluents that are sometimes true and sometimes not, in order; those that vary most where there are many."""
    means = bits.mean(axis=0)
    spread = means * (1 - means)
    order = np.argsort(-spread, kind="stable")[:MOST_FLUENTS]
    return np.sort(order[spread[order] > 0])


def _extended(shared: Matrix, more: int) -> Matrix:
    """The memberships with columns added that are in no group."""
    return np.concatenate([shared, np.zeros((more, shared.shape[1]))])
