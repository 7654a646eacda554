"""Rate limits: how much anybody may ask for in a while, and how many sockets there may be."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from ludens.game import LudensError
from ludens.studio.settings import Caps

CLIENTS_KEPT = 10_000


class TooManyError(LudensError):
    """More than is allowed; the text says of what."""


class Bucket:
    """A token bucket: so many at once, and so many a second after that."""

    def __init__(self, per_second: float, at_once: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._most, self._clock = per_second, float(at_once), clock
        self._left, self._when = float(at_once), clock()

    def take(self) -> bool:
        """Takes one; False when there is none left."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._when) * self._rate)
        self._when = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class RateLimits:
    """Counts what every client does."""

    def __init__(self, caps: Caps, clock: Callable[[], float] = time.monotonic) -> None:
        self._caps, self._clock = caps, clock
        self._buckets: dict[str, Bucket] = {}
        self._sockets: Counter[str] = Counter()

    def request(self, client: str) -> None:
        """Counts a request that changes something; raises TooManyError."""
        if len(self._buckets) > CLIENTS_KEPT:
            self._buckets.clear()
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = Bucket(self._caps.requests_per_second, self._caps.requests_at_once, self._clock)
            self._buckets[client] = bucket
        if not bucket.take():
            raise TooManyError("Too many requests. Wait a moment.")

    def enter(self, client: str) -> None:
        """Counts a socket that opens; raises TooManyError."""
        if self._sockets[client] >= self._caps.sockets_of_client or self._sockets.total() >= self._caps.sockets:
            raise TooManyError("Too many pages are open. Close some of them.")
        self._sockets[client] += 1

    def leave(self, client: str) -> None:
        """Counts a socket that closes."""
        self._sockets[client] -= 1
        if self._sockets[client] <= 0:
            del self._sockets[client]

    def frames(self) -> Bucket:
        """A bucket for what one socket sends."""
        return Bucket(self._caps.frames_per_second, self._caps.frames_at_once, self._clock)
