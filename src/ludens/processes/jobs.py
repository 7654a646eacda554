"""Jobs for several workers, wherever these run: each is done once, and the death of a worker is made good.

A worker is given one job at a time. One that dies is replaced, and its job given to another; a job that keeps ending
workers is an error.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from ludens.game import LudensError
from ludens.processes.slots import Slots

J = TypeVar("J")
R = TypeVar("R")

RETRIES = 2
"""How often a job is given out again after the worker that was at it has ended."""

Work = Callable[[J], R]
Do = Callable[[Iterable[J]], Iterator[tuple[J, R]]]


@dataclass(frozen=True, slots=True)
class Done(Generic[R]):
    """The result of a job."""

    result: R


@dataclass(frozen=True, slots=True)
class Ready:
    """A worker that has begun, and can be given a job."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A job that ends all, with this error."""

    error: LudensError


@dataclass(frozen=True, slots=True)
class Died:
    """A worker that has ended by itself, and what is known of it, a sentence."""

    reason: str


Answer = Done[R] | Ready | Failed | Died


class Worker(Protocol):
    """A worker; ``ready`` when it can be given a job."""

    ready: bool


W = TypeVar("W", bound=Worker)
J_contra = TypeVar("J_contra", contravariant=True)


class Workers(Protocol[W, J_contra, R]):
    """Where workers run."""

    def start(self) -> W:
        """A new worker. One that is not ready yet will answer Ready or Died."""

    def ask(self, worker: W, job: J_contra) -> None:
        """Gives a worker a job; that it is gone shows in its answer."""

    def answers(self, workers: Collection[W]) -> list[tuple[W, Answer[R]]]:
        """What these workers, all of whom owe an answer, say; waits for one. Raises LudensError when none will come."""

    def end(self, worker: W) -> None:
        """Ends a worker at once."""


@dataclass(frozen=True, slots=True)
class _Task(Generic[J]):
    """A job, and how many workers have ended over it."""

    job: J
    ended: int = 0


class JobPool(Generic[W, J, R]):
    """So many workers, and what each of them is at."""

    def __init__(self, workers: Workers[W, J, R], most: int, retries: int = RETRIES) -> None:
        self._workers, self._retries = workers, retries
        self._slots: Slots[W] = Slots(most)
        self._tasks: dict[W, _Task[J]] = {}
        self._false_starts = 0

    def do(self, jobs: Iterable[J]) -> Iterator[tuple[J, R]]:
        """Does jobs, which are taken only as workers become free; results come as they are ready.

        Raises the LudensError that a job ends in, or one when workers keep ending.
        """
        # Whoever is still at something was left at it when an earlier call was broken off.
        for worker in list(self._tasks):
            self._drop(worker)
        coming, due = map(_Task, jobs), deque[_Task[J]]()
        while True:
            due.extend(itertools.islice(coming, max(0, self._slots.most - len(self._tasks) - len(due))))
            self._hand_out(due)
            if not due and not self._tasks:
                return
            results, errors = list[tuple[J, R]](), list[LudensError]()
            for worker, answer in self._workers.answers(list(self._slots.busy)):
                task = self._tasks.pop(worker, None)
                if isinstance(answer, Died):
                    errors += self._made_good(worker, task, answer.reason, due)
                    continue
                self._slots.free(worker)
                if isinstance(answer, Failed):
                    errors.append(answer.error)
                elif isinstance(answer, Done):
                    assert task is not None
                    results.append((task.job, answer.result))
            yield from results
            for error in errors:
                raise error

    def close(self) -> None:
        """Ends all workers."""
        for worker in self._slots.all:
            self._drop(worker)

    def _hand_out(self, due: deque[_Task[J]]) -> None:
        """Gives everyone who is idle a task, and starts others for those that are left, up to the number."""
        while due and (worker := self._slots.take(lambda worker: True)) is not None:
            self._give(worker, due.popleft())
        starting = len(self._slots.busy) - len(self._tasks)
        for _ in range(len(due) - starting):
            if not self._slots.has_room:
                return
            worker = self._workers.start()
            self._slots.add(worker)
            if worker.ready:
                self._give(worker, due.popleft())

    def _give(self, worker: W, task: _Task[J]) -> None:
        self._tasks[worker] = task
        self._workers.ask(worker, task.job)

    def _made_good(self, worker: W, task: _Task[J] | None, reason: str, due: deque[_Task[J]]) -> list[LudensError]:
        """Lets a dead worker go, and has what it was at, if anything, done again; an error where that is too often."""
        self._drop(worker)
        if task is None:
            self._false_starts += 1
        elif task.ended < self._retries:
            due.append(_Task(task.job, task.ended + 1))
        too_often = self._false_starts > self._retries or (task is not None and task.ended >= self._retries)
        return [LudensError(reason)] if too_often else []

    def _drop(self, worker: W) -> None:
        self._tasks.pop(worker, None)
        self._slots.drop(worker)
        self._workers.end(worker)
