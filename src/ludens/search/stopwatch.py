"""How much of a limit is left."""

from __future__ import annotations

import math
import time

from ludens.game import Limit

SECONDS = 1.0
"""How long an agent thinks when nothing limits it."""


class Stopwatch:
    """Starts when it is made. ``playouts`` may still be played, ``played`` have been."""

    def __init__(self, limit: Limit) -> None:
        self.begin = time.perf_counter()
        seconds = SECONDS if limit.seconds is None and limit.playouts is None else limit.seconds
        self.end = math.inf if seconds is None else self.begin + seconds
        self.playouts: float = math.inf if limit.playouts is None else limit.playouts
        self.played = 0

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return time.perf_counter() - self.begin

    @property
    def left(self) -> float:
        """Seconds until the limit; infinite without one, negative beyond it."""
        return self.end - time.perf_counter()

    @property
    def timed(self) -> bool:
        """Whether there is a limit of time."""
        return self.end < math.inf

    def share(self, part: float) -> float:
        """The moment at which this part of the time that is left will be over; infinite without a limit."""
        return time.perf_counter() + part * self.left if self.timed else math.inf

    def part(self, share: float) -> Stopwatch:
        """A stopwatch for this share of what is left; what it counts is to be spent here, too."""
        found = Stopwatch(Limit())
        found.end = self.share(share)
        found.playouts = self.playouts if self.playouts == math.inf else math.ceil(share * self.playouts)
        return found

    def spend(self, playouts: int) -> None:
        """Counts playouts that have been made."""
        self.playouts -= playouts
        self.played += playouts
