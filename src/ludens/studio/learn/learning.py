"""Lessons, run in a process of their own."""

from __future__ import annotations

from ludens.processes.child import Child
from ludens.studio.frames.learn import CircuitLesson, LessonRun
from ludens.studio.frames.questions import CIRCUIT, LESSON, CircuitRequest, LessonRequest
from ludens.studio.settings import Caps
from ludens.studio.work.workers import Job, Start, WorkerPool

PROCESSES = 1
"""A lesson takes tenths of a second: more at once would only disturb the games."""

LESSON_SECONDS = 60.0


class Learning:
    """Runs lessons; raises WorkError when one cannot be run."""

    def __init__(self, caps: Caps, start: Start = Child) -> None:
        job = Job("ludens.studio.learn.lesson_work:LessonWork", caps.search_bytes)
        self._pool = WorkerPool(job, PROCESSES, start=start)

    async def lesson(self, request: LessonRequest) -> LessonRun:
        """Every step of a run."""
        found: LessonRun = await self._pool.ask("lesson", LESSON.asked(request).request, LESSON_SECONDS)
        return found

    async def circuit(self, request: CircuitRequest) -> CircuitLesson:
        """A part of the circuit of a game."""
        found: CircuitLesson = await self._pool.ask("lesson", CIRCUIT.asked(request).request, LESSON_SECONDS)
        return found

    async def close(self) -> None:
        """Ends the process."""
        await self._pool.close()
