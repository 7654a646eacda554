"""What the sockets of the studio have in common: who is let in, how frames are read, and how a socket ends."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ludens.game import ParameterError
from ludens.studio.floods import TooManyError
from ludens.studio.frames import frame
from ludens.studio.safety import client_of
from ludens.studio.studio import Studio, studio_of

AGAIN, GONE, TOO_MUCH = 1013, 4404, 4429
"""Why a socket is closed: come again (too slow), there is no such thing, too much was asked for."""

Serve = Callable[[WebSocket, Studio], Awaitable[None]]


def admitted(serve: Serve) -> Callable[[WebSocket], Awaitable[None]]:
    """The end of a socket that serves as many pages as the studio allows, and tells the others why not."""

    async def socket(socket: WebSocket) -> None:
        studio, client = studio_of(socket), client_of(socket.scope)
        await socket.accept()
        try:
            studio.floods.enter(client)
        except TooManyError as error:
            await end(socket, TOO_MUCH, str(error))
            return
        try:
            await serve(socket, studio)
        finally:
            studio.floods.leave(client)

    return socket


async def until_one_ends(*works: Coroutine[Any, Any, None]) -> list[asyncio.Task[None]]:
    """Does several things at once until one of them is done; the others are cancelled, and all are given back."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return tasks


def read_frame(text: str) -> dict[str, Any]:
    """The object in a frame from a page; raises ParameterError when it is none."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise ParameterError("A frame should be a JSON object.") from None
    if not isinstance(message, dict):
        raise ParameterError("A frame should be a JSON object.")
    return message


async def end(socket: WebSocket, code: int, message: str) -> None:
    """Says why, and closes the socket."""
    if socket.application_state is WebSocketState.CONNECTED and socket.client_state is WebSocketState.CONNECTED:
        with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
            await socket.send_text(frame("error", {"message": message}))
            await socket.close(code, message[:120])
