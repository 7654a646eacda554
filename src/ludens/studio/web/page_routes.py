"""Routes: the shell of all pages, and the files that it is made of."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent.parent / "static"
SHELL = STATIC / "index.html"

PAGES = (
    "/", "/play", "/play/{match}", "/design", "/design/{rules}", "/watch", "/watch/{tournament}", "/replay/{game}",
    "/learn", "/learn/{algorithm}", "/about",
)  # fmt: skip
"""The addresses of pages; which one it is, the shell finds out."""


class Files(StaticFiles):
    """Files that a browser asks about again each time, which costs little as they have tags."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers.setdefault("cache-control", "no-cache")
        return response


async def shell(request: Request) -> Response:
    """The page that all pages begin with."""
    if not SHELL.is_file():
        return PlainTextResponse("The studio runs, but its pages are not installed.", 503)
    return FileResponse(SHELL, media_type="text/html", headers={"cache-control": "no-cache"})


async def missing(request: Request) -> Response:
    """The shell where a browser asks for a page that there is not: it says so, and shows the way back."""
    if "text/html" not in request.headers.get("accept", "") or not SHELL.is_file():
        raise HTTPException(404)
    return FileResponse(SHELL, 404, media_type="text/html", headers={"cache-control": "no-cache"})


ROUTES: list[BaseRoute] = [
    *(Route(page, shell) for page in PAGES),
    Mount("/static", Files(directory=STATIC, check_dir=False)),
    Route("/{path:path}", missing),
]
