"""A small HTTP server for messages: one request a connection, absolute deadlines, and caps on all that is received.

What reaches the player is the text of a message, from the body of a POST or from the address of a GET. Replies are
HTTP/1.0 with a length, never in chunks, and the connection is closed after them: what managers expect.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import unquote_plus

import h11

from ludens.game import LudensError

logger = logging.getLogger("ludens.player")

CORS = (
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Allow-Methods", "POST, GET, OPTIONS"),
    ("Access-Control-Allow-Headers", "Content-Type, Accept, Sender, Receiver"),
    ("Access-Control-Allow-Age", "86400"),
)
"""What lets a page in a browser talk to the player."""

CHUNK = 1 << 16

QUICK_READS, SMALL, TRICKLE_SECONDS = 8, 1024, 0.2
"""A client that has sent so many pieces smaller than this is read from only now and then, to save work."""


class HostError(LudensError):
    """An address that the server cannot listen at."""


@dataclass(frozen=True, slots=True)
class Caps:
    """What clients may use. ``body_bytes`` and ``head_bytes``: of one request. ``waiting_bytes``: of all requests that
    are not complete, together. ``receiving_seconds``: from when a client connects until its request is complete.
    ``connections``: that are not complete; one more ends the oldest.
    """

    body_bytes: int = 4 << 20
    head_bytes: int = 1 << 20
    waiting_bytes: int = 64 << 20
    receiving_seconds: float = 6.0
    sending_seconds: float = 5.0
    linger_seconds: float = 1.0
    connections: int = 400


Handler = Callable[[str, float], Awaitable[str]]
"""From the text of a message, and when its connection was made (``time.monotonic``), to the text of the reply."""


class _RefusedError(Exception):
    """A request that is not answered by the handler."""

    def __init__(self, status: HTTPStatus, reason: str) -> None:
        self.status, self.reason = status, reason
        super().__init__(reason)


class HttpServer:
    """Listens at an address and hands messages to a handler, any number at once."""

    def __init__(self, handler: Handler, caps: Caps | None = None) -> None:
        self._handler, self.caps = handler, caps or Caps()
        self._receiving: dict[asyncio.Task[None], None] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting_bytes = 0
        self._server: asyncio.Server | None = None
        self._socket: socket.socket | None = None

    def bind(self, host: str, port: int) -> tuple[str, int]:
        """Takes an address, without listening yet; returns it. Raises HostError when it cannot be had."""
        try:
            family, kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            bound = socket.socket(family, kind)
        except (OSError, UnicodeError) as error:
            raise _host_error(host, port, error) from None
        try:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind(address)
        except OSError as error:
            bound.close()
            raise _host_error(host, port, error) from None
        self._socket = bound
        return bound.getsockname()[0], bound.getsockname()[1]

    async def open(self) -> None:
        """Begins to listen at the address taken; raises HostError when another process does so meanwhile."""
        assert self._socket is not None, "no address was taken"
        try:
            self._server = await asyncio.start_server(self._connected, sock=self._socket, limit=CHUNK, backlog=512)
        except OSError as error:
            host, port = self._socket.getsockname()[:2]
            raise _host_error(host, port, error) from None

    async def close(self) -> None:
        """Ends all connections."""
        if self._server is not None:
            self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._server is not None:
            await self._server.wait_closed()
        if self._socket is not None:
            self._socket.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._receiving[task] = None
        if len(self._receiving) > self.caps.connections:
            next(iter(self._receiving)).cancel()
        try:
            await self._serve(reader, writer, task)
        except (asyncio.CancelledError, OSError):
            pass  # The connection is closed below, and nobody awaits this task.
        finally:
            self._receiving.pop(task, None)
            self._tasks.discard(task)
            writer.transport.abort()

    async def _serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, task: asyncio.Task[None]
    ) -> None:
        arrived = time.monotonic()
        try:
            async with asyncio.timeout(self.caps.receiving_seconds):
                method, text = await _Receiving(self, reader, writer).request()
            self._receiving.pop(task, None)
            reply = _reply(HTTPStatus.OK, "" if method == "OPTIONS" else await self._handled(text, arrived))
        except _RefusedError as error:
            reply = _reply(error.status, error.reason)
        async with asyncio.timeout(self.caps.sending_seconds):
            writer.write(reply)
            await writer.drain()
            if writer.can_write_eof():
                writer.write_eof()
            await self._linger(reader)

    async def _handled(self, text: str, arrived: float) -> str:
        """The handler's reply; a mistake of ours must not end the match in which it is made."""
        try:
            return await self._handler(text, arrived)
        except LudensError as error:
            raise _RefusedError(HTTPStatus.BAD_REQUEST, str(error)) from None
        except Exception:
            logger.exception("a message could not be handled")
            raise _RefusedError(HTTPStatus.INTERNAL_SERVER_ERROR, "error") from None

    async def _linger(self, reader: asyncio.StreamReader) -> None:
        """Waits until the client has gone: to close with bytes unread would take the reply from it."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.caps.linger_seconds):
                while await reader.read(CHUNK):
                    pass

    def take(self, size: int) -> None:
        """Counts bytes of requests that are not complete; raises where all of them together are too many."""
        self._waiting_bytes += size
        if self._waiting_bytes > self.caps.waiting_bytes:
            raise _RefusedError(HTTPStatus.SERVICE_UNAVAILABLE, "too much is being sent at once")

    def give_back(self, size: int) -> None:
        """Counts them no longer."""
        self._waiting_bytes -= size


class _Receiving:
    """One request as it comes in."""

    def __init__(self, server: HttpServer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._server, self._reader, self._writer = server, reader, writer
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=server.caps.head_bytes)
        self._taken = self._reads = 0

    async def request(self) -> tuple[str, str]:
        """The method and the text of the message; raises _RefusedError for what is none."""
        try:
            head = await self._event()
            if not isinstance(head, h11.Request):
                raise ConnectionResetError
            method = head.method.decode("ascii")
            if method == "OPTIONS":
                return method, ""
            if method == "GET":
                return method, _from_address(head.target)
            if method != "POST":
                raise _RefusedError(HTTPStatus.METHOD_NOT_ALLOWED, "send messages by POST")
            return method, await self._body()
        except h11.RemoteProtocolError as error:
            raise _RefusedError(HTTPStatus(error.error_status_hint), f"this is not HTTP: {error}") from None
        finally:
            self._server.give_back(self._taken)

    async def _body(self) -> str:
        if self._http.they_are_waiting_for_100_continue:
            self._writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        parts: list[bytes] = []
        size = 0
        while isinstance(event := await self._event(), h11.Data):
            parts.append(bytes(event.data))
            size += len(event.data)
            if size > self._server.caps.body_bytes:
                raise _RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "the message is too long")
        return _text(b"".join(parts))

    async def _event(self) -> object:
        """The next part of the request."""
        while (event := self._http.next_event()) is h11.NEED_DATA:
            if self._reads > QUICK_READS:
                await asyncio.sleep(TRICKLE_SECONDS)
            data = await self._reader.read(CHUNK)
            self._reads += len(data) < SMALL
            self._server.take(len(data))
            self._taken += len(data)
            self._http.receive_data(data)
        if isinstance(event, h11.Request):
            self._check_length(event)
        return event

    def _check_length(self, head: h11.Request) -> None:
        lengths = [value for name, value in head.headers if name == b"content-length"]
        if any(int(value) > self._server.caps.body_bytes for value in lengths):
            raise _RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "the message is too long")


def _host_error(host: str, port: int, error: Exception) -> HostError:
    reason = getattr(error, "strerror", None) or str(error)
    return HostError(f"Cannot listen at {host}, port {port}: {reason.lower()}.")


def _from_address(target: bytes) -> str:
    """The message in the address of a GET: whatever stands from the first parenthesis on."""
    text = unquote_plus(target.decode("ascii", "replace"))
    return text[text.find("(") :] if "(" in text else text.lstrip("/?")


def _text(body: bytes) -> str:
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return body.decode("latin-1")


def _reply(status: HTTPStatus, text: str) -> bytes:
    body = text.encode()
    headers = (("Content-type", "text/acl"), ("Content-length", str(len(body))), *CORS)
    lines = [f"HTTP/1.0 {status.value} {status.phrase}", *(f"{name}: {value}" for name, value in headers)]
    return "\r\n".join([*lines, "", ""]).encode() + body
