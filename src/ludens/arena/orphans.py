"""Processes that end when the one that started them is gone, however it went, and that keep to one thread."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from multiprocessing.context import SpawnContext

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
"""Variables by which libraries are told how many threads to use."""

LOOK_SECONDS = 0.5


def spawning() -> SpawnContext:
    """How processes are started: spawned, not forked, since a compiled game has threads."""
    return multiprocessing.get_context("spawn")


@contextlib.contextmanager
def single_threaded() -> Iterator[None]:
    """Processes started meanwhile use one thread each, so that as many can run as there are cores."""
    before = {name: os.environ.get(name) for name in THREADS}
    os.environ.update(dict.fromkeys(THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def end_with_parent(parent: int) -> None:
    """Ends this process soon after the parent with this number has ended; and without a word at an interrupt.

    An interrupt from the keyboard reaches all processes: the first one tells what is to be told.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
