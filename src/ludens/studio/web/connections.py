"""Connections that do not wait for ever: for a request that never comes whole, or for a reader who never reads."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ludens.studio.settings import Caps


class Lobby:
    """Connections without a whole request. Where there are too many, the one that has waited longest makes room."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self.seconds = most, seconds
        self._waiting: dict[HttpConnection, None] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def enter(self, connection: HttpConnection) -> None:
        """Lets a connection wait."""
        self._waiting[connection] = None
        if len(self._waiting) > self._most:
            oldest = next(iter(self._waiting))
            self.leave(oldest)
            oldest.transport.abort()

    def leave(self, connection: HttpConnection) -> None:
        """Lets a connection go, if it waits."""
        self._waiting.pop(connection, None)


class HttpConnection(H11Protocol):
    """A connection whose requests must be whole within a time, and whose answers must be read."""

    lobby: ClassVar[Lobby]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._deadline: asyncio.TimerHandle | None = None
        self._unread = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._go_on()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def _look(self) -> None:
        """Notes whether a request is still to come, or to come whole."""
        if self.transport.get_protocol() is self and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._wait()
        else:
            self._go_on()

    def _wait(self) -> None:
        if self._deadline is None and not self.transport.is_closing():
            self.lobby.enter(self)
            self._unread = 0
            self._deadline = self.loop.call_later(self.lobby.seconds, self._too_late)

    def _go_on(self) -> None:
        self.lobby.leave(self)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        """Ends the connection, unless an answer on its way to a slow reader still gets shorter."""
        unread = self.transport.get_write_buffer_size()
        if unread and (not self._unread or unread < self._unread):
            self._unread = unread
            self._deadline = self.loop.call_later(self.lobby.seconds, self._too_late)
        else:
            self._go_on()
            self.transport.abort()


class SocketConnection(WebSocketsSansIOProtocol):
    """A socket on which a message counts as sent when the system has taken it, and that ends with its application."""

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # a refusal is complete as well, and nothing for the log
        await self.writable.wait()

    async def run_asgi(self) -> None:
        await super().run_asgi()
        if self.transport.get_write_buffer_size():
            self.transport.abort()


def http_connections(caps: Caps) -> type[HttpConnection]:
    """The connections of one server, which share a lobby."""
    lobby = Lobby(caps.connections_waiting, caps.request_seconds)
    return type("HttpConnection", (HttpConnection,), {"lobby": lobby})
