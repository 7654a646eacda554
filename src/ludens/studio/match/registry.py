"""All matches: new ones, those that are open, and those that lie in the store."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from ludens.game import LudensError, ParameterError
from ludens.studio.frames.games import GameSpec
from ludens.studio.frames.match import ListedMatch
from ludens.studio.games.offered_games import check_offered_game, title_of
from ludens.studio.match.live_match import LiveMatch, Services
from ludens.studio.match.match import Match, Turn, match_from
from ludens.studio.match.seats import seats_for
from ludens.studio.store.store import DamagedError

OPEN_MATCHES = 64
"""Matches beyond this number are closed when nobody looks at them."""

SAVED = "rules:"
"""How the name of a game begins that is played by saved rules."""

LONGEST_NAME = 200
SEEDS = 1 << 31


class MissingError(LudensError):
    """Something that is asked for by its id and does not exist."""


class MatchRegistry:
    """The open matches, and the way to all others."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._open: dict[str, LiveMatch] = {}
        self._opening = asyncio.Lock()

    async def create(self, wanted: Mapping[str, object]) -> Match:
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
        """Opens a new match and keeps it; raises WorkError when its moves are not legal."""
        live = LiveMatch(match, self._services)
        await live.begin()
        self._open[match.id] = live
        self._tidy()

    async def spec(self, name: str) -> tuple[GameSpec, str]:
        """The game of a name, with its title; raises LudensError when there is none."""
        if name.startswith(SAVED):
            identity = name.removeprefix(SAVED)
            found = await self._services.store.do(lambda store: store.rules(identity))
            if found is None:
                raise MissingError("There are no such rules. They may have been deleted.")
            return {"title": found[0], "rules": found[1]}, found[0]
        check_offered_game(name)
        return {"name": name.strip()}, title_of(name)

    async def _moves(self, spec: GameSpec, given: object, roles: int) -> list[tuple[str, ...]]:
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

    async def get(self, identity: str) -> LiveMatch:
        """A match, opened if it is not yet; raises MissingError."""
        async with self._opening:
            live = self._open.get(identity)
            if live is None:
                data = await self._services.store.do(lambda store: store.match(identity))
                if data is None:
                    raise MissingError("There is no such match. It may have been deleted.")
                live = self._open[identity] = LiveMatch(match_from(data), self._services)
                self._tidy()
            return live

    async def branch(self, match: Match, ply: int) -> Match:
        """A new match from an earlier position of another one."""
        if not 0 <= ply <= len(match.turns):
            raise ParameterError(f"There is no position after {ply} moves.")
        fresh = Match(
            new_id(), match.game, match.title, match.spec, match.roles, match.seats, match.turns[:ply], seed=match.seed
        )
        await self.add(fresh)
        return fresh

    async def drop(self, identity: str) -> None:
        """Deletes a match; raises MissingError."""
        if not await self._services.store.do(lambda store: store.drop_match(identity)):
            raise MissingError("There is no such match. It may have been deleted.")
        live = self._open.pop(identity, None)
        self._services.views.forget(identity)
        if live is not None:
            await live.close()
            # What was going on there may have written it once more.
            await self._services.store.do(lambda store: store.drop_match(identity))

    async def recent(self, most: int) -> list[ListedMatch]:
        """The matches changed lately, the latest first."""
        rows = await self._services.store.do(lambda store: store.matches(most))
        return [_listed(identity, changed, data) for identity, changed, data in rows]

    async def close(self) -> None:
        """Closes all matches."""
        await asyncio.gather(*(live.close() for live in self._open.values()))

    def _tidy(self) -> None:
        for identity in [name for name, live in self._open.items() if live.idle]:
            if len(self._open) <= OPEN_MATCHES:
                return
            del self._open[identity]


def _listed(identity: str, changed: float, data: dict[str, Any] | None) -> ListedMatch:
    """What a list tells of a kept match."""
    try:
        match = match_from(data or {})
    except DamagedError:
        return {
            "id": identity,
            "changed": changed,
            "game": "",
            "title": "A damaged game",
            "roles": [],
            "seats": [],
            "plies": 0,
            "over": False,
            "damaged": True,
        }
    return {
        "id": identity,
        "changed": changed,
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
