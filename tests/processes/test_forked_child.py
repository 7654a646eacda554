"""A process from a fork server, held as a child is: it sees the same world, and ends as soon as nobody wants it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator

import pytest

from ludens.processes.child import Child
from ludens.processes.descendants import began
from ludens.processes.fork_server import ForkServer
from ludens.processes.forked_child import ForkedChild
from ludens.processes.messages import Line
from ludens.processes.requests import EndedError
from ludens.processes.worker import Worker
from ludens.studio.work.fork_server import StudioForkServer
from tests.process_table import PATIENCE_SECONDS, alive, wait_until
from tests.processes import lives


@pytest.fixture
def server() -> Iterator[ForkServer]:
    found = ForkServer(lambda: Child(lives.forking_children, forks=True))
    yield found
    found.end()


def test_it_runs_what_it_is_told_and_sees_what_a_child_sees(server: ForkServer) -> None:
    seen = {}
    for kind, child in (("forked", ForkedChild(server, lives.tell, 1, "x")), ("child", Child(lives.tell, 1, "x"))):
        seen[kind] = Line(child.socket).receive(PATIENCE_SECONDS)
        child.end()
        child.socket.close()
    assert seen["forked"].pop("pid") != seen["child"].pop("pid")
    assert seen["forked"] == seen["child"]


def test_a_worker_is_asked_and_ended_with_all_that_it_has_started(server: ForkServer) -> None:
    async def test() -> None:
        worker = Worker(lambda: ForkedChild(server, lives.answer, 128 << 20), 10_000)
        reply = await worker.request({"do": "pid"}, PATIENCE_SECONDS)
        assert reply["done"] == worker.pid != os.getpid()
        assert worker.pid is not None
        await worker.close()
        pid = worker.pid
        assert wait_until(lambda: not alive(pid))

    asyncio.run(test())


def test_children_in_other_sessions_end_with_it(server: ForkServer) -> None:
    child = ForkedChild(server, lives.with_children)
    pids = Line(child.socket).receive(PATIENCE_SECONDS)["pids"]
    child.kill()  # its number is not known: it hears that its line is gone
    assert wait_until(lambda: not any(map(alive, pids)))
    child.socket.close()


def test_one_that_is_killed_is_noticed(server: ForkServer) -> None:
    async def test() -> None:
        worker = Worker(lambda: ForkedChild(server, lives.answer, 128 << 20), 10_000)
        await worker.start()
        assert worker.pid is not None
        os.kill(worker.pid, signal.SIGKILL)
        with pytest.raises(EndedError):
            await worker.request({"do": "pid"}, PATIENCE_SECONDS)
        await worker.close()

    asyncio.run(test())


def test_the_studio_forks_its_processes() -> None:
    studio = StudioForkServer()
    studio.start()
    try:

        async def test() -> None:
            worker = Worker(lambda: studio.child(lives.answer, 128 << 20), 10_000)
            reply = await worker.request({"do": "pid"}, PATIENCE_SECONDS)
            assert reply["done"] == worker.pid
            await worker.close()

        asyncio.run(test())
    finally:
        studio.end()


def test_who_has_its_number_later_is_left_alone(server: ForkServer) -> None:
    child = ForkedChild(server, lives.sleep)
    other = Child(lives.sleep)
    child.begun(other.pid)
    child._began = "long ago"
    child.kill()
    child.end()
    assert other.alive
    child._began = began(other.pid)
    child.end()
    assert wait_until(lambda: not other.alive)
    other.end()
    for each in (child, other):
        each.socket.close()
