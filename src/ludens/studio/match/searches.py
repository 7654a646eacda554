"""Agents that think about the position of a match: one search for each role, and each can be called off."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from ludens.studio.match.match import Match
from ludens.studio.work.thinkers import Thinkers
from ludens.studio.work.workers import Worker, WorkError

Data = dict[str, Any]


class Search:
    """An agent that thinks, with the process in which it does."""

    def __init__(self) -> None:
        self.task: asyncio.Task[None] | None = None
        self._worker: Worker | None = None
        self._hurried = False

    def hurry(self) -> None:
        """Has the agent move soon."""
        self._hurried = True
        if self._worker is not None:
            self._worker.stop()

    def working(self, worker: Worker | None) -> None:
        """Notes which process thinks."""
        self._worker = worker
        if worker is not None and self._hurried:
            worker.stop()


class Searches:
    """The searches of a match. ``told``, ``chosen`` and ``failed`` hear of them, each with the role first."""

    def __init__(
        self,
        thinkers: Thinkers,
        told: Callable[[int, Data], None],
        chosen: Callable[[int, Search, Data], Awaitable[None]],
        failed: Callable[[int, Search, str], Awaitable[None]],
    ) -> None:
        self._thinkers, self._told, self._chosen, self._failed = thinkers, told, chosen, failed
        self._running: dict[int, Search] = {}
        self._preparing: dict[int, asyncio.Task[None]] = {}
        self._made: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self._running)

    def begin(self, match: Match, role: int) -> None:
        """Lets the agent of a role think, unless it does."""
        if role not in self._running:
            search = self._running[role] = Search()
            search.task = asyncio.ensure_future(self._think(match, role, search))

    def prepare(self, match: Match, role: int) -> None:
        """Has the agent of a role made before it is its turn, once."""
        agent = match.seats[role].agent
        if self._made.get(role) != agent and role not in self._preparing:
            self._made[role] = agent
            task = asyncio.ensure_future(self._thinkers.prepare(_seat(match, role), request(match, role)))
            self._preparing[role] = task
            task.add_done_callback(lambda _: self._preparing.pop(role, None))

    def ended(self, role: int, search: Search) -> bool:
        """Takes a search out that has come to its end; False when it was called off before."""
        if self._running.get(role) is not search:
            return False
        del self._running[role]
        return True

    def hurry(self) -> None:
        """Has all agents move soon."""
        for search in self._running.values():
            search.hurry()

    def call_off(self) -> list[asyncio.Task[None]]:
        """Ends all searches; returns what is still to come to an end."""
        tasks = [search.task for search in self._running.values() if search.task is not None]
        self._running.clear()
        for task in tasks:
            task.cancel()
        return tasks

    async def close(self) -> None:
        """Ends everything and waits for it."""
        tasks = [*self.call_off(), *self._preparing.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _think(self, match: Match, role: int, search: Search) -> None:
        seat = match.seats[role]
        about: Data = {
            "role": role, "agent": seat.agent, "ply": len(match.turns), "stage": "preparing", "final": False,
            "limit": {"seconds": seat.seconds, "playouts": seat.playouts},
        }  # fmt: skip
        self._told(role, about)
        if role in self._preparing:
            await asyncio.wait([self._preparing[role]])
        self._made[role] = seat.agent
        try:
            told = await self._thinkers.ask(
                _seat(match, role),
                request(match, role),
                seat.seconds or 0.0,
                lambda news: self._told(role, {**about, **stage(news)}),
                search.working,
            )
        except WorkError as error:
            await self._failed(role, search, f"{seat.agent} cannot go on: {error}")
        else:
            await self._chosen(role, search, {**about, **told, "stage": "done", "final": True})


def request(match: Match, role: int) -> Data:
    """What a thinking process is told to have the agent of a role choose."""
    seat = match.seats[role]
    return {
        "do": "think", "game": match.spec, "seat": match.id, "role": role, "agent": seat.agent,
        "moves": match.moves, "seconds": seat.seconds, "playouts": seat.playouts, "seed": match.seed + role,
    }  # fmt: skip


def stage(news: Data) -> Data:
    """News of a search as fields of a frame."""
    if news.get("queued"):
        return {"stage": "queued"}
    return {"stage": "thinking", **{name: value for name, value in news.items() if name != "ready"}}


def _seat(match: Match, role: int) -> str:
    return f"{match.id} {role}"
