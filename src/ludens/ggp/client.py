"""One request to a player over HTTP, in the form of the reference server, and its reply before a deadline."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Mapping
from dataclasses import dataclass

import h11

from ludens.arena.record import FaultKind
from ludens.ggp.addresses import Address

MAX_REPLY_BYTES = 1 << 20
"""Of a reply with its head; what a player of a game has to say is far shorter."""

CHUNK, SHOWN_BYTES = 1 << 16, 40


class NoAnswerError(Exception):
    """A player that has not answered: late, or not there, or speaking no HTTP."""

    def __init__(self, kind: FaultKind, detail: str) -> None:
        self.kind, self.detail = kind, detail
        super().__init__(detail)


@dataclass(frozen=True, slots=True)
class HttpReply:
    """A reply. ``headers``: with names in lower case."""

    version: str
    status: int
    headers: Mapping[str, str]
    body: str


def post(address: Address, text: str, receiver: str = "") -> bytes:
    """The bytes of a request as the reference server sends them."""
    body = text.encode()
    head = (
        "POST / HTTP/1.0",
        "Accept: text/delim",
        f"Host: {address.host}",
        "Sender: GAMESERVER",
        f"Receiver: {receiver}",
        "Content-Type: text/acl",
        f"Content-Length: {len(body)}",
    )
    return "\r\n".join([*head, "", ""]).encode() + body


async def ask(address: Address, text: str, *, seconds: float, receiver: str = "") -> str:
    """The body of a player's reply to a message; raises NoAnswerError when there is none in so many seconds."""
    return (await exchange(address, post(address, text, receiver), seconds)).body


async def exchange(address: Address, request: bytes, seconds: float) -> HttpReply:
    """The reply to these bytes on a connection of their own; raises NoAnswerError when there is none in time.

    The deadline is absolute: a reply that trickles in does not prolong it.
    """
    try:
        async with asyncio.timeout(seconds):
            return await _exchange(address, request)
    except TimeoutError:
        raise NoAnswerError(FaultKind.TIMEOUT, f"no answer within {seconds:g} s") from None
    except (OSError, ValueError) as error:  # ValueError: a host name that cannot be encoded
        number = error.errno if isinstance(error, OSError) else None
        # Numbers above 0 are those of the system; asyncio has longer words for them, name look-ups have others.
        reason = os.strerror(number).lower() if number and number > 0 else str(error)
        raise NoAnswerError(FaultKind.CONNECTION, reason[:200] or type(error).__name__) from None


async def _exchange(address: Address, request: bytes) -> HttpReply:
    reader, writer = await asyncio.open_connection(address.host, address.port)
    try:
        # A player may answer, or hang up, before it has read all: what it says counts, not that writing failed.
        sending = asyncio.ensure_future(_send(writer, request))
        try:
            return await _received(reader)
        finally:
            sending.cancel()
            await asyncio.wait([sending])
    finally:
        writer.transport.abort()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def _send(writer: asyncio.StreamWriter, request: bytes) -> None:
    with contextlib.suppress(OSError):
        writer.write(request)
        await writer.drain()


async def _received(reader: asyncio.StreamReader) -> HttpReply:
    """The reply, as soon as it is whole."""
    reading = _Reading()
    while True:
        try:
            piece = await reader.read(CHUNK)
        except ConnectionError:
            if not reading.received:
                raise
            piece = b""
        if reading.take(piece):
            return reading.reply()


def read_reply(data: bytes) -> HttpReply:
    """The reply in these bytes, after which the connection was closed; raises NoAnswerError if there is none."""
    reading = _Reading()
    if data:
        reading.take(data)
    if not reading.complete:
        reading.take(b"")
    return reading.reply()


class _Reading:
    """A reply as it comes in."""

    def __init__(self) -> None:
        self._http = h11.Connection(h11.CLIENT, max_incomplete_event_size=MAX_REPLY_BYTES)
        # The request was written by hand, as the reference server does it; h11 must know that there was one.
        self._http.send(h11.Request(method="POST", target="/", headers=[("Host", "player")]))
        self._http.send(h11.EndOfMessage())
        self._head: h11.Response | None = None
        self._beginning, self._body = b"", bytearray()
        self.received = 0
        self.complete = False

    def take(self, piece: bytes) -> bool:
        """Reads on, nothing being the end of the connection; whether the reply is complete. Raises NoAnswerError."""
        self.received += len(piece)
        self._beginning = (self._beginning + piece)[:SHOWN_BYTES]
        if not self.received:
            raise NoAnswerError(FaultKind.CONNECTION, "the connection was closed without an answer")
        try:
            self._http.receive_data(piece)
            self._read()
        except h11.RemoteProtocolError as error:
            raise NoAnswerError(FaultKind.CONNECTION, self._fault(error, ended=not piece)) from None
        if not self.complete and self.received > MAX_REPLY_BYTES:
            raise NoAnswerError(FaultKind.CONNECTION, f"a reply of more than {MAX_REPLY_BYTES:,} bytes")
        return self.complete

    def reply(self) -> HttpReply:
        """The reply, once it is complete."""
        assert self.complete
        assert self._head is not None
        version = f"HTTP/{self._head.http_version.decode('ascii')}"
        return HttpReply(version, self._head.status_code, self._headers(), self._body.decode(errors="replace"))

    def _read(self) -> None:
        while not self.complete and (event := self._http.next_event()) is not h11.NEED_DATA:
            match event:
                case h11.Response():
                    self._head = event
                case h11.Data():
                    self._body += event.data
                case h11.EndOfMessage():
                    self.complete = True

    def _headers(self) -> dict[str, str]:
        assert self._head is not None
        return {name.decode("ascii"): value.decode("latin-1") for name, value in self._head.headers}

    def _fault(self, error: h11.RemoteProtocolError, *, ended: bool) -> str:
        if self._head is None:
            return f"no answer in HTTP, but {self._beginning!r}"
        announced = self._headers().get("content-length")
        if ended and announced is not None:
            return f"{int(announced) - len(self._body)} bytes are missing at the end of the reply"
        return f"no answer in HTTP: {error}"
