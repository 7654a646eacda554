"""The web application, put together: route groups, checks before them, and what lives as long as it does."""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount

from ludens.studio.design import routes as design_routes
from ludens.studio.games import game_routes, rule_routes
from ludens.studio.learn import routes as learn_routes
from ludens.studio.match import routes as match_routes
from ludens.studio.settings import Settings
from ludens.studio.store.lock import StoreLock
from ludens.studio.studio import Studio
from ludens.studio.watch import routes as watch_routes
from ludens.studio.web import page_routes
from ludens.studio.web.answers import ERRORS, error_answer
from ludens.studio.web.rate_limits import RateLimits
from ludens.studio.web.safety import Safety

API = "/api/v1"

GROUPS: tuple[list[BaseRoute], ...] = (
    [*game_routes.ROUTES],
    [*rule_routes.ROUTES],
    [*match_routes.ROUTES],
    [*learn_routes.ROUTES],
    [*watch_routes.ROUTES],
    [*design_routes.ROUTES],
)
"""Routes below the address of the interface: one file for each group."""


def application(settings: Settings, lock: StoreLock | None = None) -> Starlette:
    """The studio with these settings. Its store is locked while it runs, unless it is ``lock`` that does that."""
    limits = RateLimits(settings.caps)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        with lock or StoreLock(settings.store, f"process {os.getpid()}"):
            async with Studio(settings, limits) as studio:
                app.state.studio = studio
                yield

    api = Mount(API, routes=[route for group in GROUPS for route in group])
    return Starlette(
        routes=[api, *page_routes.ROUTES],
        lifespan=lifespan,
        middleware=[Middleware(Safety, settings=settings, limits=limits)],
        exception_handlers={**ERRORS, HTTPException: _http_error},
    )


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    messages = {404: "There is nothing here.", 405: "That cannot be done here."}
    return error_answer(error.status_code, messages.get(error.status_code, error.detail))
