"""Routes: matches, and the socket over which one is played."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludens.game import LudensError, ParameterError
from ludens.studio.match.live_match import Room
from ludens.studio.match.registry import MissingError
from ludens.studio.match.state import VERSION, frame
from ludens.studio.store.store import DamagedError
from ludens.studio.studio import Studio, studio_of
from ludens.studio.web.answers import read_object
from ludens.studio.web.outbox import Outbox
from ludens.studio.web.rate_limits import TooManyError
from ludens.studio.web.sockets import AGAIN, GONE, TOO_MUCH, admitted, converse, end, read_frame

RECENT = 50
LONGEST_FRAME = 100_000
"""Characters of a frame from a page."""


async def create(request: Request) -> Response:
    """Begins a match."""
    match = await studio_of(request).rooms.create(await read_object(request))
    return JSONResponse({"id": match.id}, 201)


async def recent(request: Request) -> Response:
    """The matches changed lately."""
    return JSONResponse(await studio_of(request).rooms.recent(RECENT))


async def one(request: Request) -> Response:
    """The state of a match, as in a state frame."""
    room = await studio_of(request).rooms.get(request.path_params["id"])
    return JSONResponse({"v": VERSION, "type": "state", **await room.snapshot()})


async def delete(request: Request) -> Response:
    """Deletes a match."""
    await studio_of(request).rooms.drop(request.path_params["id"])
    return Response(status_code=204)


async def _play(socket: WebSocket, studio: Studio) -> None:
    """Plays a match: frames out as they come, commands in as they are made."""
    page = Outbox(studio.backlog)
    try:
        room = await studio.rooms.get(socket.path_params["id"])
        await room.enter(page, _since(socket))
    except LudensError as error:
        page.close()
        await end(socket, GONE if isinstance(error, MissingError | DamagedError) else AGAIN, str(error))
        return
    try:
        heard = await converse(socket, page, _hear(socket, studio, room, page))
    finally:
        room.leave(page)
    if not heard.cancelled() and isinstance(heard.exception(), TooManyError):
        await end(socket, TOO_MUCH, str(heard.exception()))


async def _hear(socket: WebSocket, studio: Studio, room: Room, page: Outbox) -> None:
    """Does what the page asks for, until it goes."""
    bucket, warned = studio.floods.frames(), 0
    while True:
        try:
            text = await socket.receive_text()
        except (WebSocketDisconnect, KeyError, RuntimeError):
            return
        if not bucket.take():
            warned += 1
            if warned > studio.settings.caps.frames_at_once:
                raise TooManyError("Too much was asked for at once.")
            page.show("error", frame("error", {"message": "Not so fast: this was not done."}))
            continue
        try:
            await _command(studio, room, page, text)
        except LudensError as error:
            page.push(frame("error", {"message": str(error)}))


async def _command(studio: Studio, room: Room, page: Outbox, text: str) -> None:
    if len(text) > LONGEST_FRAME:
        raise ParameterError("The frame is too long.")
    message = read_frame(text)
    if message.get("type") == "branch":
        ply = message.get("ply")
        if not isinstance(ply, int) or isinstance(ply, bool):
            raise ParameterError("ply must be a whole number.")
        match = await studio.rooms.branch(room, ply)
        page.push(frame("branched", {"match": match.id}))
    else:
        await room.command(page, message)


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
