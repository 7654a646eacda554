"""How an agent divides the time of a whole game among its moves."""

from __future__ import annotations

import time

EXPECTED = 70
"""Turns that a game is expected to take."""

LEAST = 20
"""However late it is, no move takes more than this part of what is left: one in so many."""

RESERVE = 0.05
"""The part of the time that is kept back, for what clocks do not see and for very long games."""


class GameClock:
    """The time of one side: each move may take an equal share of what is left, later ones a fixed part of it.

    It runs in wall-clock time or, if that is more, in processor time: whichever of the two a referee counts is kept.
    """

    def __init__(self, game_seconds: float) -> None:
        self.left = game_seconds * (1 - RESERVE)
        self._begin = (0.0, 0.0)

    def start(self) -> None:
        """Begins to count."""
        self._begin = time.perf_counter(), time.process_time()

    def stop(self) -> None:
        """Ends what ``start`` began."""
        wall, processor = self._begin
        self.left -= max(time.perf_counter() - wall, time.process_time() - processor)

    def share(self, turn: int) -> float:
        """Seconds for the move of a turn, counted from 0; never negative."""
        return max(0.0, self.left) / max(LEAST, EXPECTED - turn)
