"""What positions are worth: the sums that playouts from them give.

An evaluation is one function of positions; the tree does not know what is behind it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.playouts import Playouts
from ludens.engine.rows import Rows

Sums = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Evaluated:
    """Sums over the playouts of each position, goals counted from 0 to 1.

    ``values``, ``squares``: (positions, roles). ``played``: for each role, if it was asked for, the playouts that made
    each move and the sums of its values in them, (positions, moves).
    """

    values: Sums
    squares: Sums
    played: tuple[tuple[NDArray[np.int64], Sums], ...] = ()


class Evaluation(Protocol):
    """Values many positions at once."""

    def __call__(
        self, engine: BatchEngine, rows: Rows, per_row: int, seed: int, *, amaf: bool, deadline: float
    ) -> Evaluated:
        """The sums of ``per_row`` playouts from each position, which may be cut at a time of ``perf_counter``."""


@dataclass(frozen=True, slots=True)
class RandomPlayouts:
    """Uniformly random games to the end, or to ``max_steps``, where ``unfinished`` is what each role gets."""

    max_steps: int = 0
    unfinished: float = 0.5
    threads: int = 1

    def __call__(
        self, engine: BatchEngine, rows: Rows, per_row: int, seed: int, *, amaf: bool, deadline: float
    ) -> Evaluated:
        found = engine.playouts(rows, per_row, seed, max_steps=self.max_steps, threads=self.threads, amaf=amaf)
        return summed(found, self.unfinished)


def summed(found: Playouts, unfinished: float) -> Evaluated:
    """The sums of playouts, with a value for the games that were cut."""
    cut = found.cut[:, None].astype(np.float64)
    squares = [
        reached @ (np.array(values, dtype=np.float64) / 100) ** 2
        for reached, values in zip(found.reached, found.values, strict=True)
    ]
    played = tuple((counts, sums / 100) for counts, sums in found.played or ())
    return Evaluated(found.goals / 100 + cut * unfinished, np.stack(squares, axis=1) + cut * unfinished**2, played)
