"""Agents that think about the position of a match: one search for each role, and each can be called off."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ludens.studio.frames.questions import ThinkRequest
from ludens.studio.frames.thinking import Thinking, Thought
from ludens.studio.match.match import Match
from ludens.studio.work.thinkers import Thinkers
from ludens.studio.work.thinking import prepare, think
from ludens.studio.work.workers import Worker, WorkError


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
    """The searches of a match. ``told``, ``chosen`` and ``failed`` hear of them.

    ``chosen`` is given the search, its last frame and the thought in that; ``failed`` the role, the search and why.
    """

    def __init__(
        self,
        thinkers: Thinkers,
        told: Callable[[Thinking], None],
        chosen: Callable[[Search, Thinking, Thought], Awaitable[None]],
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
            task = asyncio.ensure_future(prepare(self._thinkers, _seat(match, role), request(match, role)))
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
        about: Thinking = {
            "type": "thinking", "role": role, "agent": seat.agent, "ply": len(match.turns),
            "stage": "preparing", "final": False, "limit": {"seconds": seat.seconds, "playouts": seat.playouts},
        }  # fmt: skip
        self._told(about)
        if role in self._preparing:
            await asyncio.wait([self._preparing[role]])
        self._made[role] = seat.agent
        try:
            found = await think(
                self._thinkers,
                _seat(match, role),
                request(match, role),
                lambda news: self._told({**about, **news}),
                search.working,
            )
        except WorkError as error:
            await self._failed(role, search, f"{seat.agent} cannot continue: {error}")
        else:
            await self._chosen(search, {**about, **found, "stage": "done", "final": True}, found)


def request(match: Match, role: int) -> ThinkRequest:
    """What a thinking process is told to have the agent of a role choose."""
    seat = match.seats[role]
    return {
        "game": match.spec, "seat": match.id, "role": role, "agent": seat.agent,
        "moves": match.move_lists, "seconds": seat.seconds, "playouts": seat.playouts, "seed": match.seed + role,
        "head_start": seat.head_start,
    }  # fmt: skip


def _seat(match: Match, role: int) -> str:
    return f"{match.id} {role}"
