"""Tournaments for those who watch: what the store holds of them, and those that the studio plays itself."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from ludens.game import LudensError
from ludens.studio.settings import Settings
from ludens.studio.work.workers import Crew, EndedError, Job, Worker, WorkError

Data = dict[str, Any]

READERS = 1
LOOKING_SECONDS = 30.0
PLAYING_SECONDS = 24 * 3600.0
STOPPING_SECONDS = 2.0
"""For the game in progress to end before its process is killed; unfinished games are played again on resuming."""


class BusyError(LudensError):
    """A tournament that cannot begin because another one is being played."""


class Spectators:
    """The store of tournaments as pages see it."""

    def __init__(self, settings: Settings) -> None:
        self._store = str(settings.store)
        caps = settings.caps
        self._crew = Crew(Job("ludens.studio.watch.watch_work:WatchWork", caps.table_bytes), READERS)
        self._job = Job("ludens.studio.watch.tournament_work:TournamentWork", caps.search_bytes)
        self._playing: tuple[str, Worker, asyncio.Task[None]] | None = None
        self._beginning = asyncio.Lock()
        self.failure: dict[str, str] = {}

    async def ask(self, what: str, **request: Any) -> Any:
        """The answer to a question about the store; raises WorkError."""
        return await self._crew.ask("watch", {"do": what, "store": self._store, **request}, LOOKING_SECONDS)

    @property
    def running(self) -> str | None:
        """The id of the tournament that the studio is playing."""
        return self._playing[0] if self._playing is not None and not self._playing[2].done() else None

    async def begin(self, wanted: Data) -> str:
        """Starts a tournament and gives its id; raises LudensError when it cannot be played."""
        async with self._beginning:
            if self.running is not None:
                raise BusyError("A tournament is being played. Stop it, or wait until it is over.")
            await self._end()
            worker = Worker(self._job)
            try:
                identity: str = await worker.ask(
                    {"do": "check", "tournament": wanted, "store": self._store}, LOOKING_SECONDS
                )
            except (LudensError, EndedError) as error:
                await worker.close()
                raise WorkError(str(error) or "The tournament could not be begun.") from None
            self.failure.pop(identity, None)
            self._playing = (identity, worker, asyncio.ensure_future(self._play(identity, worker, wanted)))
            return identity

    async def _play(self, identity: str, worker: Worker, wanted: Data) -> None:
        request = {"do": "play", "tournament": wanted, "store": self._store}
        try:
            await worker.ask(request, PLAYING_SECONDS)
        except (LudensError, EndedError) as error:
            self.failure[identity] = str(error) or "The process that played has ended."
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
        await self._crew.close()
