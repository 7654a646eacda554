"""Lines of JSON: what comes in halves, too long, or is none at all."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from ludens.processes.messages import Line, NonsenseError, TooLongError, as_line, from_line


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    here, there = socket.socketpair()
    with here, there:
        yield here, there


def test_messages_arrive_one_by_one_however_they_are_cut(ends: tuple[socket.socket, socket.socket]) -> None:
    here, there = ends
    line = Line(here)
    there.sendall(b'{"a": 1}\n{"b"')
    assert line.receive(60) == {"a": 1}
    with pytest.raises(TimeoutError):
        line.receive(0.0)
    there.sendall(b": 2}\n")
    assert line.receive(60) == {"b": 2}
    there.close()
    with pytest.raises(EOFError):
        line.receive()


@pytest.mark.parametrize("said", [b"hello", b"[1]", b'"x"', b"\xff\xfe", b"{" * 100_000, b"", b"NaN"])
def test_what_is_no_message(said: bytes) -> None:
    with pytest.raises(NonsenseError, match="no answer"):
        from_line(said)


def test_nobody_is_flooded(ends: tuple[socket.socket, socket.socket]) -> None:
    here, there = ends
    there.sendall(b" " * 2_000)
    with pytest.raises(NonsenseError, match="more than 1,000 bytes"):
        Line(here, longest=1_000).receive(60)
    line = Line(here, longest_sent=20)
    with pytest.raises(TooLongError, match="24 bytes, and 20 are allowed"):
        line.send({"text": "x" * 12})
    line.send({"text": "x"})
    assert there.recv(100) == b'{"text":"x"}\n'


def test_what_json_does_not_have() -> None:
    assert as_line({"a": [1.5, float("nan"), (float("inf"), "NaN")]}) == b'{"a":[1.5,null,[null,"NaN"]]}\n'
    assert as_line({"a": "\ud800ß"}) == b'{"a":"\\ud800\\u00df"}\n'
    with pytest.raises(TypeError):
        as_line({"a": {1}})
    assert as_line({"a": {1}}, plain=str) == b'{"a":"{1}"}\n'
