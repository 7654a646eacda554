"""Questions about games, answered by table processes: built-in games share a few, other rules have their own.

What only reads rules, or draws the gallery, has processes of its own too: no rulesheet that is played can hold it up.
"""

from __future__ import annotations

import asyncio
import hashlib
from typing import TypeVar

from ludens.games import GAMES
from ludens.names import split_name
from ludens.processes.child import Child
from ludens.studio.frames.games import Checked, Description, GameSpec, Instructions
from ludens.studio.frames.positions import About, LookedAt, View
from ludens.studio.frames.questions import (
    ABOUT,
    CHECK,
    DESCRIBE,
    INSTRUCT,
    LOOK,
    PICTURE,
    TYPED,
    VIEW,
    Asked,
    PositionRequest,
)
from ludens.studio.match.match import Match
from ludens.studio.settings import DEFAULT_HOST, Caps
from ludens.studio.work.workers import CLIENT, Job, Start, WorkerPool

Answer = TypeVar("Answer")

SHARED = 2
"""Processes that the built-in games share."""

GALLERY = "gallery"


class Tables:
    """Knows everything about games that can be known without search."""

    def __init__(self, caps: Caps, start: Start = Child) -> None:
        self._seconds = caps.question_seconds
        job = Job("ludens.studio.work.table_work:TableWork", caps.table_bytes, caps.view_bytes)
        self._trusted = WorkerPool(job, SHARED, start=start)
        self._others = WorkerPool(job, caps.table_processes, caps.table_processes_of_client, start=start)
        self._gallery = WorkerPool(job, 1, start=start)
        self._checking = WorkerPool(job, caps.check_processes, start=start)

    @property
    def pids(self) -> list[int]:
        """The numbers of all processes."""
        return [number for pool in self._pools for number in pool.pids]

    @property
    def _pools(self) -> tuple[WorkerPool, ...]:
        return self._trusted, self._others, self._gallery, self._checking

    async def view(self, match: Match) -> View:
        """The last position of a match as pages need it; raises WorkError."""
        return await self._ask(match.spec, VIEW.asked(_at(match)))

    async def look(self, match: Match, ply: int) -> LookedAt:
        """An earlier position of a match; raises WorkError."""
        best = (match.turns[ply].best or {}) if ply < len(match.turns) else {}
        return await self._ask(match.spec, LOOK.asked({**_at(match), "ply": ply, "best": best}))

    async def about(self, spec: GameSpec) -> About:
        """The roles of a game and what is known of it; raises WorkError."""
        return await self._ask(spec, ABOUT.asked({"game": spec}))

    async def instructions(self, spec: GameSpec) -> Instructions:
        """How a game is played, in words; raises WorkError."""
        return await self._ask(spec, INSTRUCT.asked({"game": spec}))

    async def typed(self, spec: GameSpec, text: str) -> list[list[str]]:
        """The joint moves that a text means; raises WorkError."""
        return await self._ask(spec, TYPED.asked({"game": spec, "text": text}))

    async def describe(self, name: str) -> Description:
        """What the gallery tells of a built-in game."""
        found: Description = await self._gallery.ask(GALLERY, DESCRIBE.asked({"name": name}).request, self._seconds)
        return found

    async def picture(self, spec: GameSpec) -> str:
        """The picture of a game for the gallery; raises WorkError."""
        if "rules" in spec:
            return await self._ask(spec, PICTURE.asked({"game": spec}))
        return str(await self._gallery.ask(GALLERY, PICTURE.asked({"game": spec}).request, self._seconds))

    async def check(self, text: str) -> Checked:
        """The mistakes in a rulesheet; raises WorkError when finding them takes too long."""
        found: Checked = await self._checking.ask(CLIENT.get(), CHECK.asked({"text": text}).request, self._seconds)
        return found

    async def warm_up(self) -> None:
        """Starts the processes that the built-in games share."""
        names = {_shared_key(name): name for name in GAMES}
        await asyncio.gather(*(self.about({"name": name}) for name in names.values()))

    async def warm_up_checking(self) -> None:
        """Starts the process that checks rules for this machine."""
        await self._checking.start(DEFAULT_HOST)

    async def close(self) -> None:
        """Ends all processes."""
        await asyncio.gather(*(pool.close() for pool in self._pools))

    async def _ask(self, spec: GameSpec, asked: Asked[Answer]) -> Answer:
        found: Answer
        if "rules" in spec:
            key = hashlib.sha256(spec["rules"].encode()).hexdigest()
            found = await self._others.ask(key, asked.request, self._seconds)
        else:
            found = await self._trusted.ask(_shared_key(spec["name"]), asked.request, self._seconds)
        return found


def _shared_key(name: str) -> str:
    """Which of the shared processes knows a built-in game."""
    plain = (split_name(name) or (name, {}))[0]
    return str(sum(plain.encode()) % SHARED)


def _at(match: Match) -> PositionRequest:
    people = match.people
    return {
        "game": match.spec,
        "match": match.id,
        "moves": match.move_lists,
        "person": people[0] if len(people) == 1 else None,
        "advised": [turn.best or {} for turn in match.turns],
    }
