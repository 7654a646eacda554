"""Processes that work: answered, late, dead, cancelled; and nobody is left behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludens.processes import worker as processes
from ludens.processes.requests import EndedError
from ludens.studio.work.workers import CLIENT, Job, LateError, Worker, WorkerPool, WorkError
from tests.studio.running import PATIENCE

ROOT = Path(__file__).parents[3]
JOB = Job("tests.studio.works:Trouble", 256 << 20)


@pytest.fixture(autouse=True)
def _found_by_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@contextlib.asynccontextmanager
async def hired(job: Job = JOB) -> AsyncIterator[Worker]:
    worker = Worker(job)
    try:
        yield worker
    finally:
        await worker.close()


def gone(process: int) -> bool:
    """Whether a process is no longer there, or will not be in a moment."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except FileNotFoundError:
            return True
        time.sleep(0.01)
    return False


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


def test_answers_news_and_errors() -> None:
    async def play() -> None:
        async with hired() as worker:
            assert await worker.ask({"do": "well"}, PATIENCE) == "well"
            heard: list[int] = []
            await worker.ask({"do": "count", "most": 3}, PATIENCE, lambda news: heard.append(news["number"]))
            assert heard == [0, 1, 2]
            for what, message in (("refuse", "that cannot be"), ("bug", "ZeroDivisionError"), ("recurse", "deeply")):
                with pytest.raises(WorkError, match=message):
                    await worker.ask({"do": what}, PATIENCE)
            with pytest.raises(WorkError) as wrong:
                await worker.ask({"do": "rules"}, PATIENCE)
            assert wrong.value.places == [[2, 3]]
            assert await worker.ask({"do": "memory", "bytes": 1 << 20}, PATIENCE) == 1 << 20
            with pytest.raises(WorkError, match="more memory"):
                await worker.ask({"do": "memory", "bytes": 1 << 30}, PATIENCE)
            assert await worker.ask({"do": "well"}, PATIENCE) == "well"

    run(play)


def test_what_is_not_a_number_does_not_end_the_process() -> None:
    async def play() -> None:
        async with hired() as worker:
            process = await worker.ask({"do": "pid"}, PATIENCE)
            heard: list[Any] = []
            answer = await worker.ask({"do": "not_numbers"}, PATIENCE, heard.append)
            assert answer == {"values": [1.5, None, {"a": None}], "more": [None, None, "NaN"]}
            assert heard == [{"value": None}]
            with pytest.raises(WorkError, match="TypeError"):
                await worker.ask({"do": "no_json"}, PATIENCE)
            with pytest.raises(WorkError, match="database or disk is full"):
                await worker.ask({"do": "full"}, PATIENCE)
            assert await worker.ask({"do": "pid"}, PATIENCE) == process

    run(play)


def test_an_answer_that_is_too_long_is_refused_in_words() -> None:
    async def play() -> None:
        async with hired(replace(JOB, answer_bytes=10_000)) as worker:
            process = await worker.ask({"do": "pid"}, PATIENCE)
            assert len(await worker.ask({"do": "long", "size": 9_900}, PATIENCE)) == 9_900
            with pytest.raises(WorkError, match=r"too large to be shown: 20,0\d\d bytes, and 10,000 are allowed"):
                await worker.ask({"do": "long", "size": 20_000}, PATIENCE)
            assert await worker.ask({"do": "pid"}, PATIENCE) == process

    run(play)


def test_a_process_that_does_not_start_in_time_is_told_of_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "STARTING_SECONDS", 0.001)

    async def play() -> None:
        async with hired() as worker:
            with pytest.raises(LateError, match=r"No process could be started within 0\.001 seconds"):
                await worker.ask({"do": "well"}, PATIENCE)
            assert worker.ended

    run(play)


def test_a_process_that_is_started_before_it_is_asked_is_the_one_that_answers() -> None:
    async def play() -> None:
        async with hired() as worker:
            await worker.start()
            assert worker.pid is not None
            assert await worker.ask({"do": "pid"}, PATIENCE) == worker.pid

    run(play)


def test_what_a_process_has_started_ends_with_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with hired() as worker:
            asked = asyncio.ensure_future(worker.ask({"do": "hang", "path": str(tmp_path / "child")}, PATIENCE))
            while not (tmp_path / "child").exists() or not (tmp_path / "child").read_text():
                await asyncio.sleep(0.01)
            assert worker.pid is not None
            os.kill(worker.pid, signal.SIGKILL)
            with pytest.raises(EndedError):
                await asked
            assert await asyncio.to_thread(gone, int((tmp_path / "child").read_text()))

    run(play)


