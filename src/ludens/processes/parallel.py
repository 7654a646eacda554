"""Jobs in this process one after the other, or in several processes of this machine at once."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Collection, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

from ludens.processes.child import Child
from ludens.processes.errors import packed, unpacked
from ludens.processes.jobs import RETRIES, Answer, Died, Do, Done, Failed, JobPool, Work

J = TypeVar("J")
R = TypeVar("R")


def one_by_one(work: Work[J, R]) -> Do[J, R]:
    """Does jobs in this process, in the order given."""

    def do(jobs: Iterable[J]) -> Iterator[tuple[J, R]]:
        for job in jobs:
            yield job, work(job)

    return do


@contextlib.contextmanager
def in_parallel(begin: Callable[[], Work[J, R]], workers: int, retries: int = RETRIES) -> Iterator[Do[J, R]]:
    """Gives a function that does jobs in this many processes; results come as they are ready.

    ``begin`` runs once in each process and returns what does a job there; it must be a function of a module, or a
    partial of one. Jobs are taken only as processes become free. LudensErrors come back as they are; anything else
    raises LudensError. Processes are killed at the end.
    """
    pool = JobPool(_LocalWorkers(begin), workers, retries)
    try:
        yield pool.do
    finally:
        pool.close()


class _LocalWorker:
    """One process. It can be asked at once: requests wait on the line until it has begun."""

    ready = True

    def __init__(self, begin: Callable[[], Work[Any, Any]]) -> None:
        self.child = Child(_serve, begin)
        self.line: Connection[Any, Any] = Connection(self.child.socket.detach())


class _LocalWorkers(Generic[J, R]):
    """Processes of this machine."""

    def __init__(self, begin: Callable[[], Work[J, R]]) -> None:
        self._begin = begin

    def start(self) -> _LocalWorker:
        return _LocalWorker(self._begin)

    def ask(self, worker: _LocalWorker, job: J) -> None:
        with contextlib.suppress(OSError):
            worker.line.send(job)

    def answers(self, workers: Collection[_LocalWorker]) -> list[tuple[_LocalWorker, Answer[R]]]:
        by_line: dict[object, _LocalWorker] = {worker.line: worker for worker in workers}
        return [(by_line[line], _answer(by_line[line])) for line in wait([worker.line for worker in workers])]

    def end(self, worker: _LocalWorker) -> None:
        worker.child.end()
        worker.line.close()


def _answer(worker: _LocalWorker) -> Answer[Any]:
    try:
        kind, content = worker.line.recv()
    except (EOFError, OSError):
        return Died("A process that played has ended by itself, perhaps for lack of memory.")
    return Failed(unpacked(content)) if kind == "failed" else Done(content)


def _serve(end: socket.socket, begin: Callable[[], Work[Any, Any]]) -> None:
    """The life of a process: does jobs until nobody asks any more."""
    line: Connection[Any, Any] = Connection(end.detach())
    work: Work[Any, Any] | None = None
    while True:
        try:
            job = line.recv()
        except (EOFError, OSError):
            return
        try:
            work = work or begin()
            line.send(("done", work(job)))
        except Exception as error:
            line.send(("failed", packed(error)))
