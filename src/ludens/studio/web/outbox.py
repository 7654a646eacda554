"""What is on its way to one page: frames, of which none is lost, and news, of which only the newest counts."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from ludens.studio.memory import text_bytes
from ludens.studio.settings import Caps

NEWS_SECONDS = 0.1
"""Between two pieces of news of one kind."""

Send = Callable[[str], Awaitable[None]]
Clock = Callable[[], float]


class Backlog:
    """All that is on its way to all pages. Where it becomes too much, the page that is furthest behind is let go."""

    def __init__(self, caps: Caps) -> None:
        self.caps = caps
        self.bytes = 0
        self.boxes: set[Outbox] = set()

    def add(self, size: int) -> None:
        """Counts what has been put into an outbox, or has left it."""
        self.bytes += size
        while self.bytes > self.caps.pages_bytes:
            max(self.boxes, key=lambda box: box.bytes).overflow()


class Outbox:
    """Frames for one reader, who may be slow. ``overflown`` is set when so much waits that it had better come again.

    ``bytes`` counts what waits or is being sent. ``clock``: that of the event loop, unless another is given.
    """

    def __init__(self, backlog: Backlog, clock: Clock | None = None) -> None:
        self._backlog, self._clock = backlog, clock or asyncio.get_running_loop().time
        self._frames: deque[str] = deque()
        self._news: dict[str, str] = {}
        self._wake = asyncio.Event()
        self.overflown = asyncio.Event()
        self.bytes = 0
        backlog.boxes.add(self)

    def push(self, text: str) -> None:
        """Puts a frame behind all others."""
        if self._open:
            self._frames.append(text)
            self._count(text_bytes(text))

    def show(self, kind: str, text: str) -> None:
        """Puts news behind all others, in the place of older news of the same kind."""
        if self._open:
            before = self._news.pop(kind, None)
            self._news[kind] = text
            self._count(text_bytes(text) - (0 if before is None else text_bytes(before)))

    def overflow(self) -> None:
        """Drops everything: the page has to come again."""
        self.overflown.set()
        self.close()

    def close(self) -> None:
        """Takes nothing more, and holds nothing any more."""
        self._frames.clear()
        self._news.clear()
        self._backlog.boxes.discard(self)
        self.bytes, size = 0, self.bytes
        self._backlog.add(-size)
        self._wake.set()

    async def send_all(self, send: Send) -> None:
        """Sends what there is, and what comes, until it is closed; frames before news, news not too often."""
        next_news = 0.0
        while self._open:
            if self._frames:
                await self._send(send, self._frames.popleft())
            elif self._news and self._clock() >= next_news:
                next_news = self._clock() + NEWS_SECONDS
                for kind in list(self._news):
                    if kind in self._news:  # unless it was dropped meanwhile
                        await self._send(send, self._news.pop(kind))
            else:
                await self._wait(next_news - self._clock() if self._news else None)

    @property
    def _open(self) -> bool:
        return self in self._backlog.boxes

    async def _send(self, send: Send, text: str) -> None:
        """Sends a text, which counts as waiting until the reader has taken it."""
        await send(text)
        if self._open:
            self._count(-text_bytes(text))

    def _count(self, size: int) -> None:
        caps = self._backlog.caps
        self.bytes += size
        self._backlog.add(size)
        self._wake.set()
        waiting = len(self._frames) + len(self._news)
        if waiting > caps.frames_waiting or (waiting > 1 and self.bytes > caps.page_bytes):
            self.overflow()

    async def _wait(self, seconds: float | None) -> None:
        self._wake.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            pass
