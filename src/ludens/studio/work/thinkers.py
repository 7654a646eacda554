"""Processes in which agents think: a few, which stay with the game and the seat they know, and a queue before them."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

from ludens.studio.settings import Caps
from ludens.studio.work.workers import EndedError, Job, News, Worker, WorkError

Data = dict[str, Any]

ATTEMPTS = 3
"""How often something is asked for when the processes that are at it end."""

POLITE_SECONDS = 0.5
"""How long a search that is no longer wanted may take to end by itself; then its process is killed."""

SEATS_KEPT = 4
"""Seats whose agents a process remembers."""


class Thinkers:
    """Asks agents in processes of their own, so many at once."""

    def __init__(self, caps: Caps) -> None:
        self._caps = caps
        self._job = Job("ludens.studio.work.thinking_work:ThinkingWork", caps.search_bytes)
        self._slots = asyncio.Semaphore(caps.searches)
        self._queued = 0
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._seats: dict[Worker, deque[str]] = {}
        self._games: dict[Worker, str] = {}
        self._ending: set[asyncio.Task[None]] = set()

    @property
    def pids(self) -> list[int]:
        """The numbers of all processes."""
        return [worker.pid for worker in (*self._idle, *self._busy) if worker.pid is not None and not worker.ended]

    async def ask(
        self, seat: str, request: Data, seconds: float, news: News, stopper: Callable[[Worker | None], None]
    ) -> Any:
        """The answer to a request for a seat; it is expected within these seconds once the agent is made.

        ``stopper`` is told which process is at it, and None when it no longer is. Raises WorkError.
        """
        if self._queued >= self._caps.waiting_searches:
            raise WorkError(
                f"{self._caps.searches} searches are running and {self._queued} are waiting. Try again in a moment."
            )
        self._queued += 1
        try:
            if self._slots.locked():
                news({"queued": True})
            await self._slots.acquire()
        finally:
            self._queued -= 1
        most = self._caps.making_seconds + seconds + self._caps.grace_seconds
        for attempt in range(1, ATTEMPTS + 1):
            worker = self._taken(seat, request["game"])
            stopper(worker)
            try:
                return await self._asked(worker, request, most, news)
            except EndedError:
                if attempt == ATTEMPTS:
                    raise WorkError("The process that thinks keeps ending, perhaps for lack of memory.") from None
                await self._slots.acquire()
            finally:
                stopper(None)
        raise AssertionError

    async def prepare(self, seat: str, request: Data) -> None:
        """Has an agent made before it is needed, if a process is free; what goes wrong will show when it is needed."""
        if not self._slots.locked():
            with contextlib.suppress(WorkError):
                await self.ask(seat, {**request, "do": "prepare"}, 0.0, lambda news: None, lambda worker: None)

    async def warm_up(self) -> None:
        """Has all processes started before they are needed; whoever asks meanwhile gets one that is on its way."""
        fresh = []
        while self._has_room:
            fresh.append(self._new())
            self._idle.append(fresh[-1])
        await asyncio.gather(*(worker.start() for worker in fresh), return_exceptions=True)

    async def close(self) -> None:
        """Ends all processes."""
        for task in self._ending:
            task.cancel()
        await asyncio.gather(*self._ending, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in (*self._idle, *self._busy)))

    async def _asked(self, worker: Worker, request: Data, seconds: float, news: News) -> Any:
        """The answer of one process; gives it and its slot back in the end."""
        inner = asyncio.ensure_future(worker.ask(request, seconds, news))
        try:
            answer = await asyncio.shield(inner)
        except asyncio.CancelledError:
            worker.stop()
            self._later(self._wind_down(worker, inner))
            raise
        except BaseException:
            self._give_back(worker)
            raise
        self._give_back(worker)
        return answer

    async def _wind_down(self, worker: Worker, inner: asyncio.Future[Any]) -> None:
        """Waits a moment for an answer that nobody wants, so that the process can be used again."""
        try:
            await asyncio.wait([inner], timeout=POLITE_SECONDS)
            if not inner.done():
                inner.cancel()
            await asyncio.gather(inner, return_exceptions=True)
        finally:
            inner.cancel()
            self._give_back(worker)

    def _taken(self, seat: str, game: dict[str, str]) -> Worker:
        """The idle process that knows most of what is asked, or a new one; there is a slot for it."""
        name = game.get("rules") or game["name"]
        self._idle = [worker for worker in self._idle if not self._is_gone(worker)]
        known = [worker for worker in self._idle if seat in self._seats[worker]]
        alike = [worker for worker in self._idle if self._games[worker] == name]
        fresh = [worker for worker in self._idle if not self._games[worker]]
        if known or alike or fresh:
            worker = (known or alike or fresh)[0]
            self._idle.remove(worker)
        elif self._has_room:
            worker = self._new()
        else:
            worker = self._idle.pop(0)
        self._busy.add(worker)
        self._seats[worker].append(seat)
        self._games[worker] = name
        return worker

    @property
    def _has_room(self) -> bool:
        return len(self._idle) + len(self._busy) < self._caps.searches

    def _new(self) -> Worker:
        worker = Worker(self._job)
        self._seats[worker], self._games[worker] = deque(maxlen=SEATS_KEPT), ""
        return worker

    def _is_gone(self, worker: Worker) -> bool:
        """Whether an idle process has ended; if so, it is forgotten."""
        if worker.ended:
            self._forget(worker)
        return worker.ended

    def _forget(self, worker: Worker) -> None:
        del self._seats[worker], self._games[worker]
        self._later(worker.close())

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    def _give_back(self, worker: Worker) -> None:
        self._busy.discard(worker)
        if worker.ended:
            self._forget(worker)
        else:
            self._idle.append(worker)
        self._slots.release()
