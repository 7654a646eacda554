"""How early to answer: a part of the clock, and more on a machine that is seen to be slow.

Managers grant about a second beyond the play clock and none beyond the start clock. Neither is relied on: an answer is
on its way before the clock ends, by a margin that covers the network and what this machine adds when it is busy.
"""

from __future__ import annotations

import math
import time

HALF_LIFE_SECONDS = 30.0
"""After this time a delay that was seen counts half."""

LEAST_PLAY, PLAY_PART, MOST_PLAY = 0.2, 0.08, 1.5
LEAST_START, START_PART, MOST_START = 0.3, 0.08, 2.0
LAST_START = 0.5
MOST_DELAY = 1.0

LARGEST_PART = 0.5
"""No margin is more than this part of the clock."""


class Delays:
    """The largest delay seen of late; older ones count less."""

    def __init__(self) -> None:
        self._seconds, self._seen = 0.0, time.monotonic()

    def add(self, seconds: float) -> None:
        """Notes a delay."""
        self._seconds, self._seen = max(seconds, self.seconds), time.monotonic()

    @property
    def seconds(self) -> float:
        """What to expect."""
        age = time.monotonic() - self._seen
        return self._seconds * math.exp2(-age / HALF_LIFE_SECONDS)


def play_margin(clock: float, delay: float) -> float:
    """Seconds before the end of a play clock at which to answer."""
    return min(LARGEST_PART * clock, min(LEAST_PLAY + PLAY_PART * clock, MOST_PLAY) + 2 * delay)


def start_margin(clock: float, delay: float) -> float:
    """Seconds before the end of a start clock at which to answer."""
    return min(LARGEST_PART * clock, min(LEAST_START + START_PART * clock, MOST_START) + min(2 * delay, MOST_DELAY))


def last_margin(clock: float) -> float:
    """Seconds before the end of a start clock until which to wait for what nobody can begin without."""
    return min(LARGEST_PART * clock, LAST_START)
