"""A process that works for an event loop: it is asked for one thing at a time; who comes meanwhile waits.

It is started when it is first needed, and killed when it does not answer in time or is no longer wanted. One that ends
by itself is noticed at once by whoever waits for it.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Mapping
from typing import Protocol

from ludens.processes.messages import Data
from ludens.processes.requests import EndedError, News, Requests

STARTING_SECONDS = 120.0
"""For a process to begin its work, on a machine that may be busy."""


class OverdueError(Exception):
    """A process that did not begin, or did not answer, in time, and is gone."""

    def __init__(self, seconds: float, *, starting: bool = False) -> None:
        self.seconds, self.starting = seconds, starting
        super().__init__(f"{'no start' if starting else 'no answer'} within {seconds:g} s")


class Started(Protocol):
    """A process that was started or forked: a Child or a ForkedChild."""

    socket: socket.socket

    @property
    def pid(self) -> int | None:
        """Its number, once that is known."""

    def begun(self, pid: int) -> None:
        """Hears its number from itself."""

    def kill(self) -> None:
        """Kills it and its group, at once."""

    def end(self) -> None:
        """Kills it and all that it has started."""


class Worker:
    """One process. ``start`` makes it; an answer may have ``longest`` bytes."""

    def __init__(self, start: Callable[[], Started], longest: int) -> None:
        self._start, self._longest = start, longest
        self._child: Started | None = None
        self._requests: Requests | None = None
        self._turn = asyncio.Lock()
        self._ended = False
        self.waiting = 0

    @property
    def busy(self) -> bool:
        """Whether somebody waits for an answer."""
        return self.waiting > 0

    @property
    def pid(self) -> int | None:
        """The number of the process, once there is one."""
        return self._child.pid if self._child else None

    @property
    def ended(self) -> bool:
        """Whether the process is gone."""
        return self._ended

    async def request(self, content: Mapping[str, object], seconds: float, news: News | None = None) -> Data:
        """The reply to a request.

        Raises OverdueError when it does not come in time, and EndedError when the process ends meanwhile. Whoever is
        cancelled while waiting for an answer ends the process.
        """
        self.waiting += 1
        try:
            async with self._turn:
                requests = await self._begun()
                try:
                    async with asyncio.timeout(seconds):
                        return await requests.ask(content, news)
                except TimeoutError:
                    self.kill()
                    raise OverdueError(seconds) from None
                except asyncio.CancelledError:
                    self.kill()
                    raise
        finally:
            self.waiting -= 1

    async def start(self) -> None:
        """Has the process started before anything is asked; raises OverdueError or EndedError when it cannot be."""
        async with self._turn:
            await self._begun()

    def stop(self) -> None:
        """Asks for the answer that is being waited for to come soon."""
        if self._requests is not None:
            self._requests.stop()

    def kill(self) -> None:
        """Ends the process at once, with all of its group."""
        self._ended = True
        if self._child is not None:
            self._child.kill()

    async def close(self) -> None:
        """Ends the process with all that it has started, and waits until it is gone."""
        self.kill()
        if self._child is not None and self._requests is not None:
            await asyncio.to_thread(self._child.end)
            self._requests.close()
            await self._requests.ended()

    async def _begun(self) -> Requests:
        if self._ended:
            raise EndedError
        if self._requests is None:
            self._child = self._start()
            self._requests = Requests(self._child.socket, self._longest, self._child.begun, self.kill)
        try:
            async with asyncio.timeout(STARTING_SECONDS):
                await self._requests.ready()
        except TimeoutError:
            self.kill()
            raise OverdueError(STARTING_SECONDS, starting=True) from None
        except asyncio.CancelledError:
            self.kill()
            raise
        return self._requests
