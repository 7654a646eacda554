"""A process that an event loop asks: it says nonsense, too much, or nothing, is stopped, and tells news."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from functools import partial
from typing import Any

import pytest

from ludens.processes.child import Child
from ludens.processes.requests import EndedError, Requests
from ludens.processes.worker import OverdueError, Worker
from tests.process_table import PATIENCE_SECONDS, alive
from tests.processes import lives

ANSWERS = partial(Child, lives.answer, 128 << 20)
READY = b'{"ready": 1}\n'


@contextlib.asynccontextmanager
async def started(start: Callable[[], Child]) -> AsyncIterator[Worker]:
    worker = Worker(start, 10_000)
    try:
        yield worker
    finally:
        await worker.close()
        assert worker.pid is None or not alive(worker.pid)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def test_requests_are_answered_in_turn_and_can_be_cut_short() -> None:
    async def test() -> None:
        async with started(ANSWERS) as worker:
            heard = asyncio.Event()
            counting = asyncio.ensure_future(
                worker.request({"do": "count"}, PATIENCE_SECONDS, lambda news: heard.set())
            )
            waiting = asyncio.ensure_future(worker.request({"do": "pid"}, PATIENCE_SECONDS))
            await heard.wait()
            assert (worker.busy, worker.waiting, waiting.done()) == (True, 2, False)
            worker.stop()
            assert (await counting)["done"] >= 1
            assert (await waiting)["done"] == worker.pid
            assert not worker.busy

    run(test)


def test_an_error_of_who_is_told_news_is_its_own() -> None:
    async def test() -> None:
        async with started(ANSWERS) as worker:
            with pytest.raises(KeyError):
                await worker.request({"do": "count"}, PATIENCE_SECONDS, lambda news: {}[news["number"]])
            worker.stop()

    run(test)


@pytest.mark.parametrize("said", [b"hello\n", b"[]\n", b" " * 20_000, b'{"number": 1, "done"\n'])
def test_a_process_that_says_nonsense_has_ended(said: bytes) -> None:
    async def test() -> None:
        async with started(partial(Child, lives.write, said, READY)) as worker:
            with pytest.raises(EndedError):
                await worker.request({"do": "pid"}, PATIENCE_SECONDS)
            assert worker.ended

    run(test)


def test_answers_to_what_nobody_asked_are_passed_over() -> None:
    async def test() -> None:
        said = b'{"number": 7, "done": "other"}\n{"done": "nobody"}\n{"number": 1, "done": "mine"}\n'
        async with started(partial(Child, lives.write, said, READY)) as worker:
            assert (await worker.request({"do": "pid"}, PATIENCE_SECONDS)) == {"number": 1, "done": "mine"}

    run(test)


def test_a_process_that_ends_before_it_is_ready() -> None:
    async def test() -> None:
        async with started(partial(Child, lives.leave, 1)) as worker:
            with pytest.raises(EndedError):
                await worker.start()
            with pytest.raises(EndedError):
                await worker.request({"do": "pid"}, PATIENCE_SECONDS)

    run(test)


def test_who_is_late_is_gone() -> None:
    async def test() -> None:
        async with started(ANSWERS) as worker:
            await worker.start()
            with pytest.raises(OverdueError, match=r"no answer within 0\.05 s"):
                await worker.request({"do": "sleep"}, 0.05)
            assert worker.ended

    run(test)


def test_who_waits_is_told_when_reading_is_cancelled_before_it_began() -> None:
    async def test() -> None:
        here, there = socket.socketpair()
        with there:
            ended = list[bool]()
            requests = Requests(here, 10_000, lambda pid: None, lambda: ended.append(True))
            requests._reading.cancel()
            with pytest.raises(EndedError):
                await requests.ready()
            with pytest.raises(EndedError):
                await requests.ask({"do": "pid"})
            await requests.ended()
            assert (requests.gone, ended) == (True, [True])

    run(test)
