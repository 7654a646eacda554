"""Routes: the socket over which rules that are being written go out, and reports on them come back."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from ludens.game import LudensError, ParameterError
from ludens.studio.frames.writing import DesignFrame, frame_text
from ludens.studio.studio import Studio
from ludens.studio.web.outbox import Outbox
from ludens.studio.web.sockets import admitted, converse

LARGEST_NUMBER = 1 << 53


class Drafts:
    """The versions of rules that one page writes: only the latest is worked on."""

    def __init__(self, studio: Studio, page: Outbox) -> None:
        self._studio, self._page = studio, page
        self._working: asyncio.Task[None] | None = None

    async def take(self, message: Mapping[str, object]) -> None:
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
            brief = message.get("brief", False)
            if not isinstance(brief, bool):
                raise ParameterError("brief must be true or false.")
            self._working = asyncio.ensure_future(self._report(number, text, brief))

    def leave(self) -> None:
        """Ends what is being worked on."""
        if self._working is not None:
            self._working.cancel()
            self._working = None

    async def _report(self, number: int, text: str, brief: bool) -> None:
        def tell(frame: DesignFrame) -> None:
            self._page.push(frame_text(frame, number))

        most = self._studio.settings.caps.rules_characters
        try:
            if len(text) > most:
                raise ParameterError(f"The rules have {len(text):,} characters; at most {most:,} are allowed.")
            done = await self._studio.designers.report(text, tell, brief=brief)
        except LudensError as error:
            tell({"type": "failed", "message": str(error), "places": getattr(error, "places", None) or []})
        else:
            tell({"type": "done", "seconds": done["seconds"]})


async def _write(socket: WebSocket, studio: Studio) -> None:
    """Takes version after version of rules, and sends what is found out about the latest."""
    studio.designers.warm_up()
    page = Outbox(studio.backlog)
    drafts = Drafts(studio, page)
    try:
        await converse(socket, studio, page, drafts.take)
    finally:
        drafts.leave()


ROUTES = [WebSocketRoute("/design/socket", admitted(_write))]
