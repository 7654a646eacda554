"""A player for any GGP manager: from messages to replies, with its matches kept by supervisors."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from weakref import WeakSet

from ludens.ggp.crew import Settings
from ludens.ggp.journal import Journal
from ludens.ggp.margins import Delays
from ludens.ggp.messages import (
    Abort,
    Info,
    Message,
    Play,
    PlayPercepts,
    Preview,
    Start,
    Stop,
    StopPercepts,
    read_message,
    write_info,
    write_move,
)
from ludens.ggp.player_match import NO_MOVE, PlayerMatch
from ludens.ggp.supervisor import Supervisor
from ludens.ggp.worker_process import Nursery

logger = logging.getLogger("ludens.player")

LONG_MESSAGE = 20_000
"""Characters from which on a message is read in a thread, so that others are answered meanwhile."""

BEAT_SECONDS = 0.1
"""How often the player looks whether it is late."""

STALE_CLOCKS, STALE_SECONDS = 2.0, 10.0
"""Silence after which a match has gone stale: so many of its longest clock, and so many seconds more."""

FORGOTTEN_SECONDS = 3_600.0
"""Silence after which a match is ended although its place is not needed."""


@dataclass(slots=True)
class Table:
    """A match at which the player sits; ``heard``: when its manager last sent something, by ``time.monotonic``."""

    supervisor: Supervisor
    heard: float = field(default_factory=time.monotonic)

    @property
    def silence(self) -> float:
        return time.monotonic() - self.heard

    @property
    def stale(self) -> bool:
        """Whether the manager seems to be gone."""
        start = self.supervisor.match.start
        return self.silence > STALE_CLOCKS * max(start.start_clock, start.play_clock) + STALE_SECONDS


class Player:
    """Answers messages. It sits at no more than ``matches`` tables at once, not counting stale ones."""

    def __init__(self, name: str, settings: Settings, folder: Path, matches: int = 1) -> None:
        self._info = {status: write_info(name, status) for status in ("available", "busy")}
        self._settings, self._matches = settings, matches
        self._journal = Journal(folder)
        self._tables: dict[str, Table] = {}
        self._lag = Delays()
        self._reading = asyncio.Semaphore(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._nursery = Nursery()
        self._watching = self._keep(self._watch())

    @property
    def tables(self) -> dict[str, Table]:
        """The matches by their ids."""
        return dict(self._tables)

    async def open(self) -> None:
        """Returns when the player can begin, and go on with the matches that it was playing when it last ended.

        It is better not to listen before: a manager whose player cannot be reached makes a legal move for it.
        """
        await self._nursery.ready()
        self._resume()
        self._journal.tidy()
        await asyncio.gather(*(table.supervisor.resume() for table in self._tables.values()))

    def _resume(self) -> None:
        for remembered in self._journal.unfinished():
            start, silence = remembered.start, time.time() - remembered.heard
            journal = self._journal.resume(remembered)
            if silence > FORGOTTEN_SECONDS or len(self._tables) >= self._matches or start.match in self._tables:
                journal.end("forgotten")
                continue
            match = PlayerMatch(start, remembered.steps, remembered.snapshot)
            supervisor = Supervisor(match, journal, self._nursery, self._settings, self._lag)
            self._tables[start.match] = Table(supervisor, time.monotonic() - silence)
            logger.info("%s: taken up after %d joint moves", supervisor, len(match.steps))

    async def close(self) -> None:
        """Ends all processes; matches that are not over can be taken up again."""
        self._watching.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(table.supervisor.close(None) for table in self._tables.values()))
        await self._nursery.close()
        self._journal.close()

    async def handle(self, text: str, arrived: float) -> str:
        """The reply to the text of a message; raises MessageError when it is none."""
        message = await self._read(text)
        match message:
            case Info():
                return self._info["available" if self._has_room() else "busy"]
            case Preview():
                return "done"
            case Start():
                return await self._start(message, arrived)
            case Play() | PlayPercepts():
                return await self._play(message, arrived)
            case Stop() | StopPercepts():
                return self._stop(message)
            case Abort():
                return await self._abort(message)

    async def _read(self, text: str) -> Message:
        if len(text) < LONG_MESSAGE:
            return read_message(text)
        async with self._reading:
            return await asyncio.to_thread(read_message, text)

    def _has_room(self) -> bool:
        return sum(not table.stale for table in self._tables.values()) < self._matches

    async def _start(self, message: Start, arrived: float) -> str:
        table = self._tables.get(message.match)
        if table is None or table.supervisor.match.start != message:
            if table is not None:
                logger.warning("%s: another START with the same id takes its place", table.supervisor)
                await self._leave(message.match, "replaced")
            elif not await self._make_room():
                logger.info("%s: no room for it", message.match)
                return "busy"
            table = self._sit_down(message)
        table.heard = time.monotonic()
        await table.supervisor.start(arrived)
        table.heard = time.monotonic()
        return "ready"

    def _sit_down(self, message: Start) -> Table:
        journal = self._journal.begin(message)
        supervisor = Supervisor(PlayerMatch(message), journal, self._nursery, self._settings, self._lag)
        table = self._tables[message.match] = Table(supervisor)
        clocks = (message.start_clock, message.play_clock)
        logger.info("%s: begins, with %g s at first and %g s for each move", supervisor, *clocks)
        return table

    async def _make_room(self) -> bool:
        """Leaves a table whose manager is gone, if there is no other place."""
        while len(self._tables) >= self._matches:
            stale = [name for name, table in self._tables.items() if table.stale]
            if not stale:
                return False
            await self._leave(stale[0], "stale")
        return True

    async def _play(self, message: Play | PlayPercepts, arrived: float) -> str:
        table = self._tables.get(message.match)
        if table is None:
            logger.warning("%s: a PLAY of a match that is not known here", message.match)
            return NO_MOVE if self._has_room() else "busy"
        table.heard = time.monotonic()
        answer = await table.supervisor.play(message, arrived)
        table.heard = time.monotonic()
        return write_move(answer.move)

    def _stop(self, message: Stop | StopPercepts) -> str:
        table = self._tables.pop(message.match, None)
        if table is not None:
            self._keep(table.supervisor.stop(message))
        return "done"

    async def _abort(self, message: Abort) -> str:
        if message.match in self._tables:
            logger.info("%s: aborted", self._tables[message.match].supervisor)
            await self._leave(message.match, "abort")
        return "aborted"

    async def _leave(self, match: str, how: str) -> None:
        table = self._tables.pop(match, None)
        if table is not None:
            self._keep(table.supervisor.close(how))

    async def _watch(self) -> None:
        """Notes how late this process is, and looks after matches of which nothing is heard."""
        resting: WeakSet[Supervisor] = WeakSet()
        while True:
            planned = time.monotonic() + BEAT_SECONDS
            await asyncio.sleep(BEAT_SECONDS)
            self._lag.add(time.monotonic() - planned)
            for name, table in self.tables.items():
                if table.silence > FORGOTTEN_SECONDS:
                    await self._leave(name, "forgotten")
                elif table.stale and table.supervisor not in resting:
                    resting.add(table.supervisor)
                    self._keep(table.supervisor.rest())

    def _keep(self, coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
