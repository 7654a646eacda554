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
from pathlib import Path
from typing import Any

import pytest

from ludens.studio.workers import Crew, EndedError, Job, LateError, Worker, WorkError

ROOT = Path(__file__).parent.parent.parent
JOB = Job("tests.studio.works:Trouble", 256 << 20)


@pytest.fixture(autouse=True)
def _found_by_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@contextlib.asynccontextmanager
async def hired() -> AsyncIterator[Worker]:
    worker = Worker(JOB)
    try:
        yield worker
    finally:
        await worker.close()


def gone(process: int) -> bool:
    """Whether a process is no longer there, or will not be in a moment."""
    end = time.monotonic() + 20
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
            assert await worker.ask({"do": "well"}, 30) == "well"
            heard: list[int] = []
            await worker.ask({"do": "count", "most": 3}, 30, lambda news: heard.append(news["number"]))
            assert heard == [0, 1, 2]
            for what, message in (("refuse", "that cannot be"), ("bug", "ZeroDivisionError"), ("recurse", "deeply")):
                with pytest.raises(WorkError, match=message):
                    await worker.ask({"do": what}, 30)
            with pytest.raises(WorkError) as wrong:
                await worker.ask({"do": "rules"}, 30)
            assert wrong.value.places == [[2, 3]]
            assert await worker.ask({"do": "memory", "bytes": 1 << 20}, 30) == 1 << 20
            with pytest.raises(WorkError, match="more memory"):
                await worker.ask({"do": "memory", "bytes": 1 << 30}, 30)
            assert await worker.ask({"do": "well"}, 30) == "well"

    run(play)


def test_a_request_can_be_cut_short() -> None:
    async def play() -> None:
        async with hired() as worker:
            begun = asyncio.Event()
            asked = asyncio.ensure_future(worker.ask({"do": "count", "most": 10_000}, 60, lambda news: begun.set()))
            await begun.wait()
            worker.stop()
            assert await asked < 9_999
            assert await worker.ask({"do": "count", "most": 3}, 30) == "count"

    run(play)


def test_who_is_late_is_gone_with_all_it_started(tmp_path: Path) -> None:
    async def play() -> None:
        async with hired() as worker:
            process = await worker.ask({"do": "pid"}, 30)
            with pytest.raises(LateError, match="longer than 1 seconds"):
                await worker.ask({"do": "hang", "path": str(tmp_path / "child")}, 1)
            assert worker.ended
            assert gone(process)
            assert gone(int((tmp_path / "child").read_text()))
            with pytest.raises(EndedError):
                await worker.ask({"do": "well"}, 30)

    run(play)


def test_nobody_works_for_who_no_longer_waits(tmp_path: Path) -> None:
    async def play() -> None:
        async with hired() as worker:
            process = await worker.ask({"do": "pid"}, 30)
            asked = asyncio.ensure_future(worker.ask({"do": "hang", "path": str(tmp_path / "child")}, 60))
            while not (tmp_path / "child").exists():
                await asyncio.sleep(0.01)
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)
            assert gone(process)

    run(play)


def test_a_crew_replaces_who_dies_once_but_not_for_ever(tmp_path: Path) -> None:
    async def play() -> None:
        crew = Crew(JOB, 1)
        try:
            assert await crew.ask("a", {"do": "die_once", "path": str(tmp_path / "once")}, 30) == "die_once"
            with pytest.raises(WorkError, match="keeps ending"):
                await crew.ask("a", {"do": "die"}, 30)
            one = await crew.ask("a", {"do": "pid"}, 30)
            assert await crew.ask("a", {"do": "pid"}, 30) == one
            assert await crew.ask("b", {"do": "pid"}, 30) != one
            assert gone(one)
        finally:
            await crew.close()

    run(play)


PARENT = """
import asyncio, sys
from ludens.studio.workers import Job, Worker
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
