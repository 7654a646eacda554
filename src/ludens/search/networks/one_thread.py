"""Matrices are multiplied on one thread: small ones wait longer for other threads than they take.

Where many processes play at once, each with as many threads as there are processors, it is far worse.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache

from threadpoolctl import ThreadpoolController


def one_thread() -> AbstractContextManager[object]:
    """Within it, NumPy multiplies matrices on one thread."""
    limited: AbstractContextManager[object] = _libraries().limit(limits=1, user_api="blas")
    return limited


def one_thread_for_good() -> None:
    """The same until the process ends."""
    one_thread()  # the limit is set at once, and only leaving lifts it


@cache
def _libraries() -> ThreadpoolController:
    """The libraries that multiply matrices; NumPy has been imported when this is asked for the first time."""
    return ThreadpoolController()
