"""Worker processes as the player holds them: it never waits for one, kills it at any time, and has another at once."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import tempfile
from typing import Any

from ludens.processes.child import Child
from ludens.processes.descendants import kill_group
from ludens.processes.fork_server import ForkedServer, ForkServer
from ludens.processes.forking import CAN_FORK
from ludens.processes.requests import EndedError, Requests
from ludens.processes.watching import ending_with

LONGEST_LINE = 64 << 20

READY_SECONDS = 60.0


class WorkerLostError(Exception):
    """A worker that has ended, or was ended, before it had answered."""


class WorkerRefusedError(Exception):
    """A request that a worker could not meet; it goes on."""


class WorkerProcess:
    """One process. Requests may be made at any time, also before it is there; it answers them one after another."""

    def __init__(self, kind: str, line: socket.socket, child: Child | None = None) -> None:
        self.kind, self._child = kind, child
        self.pid = None if child is None else child.pid
        self._killed = False
        self._requests = Requests(line, LONGEST_LINE, self._begun, self._end_group)

    @property
    def alive(self) -> bool:
        return not self._requests.gone and not self._killed

    @property
    def gone(self) -> bool:
        """Whether it has ended; one that was killed may take a moment."""
        return self._requests.gone

    async def ask(self, kind: str, **content: Any) -> dict[str, Any]:
        """The reply to a request; raises WorkerRefusedError, or WorkerLostError when there will be none."""
        if self._killed:
            raise WorkerLostError(f"the {self.kind} has ended")
        try:
            reply = await self._requests.ask({"kind": kind, **content})
        except EndedError:
            raise WorkerLostError(f"the {self.kind} has ended") from None
        if "failed" in reply:
            raise WorkerLostError(reply["failed"])
        if "refused" in reply:
            raise WorkerRefusedError(reply["refused"])
        done: dict[str, Any] = reply["done"]
        return done

    async def ended(self) -> None:
        """Returns when the process has ended."""
        await self._requests.ended()

    def kill(self) -> None:
        """Ends the process with all that it has started."""
        self._killed = True
        if self.pid is None:
            self._requests.close()
        elif not self.gone:
            kill_group(self.pid)

    async def end(self) -> None:
        """Kills the process and returns when it is gone."""
        self.kill()
        await self.ended()

    def _begun(self, pid: int) -> None:
        self.pid = pid
        if self._killed:
            self.kill()

    def _end_group(self) -> None:
        """Ends what the worker has left behind."""
        if self._child is not None:
            self._child.end()
        elif self.pid is not None:
            kill_group(self.pid)


class PlayerForkServer:
    """Where all processes of a player come from; where none can be forked, each is started by itself."""

    def __init__(self) -> None:
        self._forks = ForkServer(lambda: Child(_serve_player, forks=True))
        if CAN_FORK:
            self._forks.server  # noqa: B018  (it has much to import)

    async def ready(self) -> None:
        """Returns when all is imported, or after READY_SECONDS; processes may be asked for before."""
        if not CAN_FORK:
            return
        with contextlib.suppress(TimeoutError, OSError):
            orders = self._forks.server.socket
            await asyncio.wait_for(asyncio.get_running_loop().sock_recv(orders, 1), READY_SECONDS)

    def fork(self, content: bytes) -> ForkedServer:
        """The fork server of a match, which reads this content."""
        here, there = socket.socketpair()
        with there, tempfile.TemporaryFile() as file:
            file.write(content)
            file.flush()
            self._forks.fork(b"m", there.fileno(), file.fileno())
        return ForkedServer(here)

    async def close(self) -> None:
        """Ends the process with all that it has forked."""
        await asyncio.to_thread(self._forks.end)


def _serve_player(orders: socket.socket) -> None:
    """The life of that process; the player itself need not import what it does."""
    with ending_with(orders):
        from ludens.ggp.worker import serve_player  # noqa: PLC0415
    serve_player(orders)


def _live_alone(line: socket.socket, kind: bytes, rules: str, role: str, memory_mib: int) -> None:
    """The life of a worker that was not forked."""
    from ludens.ggp.worker import live_alone  # noqa: PLC0415

    live_alone(line, kind, rules, role, memory_mib)


class MatchForkServer:
    """Where the workers of one match come from."""

    def __init__(self, player: PlayerForkServer, rules: str, role: str, memory_mib: int) -> None:
        self._reading = rules, role, memory_mib
        content = json.dumps(self._reading).encode()
        self._forks = ForkServer(lambda: player.fork(content))
        self._workers: set[WorkerProcess] = set()

    def worker(self, kind: str) -> WorkerProcess:
        """A new process of this kind."""
        self._workers = {worker for worker in self._workers if not worker.gone}
        worker = self._forked(kind) if CAN_FORK else self._started(kind)
        self._workers.add(worker)
        return worker

    def _forked(self, kind: str) -> WorkerProcess:
        here, there = socket.socketpair()
        with there:
            self._forks.fork(kind[0].encode("ascii"), there.fileno())
        return WorkerProcess(kind, here)

    def _started(self, kind: str) -> WorkerProcess:
        child = Child(_live_alone, kind[0].encode("ascii"), *self._reading)
        return WorkerProcess(kind, child.socket, child)

    async def close(self) -> None:
        """Ends all processes."""
        self._forks.end()
        await asyncio.gather(*(worker.end() for worker in self._workers))