def test_one_client_cannot_take_all_processes_from_another() -> None:
    async def play() -> None:
        crew, begun = WorkerPool(JOB, 3, of_client=2), [asyncio.Event(), asyncio.Event()]

        async def as_client(client: str, key: str, request: dict[str, Any], news: Any = None) -> Any:
            CLIENT.set(client)
            return await crew.ask(key, request, PATIENCE, news)

        def asked(client: str, key: str, request: dict[str, Any], news: Any = None) -> asyncio.Future[Any]:
            return asyncio.ensure_future(as_client(client, key, request, news))

        try:
            endless = {"do": "count", "most": 1_000_000}
            busy = [asked("a", str(number), endless, lambda _, e=event: e.set()) for number, event in enumerate(begun)]
            for event in begun:
                await event.wait()
            third = asked("a", "third", {"do": "well"})
            assert await as_client("b", "other", {"do": "well"}) == "well"
            assert await as_client("b", "another", {"do": "well"}) == "well"
            assert not third.done()
            busy[0].cancel()
            assert await third == "well"
            busy[1].cancel()
            await asyncio.gather(*busy, return_exceptions=True)
        finally:
            await crew.close()

    run(play)


def test_whoever_finds_all_processes_busy_waits_for_one() -> None:
    async def play() -> None:
        crew = WorkerPool(JOB, 1)
        try:
            answers = await asyncio.gather(*(crew.ask(key, {"do": "well"}, PATIENCE) for key in "abc"))
            assert answers == ["well"] * 3
        finally:
            await crew.close()

    run(play)


def test_a_request_can_be_cut_short() -> None:
    async def play() -> None:
        async with hired() as worker:
            begun = asyncio.Event()
            asked = asyncio.ensure_future(
                worker.ask({"do": "count", "most": 10_000}, PATIENCE, lambda news: begun.set())
            )
            await begun.wait()
            worker.stop()
            assert await asked < 9_999
            assert await worker.ask({"do": "count", "most": 3}, PATIENCE) == "count"

    run(play)


def test_who_is_late_is_gone_with_all_it_started(tmp_path: Path) -> None:
    async def play(limit: float) -> None:
        async with hired() as worker:
            process = await worker.ask({"do": "pid"}, PATIENCE)
            with pytest.raises(LateError, match=f"longer than {limit:g} seconds"):
                await worker.ask({"do": "hang", "path": str(tmp_path / "child")}, limit)
            assert worker.ended
            assert gone(process)
            with pytest.raises(EndedError):
                await worker.ask({"do": "well"}, PATIENCE)

    for limit in (1, 4, 16, 64):
        asyncio.run(play(limit))
        if (tmp_path / "child").exists() and (tmp_path / "child").read_text():
            break  # on a busy machine it takes longer before there is anything to be left behind
    assert gone(int((tmp_path / "child").read_text()))


def test_nobody_works_for_who_no_longer_waits(tmp_path: Path) -> None:
    async def play() -> None:
        async with hired() as worker:
            process = await worker.ask({"do": "pid"}, PATIENCE)
            asked = asyncio.ensure_future(worker.ask({"do": "hang", "path": str(tmp_path / "child")}, PATIENCE))
            while not (tmp_path / "child").exists():
                await asyncio.sleep(0.01)
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)
            assert gone(process)

    run(play)


def test_a_crew_replaces_who_dies_once_but_not_for_ever(tmp_path: Path) -> None:
    async def play() -> None:
        crew = WorkerPool(JOB, 1)
        try:
            assert await crew.ask("a", {"do": "die_once", "path": str(tmp_path / "once")}, PATIENCE) == "die_once"
            with pytest.raises(WorkError, match="keeps ending"):
                await crew.ask("a", {"do": "die"}, PATIENCE)
            one = await crew.ask("a", {"do": "pid"}, PATIENCE)
            assert await crew.ask("a", {"do": "pid"}, PATIENCE) == one
            assert await crew.ask("b", {"do": "pid"}, PATIENCE) != one
            assert gone(one)
        finally:
            await crew.close()

    run(play)


PARENT = """
import asyncio, sys
from ludens.studio.work.workers import Job, Worker
async def main():
    worker = Worker(Job("tests.studio.works:Trouble", 1 << 28))
    print(await worker.ask({"do": "pid"}, 60), flush=True)
    await worker.ask({"do": "hang", "path": sys.argv[1]}, 600)
asyncio.run(main())
"""


def test_workers_end_with_the_studio_however_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "child"
    with subprocess.Popen([sys.executable, "-c", PARENT, str(path)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        while not path.exists() or not path.read_text():
            time.sleep(0.01)
        os.kill(parent.pid, signal.SIGKILL)
        assert gone(worker)
        assert gone(int(path.read_text()))
