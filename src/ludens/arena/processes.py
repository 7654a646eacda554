"""Work in several processes at once, whose death is noticed and made good. The only way in which Ludens does that.

Each process is asked for one thing at a time over a line of its own. One that ends by itself is replaced, and what it
was at is asked for again; what keeps ending processes is an error. They end with the process that started them.
"""

from __future__ import annotations

import contextlib
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

from ludens.arena.orphans import end_with_parent, single_threaded, spawning
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
        self.line: Connection[Any, Any]
        self.line, there = spawning().Pipe()
        self._process = spawning().Process(target=_serve, args=(there, begin, os.getpid()))
        with single_threaded():
            self._process.start()
        there.close()
        self.task: _Task[J] | None = None

    def ask(self, task: _Task[J]) -> None:
        self.task = task
        # A process that has ended meanwhile is noticed when its answer is read.
        with contextlib.suppress(OSError):
            self.line.send(task.job)

    def end(self) -> None:
        self._process.kill()
        self._process.join()
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
        raise LudensError(content)
    return (content,)


def _serve(line: Connection[Any, Any], begin: Callable[[], Work[Any, Any]], parent: int) -> None:
    """The life of a process: does jobs until nobody asks any more."""
    end_with_parent(parent)
    work: Work[Any, Any] | None = None
    while True:
        try:
            job = line.recv()
        except (EOFError, OSError):
            return
        try:
            work = work or begin()
            line.send(("done", work(job)))
        except LudensError as error:
            # As text: errors with several arguments do not survive the way between processes.
            line.send(("failed", str(error)))
        except Exception as error:
            line.send(("failed", f"{type(error).__name__}: {error}"))
