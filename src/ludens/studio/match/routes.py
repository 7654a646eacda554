"""Routes: matches, and the socket over which one is played."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from ludens.game import LudensError
from ludens.studio.frames.writing import VERSION, frame_text
from ludens.studio.games.thumbnails import thumbnail
from ludens.studio.match.commands import Branch, read_command
from ludens.studio.match.registry import MissingError
from ludens.studio.store.store import DamagedError
from ludens.studio.studio import Studio, studio_of
from ludens.studio.web.answers import Answer, read_object
from ludens.studio.web.outbox import Outbox
from ludens.studio.web.sockets import AGAIN, GONE, admitted, converse, end

RECENT = 50
LONGEST_FRAME = 100_000
"""Characters of a frame from a page."""


async def create(request: Request) -> Response:
    """Begins a match."""
    match = await studio_of(request).matches.create(await read_object(request))
    return Answer({"id": match.id}, 201)


async def recent(request: Request) -> Response:
    """The matches changed lately."""
    return Answer(await studio_of(request).matches.recent(RECENT))


async def one(request: Request) -> Response:
    """The state of a match, as in a state frame."""
    live = await studio_of(request).matches.get(request.path_params["id"])
    return Answer({"v": VERSION, **await live.snapshot()})


async def rules(request: Request) -> Response:
    """How the game of a match is played, in words."""
    studio = studio_of(request)
    live = await studio.matches.get(request.path_params["id"])
    return Answer(await studio.tables.instructions(live.match.spec))


async def picture(request: Request) -> Response:
    """The position of a match as a small picture."""
    live = await studio_of(request).matches.get(request.path_params["id"])
    svg = (await live.snapshot())["svg"]
    return thumbnail(svg, {"cache-control": "no-cache"})


async def delete(request: Request) -> Response:
    """Deletes a match."""
    await studio_of(request).matches.drop(request.path_params["id"])
    return Response(status_code=204)


async def _play(socket: WebSocket, studio: Studio) -> None:
    """Plays a match: frames out as they come, commands in as they are made."""
    page = Outbox(studio.backlog)
    try:
        live = await studio.matches.get(socket.path_params["id"])
        await live.enter(page, _since(socket))
    except LudensError as error:
        page.close()
        await end(socket, GONE if isinstance(error, MissingError | DamagedError) else AGAIN, str(error))
        return

    async def do(message: dict[str, object]) -> None:
        command = read_command(message)
        if isinstance(command, Branch):
            match = await studio.matches.branch(live.match, command.ply)
            page.push(frame_text({"type": "branched", "match": match.id}))
        else:
            await live.do(page, command)

    try:
        await converse(socket, studio, page, do, LONGEST_FRAME)
    finally:
        live.leave(page)


def _since(socket: WebSocket) -> int | None:
    given = socket.query_params.get("since", "")
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 12 else None


ROUTES = [
    Route("/matches", create, methods=["POST"]),
    Route("/matches", recent, methods=["GET"]),
    Route("/matches/{id}", one, methods=["GET"]),
    Route("/matches/{id}", delete, methods=["DELETE"]),
    Route("/matches/{id}/rules", rules),
    Route("/matches/{id}/picture.svg", picture),
    WebSocketRoute("/matches/{id}/socket", admitted(_play)),
]
