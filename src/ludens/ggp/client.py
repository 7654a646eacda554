"""One request to a player over HTTP, in the form of the reference server, and its reply before a deadline."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Mapping
from dataclasses import dataclass

from ludens.arena.record import FaultKind
from ludens.ggp.addresses import Address

MAX_REPLY_BYTES = 1 << 20
"""Of a reply with its head; what a player of a game has to say is far shorter."""

END_OF_HEAD = b"\r\n\r\n"


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
    return "\r\n".join(head).encode() + END_OF_HEAD + body


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
            return read_reply(await _received(reader))
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


async def _received(reader: asyncio.StreamReader) -> bytes:
    """All bytes up to the length that the head announces, or to the end."""
    data, length = bytearray(), None
    while True:
        if length is None and END_OF_HEAD in data:
            length = _whole_length(data)
        if length is not None and len(data) >= length:
            return bytes(data[:length])
        if len(data) > MAX_REPLY_BYTES:
            raise NoAnswerError(FaultKind.CONNECTION, f"a reply of more than {MAX_REPLY_BYTES:,} bytes")
        try:
            piece = await reader.read(1 << 16)
        except ConnectionError:
            if not data:
                raise
            piece = b""
        if not piece:
            return bytes(data)
        data += piece


def _whole_length(data: bytes | bytearray) -> int | None:
    head, _, _ = bytes(data).partition(END_OF_HEAD)
    announced = _headers(head).get("content-length", "")
    if not (announced.isascii() and announced.isdecimal() and len(announced) < 12):
        return None
    return len(head) + len(END_OF_HEAD) + int(announced)


def read_reply(data: bytes) -> HttpReply:
    """The reply in these bytes; raises NoAnswerError for what is no whole reply of HTTP."""
    if not data:
        raise NoAnswerError(FaultKind.CONNECTION, "the connection was closed without an answer")
    head, _, body = data.partition(END_OF_HEAD)
    version, _, rest = head.split(b"\r\n", 1)[0].decode("latin-1").partition(" ")
    status = rest[:3]
    if not version.startswith("HTTP/") or not (status.isascii() and status.isdecimal()):
        raise NoAnswerError(FaultKind.CONNECTION, f"no answer in HTTP, but {data[:40]!r}")
    length = _whole_length(data) if END_OF_HEAD in data else None
    if length is not None and len(data) < length:
        raise NoAnswerError(FaultKind.CONNECTION, f"{length - len(data)} bytes are missing at the end of the reply")
    return HttpReply(version, int(status), _headers(head), body.decode(errors="replace"))


def _headers(head: bytes) -> dict[str, str]:
    lines = head.decode("latin-1").split("\r\n")[1:]
    pairs = (line.partition(":") for line in lines)
    return {name.strip().lower(): value.strip() for name, colon, value in pairs if colon}
