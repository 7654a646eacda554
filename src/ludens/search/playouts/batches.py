"""How many playouts to ask for at a time, so that limits are kept and calls are worth their cost."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass

from ludens.engine.contract import BatchEngine
from ludens.search.stopwatch import Stopwatch

CALL_SECONDS = 0.02
"""What a call should take when there is time for many."""

FIRST_GAMES = 512
"""Playouts of the first call."""

GROWTH = 4
"""How much larger a call may be than the one before it."""

BOLDER = 0.8
"""By what the expected cost of a call is multiplied each time it was too much to try."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Playouts to make: ``each`` from the rows of ``rows``."""

    rows: slice
    each: int

    @property
    def games(self) -> int:
        return self.each * int(self.rows.stop - self.rows.start)


class Pace:
    """Learns, from call to call and from decision to decision, what playouts cost: so much a call, so much a game."""

    def __init__(self, engine: BatchEngine) -> None:
        self._one_by_one = not engine.batch
        self._together, self._most = engine.lanes, engine.games_at_once
        self._call_seconds = 0.0
        self._game_seconds = 0.0

    def batches(self, watch: Stopwatch, rows: int, most: float = math.inf) -> Iterator[Batch]:
        """Batches over ``rows`` positions in turn, until a limit is reached.

        ``most`` limits the playouts further. The stopwatch counts them. Without a limit of time the batches are
        always the same.
        """
        goal = watch.played + min(most, watch.playouts)
        games = self._affordable(watch, FIRST_GAMES // GROWTH)
        row = 0
        while watch.played < goal and self._fits(watch):
            games = int(min(games, goal - watch.played))
            if row == 0 and games >= rows:
                batch = Batch(slice(0, rows), games // rows)
            else:
                batch = Batch(slice(row, min(rows, row + games)), 1)
                row = batch.rows.stop % rows
            begin = time.perf_counter()
            yield batch
            watch.spend(batch.games)
            self._learn(batch.games, time.perf_counter() - begin)
            games = self._affordable(watch, batch.games)

    def _fits(self, watch: Stopwatch) -> bool:
        """Whether there is time for the smallest call. Where there is not, the next guess will be bolder."""
        fits = not watch.timed or watch.left > self._call_seconds
        if not fits:
            self._call_seconds *= BOLDER
        return fits

    def _learn(self, games: int, seconds: float) -> None:
        """Takes a call into account. A slow one may be chance, a fast one is not.

        At least half of the time counts for the games, so that guesses from a single call are careful.
        """
        if not self._call_seconds or seconds < self._call_seconds:
            self._call_seconds = seconds
        elif games <= FIRST_GAMES:
            self._call_seconds += 0.1 * (seconds - self._call_seconds)
        self._game_seconds = (seconds - min(self._call_seconds, 0.5 * seconds)) / games

    def _affordable(self, watch: Stopwatch, last: int) -> int:
        """How many games the next call may play: what takes a part of the time that is left."""
        if not watch.timed:
            return self._most
        if self._one_by_one:
            return 1
        seconds = min(CALL_SECONDS, watch.left / 2) - self._call_seconds
        games = seconds / self._game_seconds if self._game_seconds else math.inf
        return int(max(self._together, min(games, GROWTH * last, self._most)))
