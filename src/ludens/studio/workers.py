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
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from ludens.processes.child import THREADS
from ludens.game import LudensError

Data = dict[str, Any]
News = Callable[[Data], None]

LONGEST_ANSWER = 32 << 20
"""Bytes, unless a job allows less."""

MOST_WAITING = 100
"""Requests that wait for one process."""

TOO_MUCH = "Too much is being asked for just now. Try again in a moment."

CLIENT: ContextVar[str] = ContextVar("client", default="")
"""For whom something is done: the address that a request came from."""

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
    """What a kind of process does, as ``module:Class``, the memory that it may use, and how long an answer may be."""

    work: str
    memory_bytes: int
    answer_bytes: int = LONGEST_ANSWER


class Worker:
    """One process. It is asked for one thing at a time; who comes meanwhile waits."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._asked = 0
        self._ended = False
        self._ending: asyncio.Task[None] | None = None
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
                process = await self._begun()
                try:
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

    async def start(self) -> None:
        """Has the process started before anything is asked; raises LateError or EndedError when it cannot be."""
        async with self._turn:
            await self._begun()

    async def _begun(self) -> asyncio.subprocess.Process:
        try:
            async with asyncio.timeout(STARTING_SECONDS):
                return await self._started()
        except TimeoutError:
            self.kill()
            raise LateError(f"No process could be started within {STARTING_SECONDS:g} seconds.") from None
        except asyncio.CancelledError:
            self.kill()
            raise

    def stop(self) -> None:
        """Asks for the answer that is being waited for to come soon."""
        if self._process is not None and self._process.stdin is not None and not self.ended:
            with contextlib.suppress(OSError, RuntimeError):
                self._process.stdin.write(_line({"stop": self._asked}))

    def kill(self) -> None:
        """Ends the process at once, with all that it has started."""
        self._ended = True
        if self._process is not None and self._process.returncode is None:
            _kill_group(self._process.pid)

    async def close(self) -> None:
        """Ends the process and waits until it is gone."""
        self.kill()
        if self._process is not None:
            await self._process.wait()
            if self._ending is not None:
                await self._ending
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
            pass
        self.kill()
        raise EndedError

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", "ludens.studio.worker_process",
                self._job.work, str(os.getpid()), str(self._job.memory_bytes), str(self._job.answer_bytes),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=self._job.answer_bytes + 1,
                env={**os.environ, **dict.fromkeys(THREADS, "1")}, process_group=0,
            )  # fmt: skip
            self._ending = asyncio.ensure_future(_end_group_of(self._process))
            assert self._process.stdout is not None
            if not await self._process.stdout.readline():
                self.kill()
                raise EndedError
        return self._process


async def _end_group_of(process: asyncio.subprocess.Process) -> None:
    """Ends what a process has started as soon as it has ended itself, before its number can mean anybody else."""
    await process.wait()
    _kill_group(process.pid)


def _kill_group(number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(number, signal.SIGKILL)


def _line(message: Data) -> bytes:
    return (json.dumps(message, separators=(",", ":")) + "\n").encode()


class Crew:
    """Processes of one kind by a key, such as the game they hold; who was used least lately makes room for others.

    Where all are busy, whoever asks waits for one, first come, first served. ``of_client``: how many may be busy for
    one client, so that nobody takes all of them from the others.
    """

    def __init__(self, job: Job, most: int, of_client: int | None = None) -> None:
        self._job, self._most, self._of_client = job, most, of_client or most
        self._workers: OrderedDict[str, Worker] = OrderedDict()
        self._clients: dict[Worker, str] = {}
        self._waiting: dict[asyncio.Event, None] = {}
        self._leaving: set[asyncio.Task[None]] = set()

    async def ask(self, key: str, request: Data, seconds: float, news: News | None = None) -> Any:
        """The answer of the process with this key; one that has ended is replaced, and asked again, once."""
        for attempt in (1, 2):
            worker = await self._hired(key, seconds)
            if worker.waiting >= MOST_WAITING:
                raise WorkError(TOO_MUCH)
            try:
                return await worker.ask(request, seconds, news)
            except EndedError:
                if attempt == 2:
                    raise WorkError(
                        "The process that works on this keeps ending, perhaps for lack of memory."
                    ) from None
            finally:
                self._freed()
        raise AssertionError

    @property
    def pids(self) -> list[int]:
        """The numbers of all processes."""
        return [worker.pid for worker in self._workers.values() if worker.pid is not None]

    async def start(self, key: str) -> None:
        """Has a process started before it is asked; what goes wrong will show when it is."""
        with contextlib.suppress(WorkError, EndedError):
            await (await self._hired(key, STARTING_SECONDS)).start()

    async def close(self) -> None:
        """Ends all processes."""
        await asyncio.gather(*(worker.close() for worker in self._workers.values()), *self._leaving)
        self._workers.clear()

    async def _hired(self, key: str, seconds: float) -> Worker:
        """The process with a key, once there is room for it; raises WorkError when there is none for too long."""
        worker = self._found(key) if not self._waiting or key in self._workers else None
        if worker is not None:
            return worker
        if len(self._waiting) >= MOST_WAITING:
            raise WorkError(TOO_MUCH)
        freed = asyncio.Event()
        self._waiting[freed] = None
        try:
            async with asyncio.timeout(seconds):
                while True:
                    worker = self._found(key)
                    if worker is not None:
                        return worker
                    freed.clear()
                    await freed.wait()
        except TimeoutError:
            raise WorkError("Too many games are being looked at just now. Try again in a moment.") from None
        finally:
            del self._waiting[freed]
            self._freed()

    def _found(self, key: str) -> Worker | None:
        """The process with a key, made if there is room for one."""
        client = CLIENT.get()
        worker = self._workers.get(key)
        if worker is not None and not worker.ended:
            if not worker.busy:
                self._clients[worker] = client
            self._workers.move_to_end(key)
            return worker
        if worker is not None:
            self._dismiss(self._workers.pop(key))
        busy = [other for other in self._workers.values() if other.busy]
        if sum(self._clients.get(other) == client for other in busy) >= self._of_client:
            return None
        if len(self._workers) >= self._most:
            if len(busy) == len(self._workers):
                return None
            self._dismiss(self._workers.pop(next(name for name, other in self._workers.items() if not other.busy)))
        worker = self._workers[key] = Worker(self._job)
        self._clients[worker] = client
        return worker

    def _freed(self) -> None:
        """Tells those who wait that there may be room."""
        for freed in self._waiting:
            freed.set()

    def _dismiss(self, worker: Worker) -> None:
        self._clients.pop(worker, None)
        task = asyncio.ensure_future(worker.close())
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)
