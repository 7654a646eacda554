"""Routes: the socket over which rules that are being written go out, and reports on them come back."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludens.game import LudensError, ParameterError
from ludens.studio.floods import TooManyError
from ludens.studio.frames import frame
from ludens.studio.outbox import Outbox
from ludens.studio.safety import client_of
from ludens.studio.studio import Studio, studio_of

Data = dict[str, Any]

TOO_MUCH = 4429
LARGEST_NUMBER = 1 << 53


class Desk:
    """One page at which rules are written: of its versions, only the latest is worked on."""

    def __init__(self, studio: Studio, page: Outbox) -> None:
        self._studio, self._page = studio, page
        self._working: asyncio.Task[None] | None = None

    def take(self, message: Data) -> None:
        """Does what the page asks; raises ParameterError when that makes no sense."""
        kind = message.get("type")
        if kind not in ("rules", "stop"):
            raise ParameterError("A frame should be of type rules or stop.")
        self.leave()
        if kind == "rules":
            number, text = message.get("number"), message.get("text")
            if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < LARGEST_NUMBER:
                raise ParameterError("number must be a whole number.")
            if not isinstance(text, str):
                raise ParameterError("text is missing.")
            self._working = asyncio.ensure_future(self._report(number, text))

    def leave(self) -> None:
        """Ends what is being worked on."""
        if self._working is not None:
            self._working.cancel()
            self._working = None

    async def _report(self, number: int, text: str) -> None:
        def tell(news: Data) -> None:
            kind = news.pop("type")
            self._page.push(frame(kind, {"number": number, **news}))

        most = self._studio.settings.caps.rules_characters
        try:
            if len(text) > most:
                raise ParameterError(f"The rules have {len(text):,} characters; at most {most:,} are allowed.")
            done = await self._studio.designers.report(text, tell)
        except LudensError as error:
            tell({"type": "failed", "message": str(error), "places": getattr(error, "places", None) or []})
        else:
            tell({"type": "done", "seconds": done.get("seconds")})


async def socket(socket: WebSocket) -> None:
    """Takes version after version of rules, and sends what is found out about the latest."""
    studio, client = studio_of(socket), client_of(socket.scope)
    await socket.accept()
    try:
        studio.floods.enter(client)
    except TooManyError as error:
        await socket.close(TOO_MUCH, str(error)[:120])
        return
    studio.designers.warm_up()
    page = Outbox(studio.settings.caps.frames_waiting)
    desk = Desk(studio, page)
    tasks = [
        asyncio.ensure_future(page.send_all(socket.send_text)),
        asyncio.ensure_future(_hear(socket, studio, desk, page)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        desk.leave()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        studio.floods.leave(client)
        with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
            await socket.close(TOO_MUCH if page.overflown else 1000)


async def _hear(socket: WebSocket, studio: Studio, desk: Desk, page: Outbox) -> None:
    bucket, warned = studio.floods.frames(), 0
    while True:
        try:
            text = await socket.receive_text()
        except (WebSocketDisconnect, KeyError, RuntimeError):
            return
        try:
            if not bucket.take():
                warned += 1
                if warned > studio.settings.caps.frames_at_once:
                    return
                raise TooManyError("Not so fast: this was not done.")
            desk.take(_read(text))
        except LudensError as error:
            page.push(frame("error", {"message": str(error)}))


def _read(text: str) -> Data:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise ParameterError("A frame should be a JSON object.") from None
    if not isinstance(message, dict):
        raise ParameterError("A frame should be a JSON object.")
    return message


ROUTES = [WebSocketRoute("/design/socket", socket)]
