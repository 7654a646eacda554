"""Clocks for tests in which no time passes but what the test says."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol

import pytest

LATE = 1e9
"""Seconds: later than any limit."""


class Clock(Protocol):
    """What stands in for ``time.perf_counter``."""

    def __call__(self) -> float: ...


class Still:
    """It moves only when the test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Ticking:
    """Some time passes at every look. Looks of other threads do not count."""

    def __init__(self, step: float) -> None:
        self.looks, self.step = 0, step
        self._thread = threading.get_ident()

    def __call__(self) -> float:
        self.looks += threading.get_ident() == self._thread
        return 100.0 + self.looks * self.step


class LateAtLook:
    """A hundredth of a second passes at every look, and from a certain one on it is very late.

    Looks of other threads do not count.
    """

    def __init__(self, look: float) -> None:
        self.looks, self._late = 0, look
        self._now, self._thread = 100.0, threading.get_ident()

    def __call__(self) -> float:
        if threading.get_ident() == self._thread:
            self._now += 0.01 if self.looks < self._late else 1.0 if self.looks > self._late else LATE
            self.looks += 1
        return self._now


class CallsAtLook:
    """A fiftieth of a second passes at every look, and from a certain one on something is called at each."""

    def __init__(self, look: float, call: Callable[[], None]) -> None:
        self.looks, self._first, self._call = 0, look, call
        self._thread = threading.get_ident()

    def __call__(self) -> float:
        if threading.get_ident() == self._thread:
            self.looks += 1
            if self.looks > self._first:
                self._call()
        return 100.0 + self.looks / 50


def put_up(clock: Clock, patch: pytest.MonkeyPatch) -> None:
    """Has everybody look at this clock."""
    patch.setattr(time, "perf_counter", clock)
