"""How much of a clock a second search deserves: more after it has told something, less after it has not."""

from __future__ import annotations

LEAST, MOST = 0.02, 0.5
GROWTH, DECAY = 2.0, 0.7


class TimeShare:
    """A part of the clock, from ``least`` to MOST, that adapts to what it brings."""

    def __init__(self, part: float, least: float = LEAST) -> None:
        self._least, self._most = least, max(MOST, least)
        self.part = min(self._most, max(least, part))

    def learn(self, useful: bool) -> None:
        """Tells whether the time was well spent."""
        self.part = min(self._most, max(self._least, self.part * (GROWTH if useful else DECAY)))
