"""Where pairs are played: one after the other, or several at once in processes of their own."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from ludens.arena.pairs import Conditions, Pairing, PlayedPair
from ludens.arena.trials import Job
from ludens.game import LudensError
from ludens.games.loading import load

PlayPairs = Callable[[Sequence[Job]], Iterator[tuple[Job, PlayedPair]]]

_pairing: Pairing[Any]
"""Of a worker process, which has one game for all of its life."""


@contextlib.contextmanager
def one_by_one(pairing: Pairing[Any], opponent: str) -> Iterator[PlayPairs]:
    """Plays in this process, in the order given."""

    def play(jobs: Sequence[Job]) -> Iterator[tuple[Job, PlayedPair]]:
        for job in jobs:
            yield job, pairing.play(job.agent, opponent, job.number)

    yield play


@contextlib.contextmanager
def in_processes(game: str, conditions: Conditions, opponent: str, workers: int) -> Iterator[PlayPairs]:
    """Plays in this many processes; pairs come back as they end. What is not begun is dropped at the end.

    Raises LudensError when a process ends by itself.
    """
    # Spawned, not forked: a compiled game has threads.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(game, conditions))

    def play(jobs: Sequence[Job]) -> Iterator[tuple[Job, PlayedPair]]:
        try:
            waiting = {pool.submit(_play, job.agent, opponent, job.number): job for job in jobs}
            for future in as_completed(waiting):
                yield waiting[future], future.result()
        except BrokenProcessPool:
            raise LudensError("A process that played has ended by itself, perhaps for lack of memory.") from None

    try:
        yield play
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(game: str, conditions: Conditions) -> None:
    global _pairing  # noqa: PLW0603
    # An interrupt ends a worker without a word: the first process tells what is to be told.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _pairing = Pairing(load(game), conditions)


def _play(challenger: str, opponent: str, number: int) -> PlayedPair:
    try:
        return _pairing.play(challenger, opponent, number)
    except LudensError as error:
        # Errors with several arguments do not survive the way between processes.
        raise LudensError(str(error)) from None
