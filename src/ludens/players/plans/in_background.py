"""Work that an agent does in a thread while others think, and that must not keep it waiting."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from ludens.search.evaluations.learnt.stopping import Stopped

T = TypeVar("T")


class InBackground(Generic[T]):
    """At most one piece of work at a time. It is asked to end, and ends soon, but nobody waits for it."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._found: list[T] = []

    def begin(self, work: Callable[[Stopped], T | None]) -> bool:
        """Begins work, which looks often whether it is to stop; not where an earlier piece has not come to its end."""
        if self._thread is not None and self._thread.is_alive():
            return False
        stop = self._stop = threading.Event()

        def run() -> None:
            found = work(stop.is_set)
            if found is not None:
                self._found.append(found)

        self._thread = threading.Thread(target=run, name="ludens-learning", daemon=True)
        self._thread.start()
        atexit.register(self._wait)  # Python must not end while a thread is in compiled code
        return True

    def wait(self, seconds: float) -> None:
        """Returns when the work has come to its end, or after so many seconds."""
        if self._thread is not None:
            self._thread.join(seconds)

    def end(self) -> T | None:
        """Asks the work to stop; what it has found, once, if it had come to its end."""
        self._stop.set()
        if self._thread is not None and not self._thread.is_alive():
            self._thread = None
            atexit.unregister(self._wait)
        return self._found.pop() if self._found else None

    def _wait(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
