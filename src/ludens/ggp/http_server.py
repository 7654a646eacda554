"""A small HTTP server for messages: one request a connection, absolute deadlines, and caps on all that is received.

What reaches the player is the text of a message, from the body of a POST or from the address of a GET. Replies are
HTTP/1.0 with a length, never in chunks, and the connection is closed after them: what managers expect.

The reference server counts the lengths of bodies in characters, not in bytes, and reads replies so. Where names have
letters outside ASCII, requests are read on beyond their length, and replies are filled up with spaces.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import unquote_plus

import h11

from ludens.game import LudensError
from ludens.ggp.origins import refusal

logger = logging.getLogger("ludens.player")

Headers = tuple[tuple[str, str], ...]

CORS: Headers = (
    ("Access-Control-Allow-Methods", "POST, GET, OPTIONS"),
    ("Access-Control-Allow-Headers", "Content-Type, Accept, Sender, Receiver"),
    ("Access-Control-Max-Age", "86400"),  # the reference server writes Allow-Age, which browsers do not know
    ("Vary", "Origin"),
)
"""What lets a page in a browser talk to the player, beside its origin."""

CHUNK = 1 << 16

QUICK_READS, SMALL, TRICKLE_SECONDS = 8, 1024, 0.2
"""A client that has sent so many pieces smaller than this is read from only now and then, to save work."""

REST_SECONDS = 1.0
"""For the rest of a body whose length was counted in characters."""

CLIENTS_KEPT = 1_000
"""Clients of which it is remembered that they do not write UTF-8."""


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


Handler = Callable[[str, float, str], Awaitable[str]]
"""From the text of a message, when its connection was made (``time.monotonic``), and whom it is for (the header
Receiver, which may be empty), to the text of the reply."""


@dataclass(frozen=True, slots=True)
class _Request:
    """A whole request. ``encoding``: of its text, None where it does not show."""

    method: str
    text: str
    headers: Mapping[str, str]
    encoding: str | None = None


class _RefusedError(Exception):
    """A request that is not answered by the handler."""

    def __init__(self, status: HTTPStatus, reason: str) -> None:
        self.status, self.reason = status, reason
        super().__init__(reason)


class HttpServer:
    """Listens at an address and hands messages to a handler, any number at once.

    ``origins``: of pages in browsers that may talk to it, beside those of this machine.
    """

    def __init__(self, handler: Handler, caps: Caps | None = None, origins: Collection[str] = ()) -> None:
        self._handler, self.caps, self.origins = handler, caps or Caps(), frozenset(origins)
        self._encodings: OrderedDict[str, str] = OrderedDict()
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
            if os.name == "posix":  # on Windows it would let two listen on one port
                bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind(address)
        except OSError as error:
            bound.close()
            raise _host_error(host, port, error) from None
        self._socket = bound
        return bound.getsockname()[0], bound.getsockname()[1]

    async def open(self) -> None:
        """Listens at the address taken from now on; raises HostError when another process does so meanwhile."""
        assert self._socket is not None, "no address was taken"
        if self._server is not None:
            return
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
        client, headers = str((writer.get_extra_info("peername") or ("",))[0]), Headers()
        try:
            async with asyncio.timeout(self.caps.receiving_seconds):
                request = await _Receiving(self, reader, writer).request()
            self._receiving.pop(task, None)
            if "origin" in request.headers:
                headers = (("Access-Control-Allow-Origin", request.headers["origin"]), *CORS)
            self._note(client, request.encoding)
            status, text = HTTPStatus.OK, "" if request.method == "OPTIONS" else await self._handled(request, arrived)
        except _RefusedError as error:
            status, text = error.status, error.reason
        reply = _reply(status, text, headers, self._encodings.get(client, "utf-8"))
        async with asyncio.timeout(self.caps.sending_seconds):
            writer.write(reply)
            await writer.drain()
            if writer.can_write_eof():
                writer.write_eof()
            await self._linger(reader)

    def _note(self, client: str, encoding: str | None) -> None:
        """Remembers in which encoding a client writes, which is the one it reads."""
        if encoding == "utf-8":
            self._encodings.pop(client, None)
        elif encoding is not None:
            self._encodings[client] = encoding
            while len(self._encodings) > CLIENTS_KEPT:
                self._encodings.popitem(last=False)

    async def _handled(self, request: _Request, arrived: float) -> str:
        """The handler's reply; a mistake of ours must not end the match in which it is made."""
        try:
            return await self._handler(request.text, arrived, request.headers.get("receiver", ""))
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

    async def request(self) -> _Request:
        """The whole request; raises _RefusedError for one that is not answered."""
        try:
            head = await self._event()
            if not isinstance(head, h11.Request):
                raise ConnectionResetError
            method = head.method.decode("ascii")
            headers = {name.decode("ascii"): value.decode("latin-1") for name, value in head.headers}
            if reason := refusal(headers, self._server.origins):
                raise _RefusedError(HTTPStatus.FORBIDDEN, reason)
            if method == "OPTIONS":
                return _Request(method, "", headers)
            if method == "GET":
                return _Request(method, _from_address(head.target), headers)
            if method != "POST":
                raise _RefusedError(HTTPStatus.METHOD_NOT_ALLOWED, "send messages by POST")
            text, encoding = _text(await self._body())
            return _Request(method, text, headers, encoding)
        except h11.RemoteProtocolError as error:
            raise _RefusedError(HTTPStatus(error.error_status_hint), f"this is not HTTP: {error}") from None
        finally:
            self._server.give_back(self._taken)

    async def _body(self) -> bytes:
        if self._http.they_are_waiting_for_100_continue:
            self._writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = bytearray()
        while isinstance(event := await self._event(), h11.Data):
            body += event.data
            self._check_size(body)
        if not body.isascii() and body.count(b"(") > body.count(b")"):
            await self._read_rest(body)
        return bytes(body)

    async def _read_rest(self, body: bytearray) -> None:
        """Reads on where the length that was announced seems to have been counted in characters."""
        wanted = len(body)
        body += self._http.trailing_data[0]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(REST_SECONDS):
                while _characters(body) < wanted and (piece := await self._read()):
                    body += piece
                    self._check_size(body)

    async def _event(self) -> object:
        """The next part of the request."""
        while (event := self._http.next_event()) is h11.NEED_DATA:
            self._http.receive_data(await self._read())
        if isinstance(event, h11.Request):
            self._check_length(event)
        return event

    async def _read(self) -> bytes:
        if self._reads > QUICK_READS:
            await asyncio.sleep(TRICKLE_SECONDS)
        data = await self._reader.read(CHUNK)
        self._reads += len(data) < SMALL
        self._server.take(len(data))
        self._taken += len(data)
        return data

    def _check_size(self, body: bytearray) -> None:
        if len(body) > self._server.caps.body_bytes:
            raise _RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "the message is too long")

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


def _text(body: bytes) -> tuple[str, str | None]:
    """The text of a body, and its encoding, None where only ASCII is in it."""
    if body.isascii():
        return body.decode("ascii"), None
    try:
        return body.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        return body.decode("latin-1"), "latin-1"


def _characters(body: bytes | bytearray) -> int:
    """How many characters the reference server counts: units of UTF-16."""
    return len(body.decode("utf-8", "ignore").encode("utf-16-le")) // 2


def _reply(status: HTTPStatus, text: str, headers: Headers, encoding: str) -> bytes:
    """A reply that is right whether its reader counts bytes or characters: spaces follow for the latter."""
    body = text.encode(encoding, "replace")
    fields = (("Content-type", "text/acl"), ("Content-length", str(len(body))), *headers)
    lines = [f"HTTP/1.0 {status.value} {status.phrase}", *(f"{name}: {value}" for name, value in fields)]
    return (
        "\r\n".join([*lines, "", ""]).encode("latin-1") + body + b" " * (len(body) - len(text.encode("utf-16-le")) // 2)
    )
