"""Where pairs are played: one after the other, or several at once in processes of their own."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from ludens.arena.pairs import Conditions, Pairing, PlayedPair
from ludens.processes.parallel import in_parallel
from ludens.arena.trials import Job
from ludens.games.loading import load

PlayPairs = Callable[[Sequence[Job]], Iterator[tuple[Job, PlayedPair]]]


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

    Raises LudensError when processes keep ending by themselves.
    """
    with in_parallel(partial(_begin, game, conditions, opponent), workers) as play:
        yield play


def _begin(game: str, conditions: Conditions, opponent: str) -> Callable[[Job], PlayedPair]:
    pairing = Pairing(load(game), conditions)
    return lambda job: pairing.play(job.agent, opponent, job.number)
