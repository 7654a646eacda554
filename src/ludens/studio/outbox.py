"""What is on its way to one page: frames, of which none is lost, and news, of which only the newest counts."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

NEWS_SECONDS = 0.1
"""Between two pieces of news of one kind."""

Send = Callable[[str], Awaitable[None]]


class Outbox:
    """Frames for one reader, who may be slow. ``overflown``: it is so slow that it had better come again."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._frames: deque[str] = deque()
        self._news: dict[str, str] = {}
        self._wake = asyncio.Event()
        self.overflown = False

    def push(self, text: str) -> None:
        """Puts a frame behind all others."""
        self._frames.append(text)
        self.overflown = self.overflown or len(self._frames) > self._most
        self._wake.set()

    def show(self, kind: str, text: str) -> None:
        """Puts news behind all others, in the place of older news of the same kind."""
        self._news.pop(kind, None)
        self._news[kind] = text
        self._wake.set()

    async def send_all(self, send: Send) -> None:
        """Sends what there is, and what comes, until it overflows; frames before news, news not too often."""
        clock = asyncio.get_running_loop().time
        next_news = 0.0
        while not self.overflown:
            if self._frames:
                await send(self._frames.popleft())
            elif self._news and clock() >= next_news:
                news, self._news = self._news, {}
                next_news = clock() + NEWS_SECONDS
                for text in news.values():
                    await send(text)
            else:
                await self._wait(next_news - clock() if self._news else None)

    async def _wait(self, seconds: float | None) -> None:
        self._wake.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            pass
