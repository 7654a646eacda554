"""The HTTP server byte for byte, and what it does with clients that are slow, huge, many or mad."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.game import LudensError
from ludens.ggp.http_server import Caps, HostError, HttpServer

SHORT = Caps(receiving_seconds=0.5, linger_seconds=0.2, body_bytes=2_000, head_bytes=3_000, connections=20)

REPLY = (
    b"HTTP/1.0 200 OK\r\n"
    b"Content-type: text/acl\r\n"
    b"Content-length: %d\r\n"
    b"Access-Control-Allow-Origin: *\r\n"
    b"Access-Control-Allow-Methods: POST, GET, OPTIONS\r\n"
    b"Access-Control-Allow-Headers: Content-Type, Accept, Sender, Receiver\r\n"
    b"Access-Control-Allow-Age: 86400\r\n"
    b"\r\n%s"
)


async def echo(text: str, arrived: float) -> str:
    if text == "( CASTLE )":
        raise LudensError("there is no such message")
    if text == "( BUG )":
        raise ZeroDivisionError
    return f"got {text}"


@asynccontextmanager
async def served(
    handler: Callable[[str, float], Awaitable[str]] = echo, caps: Caps = SHORT
) -> AsyncIterator[tuple[str, int]]:
    server = HttpServer(handler, caps)
    try:
        address = server.bind("127.0.0.1", 0)
        await server.open()
        yield address
    finally:
        await server.close()


async def exchange(address: tuple[str, int], *pieces: bytes, pause: float = 0.0) -> bytes:
    """All that comes back when these pieces are sent one after another."""
    reader, writer = await asyncio.open_connection(*address)
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pause)
        return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.transport.abort()


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(coroutine)


def talk(*requests: bytes, caps: Caps = SHORT) -> list[bytes]:
    async def main() -> list[bytes]:
        async with served(caps=caps) as address:
            return [await exchange(address, request) for request in requests]

    found: list[bytes] = run(main())
    return found


def post(body: bytes, version: str = "1.0", extra: str = "") -> bytes:
    head = f"POST / HTTP/{version}\r\nHost: localhost\r\n{extra}Content-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def test_the_reference_servers_request_is_answered_byte_for_byte() -> None:
    request = (
        b"POST / HTTP/1.0\r\n"
        b"Accept: text/delim\r\n"
        b"Host: localhost\r\n"
        b"Sender: GAMESERVER\r\n"
        b"Receiver: MC\r\n"
        b"Content-Type: text/acl\r\n"
        b"Content-Length: 8\r\n"
        b"\r\n"
        b"( INFO )"
    )
    assert talk(request) == [REPLY % (12, b"got ( INFO )")]


@pytest.mark.parametrize(
    "request_bytes",
    [
        post(b"( INFO )", "1.1"),
        b"post / HTTP/1.1\r\nHOST: x\r\ncontent-LENGTH: 8\r\n\r\n( INFO )".replace(b"post", b"POST"),
        b"POST /anything HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n( \r\n6\r\nINFO )\r\n0\r\n\r\n",
        b"GET /%28%20INFO%20%29 HTTP/1.0\r\n\r\n",
        b"GET /(+INFO+) HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /?message=(%20INFO%20) HTTP/1.1\r\nHost: x\r\n\r\n",
        post(b"\xef\xbb\xbf( INFO )"),
    ],
)
def test_other_forms_say_the_same(request_bytes: bytes) -> None:
    assert talk(request_bytes) == [REPLY % (12, b"got ( INFO )")]


def test_browsers_may_ask_first() -> None:
    assert talk(b"OPTIONS / HTTP/1.1\r\nHost: x\r\nOrigin: http://y\r\n\r\n") == [REPLY % (0, b"")]


def test_a_client_that_waits_to_be_told_is_told() -> None:
    async def main() -> bytes:
        async with served() as address:
            request = post(b"( INFO )", "1.1", "Expect: 100-continue\r\n")
            return await exchange(address, request[:-8], request[-8:], pause=0.05)

    assert run(main()) == b"HTTP/1.1 100 Continue\r\n\r\n" + REPLY % (12, b"got ( INFO )")


def test_text_that_is_not_utf8_is_still_text() -> None:
    [reply] = talk(post(b"( caf\xe9 )"))
    assert reply.endswith("got ( café )".encode())


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (post(b"( CASTLE )"), b"400 Bad Request"),
        (post(b"( BUG )"), b"500 Internal Server Error"),
        (post(b"x" * 2_001), b"413 Request Entity Too Large"),
        (b"POST / HTTP/1.0\r\nContent-Length: 10000000\r\n\r\n" + b"(" * 100_000, b"413 Request Entity Too Large"),
        (
            b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + b"40\r\n" + b"(" * 64 + b"\r\n"
            + b"7d0\r\n" + b"(" * 2_000 + b"\r\n",
            b"413 Request Entity Too Large",
        ),
        (b"DELETE / HTTP/1.1\r\nHost: x\r\n\r\n", b"405 Method Not Allowed"),
        (b"GET /" + b"x" * 5_000, b"431 Request Header Fields Too Large"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"400 Bad Request"),
        (b"POST / HTTP/1.1\r\nContent-Length: 8\r\n\r\n( INFO )", b"400 Bad Request"),
        (b"POST / HTTP/1.0\r\nContent-Length: -8\r\n\r\n( INFO )", b"400 Bad Request"),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_is_refused_with_a_reason(request_bytes: bytes, status: bytes) -> None:
    [reply] = talk(request_bytes)
    assert reply.startswith(b"HTTP/1.0 " + status + b"\r\n")
    assert reply.partition(b"\r\n\r\n")[2]


def test_slow_clients_are_closed_and_disturb_nobody() -> None:
    async def main() -> tuple[list[float], list[float]]:
        async with served(caps=Caps(receiving_seconds=0.6)) as address:
            begin = time.monotonic()

            async def trickle() -> float:
                await exchange(address, *[b"P", b"O", b"S", b"T"] * 20, pause=0.1)
                return time.monotonic() - begin

            slow = [asyncio.ensure_future(trickle()) for _ in range(200)]
            await asyncio.sleep(0.1)
            quick = []
            for _ in range(20):
                asked = time.monotonic()
                assert (await exchange(address, post(b"( INFO )"))).endswith(b"got ( INFO )")
                quick.append(time.monotonic() - asked)
            return await asyncio.gather(*slow), quick

    slow, quick = run(main())
    assert len(slow) == 200
    assert max(slow) < 8.5
    assert max(quick) < 2.0


def test_the_oldest_unfinished_connection_makes_room() -> None:
    async def main() -> tuple[bytes, bytes]:
        async with served(caps=Caps(connections=3)) as address:
            first = asyncio.ensure_future(exchange(address, b"POST", pause=30))
            await asyncio.sleep(0.05)
            others = [await asyncio.open_connection(*address) for _ in range(2)]
            await asyncio.sleep(0.05)
            answered = await exchange(address, post(b"( INFO )"))
            reader, writer = await asyncio.open_connection(*address)
            late = [await asyncio.open_connection(*address) for _ in range(3)]
            closed = await asyncio.wait_for(others[0][0].read(), 5)
            first.cancel()
            for _, each in [*others, *late, (reader, writer)]:
                each.transport.abort()
            return answered, closed

    answered, closed = run(main())
    assert answered.endswith(b"got ( INFO )")
    assert closed == b""


def test_bytes_of_all_unfinished_requests_together_are_capped() -> None:
    async def main() -> list[bytes]:
        async with served(caps=Caps(waiting_bytes=300_000, receiving_seconds=3)) as address:
            part = post(b"(" * 200_000)[:150_000]
            return await asyncio.gather(*(exchange(address, part, pause=0.3) for _ in range(4)))

    assert any(b"503 Service Unavailable" in reply for reply in run(main()))


def test_messages_are_handled_side_by_side() -> None:
    waiting = asyncio.Event()

    async def handler(text: str, arrived: float) -> str:
        if text == "wait":
            await waiting.wait()
        else:
            waiting.set()
        return text

    async def main() -> list[bytes]:
        async with served(handler) as address:
            first = asyncio.ensure_future(exchange(address, post(b"wait")))
            await asyncio.sleep(0.05)
            return [await exchange(address, post(b"go")), await first]

    assert run(main()) == [REPLY % (2, b"go"), REPLY % (4, b"wait")]


def test_a_port_that_is_taken_is_named() -> None:
    async def main() -> None:
        async with served() as (host, port):
            with pytest.raises(HostError, match=f"Cannot listen at {host}, port {port}: "):
                HttpServer(echo).bind(host, port)
            with pytest.raises(HostError, match=r"Cannot listen at 192\.0\.2\.1, port 1: "):
                HttpServer(echo).bind("192.0.2.1", 1)

    run(main())


def test_no_bytes_break_the_server() -> None:
    """Hundreds of requests that are broken in some way go through one server; it still answers at the end."""
    heads = st.sampled_from([b"POST / HTTP/1.0\r\n", b"GET /", b"POST", b"OPTIONS * HTTP/1.1\r\n", b"\r\n", b""])
    rest = st.lists(
        st.sampled_from([b"Content-Length: ", b"5", b"\r\n\r\n", b"( INFO", b"\x00", b": ", b"Host: x\r\n"])
    )

    async def main() -> None:
        async with served() as address:
            loop = asyncio.get_running_loop()

            @settings(max_examples=150, deadline=None)
            @given(heads, st.one_of(rest.map(b"".join), st.binary(max_size=60)))
            def attack(head: bytes, tail: bytes) -> None:
                future = asyncio.run_coroutine_threadsafe(send_and_leave(address, head + tail), loop)
                future.result(10)

            await asyncio.to_thread(attack)
            assert (await exchange(address, post(b"( INFO )"))).endswith(b"got ( INFO )")

    run(main())


async def send_and_leave(address: tuple[str, int], data: bytes) -> None:
    """Sends the bytes and says that there will be no more; whatever comes back is read."""
    reader, writer = await asyncio.open_connection(*address)
    try:
        writer.write(data)
        writer.write_eof()
        await asyncio.wait_for(reader.read(), 8)
    except ConnectionError:
        pass
    finally:
        writer.transport.abort()
