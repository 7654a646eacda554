"""A pool in which every key, such as the game that a process holds, has a process of its own while there is room."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from ludens.processes.messages import Data
from ludens.processes.requests import EndedError, News
from ludens.processes.slot_pool import FullError
from ludens.processes.worker import STARTING_SECONDS, OverdueError, Worker

W = TypeVar("W", bound=Worker)

ATTEMPTS = 2
"""A process that has ended is replaced, and asked again, once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyedPolicy:
    """``most``: processes. ``of_owner``: how many of them may be busy for one owner, so that nobody takes all.

    ``waiting``: how many requests may wait, for one process, or for any.
    """

    most: int
    of_owner: int
    waiting: int


class NoRoomError(Exception):
    """A request for which no process became free in time."""


class KeyedPool(Generic[W]):
    """Processes by key; who was used least lately makes room for others.

    Where all are busy, whoever asks waits for one, first come, first served. ``owner`` says for whom something is done.
    """

    def __init__(self, make: Callable[[], W], policy: KeyedPolicy, owner: Callable[[], str]) -> None:
        self._make, self._policy, self._owner = make, policy, owner
        self._workers: OrderedDict[str, W] = OrderedDict()
        self._owners: dict[W, str] = {}
        self._waiting: dict[asyncio.Event, None] = {}
        self._leaving: set[asyncio.Task[None]] = set()

    @property
    def pids(self) -> list[int]:
        """The numbers of all processes."""
        return [worker.pid for worker in self._workers.values() if worker.pid is not None]

    async def request(self, key: str, content: Mapping[str, object], seconds: float, news: News | None = None) -> Data:
        """The reply of the process with this key.

        Raises FullError, NoRoomError, OverdueError, and EndedError when processes keep ending.
        """
        for _ in range(ATTEMPTS):
            worker = await self._taken(key, seconds)
            if worker.waiting >= self._policy.waiting:
                raise FullError(worker.waiting)
            try:
                return await worker.request(content, seconds, news)
            except EndedError:
                continue
            finally:
                self._tell_waiting()
        raise EndedError

    async def start(self, key: str) -> None:
        """Has a process started before it is asked; what goes wrong will show when it is."""
        with contextlib.suppress(FullError, NoRoomError, OverdueError, EndedError):
            await (await self._taken(key, STARTING_SECONDS)).start()

    async def close(self) -> None:
        """Ends all processes."""
        await asyncio.gather(*(worker.close() for worker in self._workers.values()), *self._leaving)
        self._workers.clear()

    async def _taken(self, key: str, seconds: float) -> W:
        """The process with a key, once there is room for it."""
        worker = self._found(key) if not self._waiting or key in self._workers else None
        if worker is not None:
            return worker
        if len(self._waiting) >= self._policy.waiting:
            raise FullError(len(self._waiting))
        freed = asyncio.Event()
        self._waiting[freed] = None
        try:
            async with asyncio.timeout(seconds):
                while True:
                    worker = self._found(key)
                    if worker is not None:
                        return worker
                    freed.clear()
                    await freed.wait()
        except TimeoutError:
            raise NoRoomError from None
        finally:
            del self._waiting[freed]
            self._tell_waiting()

    def _found(self, key: str) -> W | None:
        """The process with a key, made if there is room for one."""
        owner = self._owner()
        worker = self._workers.get(key)
        if worker is not None and not worker.ended:
            if not worker.busy:
                self._owners[worker] = owner
            self._workers.move_to_end(key)
            return worker
        if worker is not None:
            self._let_go(self._workers.pop(key))
        busy = [other for other in self._workers.values() if other.busy]
        if sum(self._owners.get(other) == owner for other in busy) >= self._policy.of_owner:
            return None
        if len(self._workers) >= self._policy.most:
            if len(busy) == len(self._workers):
                return None
            self._let_go(self._workers.pop(next(name for name, other in self._workers.items() if not other.busy)))
        worker = self._workers[key] = self._make()
        self._owners[worker] = owner
        return worker

    def _tell_waiting(self) -> None:
        """Tells those who wait that there may be room."""
        for freed in self._waiting:
            freed.set()

    def _let_go(self, worker: W) -> None:
        self._owners.pop(worker, None)
        task = asyncio.ensure_future(worker.close())
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)
