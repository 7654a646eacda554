"""Processes in which agents think: a few, which stay with the game and the seat they know, and a queue before them."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from ludens.processes.child import Child
from ludens.processes.messages import Data
from ludens.processes.requests import EndedError, News
from ludens.processes.slot_pool import FullError, SlotPolicy, SlotPool
from ludens.studio.settings import Caps
from ludens.studio.work.workers import Job, Start, Worker, WorkError, answer_of, in_words

POLITE_SECONDS = 0.5
"""How long a search that is no longer wanted may take to end by itself; then its process is killed."""

SEATS_KEPT = 4
"""Seats whose agents a process remembers."""


class _Known:
    """What a process knows: the game, and seats."""

    def __init__(self) -> None:
        self.game = ""
        self.seats: deque[str] = deque(maxlen=SEATS_KEPT)


class Thinkers:
    """Asks agents in processes of their own, so many at once."""

    def __init__(self, caps: Caps, start: Start = Child) -> None:
        self._caps = caps
        job = Job("ludens.studio.work.thinking_work:ThinkingWork", caps.search_bytes)
        policy = SlotPolicy(most=caps.searches, waiting=caps.waiting_searches, polite_seconds=POLITE_SECONDS)
        self._pool = SlotPool(partial(Worker, job, start), policy)
        self._known: WeakKeyDictionary[Worker, _Known] = WeakKeyDictionary()

    @property
    def pids(self) -> list[int]:
        """The numbers of all processes."""
        return self._pool.pids

    async def ask(
        self, seat: str, request: Data, seconds: float, news: News, stopper: Callable[[Worker | None], None]
    ) -> Any:
        """The answer to a request for a seat; it is expected within these seconds once the agent is made.

        ``stopper`` is told which process is at it, and None when it no longer is. Raises WorkError.
        """
        game = request["game"].get("rules") or request["game"]["name"]
        most = self._caps.making_seconds + seconds + self._caps.grace_seconds

        def taken(worker: Worker | None) -> None:
            if worker is not None:
                known = self._knowledge(worker)
                known.game = game
                known.seats.append(seat)
            stopper(worker)

        wishes = (
            lambda worker: seat in self._knowledge(worker).seats,
            lambda worker: self._knowledge(worker).game == game,
            lambda worker: not self._knowledge(worker).game,
        )
        try:
            with in_words():
                reply = await self._pool.request(
                    request, most, news, wishes=wishes, queued=lambda: news({"queued": True}), taken=taken
                )
        except FullError as full:
            raise WorkError(
                f"{self._caps.searches} searches are running and {full.waiting} are waiting. Try again in a moment."
            ) from None
        except EndedError:
            raise WorkError("The process that thinks keeps ending, perhaps for lack of memory.") from None
        return answer_of(reply)

    async def prepare(self, seat: str, request: Data) -> None:
        """Has an agent made before it is needed, if a process is free; what goes wrong will show when it is needed."""
        if not self._pool.is_full:
            with contextlib.suppress(WorkError):
                await self.ask(seat, {**request, "do": "prepare"}, 0.0, lambda news: None, lambda worker: None)

    async def warm_up(self) -> None:
        """Has all processes started before they are needed; whoever asks meanwhile gets one that is on its way."""
        await self._pool.warm_up(self._caps.searches)

    async def close(self) -> None:
        """Ends all processes."""
        await self._pool.close()

    def _knowledge(self, worker: Worker) -> _Known:
        return self._known.setdefault(worker, _Known())
