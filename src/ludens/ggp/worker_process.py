"""Worker processes as the player holds them: asked without waiting, killed without regret, replaced at once."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from typing import Any

from ludens.processes.child import THREADS

MODULE = "ludens.ggp.worker"

LONGEST_LINE = 64 << 20

READY_SECONDS = 60.0


class WorkerLostError(Exception):
    """A worker that has ended, or was ended, before it had answered."""


class WorkerRefusedError(Exception):
    """A request that a worker could not meet; it goes on."""


class WorkerProcess:
    """One process. Requests may be made at any time, also before it is there; it answers them one after another."""

    def __init__(self, kind: str, line: socket.socket) -> None:
        self.kind = kind
        self.pid: int | None = None
        self._doomed = False
        self._numbers = itertools.count()
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._unsent: list[bytes] = []
        self._writer: asyncio.StreamWriter | None = None
        self._reading = asyncio.get_running_loop().create_task(self._read(line))

    @property
    def alive(self) -> bool:
        return not self._reading.done() and not self._doomed

    @property
    def gone(self) -> bool:
        """Whether it has ended; one that was killed may take a moment."""
        return self._reading.done()

    async def ask(self, kind: str, **content: Any) -> dict[str, Any]:
        """The reply to a request; raises WorkerRefusedError, or WorkerLostError when there will be none."""
        if not self.alive:
            raise WorkerLostError(f"the {self.kind} has ended")
        number = next(self._numbers)
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        self._send({"number": number, "kind": kind, **content})
        try:
            reply = await future
        finally:
            self._waiting.pop(number, None)
        if "failed" in reply:
            raise WorkerLostError(reply["failed"])
        if "refused" in reply:
            raise WorkerRefusedError(reply["refused"])
        done: dict[str, Any] = reply["done"]
        return done

    async def ended(self) -> None:
        """Returns when the process has ended."""
        await asyncio.gather(asyncio.shield(self._reading), return_exceptions=True)

    def kill(self) -> None:
        """Ends the process with all that it has started."""
        self._doomed = True
        if self.pid is not None and not self._reading.done():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        elif self._writer is not None:
            self._writer.transport.abort()

    async def end(self) -> None:
        """Kills the process and returns when it is gone."""
        self.kill()
        await self.ended()

    def _send(self, request: dict[str, Any]) -> None:
        line = json.dumps(request).encode() + b"\n"
        if self._writer is None:
            self._unsent.append(line)
        else:
            self._writer.write(line)

    async def _read(self, line: socket.socket) -> None:
        """Hands replies to those who wait for them, until the process has ended."""
        reader, writer = await asyncio.open_connection(sock=line, limit=LONGEST_LINE)
        self._writer = writer
        try:
            for request in self._unsent:
                writer.write(request)
            while written := await reader.readline():
                self._take(json.loads(written))
        except (OSError, ValueError):
            pass  # A worker that was killed in the middle of a line: it has ended.
        finally:
            writer.transport.abort()
            self._bury()

    def _take(self, reply: dict[str, Any]) -> None:
        if "pid" in reply:
            self.pid = reply["pid"]
            if self._doomed:
                self.kill()
            return
        future = self._waiting.get(reply["number"])
        if future is not None and not future.done():
            future.set_result(reply)

    def _bury(self) -> None:
        """Ends what the worker has left behind, and tells those who wait."""
        if self.pid is not None:
            # As long as there is anything in it, the group's number is not given to anybody else.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(WorkerLostError(f"the {self.kind} has ended"))
                future.exception()  # Nobody may be waiting for it any more.


class Cradle:
    """Where the workers of one match come from; it is made anew when it has died."""

    def __init__(self, nursery: Nursery, rules: str, role: str, memory_mib: int) -> None:
        self._nursery, self._content = nursery, json.dumps([rules, role, memory_mib]).encode()
        self._orders: socket.socket | None = None
        self._workers: set[WorkerProcess] = set()

    def worker(self, kind: str) -> WorkerProcess:
        """A new process of this kind."""
        here, there = socket.socketpair()
        with there:
            for _ in range(2):
                if self._orders is None:
                    self._orders = self._nursery.cradle(self._content)
                try:
                    socket.send_fds(self._orders, [kind[0].encode("ascii")], [there.fileno()])
                    break
                except OSError:
                    self._discard()
        self._workers = {worker for worker in self._workers if not worker.gone}
        worker = WorkerProcess(kind, here)
        self._workers.add(worker)
        return worker

    async def close(self) -> None:
        """Ends all processes."""
        self._discard()
        await asyncio.gather(*(worker.end() for worker in self._workers))

    def _discard(self) -> None:
        orders, self._orders = self._orders, None
        if orders is not None:
            # It may be busy with the rules and not see that it is not needed any more.
            with orders, contextlib.suppress(OSError, ValueError):
                os.kill(int(orders.recv(16)), signal.SIGKILL)


class Nursery:
    """Where all processes come from; it is made anew when it has died."""

    def __init__(self) -> None:
        self._open()

    @property
    def pid(self) -> int:
        return self._process.pid

    async def ready(self) -> None:
        """Returns when all is imported, or after READY_SECONDS; orders may be given before."""
        with contextlib.suppress(TimeoutError, OSError):
            await asyncio.wait_for(asyncio.get_running_loop().sock_recv(self._orders, 1), READY_SECONDS)

    def cradle(self, content: bytes) -> socket.socket:
        """The socket of a new cradle that reads this content."""
        if self._process.poll() is not None:
            self._orders.close()
            self._open()
        here, there = socket.socketpair()
        here.setblocking(False)
        with there, tempfile.TemporaryFile() as file:
            file.write(content)
            file.flush()
            # If the nursery is dying, the sockets close, and the next cradle will find another one.
            with contextlib.suppress(OSError):
                socket.send_fds(self._orders, [b"c"], [there.fileno(), file.fileno()])
        return here

    async def close(self) -> None:
        """Ends the process. Cradles end by themselves when they are closed."""
        self._orders.close()
        self._process.kill()
        await asyncio.to_thread(self._process.wait)

    def _open(self) -> None:
        self._orders, there = socket.socketpair()
        self._orders.setblocking(False)
        with there:
            self._process = subprocess.Popen(
                [sys.executable, "-m", MODULE, str(there.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=[there.fileno()],
                env={**os.environ, **dict.fromkeys(THREADS, "1")},
                start_new_session=True,
            )
