"""Routes: tournaments of the store, the games in them, and replays in a file."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from ludens.game import LudensError
from ludens.studio.frames.questions import MatchFileRequest
from ludens.studio.frames.watch import Stopped
from ludens.studio.frames.writing import frame_text
from ludens.studio.match.match import Match
from ludens.studio.studio import Studio, studio_of
from ludens.studio.watch.tournaments import BusyError, Tournaments
from ludens.studio.web.answers import Answer, RefusedError, html_file, read_object
from ludens.studio.web.sockets import GONE, admitted, end, until_gone, until_one_ends

LOOK_SECONDS = 1.0
"""Between two looks whether a tournament has gone on."""


async def listed(request: Request) -> Response:
    """All tournaments, the latest first."""
    return Answer(await studio_of(request).tournaments.listed())


async def begin(request: Request) -> Response:
    """Starts a tournament."""
    try:
        identity = await studio_of(request).tournaments.begin(await read_object(request))
    except BusyError as error:
        raise RefusedError(409, str(error)) from None
    return Answer({"id": identity}, 201)


async def stop(request: Request) -> Response:
    """Ends the tournament that is being played."""
    tournaments = studio_of(request).tournaments
    if tournaments.running != request.path_params["id"]:
        raise RefusedError(409, "The studio is not playing this tournament.")
    await tournaments.stop()
    stopped: Stopped = {"stopped": True}
    return Answer(stopped)


async def table(request: Request) -> Response:
    """A tournament: its table, its cross-table and its games."""
    return Answer(await studio_of(request).tournaments.table(request.path_params["id"]))


async def game(request: Request) -> Response:
    """A game of the store, position by position."""
    return Answer(await studio_of(request).tournaments.replay(request.path_params["id"]))


async def game_file(request: Request) -> Response:
    """A game of the store as a file."""
    identity = request.path_params["id"]
    return html_file(await studio_of(request).tournaments.replay_file(identity), identity)


async def match_file(request: Request) -> Response:
    """A match of the studio as a file."""
    studio = studio_of(request)
    match = (await studio.matches.get(request.path_params["id"])).match
    return html_file(await studio.tournaments.match_file(_told(match)), match.id)


async def _watch(socket: WebSocket, studio: Studio) -> None:
    """Sends the table whenever it has changed."""
    await until_one_ends(_tell(socket, studio.tournaments, socket.path_params["id"]), until_gone(socket))


async def _tell(socket: WebSocket, tournaments: Tournaments, identity: str) -> None:
    told: tuple[int, bool] | None = None
    try:
        while True:
            now = (await tournaments.count(identity), tournaments.running == identity)
            if now != told:
                await socket.send_text(frame_text({"type": "table", **await tournaments.table(identity)}))
                told = now
            await asyncio.sleep(LOOK_SECONDS)
    except LudensError as error:
        await end(socket, GONE, str(error))


def _told(match: Match) -> MatchFileRequest:
    """What a replay tells of a match beside its positions."""
    names = {"person": "a person", "chance": "chance"}
    result = "" if match.resigned is None else f"{match.roles[match.resigned]} resigned"
    return {
        "id": match.id,
        "title": match.title,
        "spec": match.spec,
        "players": [names.get(seat.kind, seat.agent) for seat in match.seats],
        "moves": match.move_lists,
        "values": [turn.value for turn in match.turns],
        "result": result,
    }


ROUTES = [
    Route("/tournaments", listed, methods=["GET"]),
    Route("/tournaments", begin, methods=["POST"]),
    Route("/tournaments/{id}", table),
    Route("/tournaments/{id}/stop", stop, methods=["POST"]),
    Route("/games_played/{id}", game),
    Route("/games_played/{id}/replay.html", game_file),
    Route("/matches/{id}/replay.html", match_file),
    WebSocketRoute("/tournaments/{id}/socket", admitted(_watch)),
]
