"""Trainings as pages see them: their reports, read in a process of its own."""

from __future__ import annotations

from typing import TypeVar

from ludens.processes.child import Child
from ludens.studio.frames.questions import SAMPLE_GAME, SAMPLE_GAME_FILE, TRAINING, TRAININGS, Asked
from ludens.studio.frames.train import TrainingAnswer, TrainingCard
from ludens.studio.frames.watch import Replay
from ludens.studio.settings import Caps
from ludens.studio.work.workers import Job, Start, WorkerPool

Answer = TypeVar("Answer")

READERS = 1
LOOKING_SECONDS = 30.0


class Trainings:
    """Asks for what reports say; everything here raises WorkError."""

    def __init__(self, caps: Caps, start: Start = Child) -> None:
        self._pool = WorkerPool(Job("ludens.studio.train.train_work:TrainWork", caps.table_bytes), READERS, start=start)

    async def listed(self) -> list[TrainingCard]:
        """All trainings with a report that can be read: those that go on first, the latest first."""
        return await self._ask(TRAININGS.asked({}))

    async def training(self, training: str) -> TrainingAnswer:
        """A training with all that was measured."""
        return await self._ask(TRAINING.asked({"training": training}))

    async def replay(self, training: str, game: str) -> Replay:
        """A game of a training, position by position."""
        return await self._ask(SAMPLE_GAME.asked({"training": training, "id": game}))

    async def replay_file(self, training: str, game: str) -> str:
        """A game of a training as an HTML page."""
        return await self._ask(SAMPLE_GAME_FILE.asked({"training": training, "id": game}))

    async def _ask(self, asked: Asked[Answer]) -> Answer:
        found: Answer = await self._pool.ask("train", asked.request, LOOKING_SECONDS)
        return found

    async def close(self) -> None:
        """Ends the process."""
        await self._pool.close()
