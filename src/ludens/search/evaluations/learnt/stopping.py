"""How learning is ended early: whoever has it asks, often, whether to go on."""

from __future__ import annotations

import time
from collections.abc import Callable

Stopped = Callable[[], bool]
"""Whether it is time to end."""


class StoppedError(Exception):
    """It was time to end; what was under way is lost."""


def never() -> bool:
    """Goes on to the end."""
    return False


def after(seconds: float, stopped: Stopped = never) -> Stopped:
    """Ends so many seconds from now, or when another says so."""
    until = time.perf_counter() + seconds
    return lambda: stopped() or time.perf_counter() >= until


def go_on(stopped: Stopped) -> None:
    """Raises StoppedError when it is time to end."""
    if stopped():
        raise StoppedError
