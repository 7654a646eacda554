"""Leaves of a tree valued by an evaluation: at once, or after a few random moves (early termination).

A playout is cut after a number of steps, or as soon as the evaluation is sure enough who wins (dynamic early
termination: Lorentz 2008; Baier and Winands 2015), and then worth what the evaluation says. Games that end before count
as they end.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.compiled import CompiledSums
from ludens.engine.contract import BatchEngine, Cutting
from ludens.engine.rows import Rows
from ludens.search.draws import choose
from ludens.search.evaluations.learnt.model import Learnt
from ludens.search.evaluations.static import Static, Values
from ludens.search.tree.evaluate import Evaluated, Valuing


@dataclass(frozen=True, slots=True, eq=False)
class ValuedLeaves:
    """What a tree asks: sums of so many values from each position (``Evaluation``).

    ``steps``: random joint moves before the evaluation is asked, at most; with 0 a position is valued as it is, and
    what several playouts would say is known after one. ``decided``: the chance of one role from which on nothing more
    is played; 0 is never. ``cutting``: plays in machine code, where the evaluation is a sum; by default in NumPy.
    """

    static: Static
    steps: int = 0
    decided: float = 0.0
    cutting: Cutting | None = None

    def __call__(
        self, engine: BatchEngine, rows: Rows, per_row: int, seed: int, *, amaf: bool, deadline: float
    ) -> Evaluated:
        if not self.steps:
            values = self.static(engine, rows)
            return Evaluated(per_row * values, per_row * values**2)
        if self.cutting is not None and isinstance(self.static, Learnt):
            return self._cut(self.static, self.cutting, rows, per_row, seed)
        found = plain_cut(engine, self.static, np.repeat(rows, per_row, axis=0), seed, self.steps, self.decided)
        found = found.reshape(len(rows), per_row, -1)
        return Evaluated(found.sum(axis=1), (found**2).sum(axis=1))

    def in_loops(self, engine: BatchEngine, per_row: int, *, amaf: bool) -> Valuing | None:
        """The same in compiled loops, where leaves are valued at once, and by sums."""
        if self.steps or type(self.static) is not Learnt:
            return None
        return Valuing(sums=compiled_sums(self.static, len(engine.roles)), part=0.0)

    def _cut(self, learnt: Learnt, cutting: Cutting, rows: Rows, per_row: int, seed: int) -> Evaluated:
        bounds = learnt.bounds(self.decided) if self.decided else None
        found = cutting(rows, per_row, seed, learnt.sums, max_steps=self.steps, bounds=bounds)
        values = learnt.valued(found.totals.reshape(-1, found.totals.shape[-1])).reshape(*found.games.ended.shape, -1)
        values = np.where(found.games.ended[..., None], np.maximum(found.games.goals, 0) / 100, values)
        return Evaluated(values.sum(axis=1), (values**2).sum(axis=1))


def compiled_sums(learnt: Learnt, roles: int) -> CompiledSums:
    """What compiled loops of this thread call to value positions for each role."""
    weights = learnt.model.weights
    lowest, highest = np.minimum(weights, 0).sum(axis=1), np.maximum(weights, 0).sum(axis=1)
    totals = lowest + np.arange((highest - lowest).max() + 1)[:, None]
    outputs = [min(role, len(weights) - 1) for role in range(roles)]
    worth = learnt.valued(np.minimum(totals, highest))
    return learnt.sums.compiled(outputs, [int(lowest[output]) for output in outputs], worth)


def plain_cut(engine: BatchEngine, static: Static, rows: Rows, seed: int, steps: int, decided: float = 0.0) -> Values:
    """What one playout from each position brings, from 0 to 1, shape (positions, roles), step by step in NumPy."""
    return cut_with_lengths(engine, static, rows, seed, steps, decided)[0]


def cut_with_lengths(
    engine: BatchEngine, static: Static, rows: Rows, seed: int, steps: int, decided: float = 0.0
) -> tuple[Values, NDArray[np.int64]]:
    """The same, and the joint moves of each playout."""
    random = np.random.default_rng(abs(seed))
    rows, values = rows.copy(), np.full((len(rows), len(engine.roles)), np.nan)
    going, lengths = np.arange(len(rows)), np.zeros(len(rows), dtype=np.int64)
    over, goals = engine.outcome(rows)
    for step in range(steps + 1):
        values[going[over]] = np.maximum(goals[over], 0) / 100
        going = going[~over]
        if not len(going):
            break
        if step == steps or decided:
            found = static(engine, rows[going])
            settled = np.full(len(going), step == steps) | (found.max(axis=1) >= decided if decided else False)
            values[going[settled]] = found[settled]
            going = going[~settled]
        if not len(going):
            break
        legal = engine.legal(rows[going])
        able = np.all([table.any(axis=1) for table in legal], axis=0)
        if not able.all():
            values[going[~able]] = static(engine, rows[going[~able]])
            going, legal = going[able], [table[able] for table in legal]
        words = random.integers(0, 1 << 64, size=(len(legal), len(going)), dtype=np.uint64)
        joint = np.stack([choose(table, own) for table, own in zip(legal, words, strict=True)], axis=1)
        rows[going], over, goals = engine.follow(rows[going], joint)
        lengths[going] += 1
    return values, lengths
