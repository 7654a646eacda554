"""Positions of random games, and what random games from them bring: what evaluations are fitted to and judged by."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.rows import Rows
from ludens.game import NoLegalMoveError
from ludens.search.draws import choose
from ludens.search.evaluations.static import MonteCarlo, Values
from ludens.search.minimax.layers import distinct_rows
from ludens.search.random_games import cut_after, longest

FROM_A_GAME = 2
"""Positions that are drawn from a random game on average: those of one game have much in common, and teach less."""

GAMES_IN_PYTHON = 8
"""Random games where positions are made one by one."""

BLOCK = 128
"""Positions that are valued between two looks at the clock."""


@dataclass(frozen=True, slots=True, eq=False)
class Positions:
    """Distinct positions that are not over.

    ``games`` numbers the random game that each comes from, ``steps`` says after how many joint moves of it.
    """

    rows: Rows
    games: NDArray[np.int64]
    steps: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, chosen: NDArray[Any] | slice) -> Positions:
        return Positions(self.rows[chosen], self.games[chosen], self.steps[chosen])


def random_positions(game: LoadedGame[Any], most: int, seed: int, until: float = math.inf) -> Positions:
    """At most so many distinct positions of random games, drawn evenly from all their moves, in random order.

    Games go on until a moment of ``perf_counter``. There may be none: where the first position is the end.
    """
    engine, random = game.engine, np.random.default_rng(abs(seed))
    rows = engine.initial(-(-most // FROM_A_GAME) if engine.batch else GAMES_IN_PYTHON)
    numbers = np.arange(len(rows))
    met: list[Positions] = []
    for step in range(longest(game.info)):
        going = ~engine.outcome(rows)[0]
        rows, numbers = rows[going], numbers[going]
        if not len(rows) or time.perf_counter() >= until:
            break
        met.append(Positions(rows, numbers, np.full(len(rows), step)))
        rows, going = _random_step(engine, rows, random)
        numbers = numbers[going]
    if not met:
        return Positions(rows[:0], numbers[:0], numbers[:0])
    found = Positions(
        np.concatenate([part.rows for part in met]),
        np.concatenate([part.games for part in met]),
        np.concatenate([part.steps for part in met]),
    )
    found = found[random.permutation(len(found))]
    _, places = np.unique(distinct_rows(found.rows)[1], return_index=True)
    return found[np.sort(places)[:most]]


def _random_step(engine: BatchEngine, rows: Rows, random: np.random.Generator) -> tuple[Rows, NDArray[np.bool_]]:
    """The positions after random moves, and where there were any."""
    try:
        legal = engine.legal(rows)
    except NoLegalMoveError:
        return rows[:0], np.zeros(len(rows), dtype=np.bool_)
    going = np.all([table.any(axis=1) for table in legal], axis=0)
    words = random.integers(0, 1 << 64, size=(len(legal), int(going.sum())), dtype=np.uint64)
    drawn = [choose(table[going], own) for table, own in zip(legal, words, strict=True)]
    return engine.step(rows[going], np.stack(drawn, axis=1)), going


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Positions and their mean goals in random games, from 0 to 1, shape (positions, roles)."""

    positions: Positions
    values: Values
    playouts: int

    def __len__(self) -> int:
        return len(self.positions)

    def part(self, chosen: NDArray[np.bool_]) -> Sample:
        """Some of it."""
        return Sample(self.positions[chosen], self.values[chosen], self.playouts)

    def parts(self, shares: tuple[int, ...]) -> tuple[Sample, ...]:
        """Parts of about these shares that have no game in common: neighbours of a position teach nothing new."""
        places = self.positions.games % sum(shares)
        edges = np.cumsum((0, *shares))
        return tuple(self.part((first <= places) & (places < last)) for first, last in pairwise(edges))


def valued_sample(
    game: LoadedGame[Any],
    most: int,
    playouts: int,
    seed: int,
    seconds: float = math.inf,
    stopped: Callable[[], bool] = lambda: False,
) -> Sample:
    """At most so many random positions with so many random games from each, fewer where the time is too short.

    The same seed gives the same sample unless the time was too short, or it was ``stopped``; half of the time may go
    into finding positions.
    """
    begin = time.perf_counter()
    positions = random_positions(game, most, seed, begin + seconds / 2)
    limit = cut_after(game.info)
    block = BLOCK if game.engine.batch else 1
    found = [np.zeros((0, len(game.info.roles)))]
    for first in range(0, len(positions), block):
        monte_carlo = MonteCarlo(playouts, seed + 1 + first, limit)
        found.append(monte_carlo(game.engine, positions.rows[first : first + block]))
        if stopped() or time.perf_counter() >= begin + seconds:
            break
    values = np.concatenate(found)
    return Sample(positions[: len(values)], values, playouts)
