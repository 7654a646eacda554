"""Work in several processes at once, whose death is noticed and made good. The only way in which Ludens does that.

Each process is asked for one thing at a time over a line of its own. One that ends by itself is replaced, and what it
was at is asked for again; what keeps ending processes is an error. They end with the process that started them.
"""

from __future__ import annotations

import contextlib
import pickle
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

from ludens.processes.child import Child
from ludens.game import LudensError

J = TypeVar("J")
R = TypeVar("R")

RETRIES = 2
"""How often something is asked for again after the process that was at it has ended."""

Work = Callable[[J], R]
Do = Callable[[Iterable[J]], Iterator[tuple[J, R]]]


@dataclass(frozen=True, slots=True)
class _Task(Generic[J]):
    """A job, and how many processes have ended over it."""

    job: J
    ended: int = 0


class _Worker(Generic[J, R]):
    """One process, and what it is at."""

    def __init__(self, begin: Callable[[], Work[J, R]]) -> None:
        self._child = Child(_serve, begin)
        self.line: Connection[Any, Any] = Connection(self._child.socket.detach())
        self.task: _Task[J] | None = None

    def ask(self, task: _Task[J]) -> None:
        self.task = task
        # A process that has ended meanwhile is noticed when its answer is read.
        with contextlib.suppress(OSError):
            self.line.send(task.job)

    def end(self) -> None:
        self._child.end()
        self.line.close()


@contextlib.contextmanager
def in_parallel(begin: Callable[[], Work[J, R]], workers: int, retries: int = RETRIES) -> Iterator[Do[J, R]]:
    """Gives a function that does jobs in this many processes; results come as they are ready.

    ``begin`` runs once in each process and returns what does a job there; it must be a function of a module, or a
    partial of one. Jobs are taken only as processes become free. LudensErrors come back as they are; anything else
    raises LudensError. Processes are killed at the end.
    """
    crew: list[_Worker[J, R]] = []

    def do(jobs: Iterable[J]) -> Iterator[tuple[J, R]]:
        # Whoever is still at something was left at it when an earlier call was broken off.
        for worker in [worker for worker in crew if worker.task is not None]:
            crew.remove(worker)
            worker.end()
        coming, again = map(_Task, jobs), deque[_Task[J]]()
        while True:
            _hand_out(crew, begin, workers, lambda: again.popleft() if again else next(coming, None))
            busy: dict[object, _Worker[J, R]] = {worker.line: worker for worker in crew if worker.task is not None}
            if not busy:
                return
            for line in wait([worker.line for worker in busy.values()]):
                worker = busy[line]
                task, worker.task = worker.task, None
                assert task is not None
                answer = _answer(worker)
                if answer is not None:
                    yield task.job, answer[0]
                    continue
                crew.remove(worker)
                worker.end()
                if task.ended >= retries:
                    raise LudensError("A process that played has ended by itself, perhaps for lack of memory.")
                again.append(_Task(task.job, task.ended + 1))

    try:
        yield do
    finally:
        for worker in crew:
            worker.end()


def _hand_out(
    crew: list[_Worker[J, R]],
    begin: Callable[[], Work[J, R]],
    workers: int,
    next_task: Callable[[], _Task[J] | None],
) -> None:
    """Gives everyone who is free a task, as long as there are any; more are hired up to the number."""
    free = deque(worker for worker in crew if worker.task is None)
    while free or len(crew) < workers:
        task = next_task()
        if task is None:
            return
        if not free:
            crew.append(_Worker(begin))
            free.append(crew[-1])
        free.popleft().ask(task)


def _answer(worker: _Worker[J, R]) -> tuple[R] | None:
    """What a process has answered; None when it has ended instead. Raises LudensError where it says so."""
    try:
        kind, content = worker.line.recv()
    except (EOFError, OSError):
        return None
    if kind == "failed":
        raise unpacked(content)
    return (content,)


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


Packed = tuple[type[LudensError], tuple[Any, ...], dict[str, Any]]


def packed(error: Exception) -> Packed:
    """An error as it can go from one process to another; one that is not ours as a LudensError that tells it.

    Pickling the error itself would not do: it is made anew from its text, and many take more than that.
    """
    if isinstance(error, LudensError):
        content = type(error), error.args, dict(vars(error))
        with contextlib.suppress(Exception):
            pickle.dumps(content)
            return content
        return LudensError, (str(error),), {}
    return LudensError, (f"{type(error).__name__}: {error}",), {}


def unpacked(content: Packed) -> LudensError:
    """The error as it was."""
    kind, arguments, facts = content
    error = kind.__new__(kind)
    error.args = arguments
    vars(error).update(facts)
    return error
