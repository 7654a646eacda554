"""Routes: trainings, how one goes on, and games from it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from ludens.game import LudensError
from ludens.studio.frames.train import TrainingFrame, TrainingsFrame
from ludens.studio.frames.writing import frame_text
from ludens.studio.studio import Studio, studio_of
from ludens.studio.web.answers import Answer, html_file
from ludens.studio.web.sockets import GONE, admitted, end, until_gone, until_one_ends

LOOK_SECONDS = 2.0
"""Between two looks at reports: a training writes one about as often."""

Look = Callable[[], Awaitable[TrainingFrame | TrainingsFrame]]


async def listed(request: Request) -> Response:
    """All trainings, those that go on first."""
    return Answer(await studio_of(request).trainings.listed())


async def training(request: Request) -> Response:
    """A training with all that was measured."""
    return Answer(await studio_of(request).trainings.training(request.path_params["id"]))


async def game(request: Request) -> Response:
    """A game of a training, position by position."""
    return Answer(await studio_of(request).trainings.replay(request.path_params["id"], request.path_params["game"]))


async def game_file(request: Request) -> Response:
    """A game of a training as a file."""
    identity = request.path_params["game"]
    text = await studio_of(request).trainings.replay_file(request.path_params["id"], identity)
    return html_file(text, identity)


async def _watch_all(socket: WebSocket, studio: Studio) -> None:
    async def look() -> TrainingsFrame:
        return {"type": "trainings", "trainings": await studio.trainings.listed()}

    await until_one_ends(_tell(socket, look), until_gone(socket))


async def _watch_one(socket: WebSocket, studio: Studio) -> None:
    async def look() -> TrainingFrame:
        return {"type": "training", **await studio.trainings.training(socket.path_params["id"])}

    await until_one_ends(_tell(socket, look), until_gone(socket))


async def _tell(socket: WebSocket, look: Look) -> None:
    """Sends a frame whenever it has changed."""
    told: TrainingFrame | TrainingsFrame | None = None
    try:
        while True:
            now = await look()
            if now != told:
                await socket.send_text(frame_text(now))
                told = now
            await asyncio.sleep(LOOK_SECONDS)
    except LudensError as error:
        await end(socket, GONE, str(error))


ROUTES = [
    Route("/trainings", listed),
    Route("/trainings/{id}", training),
    Route("/trainings/{id}/games/{game}", game),
    Route("/trainings/{id}/games/{game}/replay.html", game_file),
    WebSocketRoute("/trainings/socket", admitted(_watch_all)),
    WebSocketRoute("/trainings/{id}/socket", admitted(_watch_one)),
]
