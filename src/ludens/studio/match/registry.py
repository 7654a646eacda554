"""All matches: new ones, those that are open, and those that lie in the store."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

from ludens.game import LudensError, ParameterError, UnknownNameError
from ludens.games import GAMES
from ludens.names import split_name
from ludens.studio.games.opened_games import Spec
from ludens.studio.match.live_match import Room, Services
from ludens.studio.match.match import Match, Turn, match_from
from ludens.studio.match.seats import seats_for
from ludens.studio.store.store import DamagedError

Data = dict[str, Any]

OPEN_ROOMS = 64
"""Rooms beyond this number are closed when nobody is in them."""

SAVED = "rules:"
"""How the name of a game begins that is played by saved rules."""

LONGEST_NAME = 200
SEEDS = 1 << 31


class MissingError(LudensError):
    """Something that is asked for by its id and does not exist."""


class Rooms:
    """The open rooms, and the way to all others."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()

    async def create(self, wanted: Data) -> Match:
        """A new match, kept in the store; raises LudensError when it cannot be."""
        name = wanted.get("game")
        if not isinstance(name, str) or len(name) > LONGEST_NAME:
            raise ParameterError("A match needs the name of a game.")
        spec, title = await self.spec(name)
        about = await self._services.tables.about(spec)
        roles = about["roles"]
        caps = self._services.caps
        seats = seats_for(wanted.get("seats"), roles, caps.thinking_seconds, about["chance"])
        seed = wanted.get("seed")
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < SEEDS):
            raise ParameterError(f"The seed may be 0 to {SEEDS - 1}.")
        moves = await self._moves(spec, wanted.get("moves"), len(roles))
        turns = tuple(Turn(joint, (None,) * len(roles)) for joint in moves)
        match = Match(
            new_id(),
            name,
            title,
            spec,
            tuple(roles),
            seats,
            turns,
            seed=secrets.randbelow(SEEDS) if seed is None else seed,
        )
        await self.add(match)
        return match

    async def add(self, match: Match) -> None:
        """Opens a room for a new match and keeps it; raises WorkError when its moves are not legal."""
        room = Room(match, self._services)
        await room.begin()
        self._rooms[match.id] = room
        self._tidy()

    async def spec(self, name: str) -> tuple[Spec, str]:
        """The game of a name, with its title; raises LudensError when there is none."""
        if name.startswith(SAVED):
            identity = name.removeprefix(SAVED)
            found = await self._services.shelf.do(lambda store: store.rules(identity))
            if found is None:
                raise MissingError("There are no such rules. Perhaps they were deleted.")
            return {"title": found[0], "rules": found[1]}, found[0]
        named = split_name(name)
        if named is None or named[0] not in GAMES:
            raise UnknownNameError("game", name.strip()[:80], GAMES)
        entry = GAMES[named[0]]
        entry.values(named[1])
        inside = ", ".join(f"{key} {value}" for key, value in named[1].items())
        return {"name": name.strip()}, f"{entry.title} ({inside})" if inside else entry.title

    async def _moves(self, spec: Spec, given: object, roles: int) -> list[tuple[str, ...]]:
        if isinstance(given, str):
            given = await self._services.tables.typed(spec, given) if given.strip() else []
        if given is None:
            return []
        if not isinstance(given, Sequence) or len(given) > self._services.caps.plies:
            raise ParameterError("Moves must be a list of joint moves, or a text.")
        for joint in given:
            if not isinstance(joint, list) or len(joint) != roles or not all(isinstance(move, str) for move in joint):
                raise ParameterError("A joint move is a list with the move of every role.")
        return [tuple(joint) for joint in given]

    async def get(self, identity: str) -> Room:
        """The room of a match; raises MissingError."""
        async with self._opening:
            room = self._rooms.get(identity)
            if room is None:
                data = await self._services.shelf.do(lambda store: store.match(identity))
                if data is None:
                    raise MissingError("There is no such match. Perhaps it was deleted.")
                room = self._rooms[identity] = Room(match_from(data), self._services)
                self._tidy()
            return room

    async def branch(self, room: Room, ply: int) -> Match:
        """A new match from an earlier position of another one."""
        match = room.match
        if not 0 <= ply <= len(match.turns):
            raise ParameterError(f"There is no position after {ply} moves.")
        fresh = Match(
            new_id(), match.game, match.title, match.spec, match.roles, match.seats, match.turns[:ply], seed=match.seed
        )
        await self.add(fresh)
        return fresh

    async def drop(self, identity: str) -> None:
        """Deletes a match; raises MissingError."""
        if not await self._services.shelf.do(lambda store: store.drop_match(identity)):
            raise MissingError("There is no such match. Perhaps it was deleted.")
        room = self._rooms.pop(identity, None)
        self._services.views.forget(identity)
        if room is not None:
            await room.close()
            # What was going on there may have written it once more.
            await self._services.shelf.do(lambda store: store.drop_match(identity))

    async def recent(self, most: int) -> list[Data]:
        """The matches changed lately, the latest first."""
        rows = await self._services.shelf.do(lambda store: store.matches(most))
        return [{"id": identity, "changed": changed, **_listed(data)} for identity, changed, data in rows]

    async def close(self) -> None:
        """Closes all rooms."""
        await asyncio.gather(*(room.close() for room in self._rooms.values()))

    def _tidy(self) -> None:
        for identity in [name for name, room in self._rooms.items() if room.idle]:
            if len(self._rooms) <= OPEN_ROOMS:
                return
            del self._rooms[identity]


def _listed(data: Data | None) -> Data:
    """What a list tells of a kept match."""
    try:
        match = match_from(data or {})
    except DamagedError:
        nothing: Data = {"game": "", "title": "A damaged game", "roles": [], "seats": [], "plies": 0, "over": False}
        return {**nothing, "damaged": True}
    return {
        "game": match.game,
        "title": match.title,
        "roles": list(match.roles),
        "seats": [seat.as_data() for seat in match.seats],
        "plies": len(match.turns),
        "over": bool((data or {}).get("over")) or match.resigned is not None,
        "damaged": False,
    }


def new_id() -> str:
    """A name for something new, which nobody guesses."""
    return secrets.token_hex(8)
