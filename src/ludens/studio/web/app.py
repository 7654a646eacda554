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
from starlette.routing import Mount

from ludens.studio.settings import Settings
from ludens.studio.store.lock import StoreLock
from ludens.studio.studio import Studio
from ludens.studio.web import page_routes
from ludens.studio.web.answers import ERRORS, error_answer
from ludens.studio.web.pages import PAGES
from ludens.studio.web.rate_limits import RateLimits
from ludens.studio.web.safety import Safety

API = "/api/v1"


def application(settings: Settings, lock: StoreLock | None = None) -> Starlette:
    """The studio with these settings. Its store is locked while it runs, unless it is ``lock`` that does that."""
    limits = RateLimits(settings.caps)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        with lock or StoreLock(settings.store, f"process {os.getpid()}"):
            async with Studio(settings, limits) as studio:
                app.state.studio = studio
                yield

    api = Mount(API, routes=[route for page in PAGES for route in page.routes])
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
