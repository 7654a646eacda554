"""Everything that the routes work with: one object for each running studio."""

from __future__ import annotations

import asyncio

from starlette.requests import HTTPConnection

from ludens.players import DEFAULT_AGENT
from ludens.studio.design.designers import Designers
from ludens.studio.frames.positions import View
from ludens.studio.frames.questions import SeatedRequest
from ludens.studio.games.gallery import Gallery
from ludens.studio.learn.learning import Learning
from ludens.studio.match.live_match import Services
from ludens.studio.match.registry import MatchRegistry
from ludens.studio.memory import Remembered
from ludens.studio.settings import Settings
from ludens.studio.store.store import AsyncStore
from ludens.studio.teach.puzzle_room import PuzzleRoom
from ludens.studio.train.trainings import Trainings
from ludens.studio.watch.tournaments import Tournaments
from ludens.studio.web.outbox import Backlog
from ludens.studio.web.rate_limits import RateLimits
from ludens.studio.work.fork_server import StudioForkServer
from ludens.studio.work.tables import Tables
from ludens.studio.work.thinkers import Thinkers
from ludens.studio.work.thinking import prepare

FIRST_AGENT: SeatedRequest = {
    "game": {"name": "tic_tac_toe"}, "seat": "warm", "role": 0, "agent": DEFAULT_AGENT, "seed": 0,
}  # fmt: skip
"""An agent that is made before anybody asks for one."""


class Studio:
    """The parts of a running studio. Made inside the event loop; a context manager that ends all processes."""

    def __init__(self, settings: Settings, limits: RateLimits) -> None:
        self.settings, self.limits = settings, limits
        self.store = AsyncStore(settings.store)
        self._forks = StudioForkServer()
        self.tables = Tables(settings.caps, self._forks.child)
        self.thinkers = Thinkers(settings.caps, self._forks.child)
        self.backlog = Backlog(settings.caps)
        views: Remembered[View] = Remembered(settings.caps.views_bytes)
        self.matches = MatchRegistry(Services(self.tables, self.thinkers, self.store, views, settings.caps))
        self.puzzles = PuzzleRoom(self.matches, self.tables, self.thinkers, self.store, settings.caps)
        self.gallery = Gallery(self.tables)
        self.tournaments = Tournaments(settings, self._forks.child)
        self.trainings = Trainings(settings.caps, self._forks.child)
        self.designers = Designers(settings.caps, self._forks.child)
        self.learning = Learning(settings.caps, self._forks.child)
        self._warming: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Studio:
        self._forks.start()
        self.gallery.begin()
        if self.settings.warm:
            self._warming = asyncio.ensure_future(self._warm_up())
        return self

    async def _warm_up(self) -> None:
        """Has processes started, so that the first visitor need not wait for them: first those needed first."""
        await self.tables.warm_up()
        await self.thinkers.warm_up()
        await self.tables.warm_up_checking()
        self.designers.warm_up()
        await prepare(self.thinkers, "warm", FIRST_AGENT)

    async def __aexit__(self, *_: object) -> None:
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)
        await self.gallery.close()
        await self.puzzles.close()
        await self.matches.close()
        await asyncio.gather(
            self.tables.close(),
            self.thinkers.close(),
            self.tournaments.close(),
            self.trainings.close(),
            self.designers.close(),
            self.learning.close(),
        )
        await asyncio.to_thread(self._forks.end)
        await self.store.close()


def studio_of(connection: HTTPConnection) -> Studio:
    """The studio that a request is for."""
    studio: Studio = connection.app.state.studio
    return studio
