"""A fork server: processes from it answer at once, it is made anew when it has died, and none outlives its owner."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator

import pytest

from ludens.processes.child import Child
from ludens.processes.fork_server import ForkServer
from ludens.processes.messages import Data, Line
from tests.process_table import PATIENCE_SECONDS, alive, wait_until
from tests.processes import lives


@pytest.fixture
def server() -> Iterator[ForkServer]:
    found = ForkServer(lambda: Child(lives.fork_server, "said", forks=True))
    yield found
    found.end()


def child_of(server: ForkServer) -> Child:
    assert isinstance(server.server, Child)
    return server.server


def forked(server: ForkServer, letter: bytes) -> tuple[socket.socket, Line, int]:
    """A forked process: this end of the line, and its number."""
    here, there = socket.socketpair()
    with there:
        server.fork(letter, there.fileno())
    line = Line(here)
    return here, line, line.receive(PATIENCE_SECONDS)["ready"]


def asked(line: Line) -> Data:
    line.send({"number": 1})
    return line.receive(PATIENCE_SECONDS)


def test_forked_processes_answer_and_end_with_their_lines(server: ForkServer) -> None:
    found = [forked(server, letter) for letter in (b"a", b"b")]
    for letter, (_, line, _) in zip("ab", found, strict=True):
        assert asked(line)["done"] == ["said", letter, child_of(server).pid]
    for here, _, _ in found:
        here.close()
    assert wait_until(lambda: not any(alive(pid) for _, _, pid in found))


def test_a_server_that_was_killed_is_made_anew_and_who_it_forked_goes_on(server: ForkServer) -> None:
    here, line, _ = forked(server, b"a")
    first = child_of(server).pid
    os.kill(first, signal.SIGKILL)
    assert wait_until(lambda: not alive(first))
    other, second, _ = forked(server, b"b")
    with here, other:
        assert asked(second)["done"] == ["said", "b", child_of(server).pid]
        assert asked(line)["done"][:2] == ["said", "a"]
        assert child_of(server).pid != first


def test_a_server_ends_with_its_line(server: ForkServer) -> None:
    child = child_of(server)
    child.socket.shutdown(socket.SHUT_WR)
    assert child.status(PATIENCE_SECONDS) == 0
