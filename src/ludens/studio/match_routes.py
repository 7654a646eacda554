"""Routes: matches, and the socket over which one is played."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ludens.game import LudensError, ParameterError
from ludens.studio.answers import read_object
from ludens.studio.floods import TooManyError
from ludens.studio.frames import VERSION, frame
from ludens.studio.outbox import Outbox
from ludens.studio.room import Room
from ludens.studio.rooms import MissingError
from ludens.studio.safety import client_of
from ludens.studio.studio import Studio, studio_of

RECENT = 50
LONGEST_FRAME = 100_000
"""Characters of a frame from a page."""

AGAIN, GONE, TOO_MUCH = 1013, 4404, 4429
"""Why a socket is closed: come again (too slow), there is no such match, too much was asked for."""


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


async def socket(socket: WebSocket) -> None:
    """Plays a match: frames out as they come, commands in as they are made."""
    studio, client = studio_of(socket), client_of(socket.scope)
    await socket.accept()
    try:
        studio.floods.enter(client)
    except TooManyError as error:
        await _end(socket, TOO_MUCH, str(error))
        return
    try:
        await _play(socket, studio)
    finally:
        studio.floods.leave(client)


async def _play(socket: WebSocket, studio: Studio) -> None:
    page = Outbox(studio.settings.caps.frames_waiting)
    try:
        room = await studio.rooms.get(socket.path_params["id"])
        await room.enter(page, _since(socket))
    except LudensError as error:
        await _end(socket, GONE if isinstance(error, MissingError) else AGAIN, str(error))
        return
    sending = asyncio.ensure_future(page.send_all(socket.send_text))
    hearing = asyncio.ensure_future(_hear(socket, studio, room, page))
    try:
        await asyncio.wait((sending, hearing), return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.leave(page)
        for task in (sending, hearing):
            task.cancel()
        await asyncio.gather(sending, hearing, return_exceptions=True)
    if page.overflown:
        await _end(socket, AGAIN, "This page reads too slowly. It should connect again.")
    elif hearing.done() and not hearing.cancelled() and isinstance(hearing.exception(), TooManyError):
        await _end(socket, TOO_MUCH, str(hearing.exception()))


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
    message = _read(text)
    if message.get("type") == "branch":
        ply = message.get("ply")
        if not isinstance(ply, int) or isinstance(ply, bool):
            raise ParameterError("ply must be a whole number.")
        match = await studio.rooms.branch(room, ply)
        page.push(frame("branched", {"match": match.id}))
    else:
        await room.command(page, message)


def _read(text: str) -> dict[str, Any]:
    if len(text) > LONGEST_FRAME:
        raise ParameterError("The frame is too long.")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise ParameterError("A frame should be a JSON object.") from None
    if not isinstance(message, dict):
        raise ParameterError("A frame should be a JSON object.")
    return message


def _since(socket: WebSocket) -> int | None:
    given = socket.query_params.get("since", "")
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 12 else None


async def _end(socket: WebSocket, code: int, message: str) -> None:
    """Says why, and closes the socket."""
    if socket.application_state is WebSocketState.CONNECTED and socket.client_state is WebSocketState.CONNECTED:
        with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
            await socket.send_text(frame("error", {"message": message}))
            await socket.close(code, message[:120])


ROUTES = [
    Route("/matches", create, methods=["POST"]),
    Route("/matches", recent, methods=["GET"]),
    Route("/matches/{id}", one, methods=["GET"]),
    Route("/matches/{id}", delete, methods=["DELETE"]),
    WebSocketRoute("/matches/{id}/socket", socket),
]
