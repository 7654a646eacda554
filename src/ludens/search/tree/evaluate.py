"""What positions are worth: the sums that playouts from them give.

An evaluation is one function of positions; the tree does not know what is behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ludens.engine.compiled import MOST_TALLIED, CompiledSums
from ludens.engine.contract import BatchEngine
from ludens.engine.playouts import Counts, Playouts
from ludens.engine.preference import Preference
from ludens.engine.rows import Rows
from ludens.engine.tallies import Tallies

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


Valued = Callable[[], Evaluated]
"""Waits for what an evaluation has begun; to be called once."""


@runtime_checkable
class ValuesAhead(Protocol):
    """An evaluation that works elsewhere while lanes of the next batches go down the tree."""

    @property
    def batches(self) -> int:
        """How many batches are under way at a time."""

    def begin(self, rows: Rows, per_row: int, seed: int) -> Valued:
        """Begins to value positions, as a call would."""


@runtime_checkable
class KnowsDepth(Protocol):
    """An evaluation that is told how many joint moves each position lies below the root."""

    def below(self, depths: NDArray[np.int64]) -> None:
        """Tells it of the positions that it will be asked about next."""


class Guide(Protocol):
    """What games prefer, where it changes with what is learnt from some of them."""

    @property
    def preference(self) -> Preference | None:
        """What they prefer now."""

    def batches_left(self) -> int:
        """How many batches may be played before the evaluation must be asked itself, so that it can learn."""

    def count(self, batches: int) -> None:
        """So many were played."""


@dataclass(frozen=True, slots=True)
class Valuing:
    """How compiled loops of one thread value leaves: by games on an engine, by sums, or by both.

    ``part``: what games count for, from 0 to 1; the rest is for sums. ``max_steps``, ``unfinished``: of games.
    """

    player: BatchEngine | None = None
    sums: CompiledSums | None = None
    part: float = 1.0
    max_steps: int = 0
    unfinished: float = 0.5
    guide: Guide | None = None


@runtime_checkable
class ValuesInLoops(Protocol):
    """An evaluation that compiled loops may do by themselves."""

    def in_loops(self, engine: BatchEngine, per_row: int, *, amaf: bool) -> Valuing | None:
        """How they do the same to the last bit, for this thread, if they can."""


def can_play(engine: BatchEngine, per_row: int, *, amaf: bool) -> bool:
    """Whether compiled loops can play so many games of an engine from each position."""
    fits = per_row <= MOST_TALLIED and (not amaf or per_row.bit_count() == 1)
    return fits and engine.compiled() is not None


@dataclass(frozen=True, slots=True)
class RandomPlayouts:
    """Uniformly random games to the end, or to ``max_steps``, where ``unfinished`` is what each role gets."""

    max_steps: int = 0
    unfinished: float = 0.5
    threads: int = 1

    def __call__(
        self, engine: BatchEngine, rows: Rows, per_row: int, seed: int, *, amaf: bool, deadline: float
    ) -> Evaluated:
        if engine.tallying is not None and not amaf and per_row <= MOST_TALLIED and self.threads == 1:
            return tallied_sums(
                engine.tallying(rows, per_row, seed, max_steps=self.max_steps), per_row, self.unfinished
            )
        found = engine.playouts(rows, per_row, seed, max_steps=self.max_steps, threads=self.threads, amaf=amaf)
        return summed(found, self.unfinished)

    def in_loops(self, engine: BatchEngine, per_row: int, *, amaf: bool) -> Valuing | None:
        """The same games, where they are few and nobody wants threads for them."""
        if self.threads > 1 or not can_play(engine, per_row, amaf=amaf):
            return None
        return Valuing(engine, max_steps=self.max_steps, unfinished=self.unfinished)


def summed(found: Playouts, unfinished: float) -> Evaluated:
    """The sums of playouts, with a value for the games that were cut."""
    played = tuple((counts, sums / 100) for counts, sums in found.played or ())
    return Evaluated(*_sums(found.reached, found.values, found.cut, unfinished), played)


def tallied_sums(found: Tallies, per_row: int, unfinished: float) -> Evaluated:
    """The same of ``per_row`` games from each position that have been tallied."""
    return Evaluated(*_sums(found.reached, found.values, per_row - found.finished, unfinished))


def _sums(
    reached: tuple[Counts, ...], values: tuple[tuple[int, ...], ...], cut: Counts, unfinished: float
) -> tuple[Sums, Sums]:
    """Sums of goals and of their squares; whole numbers as long as can be, so that their order does not matter."""
    listed = [np.array(values_of_role, dtype=np.int64) for values_of_role in values]
    goals = np.stack([counts @ each for counts, each in zip(reached, listed, strict=True)], axis=1)
    squares = np.stack([counts @ each**2 for counts, each in zip(reached, listed, strict=True)], axis=1)
    games = cut[:, None].astype(np.float64)
    return goals / 100 + games * unfinished, squares / 10_000 + games * (unfinished * unfinished)
