"""Routes: the shell of all pages, and the files that it is made of."""

from __future__ import annotations

from html import escape
from pathlib import Path
from string import Template

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ludens.studio.frames.pages import PageData
from ludens.studio.frames.writing import json_text
from ludens.studio.web.pages import PAGES

STATIC = Path(__file__).parent.parent / "static"
SHELL = STATIC / "index.html"


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
    return HTMLResponse(shell_text(), headers={"cache-control": "no-cache"})


async def missing(request: Request) -> Response:
    """The shell where a browser asks for a page that there is not: it says so, and shows the way back."""
    if "text/html" not in request.headers.get("accept", "") or not SHELL.is_file():
        raise HTTPException(404)
    return HTMLResponse(shell_text(), 404, headers={"cache-control": "no-cache"})


def shell_text() -> str:
    """The shell with what the list of pages says: their style sheets, the links in the header, and the list itself."""
    listed: list[PageData] = [{"name": page.name, "paths": list(page.paths), "section": page.section} for page in PAGES]
    sheets = [page.name for page in PAGES if (STATIC / "css" / f"{page.name}.css").is_file()]
    links = [(page.paths[0], page.section) for page in PAGES if page.in_header]
    return Template(SHELL.read_text("utf-8")).substitute(
        pages=escape(json_text(listed)),
        styles="\n".join(f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in sheets),
        links="\n".join(f'    <a href="{path}" data-section="{section}"></a>' for path, section in links),
    )


ROUTES: list[BaseRoute] = [
    *(Route(path, shell) for page in PAGES for path in page.paths),
    Mount("/static", Files(directory=STATIC, check_dir=False)),
    Route("/{path:path}", missing),
]
