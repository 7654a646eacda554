"""A player for any GGP manager: from messages to replies, with its matches kept by supervisors."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any
from weakref import WeakSet

from ludens.ggp.match_workers import Settings
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
from ludens.ggp.player.journal import Journal, MatchJournal
from ludens.ggp.player.margins import Delays
from ludens.ggp.player.match_seats import FORGOTTEN_SECONDS, MatchSeats
from ludens.ggp.player.player_match import NO_MOVE, PlayerMatch
from ludens.ggp.player.preview import Previews
from ludens.ggp.supervisor import Supervisor
from ludens.ggp.worker_process import PlayerForkServer

logger = logging.getLogger("ludens.player")

LONG_MESSAGE = 20_000
"""Characters from which on a message is read in a thread, so that others are answered meanwhile."""

BEAT_SECONDS = 0.1
"""How often the player looks whether it is late."""


class Player:
    """Answers messages. It plays ``matches`` at once at most, not counting those whose manager seems to be gone."""

    def __init__(self, name: str, settings: Settings, folder: Path, matches: int = 2) -> None:
        self._info = {status: write_info(name, status) for status in ("available", "busy")}
        self._settings, self._matches = settings, matches
        self._journal = Journal(folder)
        self._tables: dict[str, MatchSeats] = {}
        self._lag = Delays()
        self._reading = asyncio.Semaphore(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._seats: set[Supervisor] = set()
        self._fork_server = PlayerForkServer()
        self._previews = Previews(settings.memory_mib)
        self._watching = self._keep(self._watch())

    @property
    def tables(self) -> dict[str, MatchSeats]:
        """The matches by their ids."""
        return dict(self._tables)

    def take_up(self) -> int:
        """Goes on with the matches that it was playing when it last ended; returns how many.

        From then on the player should listen. What managers send while its processes start would be missing later.
        """
        for remembered in self._journal.unfinished():
            start, silence = remembered.start, time.time() - remembered.heard
            journal, table = self._journal.resume(remembered), self._tables.get(start.match)
            known = table is not None and not table.has_seat_for(start, remembered.receiver)
            if silence > FORGOTTEN_SECONDS or known or (table is None and len(self._tables) >= self._matches):
                journal.end("forgotten")
                continue
            match = PlayerMatch(start, remembered.steps, remembered.snapshot)
            seat = self._seat(match, journal)
            if table is None:
                table = self._tables[start.match] = MatchSeats(
                    heard=time.monotonic() - silence, begun=bool(match.steps)
                )
            table.add(seat, remembered.receiver)
            seat.resume(remembered.times)
            logger.info("%s: taken up after %d joint moves", seat, len(match.steps))
        self._journal.tidy()
        return len(self._tables)

    async def open(self) -> None:
        """Returns when the player can begin: what its processes need has been imported."""
        await self._fork_server.ready()

    async def close(self) -> None:
        """Ends all processes; matches that are not over can be taken up again."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(seat.close() for seat in self._seats))
        await self._previews.end()
        await self._fork_server.close()
        self._journal.close()

    async def handle(self, text: str, arrived: float, receiver: str = "") -> str:
        """The reply to the text of a message; raises MessageError if it is not one."""
        message = await self._read(text)
        match message:
            case Info():
                return self._info["available" if self._has_room() else "busy"]
            case Preview():
                if not self._tables:  # what is being played comes first
                    await self._previews.show(message.rules, message.clock, self._lag.seconds)
                return "done"
            case Start():
                return await self._start(message, arrived, receiver)
            case Play() | PlayPercepts():
                return await self._play(message, arrived, receiver)
            case Stop() | StopPercepts():
                return self._stop(message)
            case Abort():
                return self._abort(message)

    async def _read(self, text: str) -> Message:
        if len(text) < LONG_MESSAGE:
            return read_message(text)
        async with self._reading:
            return await asyncio.to_thread(read_message, text)

    def _has_room(self) -> bool:
        return sum(not table.stale for table in self._tables.values()) < self._matches

    def _may_ponder(self) -> bool:
        """Whether a match may think on the others' time without taking it from another match."""
        return sum(len(table.seats) for table in self._tables.values() if not table.stale) <= (os.cpu_count() or 1)

    async def _start(self, message: Start, arrived: float, receiver: str) -> str:
        await self._previews.end()
        table = self._tables.get(message.match)
        seat = None if table is None else table.seat_of(message)
        if table is not None and seat is None and (table.begun or not table.has_seat_for(message, receiver)):
            logger.warning("%s: another START with the same id takes its place", message.match)
            self._leave(message.match, "replaced")
            table = None
        if table is None:
            if not self._make_room():
                logger.info("%s: no room for it", message.match)
                return "busy"
            table = self._tables[message.match] = MatchSeats()
        if seat is None:
            seat = self._sit_down(message, receiver)
            table.add(seat, receiver)
        table.heard = time.monotonic()
        await seat.start(arrived)
        table.heard = time.monotonic()
        return "ready"

    def _sit_down(self, message: Start, receiver: str) -> Supervisor:
        journal = self._journal.begin(message, receiver)
        seat = self._seat(PlayerMatch(message), journal)
        clocks = (message.start_clock, message.play_clock)
        logger.info("%s: begins, with %g s at first and %g s for each move", seat, *clocks)
        return seat

    def _seat(self, match: PlayerMatch, journal: MatchJournal) -> Supervisor:
        seat = Supervisor(match, journal, self._fork_server, self._settings, self._lag, may_ponder=self._may_ponder)
        self._seats.add(seat)
        return seat

    def _make_room(self) -> bool:
        """Leaves matches whose managers are gone, those silent longest first, if there is no other place."""
        while len(self._tables) >= self._matches:
            name = max(self._tables, key=lambda name: self._tables[name].overdue)
            if not self._tables[name].stale:
                return False
            logger.info("%s: nothing was heard of it for %.0f s; its place is needed", name, self._tables[name].silence)
            self._leave(name, "stale")
        return True

    async def _play(self, message: Play | PlayPercepts, arrived: float, receiver: str) -> str:
        table = self._tables.get(message.match)
        if table is None:
            logger.warning("%s: a PLAY of a match that is not known here", message.match)
            return NO_MOVE if self._has_room() else "busy"
        table.heard = time.monotonic()
        table.begun = True
        seat = await table.asked(message, arrived, receiver)
        answer = await seat.play(message, arrived)
        table.heard = time.monotonic()
        return write_move(answer.move)

    def _stop(self, message: Stop | StopPercepts) -> str:
        """Ends a match in all its seats: the manager sends the same STOP to each."""
        table = self._tables.pop(message.match, None)
        for seat in table.seats if table is not None else ():
            seat.stop(message)
            self._keep(self._get_up(seat, say_result=True))
        return "done"

    def _abort(self, message: Abort) -> str:
        if message.match in self._tables:
            logger.info("%s: aborted", message.match)
            self._leave(message.match, "abort")
        return "aborted"

    def _leave(self, match: str, how: str) -> None:
        table = self._tables.pop(match, None)
        for seat in table.seats if table is not None else ():
            seat.end(how)
            self._keep(self._get_up(seat))

    async def _get_up(self, seat: Supervisor, *, say_result: bool = False) -> None:
        """Ends what a seat has."""
        if say_result:
            await seat.say_result()
        await seat.close()
        self._seats.discard(seat)

    async def _watch(self) -> None:
        """Notes how late this process is, and looks after matches of which nothing is heard."""
        resting: WeakSet[Supervisor] = WeakSet()
        while True:
            planned = time.monotonic() + BEAT_SECONDS
            await asyncio.sleep(BEAT_SECONDS)
            self._lag.add(time.monotonic() - planned)
            for name, table in self.tables.items():
                if table.silence > FORGOTTEN_SECONDS:
                    self._leave(name, "forgotten")
                elif table.stale:
                    for seat in table.seats:
                        if seat not in resting:
                            resting.add(seat)
                            self._keep(seat.rest())

    def _keep(self, coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
