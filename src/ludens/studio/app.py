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

from ludens.studio import design_routes, game_routes, learn_routes, match_routes, page_routes, rule_routes, watch_routes
from ludens.studio.answers import ERRORS, error_answer
from ludens.studio.floods import Floods
from ludens.studio.safety import Safety
from ludens.studio.settings import Settings
from ludens.studio.store_lock import StoreLock
from ludens.studio.studio import Studio

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
    floods = Floods(settings.caps)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        with lock or StoreLock(settings.store, f"process {os.getpid()}"):
            async with Studio(settings, floods) as studio:
                app.state.studio = studio
                yield

    api = Mount(API, routes=[route for group in GROUPS for route in group])
    return Starlette(
        routes=[api, *page_routes.ROUTES],
        lifespan=lifespan,
        middleware=[Middleware(Safety, settings=settings, floods=floods)],
        exception_handlers={**ERRORS, HTTPException: _http_error},
    )


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    messages = {404: "There is nothing here.", 405: "That cannot be done here."}
    return error_answer(error.status_code, messages.get(error.status_code, error.detail))
