"""Processes that work for the studio, seen from the event loop, which never waits for one of them.

A process is spawned when it is first needed, asked for one thing at a time, and killed when it does not answer in time
or is no longer wanted. One that ends by itself is noticed at once by whoever waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludens.arena.orphans import THREADS
from ludens.game import LudensError

Data = dict[str, Any]
News = Callable[[Data], None]

LONGEST_LINE = 64 << 20
"""Bytes of an answer."""

MOST_WAITING = 100
"""Requests that wait for one process."""

STARTING_SECONDS = 120.0
"""For a process to begin its work, on a machine that may be busy."""


class WorkError(LudensError):
    """What a process says about a request that it cannot fulfil; ``places`` are lines and columns of rules."""

    def __init__(self, message: str, places: list[list[int]] | None = None) -> None:
        self.places = places
        super().__init__(message)


class LateError(WorkError):
    """A process that did not answer in time, and is gone."""


class EndedError(Exception):
    """A process that has ended before it answered."""


@dataclass(frozen=True, slots=True)
class Job:
    """What a kind of process does, as ``module:Class``, and the memory that it may use."""

    work: str
    memory_bytes: int


class Worker:
    """One process. It is asked for one thing at a time; who comes meanwhile waits."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._asked = 0
        self._ended = False
        self.waiting = 0

    @property
    def busy(self) -> bool:
        """Whether somebody waits for an answer."""
        return self.waiting > 0

    @property
    def pid(self) -> int | None:
        """The number of the process, once there is one."""
        return self._process.pid if self._process else None

    @property
    def ended(self) -> bool:
        """Whether the process is gone."""
        return self._ended or (self._process is not None and self._process.returncode is not None)

    async def ask(self, request: Data, seconds: float, news: News | None = None) -> Any:
        """The answer to a request.

        Raises WorkError when there is none, LateError when it does not come in time, and EndedError when the process
        ends meanwhile. Whoever is cancelled while waiting for an answer ends the process.
        """
        self.waiting += 1
        try:
            async with self._turn:
                if self.ended:
                    raise EndedError
                try:
                    async with asyncio.timeout(STARTING_SECONDS):
                        process = await self._started()
                    async with asyncio.timeout(seconds):
                        return await self._ask(process, request, news)
                except TimeoutError:
                    self.kill()
                    raise LateError(f"That took longer than {seconds:g} seconds, and was given up.") from None
                except asyncio.CancelledError:
                    self.kill()
                    raise
        finally:
            self.waiting -= 1

    def stop(self) -> None:
        """Asks for the answer that is being waited for to come soon."""
        if self._process is not None and self._process.stdin is not None and not self.ended:
            with contextlib.suppress(OSError, RuntimeError):
                self._process.stdin.write(_line({"stop": self._asked}))

    def kill(self) -> None:
        """Ends the process at once, with all that it has started."""
        self._ended = True
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)

    async def close(self) -> None:
        """Ends the process and waits until it is gone."""
        self.kill()
        if self._process is not None:
            await self._process.wait()
            if self._process.stdin is not None:
                self._process.stdin.close()
                with contextlib.suppress(OSError):
                    await self._process.stdin.wait_closed()

    async def _ask(self, process: asyncio.subprocess.Process, request: Data, news: News | None) -> Any:
        assert process.stdin is not None
        assert process.stdout is not None
        self._asked += 1
        try:
            process.stdin.write(_line({**request, "id": self._asked}))
            await process.stdin.drain()
            while text := await process.stdout.readline():
                message = json.loads(text)
                if message["id"] != self._asked:
                    continue
                if "news" in message:
                    if news is not None:
                        news(message["news"])
                elif "error" in message:
                    raise WorkError(message["error"]["message"], message["error"].get("places"))
                else:
                    return message["done"]
        except (OSError, ValueError):
            self.kill()
        self._ended = True
        raise EndedError

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", "ludens.studio.worker_process",
                self._job.work, str(os.getpid()), str(self._job.memory_bytes),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LONGEST_LINE,
                env={**os.environ, **dict.fromkeys(THREADS, "1")}, process_group=0,
            )  # fmt: skip
            assert self._process.stdout is not None
            if not await self._process.stdout.readline():
                self._ended = True
                raise EndedError
        return self._process


def _line(message: Data) -> bytes:
    return (json.dumps(message, separators=(",", ":")) + "\n").encode()


class Crew:
    """Processes of one kind by a key, such as the game they hold; who was used least lately makes room for others."""

    def __init__(self, job: Job, most: int) -> None:
        self._job, self._most = job, most
        self._workers: OrderedDict[str, Worker] = OrderedDict()
        self._leaving: set[asyncio.Task[None]] = set()

    async def ask(self, key: str, request: Data, seconds: float, news: News | None = None) -> Any:
        """The answer of the process with this key; one that has ended is replaced, and asked again, once."""
        for attempt in (1, 2):
            worker = self._hired(key)
            if worker.waiting >= MOST_WAITING:
                raise WorkError("Too much is being asked for just now. Try again in a moment.")
            try:
                return await worker.ask(request, seconds, news)
            except EndedError:
                if attempt == 2:
                    raise WorkError(
                        "The process that works on this keeps ending, perhaps for lack of memory."
                    ) from None
        raise AssertionError

    @property
    def pids(self) -> list[int]:
        """The numbers of all processes."""
        return [worker.pid for worker in self._workers.values() if worker.pid is not None]

    async def close(self) -> None:
        """Ends all processes."""
        await asyncio.gather(*(worker.close() for worker in self._workers.values()), *self._leaving)
        self._workers.clear()

    def _hired(self, key: str) -> Worker:
        worker = self._workers.get(key)
        if worker is not None and not worker.ended:
            self._workers.move_to_end(key)
            return worker
        if worker is not None:
            self._dismiss(self._workers.pop(key))
        idle = [name for name, other in self._workers.items() if not other.busy]
        if len(self._workers) >= self._most:
            if not idle:
                raise WorkError("Too many games are being looked at just now. Try again in a moment.")
            self._dismiss(self._workers.pop(idle[0]))
        self._workers[key] = Worker(self._job)
        return self._workers[key]

    def _dismiss(self, worker: Worker) -> None:
        task = asyncio.ensure_future(worker.close())
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)
