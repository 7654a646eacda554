"""Who is idle and who is busy, up to so many: the bookkeeping of every pool, which neither starts nor waits."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Generic, TypeVar

W = TypeVar("W")


class Slots(Generic[W]):
    """Workers, ``most`` at once, by default any number. ``idle``: in the order in which they became so."""

    def __init__(self, most: int = sys.maxsize) -> None:
        self.most = most
        self.idle: list[W] = []
        self.busy: dict[W, None] = {}

    @property
    def all(self) -> list[W]:
        return [*self.idle, *self.busy]

    @property
    def has_room(self) -> bool:
        """Whether there may be another worker."""
        return len(self.idle) + len(self.busy) < self.most

    def take(self, *wanted: Callable[[W], bool]) -> W | None:
        """An idle worker, busy from now on, by the first wish that one of them fulfils; None if there is none."""
        for wish in wanted:
            for worker in self.idle:
                if wish(worker):
                    self.idle.remove(worker)
                    self.busy[worker] = None
                    return worker
        return None

    def add(self, worker: W) -> None:
        """A new worker, busy from the beginning."""
        self.busy[worker] = None

    def free(self, worker: W) -> None:
        """A busy worker becomes idle; so does a new one that was not busy."""
        self.busy.pop(worker, None)
        self.idle.append(worker)

    def drop(self, worker: W) -> None:
        """Forgets a worker, if it is known."""
        self.busy.pop(worker, None)
        if worker in self.idle:
            self.idle.remove(worker)
