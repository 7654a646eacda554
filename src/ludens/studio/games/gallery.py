"""The built-in games with their pictures: made once by a table process, and kept on disk for the next start."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import json
from pathlib import Path
from typing import TypedDict
from urllib.parse import quote

import ludens
from ludens import cache
from ludens.game import UnknownNameError
from ludens.games import GAMES
from ludens.studio.frames.games import Card, Description, RulesText
from ludens.studio.games.offered_games import offered_games
from ludens.studio.memory import Remembered, text_bytes
from ludens.studio.work import drawing, table_work, views
from ludens.studio.work.tables import Tables

KIND = "gallery"

PICTURES_BYTES = 16 << 20
"""Of games that are not built in."""


class Drawn(TypedDict):
    """A built-in game with its picture, as it is kept on disk."""

    about: Description
    svg: str


class Gallery:
    """What is known of the built-in games, and of those that the studio was started with."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._cards: dict[str, asyncio.Future[Drawn]] = {}
        self._task: asyncio.Task[None] | None = None
        self._drawn: Remembered[str] = Remembered(PICTURES_BYTES)

    def begin(self) -> None:
        """Has all games described and drawn, in the background."""
        self._cards = {name: asyncio.get_running_loop().create_future() for name in offered_games()}
        self._task = asyncio.ensure_future(self._fill())

    async def cards(self) -> list[Card]:
        """The cards of all games, without pictures."""
        found = await asyncio.gather(*(asyncio.shield(card) for card in self._cards.values()))
        return [{**card["about"], "picture": picture_address(card["about"]["name"])} for card in found]

    async def picture(self, name: str) -> str:
        """The picture of a game as SVG; raises UnknownNameError."""
        if name not in self._cards:
            raise UnknownNameError("game", name[:80], self._cards)
        return (await asyncio.shield(self._cards[name]))["svg"]

    async def picture_of(self, spec: RulesText) -> str:
        """The picture of a game that is not built in; raises WorkError."""
        key = hashlib.sha256(spec["rules"].encode()).hexdigest()
        svg = self._drawn.get(key)
        if svg is None:
            svg = await self._tables.picture(spec)
            self._drawn.keep(key, svg, text_bytes(svg))
        return svg

    async def close(self) -> None:
        """Stops what is still being drawn."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for card in self._cards.values():
            card.cancel()

    async def _fill(self) -> None:
        kept = await asyncio.to_thread(cache.fetch, KIND, _made_from())
        if kept is not None:
            for name, card in json.loads(kept).items():
                if name in self._cards:
                    self._cards[name].set_result(card)
        await asyncio.gather(*(self._draw(name) for name, card in self._cards.items() if not card.done()))
        if kept is None:
            made = {name: card.result() for name, card in self._cards.items() if name in GAMES and not card.exception()}
            if len(made) == len(GAMES):
                await asyncio.to_thread(cache.keep, KIND, _made_from(), json.dumps(made).encode())

    async def _draw(self, name: str) -> None:
        try:
            card: Drawn = {
                "about": await self._tables.describe(name),
                "svg": await self._tables.picture({"name": name}),
            }
        except Exception as error:
            self._cards[name].set_exception(error)
        else:
            self._cards[name].set_result(card)


def picture_address(name: str) -> str:
    """Where a browser gets the picture of a game."""
    return f"/api/v1/games/{quote(name, safe='')}/picture.svg"


@functools.cache
def _made_from() -> str:
    """A hash of the code that games and pictures come from."""
    code = hashlib.sha256()
    package = Path(ludens.__file__).parent
    for folder in (package / "games", package / "boards", package / "gdl"):
        for path in sorted(folder.rglob("*.py")):
            code.update(path.read_bytes())
    for module in (drawing, table_work, views):
        code.update(Path(str(module.__file__)).read_bytes())
    return f"drawn gallery {code.hexdigest()}"
