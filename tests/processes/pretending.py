"""A worker of pools without a process, whose answers come when a test says so."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from ludens.processes.child import Child
from ludens.processes.messages import Data
from ludens.processes.requests import EndedError, News
from ludens.processes.worker import Worker


class Pretending(Worker):
    """Answers its name: at once, or to ``wait`` when it is released or stopped; to ``die`` it ends."""

    def __init__(self, name: str) -> None:
        super().__init__(self.never, 0)
        self.name = name
        self.asked: list[object] = []
        self.released = asyncio.Event()
        self.polite = True
        self.closed = self.started = False

    @staticmethod
    def never() -> Child:
        raise AssertionError

    @property
    def pid(self) -> int | None:
        return 1 if self.asked or self.started else None

    async def request(self, content: Mapping[str, object], seconds: float, news: News | None = None) -> Data:
        self.waiting += 1
        self.asked.append(content["do"])
        try:
            if content["do"] == "wait" and not self.ended:
                await self.released.wait()
        except asyncio.CancelledError:
            self.kill()
            raise
        finally:
            self.waiting -= 1
        if content["do"] == "die":
            self.kill()
        if self.ended:
            raise EndedError
        return {"done": self.name}

    async def start(self) -> None:
        self.started = True

    def stop(self) -> None:
        if self.polite:
            self.released.set()

    async def close(self) -> None:
        self.kill()
        self.closed = True


class Maker:
    """Makes workers with the names a, b, c, …"""

    def __init__(self) -> None:
        self.made: list[Pretending] = []

    def __call__(self) -> Pretending:
        self.made.append(Pretending("abcdefgh"[len(self.made)]))
        return self.made[-1]


async def until_nothing_happens() -> None:
    """Lets everything that can go on do so."""
    for _ in range(20):
        await asyncio.sleep(0)
