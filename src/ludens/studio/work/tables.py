"""Questions about games, answered by table processes: built-in games share a few, other rules have their own.

What only reads rules, or draws the gallery, has processes of its own too: no rulesheet that is played can hold it up.
"""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

from ludens.games import GAMES
from ludens.names import split_name
from ludens.studio.games.opened_games import Spec
from ludens.studio.match.match import Match
from ludens.studio.settings import DEFAULT_HOST, Caps
from ludens.studio.work.workers import CLIENT, Crew, Job

Data = dict[str, Any]

SHARED = 2
"""Processes that the built-in games share."""

GALLERY = "gallery"


class Tables:
    """Knows everything about games that can be known without search."""

    def __init__(self, caps: Caps) -> None:
        self._seconds = caps.question_seconds
        job = Job("ludens.studio.work.table_work:TableWork", caps.table_bytes, caps.view_bytes)
        self._trusted = Crew(job, SHARED)
        self._others = Crew(job, caps.table_processes, caps.table_processes_of_client)
        self._gallery = Crew(job, 1)
        self._checking = Crew(job, caps.check_processes)

    @property
    def pids(self) -> list[int]:
        """The numbers of all processes."""
        return [number for crew in self._crews for number in crew.pids]

    @property
    def _crews(self) -> tuple[Crew, ...]:
        return self._trusted, self._others, self._gallery, self._checking

    async def view(self, match: Match) -> Data:
        """The last position of a match as pages need it; raises WorkError."""
        return dict(await self._ask(match.spec, _at("view", match)))

    async def look(self, match: Match, ply: int) -> Data:
        """An earlier position of a match; raises WorkError."""
        return dict(await self._ask(match.spec, {**_at("look", match), "ply": ply}))

    async def about(self, spec: Spec) -> Data:
        """The roles of a game and what is known of it; raises WorkError."""
        return dict(await self._ask(spec, {"do": "about", "game": spec}))

    async def typed(self, spec: Spec, text: str) -> list[list[str]]:
        """The joint moves that a text means; raises WorkError."""
        return list(await self._ask(spec, {"do": "typed", "game": spec, "text": text}))

    async def describe(self, name: str) -> Data:
        """What the gallery tells of a built-in game."""
        return dict(await self._gallery.ask(GALLERY, {"do": "describe", "name": name}, self._seconds))

    async def picture(self, spec: Spec) -> str:
        """The picture of a game for the gallery; raises WorkError."""
        request = {"do": "picture", "game": spec}
        if "rules" in spec:
            return str(await self._ask(spec, request))
        return str(await self._gallery.ask(GALLERY, request, self._seconds))

    async def check(self, text: str) -> Data:
        """The mistakes in a rulesheet; raises WorkError when finding them takes too long."""
        return dict(await self._checking.ask(CLIENT.get(), {"do": "check", "text": text}, self._seconds))

    async def warm_up(self) -> None:
        """Starts the processes that the built-in games share."""
        names = {_shared_key(name): name for name in GAMES}
        await asyncio.gather(*(self.about({"name": name}) for name in names.values()))

    async def warm_up_checking(self) -> None:
        """Starts the process that checks rules for this machine."""
        await self._checking.start(DEFAULT_HOST)

    async def close(self) -> None:
        """Ends all processes."""
        await asyncio.gather(*(crew.close() for crew in self._crews))

    async def _ask(self, spec: Spec, request: Data) -> Any:
        if "rules" in spec:
            key = hashlib.sha256(spec["rules"].encode()).hexdigest()
            return await self._others.ask(key, request, self._seconds)
        return await self._trusted.ask(_shared_key(spec["name"]), request, self._seconds)


def _shared_key(name: str) -> str:
    """Which of the shared processes knows a built-in game."""
    plain = (split_name(name) or (name, {}))[0]
    return str(sum(plain.encode()) % SHARED)


def _at(what: str, match: Match) -> Data:
    people = match.people
    return {
        "do": what,
        "game": match.spec,
        "match": match.id,
        "moves": [list(joint) for joint in match.moves],
        "person": people[0] if len(people) == 1 else None,
    }
