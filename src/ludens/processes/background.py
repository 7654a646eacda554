"""Threads for compiled code that calls for it: to compile in the background, or to keep signals out.

Python must not end while one is at it: LLVM would be taken apart under its feet, and the process would crash. So the
end waits for them; who ends the process otherwise, by ``os._exit``, need not.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar
from weakref import WeakSet

T = TypeVar("T")

_threads: WeakSet[threading.Thread] = WeakSet()
_starting = threading.Lock()
"""Held while a thread is started: one that has not begun cannot be waited for."""


def begin(work: Callable[[], None], name: str) -> threading.Thread:
    """Starts a thread that does some work."""
    thread = threading.Thread(target=work, name=name, daemon=True)
    with _starting:
        _threads.add(thread)
        thread.start()
    return thread


def off_main_thread(work: Callable[[], T]) -> T:
    """The result of some work, done in another thread if this is the main one.

    Signals are handled in the main thread. A library in C that calls Python back must not be met by what they raise.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    begin(run, "ludens-work")
    return done.result()


def wait() -> None:
    """Returns when all such threads have ended."""
    with _starting:
        begun = list(_threads)
    join(*begun)


def join(*threads: threading.Thread) -> None:
    """Returns when threads have ended, at the end of the process. An interrupt ends it at once."""
    try:
        for thread in threads:
            thread.join()
    except KeyboardInterrupt:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(130)


atexit.register(wait)
