"""What positions are worth without searching further: the seam between a search of fixed depth and its evaluation.

An evaluation is one function of many positions at once. Terminal positions never come to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows

UNFINISHED = 0.5
"""What a game that is not over is worth to every role when nothing else is known."""

Values = NDArray[np.float64]

MARGIN = 0.01
"""How far from 0 and 1 the value of a position stays that is not over: an end of the game counts for more."""


class Static(Protocol):
    """Values many positions at once.

    ``cost``: what valuing one position counts against a limit of playouts. ``constant``: the values do not depend on
    the position, so that nobody need ask.
    """

    @property
    def cost(self) -> int: ...

    @property
    def constant(self) -> bool: ...

    def __call__(self, engine: BatchEngine, rows: Rows) -> Values:
        """For each position what it is worth to each role, from 0 to 1, shape (positions, roles)."""


@runtime_checkable
class HasEvaluations(Protocol):
    """A game with evaluations of its own, by name."""

    @property
    def evaluations(self) -> Mapping[str, Callable[[], Static]]: ...


@dataclass(frozen=True, slots=True)
class TerminalOnly:
    """Only ends of the game count (the heuristic H0 of El Bouhali 2013): all other positions are even."""

    cost: int = 0
    constant: bool = True

    def __call__(self, engine: BatchEngine, rows: Rows) -> Values:
        return np.full((len(rows), len(engine.roles)), UNFINISHED)


@dataclass(frozen=True, slots=True)
class MonteCarlo:
    """The mean goals of uniformly random games, the same number from each position.

    The games of a position depend on the seed and on its place among those that are valued at once. They are cut
    after ``max_steps`` joint moves, never if that is 0; a game that is cut is even.
    """

    playouts: int = 64
    seed: int = 0
    max_steps: int = 0
    constant: bool = False

    @property
    def cost(self) -> int:
        return self.playouts

    def __call__(self, engine: BatchEngine, rows: Rows) -> Values:
        found = engine.playouts(rows, self.playouts, self.seed, max_steps=self.max_steps)
        return np.asarray((found.goals / 100 + UNFINISHED * found.cut[:, None]) / self.playouts)
