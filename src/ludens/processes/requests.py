"""Requests to a process, seen from an event loop, which never waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import socket
from collections.abc import Callable, Mapping
from typing import Any

from ludens.processes.messages import Data, NonsenseError, as_line, from_line

News = Callable[[Any], None]


class EndedError(Exception):
    """A process that has ended, or was ended, before it answered."""


class Requests:
    """One end of the line to a process. Requests may be made at any time, also before it is there.

    ``longest``: bytes of an answer; one that says more, or nonsense, is treated as if it had ended. ``on_ready`` is
    told its number as soon as it has begun, and ``on_end`` is called once it has ended.
    """

    def __init__(
        self, line: socket.socket, longest: int, on_ready: Callable[[int], None], on_end: Callable[[], None]
    ) -> None:
        self._on_ready, self._on_end = on_ready, on_end
        self._numbers = itertools.count(1)
        self._waiting: dict[int, tuple[asyncio.Future[Data], News | None]] = {}
        self._unsent: list[bytes] = []
        self._writer: asyncio.StreamWriter | None = None
        self._ready = asyncio.Event()
        self._closed = False
        self.gone = False
        """Whether the process has ended, or this end was closed."""
        self._line = line
        self._reading = asyncio.get_running_loop().create_task(self._read(line, longest))
        self._reading.add_done_callback(self._read_no_more)

    async def ready(self) -> None:
        """Returns when the process has begun; raises EndedError when it has ended instead."""
        await self._ready.wait()
        if self.gone:
            raise EndedError

    async def ask(self, request: Mapping[str, object], news: News | None = None) -> Data:
        """The reply to a request; what is told before goes to ``news``. Raises EndedError when there will be none."""
        if self.gone:
            raise EndedError
        number = next(self._numbers)
        future: asyncio.Future[Data] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future, news
        try:
            self._send({**request, "number": number})
            return await future
        finally:
            del self._waiting[number]

    def stop(self) -> None:
        """Asks for the answers that are being waited for to come soon."""
        for number in self._waiting:
            self._send({"stop": number})

    def close(self) -> None:
        """Closes this end, by which the process ends."""
        self._closed = True
        if self._writer is not None:
            self._writer.transport.abort()

    async def ended(self) -> None:
        """Returns when the process has ended."""
        await asyncio.gather(asyncio.shield(self._reading), return_exceptions=True)

    def _send(self, message: Mapping[str, object]) -> None:
        line = as_line(message)
        if self._writer is None:
            self._unsent.append(line)
        else:
            with contextlib.suppress(OSError, RuntimeError):
                self._writer.write(line)

    async def _read(self, line: socket.socket, longest: int) -> None:
        """Hands replies to those who wait for them, until the process has ended."""
        try:
            reader, self._writer = await asyncio.open_connection(sock=line, limit=longest + 1)
            for request in self._unsent:
                self._writer.write(request)
            while not self._closed and (written := await reader.readline()):
                self._take(from_line(written))
        except (OSError, ValueError, NonsenseError):
            pass  # One that was killed in the middle of a line has ended, too.
        finally:
            if self._writer is not None:
                self._writer.transport.abort()

    def _read_no_more(self, _: asyncio.Task[None]) -> None:
        """Not in the task itself: one that is cancelled before its first step does not even clean up."""
        self._line.close()
        self._tell_all()

    def _take(self, message: Data) -> None:
        if "ready" in message:
            self._on_ready(message["ready"])
            self._ready.set()
            return
        future, news = self._waiting.get(message.get("number", 0), (None, None))
        if future is None or future.done():
            return
        if "news" not in message:
            future.set_result(message)
        elif news is not None:
            try:
                news(message["news"])
            except Exception as error:
                future.set_exception(error)

    def _tell_all(self) -> None:
        """Tells those who wait that nobody will answer."""
        self.gone = True
        self._on_end()
        self._ready.set()
        for future, _ in self._waiting.values():
            if not future.done():
                future.set_exception(EndedError())
                future.exception()  # Nobody may be waiting for it any more.
