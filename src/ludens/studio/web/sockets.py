"""What the sockets of the studio have in common: who is let in, how frames are read, and how a socket ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ludens.game import LudensError, ParameterError
from ludens.studio.frames.writing import frame_text
from ludens.studio.studio import Studio, studio_of
from ludens.studio.web.json_text import json_object
from ludens.studio.web.outbox import Outbox
from ludens.studio.web.rate_limits import TooManyError
from ludens.studio.web.safety import client_of

AGAIN, GONE, TOO_MUCH = 1013, 4404, 4429
"""Why a socket is closed: come again (too slow), there is no such thing, too much was asked for."""

GOODBYE_SECONDS = 1.0
"""For a page to hear why its socket is closed; one that does not read is cut off."""

REASON_BYTES = 120
"""Of the reason for a close, which must fit into a small frame."""

NOT_DONE = "Too many commands at once: this one was not carried out."

Serve = Callable[[WebSocket, Studio], Awaitable[None]]
Do = Callable[[dict[str, object]], Awaitable[None]]
"""What a frame from a page leads to."""


def admitted(serve: Serve) -> Callable[[WebSocket], Awaitable[None]]:
    """The end of a socket that serves as many pages as the studio allows, and tells the others why not."""

    async def socket(socket: WebSocket) -> None:
        studio, client = studio_of(socket), client_of(socket.scope)
        await socket.accept()
        try:
            studio.limits.enter(client)
        except TooManyError as error:
            await end(socket, TOO_MUCH, str(error))
            return
        try:
            await serve(socket, studio)
        finally:
            studio.limits.leave(client)

    return socket


async def converse(socket: WebSocket, studio: Studio, page: Outbox, do: Do, longest: int | None = None) -> None:
    """Sends what is put into an outbox, and does what the page asks for, until it goes, falls behind or asks too much.

    What ``do`` raises as LudensError is told to the page. ``longest``: characters of a frame from the page.
    """
    hearing = _hear(socket, studio, page, _within(longest, do))
    try:
        _, heard, _ = await until_one_ends(page.send_all(socket.send_text), hearing, _overflown(page))
    finally:
        page.close()
    if page.overflown.is_set():
        await end(socket, AGAIN, "This page reads too slowly. It should connect again.")
    if not heard.cancelled() and isinstance(heard.exception(), TooManyError):
        await end(socket, TOO_MUCH, str(heard.exception()))


async def _hear(socket: WebSocket, studio: Studio, page: Outbox, do: Callable[[str], Awaitable[None]]) -> None:
    """Does what the page asks for, until it goes; raises TooManyError when it does not heed warnings."""
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
            page.show("error", frame_text({"type": "error", "message": NOT_DONE}))
            continue
        try:
            await do(text)
        except LudensError as error:
            page.push(frame_text({"type": "error", "message": str(error)}))


def _within(longest: int | None, do: Do) -> Callable[[str], Awaitable[None]]:
    """The same for the text of a frame, if it is not too long."""

    async def read_and_do(text: str) -> None:
        if longest is not None and len(text) > longest:
            raise ParameterError("The frame is too long.")
        await do(json_object("A frame", text))

    return read_and_do


async def _overflown(page: Outbox) -> None:
    await page.overflown.wait()


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


async def until_gone(socket: WebSocket) -> None:
    """Waits until the page goes, whatever it says until then."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, KeyError):
        while True:
            await socket.receive_text()


async def end(socket: WebSocket, code: int, message: str) -> None:
    """Says why, and closes the socket."""
    if socket.application_state is WebSocketState.CONNECTED and socket.client_state is WebSocketState.CONNECTED:
        with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
            async with asyncio.timeout(GOODBYE_SECONDS):
                await socket.send_text(frame_text({"type": "error", "message": message}))
                await socket.close(code, message.encode()[:REASON_BYTES].decode(errors="ignore"))
