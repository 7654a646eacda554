"""Routes: tournaments of the store, the games in them, and replays in a file."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludens.game import LudensError
from ludens.studio.match.match import Match
from ludens.studio.match.state import frame
from ludens.studio.studio import Studio, studio_of
from ludens.studio.watch.tournaments import BusyError, Spectators
from ludens.studio.web.answers import RefusedError, read_object
from ludens.studio.web.sockets import GONE, admitted, end, until_one_ends

LOOK_SECONDS = 1.0
"""Between two looks whether a tournament has gone on."""


async def tournaments(request: Request) -> Response:
    """All tournaments, the latest first."""
    spectators = studio_of(request).spectators
    found = await spectators.ask("list")
    return JSONResponse([{**each, "running": each["id"] == spectators.running} for each in found])


async def begin(request: Request) -> Response:
    """Starts a tournament."""
    try:
        identity = await studio_of(request).spectators.begin(await read_object(request))
    except BusyError as error:
        raise RefusedError(409, str(error)) from None
    return JSONResponse({"id": identity}, 201)


async def stop(request: Request) -> Response:
    """Ends the tournament that is being played."""
    spectators = studio_of(request).spectators
    if spectators.running != request.path_params["id"]:
        raise RefusedError(409, "The studio is not playing this tournament.")
    await spectators.stop()
    return JSONResponse({"stopped": True})


async def table(request: Request) -> Response:
    """A tournament: its table, its cross-table and its games."""
    return JSONResponse(await _table(studio_of(request).spectators, request.path_params["id"]))


async def game(request: Request) -> Response:
    """A game of the store, position by position."""
    return JSONResponse(await studio_of(request).spectators.ask("replay", game=request.path_params["id"]))


async def game_file(request: Request) -> Response:
    """A game of the store as a file."""
    identity = request.path_params["id"]
    text = await studio_of(request).spectators.ask("replay_file", game=identity)
    return _file(text, identity)


async def match_file(request: Request) -> Response:
    """A match of the studio as a file."""
    studio = studio_of(request)
    room = await studio.rooms.get(request.path_params["id"])
    text = await studio.spectators.ask("match_file", **_told(room.match))
    return _file(text, room.match.id)


async def _watch(socket: WebSocket, studio: Studio) -> None:
    """Sends the table whenever it has changed."""
    await until_one_ends(_tell(socket, studio.spectators, socket.path_params["id"]), _until_gone(socket))


async def _until_gone(socket: WebSocket) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, KeyError):
        while True:
            await socket.receive_text()


async def _tell(socket: WebSocket, spectators: Spectators, identity: str) -> None:
    told: tuple[int, bool] | None = None
    try:
        while True:
            now = (await spectators.ask("count", tournament=identity), spectators.running == identity)
            if now != told:
                await socket.send_text(frame("table", await _table(spectators, identity)))
                told = now
            await asyncio.sleep(LOOK_SECONDS)
    except LudensError as error:
        await end(socket, GONE, str(error))


async def _table(spectators: Spectators, identity: str) -> dict[str, Any]:
    found = await spectators.ask("table", tournament=identity)
    running = found["id"] == spectators.running
    return {**found, "running": running, "failure": spectators.failure.get(found["id"])}


def _told(match: Match) -> dict[str, Any]:
    """What a replay tells of a match beside its positions."""
    names = {"person": "a person", "chance": "chance"}
    result = "" if match.resigned is None else f"{match.roles[match.resigned]} resigned"
    return {
        "id": match.id,
        "title": match.title,
        "spec": match.spec,
        "players": [names.get(seat.kind, seat.agent) for seat in match.seats],
        "moves": [list(joint) for joint in match.moves],
        "values": [turn.value for turn in match.turns],
        "result": result,
    }


def _file(text: str, identity: str) -> Response:
    name = "".join(letter for letter in identity if letter.isalnum())
    headers = {"content-disposition": f'attachment; filename="ludens-{name}.html"'}
    return Response(text, media_type="text/html; charset=utf-8", headers=headers)


ROUTES = [
    Route("/tournaments", tournaments, methods=["GET"]),
    Route("/tournaments", begin, methods=["POST"]),
    Route("/tournaments/{id}", table),
    Route("/tournaments/{id}/stop", stop, methods=["POST"]),
    Route("/games_played/{id}", game),
    Route("/games_played/{id}/replay.html", game_file),
    Route("/matches/{id}/replay.html", match_file),
    WebSocketRoute("/tournaments/{id}/socket", admitted(_watch)),
]
