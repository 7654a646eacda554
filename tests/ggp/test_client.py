"""Requests byte for byte, replies in the forms that players send, and what counts as no answer."""

from __future__ import annotations

import asyncio
import socket

import pytest

from ludens.arena.record import FaultKind
from ludens.game import ParameterError
from ludens.ggp.addresses import Address, is_address, read_address
from ludens.ggp.client import HttpReply, NoAnswerError, ask, post, read_reply
from tests.ggp.toy_players import ToyPlayer, toy_players


def test_a_request_is_that_of_the_reference_server() -> None:
    assert post(Address("localhost", 9147), "( INFO )", "MC") == (
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


@pytest.mark.parametrize(
    ("data", "reply"),
    [
        (
            b"HTTP/1.0 200 OK\r\nContent-type: text/acl\r\nContent-length: 5\r\n\r\nready",
            HttpReply("HTTP/1.0", 200, {"content-type": "text/acl", "content-length": "5"}, "ready"),
        ),
        (b"HTTP/1.1 404 Not Found\r\n\r\nnoop", HttpReply("HTTP/1.1", 404, {}, "noop")),
        (b"HTTP/1.0 200\r\n\r\n", HttpReply("HTTP/1.0", 200, {}, "")),
        (
            b"HTTP/1.0 200 OK\nContent-Length: 4\n\nnoop and more",
            HttpReply("HTTP/1.0", 200, {"content-length": "4"}, "noop"),
        ),
        (
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n2\r\nop\r\n0\r\n\r\n",
            HttpReply("HTTP/1.1", 200, {"transfer-encoding": "chunked"}, "noop"),
        ),
        (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nnoop", HttpReply("HTTP/1.1", 200, {}, "noop")),
    ],
)
def test_replies_are_read(data: bytes, reply: HttpReply) -> None:
    assert read_reply(data) == reply


@pytest.mark.parametrize("data", [b"", b"ready", b"\x16\x03\x01", b"HTTP/1.0 OK\r\n\r\n", b"HTTP/1.0 200 OK\r\n" * 2])
def test_what_is_no_reply_is_a_fault_of_the_connection(data: bytes) -> None:
    with pytest.raises(NoAnswerError) as caught:
        read_reply(data)
    assert caught.value.kind is FaultKind.CONNECTION


@pytest.mark.parametrize(
    ("how", "kind", "reason"),
    [
        ("dead", FaultKind.CONNECTION, "closed without an answer"),
        ("no_http", FaultKind.CONNECTION, "no answer in HTTP"),
        ("short", FaultKind.CONNECTION, "96 bytes are missing"),
        ("huge", FaultKind.CONNECTION, "more than 1,048,576 bytes"),
        ("silent", FaultKind.TIMEOUT, "no answer within 0.4 s"),
        ("trickle", FaultKind.TIMEOUT, "no answer within 0.4 s"),
    ],
)
def test_what_is_no_answer_is_known_by_its_kind(how: str, kind: FaultKind, reason: str) -> None:
    with toy_players(ToyPlayer(how, first_bad=1)) as (url,):
        with pytest.raises(NoAnswerError, match=reason) as caught:
            asyncio.run(ask(read_address(url), "( PLAY m NIL )", seconds=0.4 if kind is FaultKind.TIMEOUT else 60))
        assert caught.value.kind is kind


def test_nobody_there_is_a_fault_of_the_connection() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(NoAnswerError, match="connection refused") as caught:
        asyncio.run(ask(Address("127.0.0.1", port), "( INFO )", seconds=60))
    assert caught.value.kind is FaultKind.CONNECTION
    with pytest.raises(NoAnswerError):
        asyncio.run(ask(Address(f"{'x' * 70}.invalid", port), "( INFO )", seconds=60))


def test_addresses() -> None:
    assert read_address("http://localhost:9148/") == read_address("localhost:9148") == Address("localhost", 9148)
    assert read_address("http://10.0.0.7") == Address("10.0.0.7", 9147)
    assert read_address("http://[::1]:80") == read_address("[::1]:80") == Address("::1", 80)
    assert read_address("[::1]:80").url == "http://[::1]:80"
    assert read_address("localhost:9148").url == "http://localhost:9148"
    for text, meant in (("http://x", True), ("x:1", True), ("[::1]:1", True), ("uct(exploration=0.4)", False)):
        assert is_address(text) is meant
    for wrong in ("https://x:1", "http://", "http://x:0", "http://x:99999", "http://x:1/path", "ftp://x", "http://a b"):
        with pytest.raises(ParameterError):
            read_address(wrong)
