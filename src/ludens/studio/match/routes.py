"""Routes: matches, and the socket over which one is played."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludens.game import LudensError, ParameterError
from ludens.studio.frames.writing import VERSION, frame_text
from ludens.studio.match.commands import Branch, read_command
from ludens.studio.match.live_match import LiveMatch
from ludens.studio.match.registry import MissingError
from ludens.studio.store.store import DamagedError
from ludens.studio.studio import Studio, studio_of
from ludens.studio.web.answers import Answer, read_object
from ludens.studio.web.outbox import Outbox
from ludens.studio.web.rate_limits import TooManyError
from ludens.studio.web.sockets import AGAIN, GONE, TOO_MUCH, admitted, converse, end, read_frame

RECENT = 50
NOT_DONE = "Too many commands at once: this one was not carried out."
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
    try:
        heard = await converse(socket, page, _hear(socket, studio, live, page))
    finally:
        live.leave(page)
    if not heard.cancelled() and isinstance(heard.exception(), TooManyError):
        await end(socket, TOO_MUCH, str(heard.exception()))


async def _hear(socket: WebSocket, studio: Studio, live: LiveMatch, page: Outbox) -> None:
    """Does what the page asks for, until it goes."""
    bucket, warned = studio.limits.frames(), 0
    while True:
        try:
            text = await socket.receive_text()
        except (WebSocketDisconnect, KeyError, RuntimeError):
            return
        if not bucket.take():
            warned += 1
            if warned > studio.settings.caps.frames_at_once:
                raise TooManyError("Too many commands were sent at once.")
            page.show(
                "error",
                frame_text({"type": "error", "message": "Too many commands at once: this one was not carried out."}),
            )
            continue
        try:
            await _command(studio, live, page, text)
        except LudensError as error:
            page.push(frame_text({"type": "error", "message": str(error)}))


async def _command(studio: Studio, live: LiveMatch, page: Outbox, text: str) -> None:
    if len(text) > LONGEST_FRAME:
        raise ParameterError("The frame is too long.")
    command = read_command(read_frame(text))
    if isinstance(command, Branch):
        match = await studio.matches.branch(live.match, command.ply)
        page.push(frame_text({"type": "branched", "match": match.id}))
    else:
        await live.do(page, command)


def _since(socket: WebSocket) -> int | None:
    given = socket.query_params.get("since", "")
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 12 else None


ROUTES = [
    Route("/matches", create, methods=["POST"]),
    Route("/matches", recent, methods=["GET"]),
    Route("/matches/{id}", one, methods=["GET"]),
    Route("/matches/{id}", delete, methods=["DELETE"]),
    WebSocketRoute("/matches/{id}/socket", admitted(_play)),
]
