"""A pool of processes with a queue before it: whoever asks gets any of them, the one that suits best if it is idle."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ludens.processes.messages import Data
from ludens.processes.requests import EndedError, News
from ludens.processes.slots import Slots
from ludens.processes.worker import OverdueError, Worker

W = TypeVar("W", bound=Worker)


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotPolicy:
    """What a pool does with its processes.

    ``most``: requests at once. ``waiting``: how many more may wait. ``polite_seconds``: for a request that is no longer
    wanted to end by itself, before its process is killed. ``attempts``: how often a request is made when processes end
    over it. ``kept``: processes that stay while there is nothing to do, by default all. ``spare``: processes that
    stand ready beyond those that are busy. ``warming``: what such a process is asked first, and for how long.
    """

    most: int
    waiting: int
    polite_seconds: float
    attempts: int = 3
    kept: int | None = None
    spare: int = 0
    warming: tuple[Data, float] | None = None


class FullError(Exception):
    """A request that finds too many others waiting."""

    def __init__(self, waiting: int) -> None:
        self.waiting = waiting
        super().__init__(f"{waiting} wait")


class SlotPool(Generic[W]):
    """Processes made by ``make``, and who waits for one."""

    def __init__(self, make: Callable[[], W], policy: SlotPolicy) -> None:
        self._make, self._policy = make, policy
        self._free = asyncio.Semaphore(policy.most)
        self._slots: Slots[W] = Slots(policy.most + policy.spare)
        self._waiting = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._leaving: set[asyncio.Task[None]] = set()

    @property
    def pids(self) -> list[int]:
        """The numbers of all processes."""
        return [worker.pid for worker in self._slots.all if worker.pid is not None and not worker.ended]

    @property
    def is_full(self) -> bool:
        """Whether the next request would have to wait."""
        return self._free.locked()

    async def request(
        self,
        content: Mapping[str, object],
        seconds: float,
        news: News,
        *,
        wishes: Sequence[Callable[[W], bool]] = (),
        queued: Callable[[], None] = lambda: None,
        taken: Callable[[W | None], None] = lambda worker: None,
        again: Callable[[], bool] = lambda: True,
    ) -> Data:
        """The reply of a process that fulfils the first wish possible.

        ``queued`` is called when the request has to wait, ``taken`` with the process that is at it and None when it no
        longer is; ``again`` says whether it can be made once more after a process has ended. Raises FullError,
        OverdueError, and EndedError when processes keep ending.
        """
        await self._wait_for_a_slot(queued)
        for attempt in range(self._policy.attempts):
            if attempt:
                await self._free.acquire()
            worker = self._taken(wishes)
            taken(worker)
            try:
                return await self._asked(worker, content, seconds, news)
            except EndedError:
                if not again():
                    break
            finally:
                taken(None)
        raise EndedError

    def warm_up(self, count: int) -> asyncio.Future[Any]:
        """Has so many idle processes ready, or on their way: whoever asks meanwhile gets one of those."""
        fresh = []
        while len(self._slots.idle) < count and self._slots.has_room:
            worker = self._make()
            self._slots.free(worker)
            fresh.append(_later(self._warm(worker), self._tasks))
        return asyncio.gather(*fresh, return_exceptions=True)

    async def close(self) -> None:
        """Ends all processes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self._slots.all), *self._leaving)

    async def _wait_for_a_slot(self, queued: Callable[[], None]) -> None:
        if self._waiting >= self._policy.waiting:
            raise FullError(self._waiting)
        self._waiting += 1
        try:
            if self._free.locked():
                queued()
            await self._free.acquire()
        finally:
            self._waiting -= 1

    def _taken(self, wishes: Sequence[Callable[[W], bool]]) -> W:
        """The idle process that suits best, a new one, or any other; there is a slot for it."""
        for worker in [worker for worker in self._slots.idle if worker.ended]:
            self._let_go(worker)
        found = self._slots.take(*wishes)
        if found is None and not self._slots.has_room:
            found = self._slots.take(lambda worker: True)
        if found is None:
            found = self._make()
            self._slots.add(found)
        return found

    async def _asked(self, worker: W, content: Mapping[str, object], seconds: float, news: News) -> Data:
        """The reply of one process; gives it and its slot back in the end."""
        inner = asyncio.ensure_future(worker.request(content, seconds, news))
        inner.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may wait for it any more
        try:
            return await asyncio.shield(inner)
        finally:
            if inner.done():
                self._give_back(worker)
            else:
                # Whoever is cancelled here does not wait for the end either.
                worker.stop()
                _later(self._wind_down(worker, inner), self._tasks)

    async def _wind_down(self, worker: W, inner: asyncio.Future[Data]) -> None:
        """Waits a moment for an answer that nobody wants, so that the process can be used again."""
        self.warm_up(self._policy.spare)
        try:
            await asyncio.wait([inner], timeout=self._policy.polite_seconds)
        finally:
            inner.cancel()
            await asyncio.gather(inner, return_exceptions=True)
            self._give_back(worker)

    def _give_back(self, worker: W) -> None:
        kept = self._policy.kept
        if worker.ended or (kept is not None and len(self._slots.idle) >= kept):
            self._let_go(worker)
            self.warm_up(self._policy.spare)
        else:
            self._slots.free(worker)
        self._free.release()

    def _let_go(self, worker: W) -> None:
        self._slots.drop(worker)
        _later(worker.close(), self._leaving)

    async def _warm(self, worker: W) -> None:
        with contextlib.suppress(OverdueError, EndedError):
            if self._policy.warming is None:
                await worker.start()
            else:
                await worker.request(*self._policy.warming)


def _later(work: Coroutine[Any, Any, None], tasks: set[asyncio.Task[None]]) -> asyncio.Task[None]:
    task = asyncio.ensure_future(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
    return task
