"""Tournaments: what the store holds of them, and the one that the studio plays itself."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, TypeVar

from ludens.game import LudensError
from ludens.processes.child import Child
from ludens.processes.requests import EndedError
from ludens.studio.frames.questions import (
    BEGIN,
    COUNT,
    LIST,
    MATCH_FILE,
    PLAY,
    REPLAY,
    REPLAY_FILE,
    TABLE,
    Asked,
    MatchFileRequest,
)
from ludens.studio.frames.watch import ListedTournament, Replay, TableAnswer
from ludens.studio.settings import Settings
from ludens.studio.work.workers import Job, Start, Worker, WorkerPool, WorkError

Answer = TypeVar("Answer")

READERS = 1
LOOKING_SECONDS = 30.0
PLAYING_SECONDS = 24 * 3600.0
STOPPING_SECONDS = 2.0
"""For the game in progress to end before its process is killed; unfinished games are played again on resuming."""


class BusyError(LudensError):
    """A tournament that cannot begin because another one is being played."""


class Tournaments:
    """The store of tournaments as pages see it."""

    def __init__(self, settings: Settings, start: Start = Child) -> None:
        self._start, self._store = start, str(settings.store)
        caps = settings.caps
        self._pool = WorkerPool(Job("ludens.studio.watch.watch_work:WatchWork", caps.table_bytes), READERS, start=start)
        self._job = Job("ludens.studio.watch.tournament_work:TournamentWork", caps.search_bytes)
        self._playing: tuple[str, Worker, asyncio.Task[None]] | None = None
        self._beginning = asyncio.Lock()
        self._failures: dict[str, str] = {}

    async def listed(self) -> list[ListedTournament]:
        """All tournaments, the latest first; raises WorkError, as everything does here that asks the store."""
        found = await self._ask(LIST.asked({"store": self._store}))
        return [{**each, "running": each["id"] == self.running} for each in found]

    async def count(self, tournament: str) -> int:
        """How many games of a tournament have been played."""
        return await self._ask(COUNT.asked({"store": self._store, "tournament": tournament}))

    async def table(self, tournament: str) -> TableAnswer:
        """A tournament: its table, its cross-table and its games."""
        found = await self._ask(TABLE.asked({"store": self._store, "tournament": tournament}))
        identity = found["id"]
        return {**found, "running": identity == self.running, "failure": self._failures.get(identity)}

    async def replay(self, game: str) -> Replay:
        """A game of the store, position by position."""
        return await self._ask(REPLAY.asked({"store": self._store, "game": game}))

    async def replay_file(self, game: str) -> str:
        """A game of the store as an HTML page."""
        return await self._ask(REPLAY_FILE.asked({"store": self._store, "game": game}))

    async def match_file(self, match: MatchFileRequest) -> str:
        """A match of the studio as an HTML page."""
        return await self._ask(MATCH_FILE.asked(match))

    async def _ask(self, asked: Asked[Answer]) -> Answer:
        found: Answer = await self._pool.ask("watch", asked.request, LOOKING_SECONDS)
        return found

    @property
    def running(self) -> str | None:
        """The id of the tournament that the studio is playing."""
        return self._playing[0] if self._playing is not None and not self._playing[2].done() else None

    async def begin(self, wanted: dict[str, Any]) -> str:
        """Starts a tournament and gives its id; raises LudensError when it cannot be played."""
        async with self._beginning:
            if self.running is not None:
                raise BusyError("A tournament is being played. Stop it, or wait until it is over.")
            await self._end()
            worker = Worker(self._job, self._start)
            try:
                asked = BEGIN.asked({"tournament": wanted, "store": self._store})
                identity: str = await worker.ask(asked.request, LOOKING_SECONDS)
            except (LudensError, EndedError) as error:
                await worker.close()
                raise WorkError(str(error) or "The tournament could not be started.") from None
            self._failures.pop(identity, None)
            self._playing = (identity, worker, asyncio.ensure_future(self._play(identity, worker, wanted)))
            return identity

    async def _play(self, identity: str, worker: Worker, wanted: dict[str, Any]) -> None:
        asked = PLAY.asked({"tournament": wanted, "store": self._store})
        try:
            await worker.ask(asked.request, PLAYING_SECONDS)
        except (LudensError, EndedError) as error:
            self._failures[identity] = str(error) or "The process that played has ended."
        finally:
            worker.kill()

    async def stop(self) -> None:
        """Ends the tournament that is being played; its finished games are kept."""
        if self._playing is not None and self.running is not None:
            _, worker, task = self._playing
            worker.stop()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(task), STOPPING_SECONDS)
        await self._end()

    async def _end(self) -> None:
        if self._playing is not None:
            _, worker, task = self._playing
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await worker.close()
            self._playing = None

    async def close(self) -> None:
        """Ends all processes."""
        await self._end()
        await self._pool.close()
