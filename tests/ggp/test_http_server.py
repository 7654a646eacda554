"""The HTTP server byte for byte, and what it does with clients that are slow, huge, many or mad."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.game import LudensError, ParameterError
from ludens.ggp.http_server import Caps, HostError, HttpServer
from ludens.ggp.origins import is_allowed, read_origin

SHORT = Caps(linger_seconds=0.2, body_bytes=2_000, head_bytes=3_000, connections=20)

REPLY = b"HTTP/1.0 200 OK\r\nContent-type: text/acl\r\nContent-length: %d\r\n\r\n%s"


async def echo(text: str, arrived: float, receiver: str) -> str:
    if text == "( CASTLE )":
        raise LudensError("there is no such message")
    if text == "( BUG )":
        raise ZeroDivisionError
    return f"got {text}"


@asynccontextmanager
async def served(
    handler: Callable[[str, float, str], Awaitable[str]] = echo, caps: Caps = SHORT, origins: Collection[str] = ()
) -> AsyncIterator[tuple[str, int]]:
    server = HttpServer(handler, caps, origins)
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
    return asyncio.run(asyncio.wait_for(coroutine, 300))


def talk(*requests: bytes, caps: Caps = SHORT, origins: Collection[str] = ()) -> list[bytes]:
    async def main() -> list[bytes]:
        async with served(caps=caps, origins=origins) as address:
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


FOR_BROWSERS = (
    b"Access-Control-Allow-Origin: %s\r\n"
    b"Access-Control-Allow-Methods: POST, GET, OPTIONS\r\n"
    b"Access-Control-Allow-Headers: Content-Type, Accept, Sender, Receiver\r\n"
    b"Access-Control-Max-Age: 86400\r\n"
    b"Vary: Origin\r\n"
    b"\r\n"
)


@pytest.mark.parametrize(
    "origin", ["http://localhost", "http://localhost:3000", "https://127.0.0.1:80", "http://[::1]:1", "https://ggp.org"]
)
def test_pages_of_this_machine_and_allowed_ones_may_talk_and_may_ask_first(origin: str) -> None:
    named = f"Origin: {origin}\r\n"
    asked, said = talk(
        f"OPTIONS / HTTP/1.1\r\nHost: x\r\n{named}\r\n".encode(),
        post(b"( INFO )", "1.1", named),
        origins=["https://ggp.org"],
    )
    leave = FOR_BROWSERS % origin.encode()
    assert asked == (REPLY % (0, b"")).replace(b"\r\n\r\n", b"\r\n" + leave)
    assert said == (REPLY % (12, b"got ( INFO )")).replace(b"\r\n\r\n", b"\r\n" + leave)


PICTURE = b"GET /(START+m+x+((role+x))+10+10) HTTP/1.1\r\nHost: %s\r\n%s\r\n"
"""A page need not be able to read an answer to send a message: the address of a picture is enough."""


@pytest.mark.parametrize(
    "request_bytes",
    [
        post(b"( INFO )", "1.1", "Origin: http://evil.com\r\n"),
        post(b"( INFO )", "1.1", "Origin: http://evil.com:9147\r\n").replace(b"localhost", b"evil.com:9147"),
        post(b"( INFO )", "1.1", "Origin: null\r\n"),
        post(b"( INFO )", "1.1", "Origin: \r\n"),
        post(b"( INFO )", "1.1", "Origin: http://localhost.evil.com\r\n"),
        post(b"( INFO )", "1.1", "Origin: http://127.0.0.1.evil.com\r\n"),
        post(b"( INFO )", "1.1", "Origin: http://localhost@evil.com\r\n"),
        post(b"( INFO )", "1.1", "Origin: http://[\r\n"),
        b"OPTIONS / HTTP/1.1\r\nHost: x\r\nOrigin: http://evil.com\r\n\r\n",
        PICTURE % (b"127.0.0.1", b"Sec-Fetch-Site: cross-site\r\n"),
        PICTURE % (b"192.168.0.7", b"User-Agent: Mozilla/5.0 (X11)\r\n"),
        PICTURE % (b"evil.com:9147", b"User-Agent: Mozilla/5.0 (X11)\r\n"),
    ],
)
def test_pages_of_other_sites_may_not_talk_to_the_player(request_bytes: bytes) -> None:
    [reply] = talk(request_bytes, origins=["https://ggp.org"])
    assert reply.startswith(b"HTTP/1.0 403 Forbidden\r\n")
    assert b"Access-Control" not in reply
    assert b"got" not in reply


@pytest.mark.parametrize(
    "request_bytes",
    [
        post(b"( INFO )").replace(b"localhost", b"player.example.org:9147"),
        post(b"( INFO )", extra="User-Agent: Java/1.8.0_202\r\n"),
        b"GET /(+INFO+) HTTP/1.1\r\nHost: x\r\nUser-Agent: Mozilla/5.0\r\nSec-Fetch-Site: none\r\n\r\n",
    ],
)
def test_managers_reach_the_player_under_any_name_and_people_by_typing_its_address(request_bytes: bytes) -> None:
    assert talk(request_bytes, origins=["https://ggp.org"]) == [REPLY % (12, b"got ( INFO )")]


@pytest.mark.parametrize("text", ["evil", "ftp://x", "http://", "http://a/b", "http://a b", ""])
def test_an_origin_that_is_none_is_told_in_a_sentence(text: str) -> None:
    with pytest.raises(ParameterError, match="is not an origin"):
        read_origin(text)
    assert read_origin("https://GGP.org/") == "https://ggp.org"
    assert is_allowed("https://anything", [read_origin("*")])


def test_lengths_counted_in_characters_are_understood() -> None:
    """As the reference server counts, in requests that it writes and in replies that it reads."""
    text = "( START m weiß ( ( role weiß ) ( role 黒 ) ( legal 黒 🂡 ) ) 10 5 )"
    units = len(text.encode("utf-16-le")) // 2
    head = f"POST / HTTP/1.0\r\nHost: localhost\r\nContent-Length: {units}\r\n\r\n".encode()
    body = text.encode()

    async def main() -> list[bytes]:
        async with served() as address:
            return [
                await exchange(address, head + body),
                await exchange(address, head, body[:-9], body[-9:], pause=0.05),
            ]

    for reply in run(main()):
        answer = reply.partition(b"\r\n\r\n")[2]
        announced = int(reply.partition(b"Content-length: ")[2].partition(b"\r\n")[0])
        assert answer[:announced] == f"got {text}".encode(), "to those who count bytes"
        read_by_java = answer.decode().encode("utf-16-le")[: 2 * announced].decode("utf-16-le")
        assert len(answer.decode().encode("utf-16-le")) // 2 == announced
        assert read_by_java.strip() == f"got {text}", "to those who count characters"


def test_a_client_is_answered_in_the_encoding_in_which_it_writes() -> None:
    latin, plain, utf = talk(post(b"( caf\xe9 )"), post("( Großes )".encode()), post(b"( INFO )"))
    assert latin.endswith(b"got ( caf\xe9 )")
    assert plain.rstrip().endswith("got ( Großes )".encode())
    assert utf == REPLY % (12, b"got ( INFO )")


def test_a_text_with_an_open_end_is_not_waited_for_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludens.ggp.http_server.REST_SECONDS", 0.05)
    [reply] = talk(post("( INFO é".encode()))
    assert reply.rstrip().endswith("got ( INFO é".encode())


def test_a_client_that_waits_to_be_told_is_told() -> None:
    async def main() -> bytes:
        async with served() as address:
            request = post(b"( INFO )", "1.1", "Expect: 100-continue\r\n")
            return await exchange(address, request[:-8], request[-8:], pause=0.05)

    assert run(main()) == b"HTTP/1.1 100 Continue\r\n\r\n" + REPLY % (12, b"got ( INFO )")


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
    """Two hundred that would trickle on for ever: others are answered before the first of them is closed."""

    async def main() -> None:
        async with served(caps=Caps(receiving_seconds=5.0)) as address:
            closed = 0

            async def trickle() -> None:
                nonlocal closed
                reader, writer = await asyncio.open_connection(*address)
                end = asyncio.ensure_future(reader.read())
                while not (await asyncio.wait([end], timeout=0.1))[0]:
                    writer.write(b"P")
                closed += 1
                writer.transport.abort()
                await asyncio.gather(end, return_exceptions=True)

            slow = [asyncio.ensure_future(trickle()) for _ in range(200)]
            await asyncio.sleep(0)
            for _ in range(20):
                assert (await exchange(address, post(b"( INFO )"))).endswith(b"got ( INFO )")
            await asyncio.gather(*slow)
            assert closed == 200

    run(main())


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
            closed = await asyncio.wait_for(others[0][0].read(), 60)
            first.cancel()
            for _, each in [*others, *late, (reader, writer)]:
                each.transport.abort()
            return answered, closed

    answered, closed = run(main())
    assert answered.endswith(b"got ( INFO )")
    assert closed == b""


def test_bytes_of_all_unfinished_requests_together_are_capped() -> None:
    async def main() -> list[bytes]:
        async with served(caps=Caps(waiting_bytes=300_000, receiving_seconds=60)) as address:
            part = post(b"(" * 200_000)[:150_000]
            return await asyncio.gather(*(exchange(address, part, pause=0.3) for _ in range(4)))

    assert any(b"503 Service Unavailable" in reply for reply in run(main()))


def test_messages_are_handled_side_by_side() -> None:
    asked, waiting = asyncio.Event(), asyncio.Event()

    async def handler(text: str, arrived: float, receiver: str) -> str:
        if text == "wait":
            asked.set()
            await waiting.wait()
        else:
            waiting.set()
        return text

    async def main() -> list[bytes]:
        async with served(handler) as address:
            first = asyncio.ensure_future(exchange(address, post(b"wait")))
            await asked.wait()
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
                future.result(120)

            await asyncio.to_thread(attack)
            assert (await exchange(address, post(b"( INFO )"))).endswith(b"got ( INFO )")

    run(main())


async def send_and_leave(address: tuple[str, int], data: bytes) -> None:
    """Sends the bytes and says that there will be no more; whatever comes back is read."""
    reader, writer = await asyncio.open_connection(*address)
    try:
        writer.write(data)
        writer.write_eof()
        await asyncio.wait_for(reader.read(), 100)
    except ConnectionError:
        pass
    finally:
        writer.transport.abort()
