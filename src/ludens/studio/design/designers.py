"""Processes that report on rules: a few for all pages, of which one more than is needed stands ready.

Whoever types sends version after version. A report that is no longer wanted is asked to end, given a moment for it, and
then killed with its process, while the next one has begun in another.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from ludens.studio.frames.design import Queued, ReportNews
from ludens.studio.frames.questions import REPORT, WARM, Seconds
from ludens.studio.settings import Caps
from ludens.studio.work.workers import EndedError, Job, LateError, News, Worker, WorkError

POLITE_SECONDS = 0.15
"""For a report that is no longer wanted to end by itself; starting a process again takes longer than this."""

WARMING_SECONDS = 120.0

ATTEMPTS = 3
"""A process that was kept ready may have ended long ago: one that ends before it has told anything is replaced."""

IDLE_KEPT = 2
"""Processes that are kept while there is nothing to do: they take up memory."""


class Designers:
    """Reports on rules in processes of their own, so many at once."""

    def __init__(self, caps: Caps) -> None:
        self._caps = caps
        self._job = Job("ludens.studio.design.design_work:DesignWork", caps.report_bytes)
        self._slots = asyncio.Semaphore(caps.reports)
        self._queued = 0
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._warming: asyncio.Task[None] | None = None

    @property
    def pids(self) -> list[int]:
        """The numbers of all processes."""
        return [worker.pid for worker in (*self._idle, *self._busy) if worker.pid is not None and not worker.ended]

    def warm_up(self) -> None:
        """Has a process ready before it is needed."""
        room = len(self._idle) + len(self._busy) <= self._caps.reports
        if not self._idle and room and (self._warming is None or self._warming.done()):
            self._warming = asyncio.ensure_future(self._warm())

    async def report(self, text: str, news: Callable[[Queued | ReportNews], None]) -> Seconds:
        """Reports on rules; all that is found comes as news. Raises WorkError when it cannot be done."""
        told = 0

        def tell(found: Queued | ReportNews) -> None:
            nonlocal told
            told += found["type"] != "queued"
            news(found)

        for _ in range(ATTEMPTS):
            try:
                return await self._report(text, tell)
            except EndedError:
                if told:
                    break
        raise WorkError(
            "The process that worked on these rules has ended, most likely for lack of memory: they are too large."
        )

    async def _report(self, text: str, news: News) -> Seconds:
        await self._wait_for_a_slot(news)
        try:
            worker = await self._taken()
        except BaseException:
            self._slots.release()
            raise
        inner: asyncio.Future[Seconds] = asyncio.ensure_future(
            worker.ask(REPORT.asked({"text": text}).request, self._caps.report_seconds, news),
        )
        try:
            return await asyncio.shield(inner)
        except LateError:
            raise WorkError(
                f"The report takes longer than {self._caps.report_seconds:g} seconds, so the rest of it was given up."
            ) from None
        finally:
            # Whoever is cancelled here does not want the report any more, and does not wait for its end.
            self._later(self._wind_down(worker, inner))

    async def _wait_for_a_slot(self, news: News) -> None:
        if self._queued >= self._caps.waiting_reports:
            raise WorkError(f"{self._queued} reports are waiting already. Try again in a moment.")
        self._queued += 1
        try:
            if self._slots.locked():
                news({"type": "queued"})
            await self._slots.acquire()
        finally:
            self._queued -= 1

    async def close(self) -> None:
        """Ends all processes."""
        tasks = [*self._tasks, *([self._warming] if self._warming is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in (*self._idle, *self._busy)))

    async def _taken(self) -> Worker:
        """A process, ready if possible; there is a slot for it."""
        if not self._idle and self._warming is not None and not self._warming.done():
            await asyncio.wait([self._warming])
        self._idle = [worker for worker in self._idle if not worker.ended]
        worker = self._idle.pop() if self._idle else Worker(self._job)
        self._busy.add(worker)
        return worker

    async def _wind_down(self, worker: Worker, inner: asyncio.Future[Any]) -> None:
        """Ends a report, gives its slot back, and sees to it that a process is ready for the next one."""
        try:
            if not inner.done():
                worker.stop()
                # The next version is already on its way, most likely.
                self.warm_up()
                await asyncio.wait([inner], timeout=POLITE_SECONDS)
        finally:
            inner.cancel()
            await asyncio.gather(inner, return_exceptions=True)
            self._busy.discard(worker)
            self._slots.release()
            if worker.ended or len(self._idle) >= IDLE_KEPT:
                await worker.close()
                self.warm_up()
            else:
                self._idle.append(worker)

    async def _warm(self) -> None:
        worker = Worker(self._job)
        self._busy.add(worker)
        try:
            with contextlib.suppress(WorkError, EndedError):
                await worker.ask(WARM.asked({}).request, WARMING_SECONDS)
        finally:
            self._busy.discard(worker)
            if worker.ended:
                await worker.close()
            else:
                self._idle.append(worker)

    def _later(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
