"""Routes: the socket over which rules that are being written go out, and reports on them come back."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludens.game import LudensError, ParameterError
from ludens.studio.match.state import frame
from ludens.studio.studio import Studio
from ludens.studio.web.outbox import Outbox
from ludens.studio.web.rate_limits import TooManyError
from ludens.studio.web.sockets import TOO_MUCH, admitted, converse, end, read_frame

Data = dict[str, Any]

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


async def _write(socket: WebSocket, studio: Studio) -> None:
    """Takes version after version of rules, and sends what is found out about the latest."""
    studio.designers.warm_up()
    page = Outbox(studio.backlog)
    desk = Desk(studio, page)
    try:
        heard = await converse(socket, page, _hear(socket, studio, desk, page))
    finally:
        desk.leave()
    if not heard.cancelled() and isinstance(heard.exception(), TooManyError):
        await end(socket, TOO_MUCH, str(heard.exception()))


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
                    break
                raise TooManyError("Not so fast: this was not done.")
            desk.take(read_frame(text))
        except LudensError as error:
            page.push(frame("error", {"message": str(error)}))
    raise TooManyError("Too much was asked for at once.")


ROUTES = [WebSocketRoute("/design/socket", admitted(_write))]
