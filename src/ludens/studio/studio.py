"""Everything that the routes work with: one object for each running studio."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import HTTPConnection

from ludens.players import DEFAULT_AGENT
from ludens.studio.design.designers import Designers
from ludens.studio.games.gallery import Gallery
from ludens.studio.match.live_match import Services
from ludens.studio.match.registry import Rooms
from ludens.studio.memory import Remembered
from ludens.studio.settings import Settings
from ludens.studio.store.store import Shelf
from ludens.studio.watch.tournaments import Spectators
from ludens.studio.web.outbox import Backlog
from ludens.studio.web.rate_limits import Floods
from ludens.studio.work.tables import Tables
from ludens.studio.work.thinkers import Thinkers


class Studio:
    """The parts of a running studio. Made inside the event loop; a context manager that ends all processes."""

    def __init__(self, settings: Settings, floods: Floods) -> None:
        self.settings, self.floods = settings, floods
        self.shelf = Shelf(settings.store)
        self.tables = Tables(settings.caps)
        self.thinkers = Thinkers(settings.caps)
        self.backlog = Backlog(settings.caps)
        views: Remembered[dict[str, Any]] = Remembered(settings.caps.views_bytes)
        self.rooms = Rooms(Services(self.tables, self.thinkers, self.shelf, views, settings.caps))
        self.gallery = Gallery(self.tables)
        self.spectators = Spectators(settings)
        self.designers = Designers(settings.caps)
        self._warming: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Studio:
        self.gallery.begin()
        if self.settings.warm:
            self._warming = asyncio.ensure_future(self._warm_up())
        return self

    async def _warm_up(self) -> None:
        """Has processes started, so that the first visitor need not wait for them: first those needed first."""
        first = {"game": {"name": "tic_tac_toe"}, "seat": "warm", "role": 0, "agent": DEFAULT_AGENT, "seed": 0}
        await self.tables.warm_up()
        await self.thinkers.warm_up()
        await self.tables.warm_up_checking()
        self.designers.warm_up()
        await self.thinkers.prepare("warm", first)

    async def __aexit__(self, *_: object) -> None:
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)
        await self.gallery.close()
        await self.rooms.close()
        await asyncio.gather(
            self.tables.close(), self.thinkers.close(), self.spectators.close(), self.designers.close()
        )
        await self.shelf.close()


def studio_of(connection: HTTPConnection) -> Studio:
    """The studio that a request is for."""
    studio: Studio = connection.app.state.studio
    return studio
