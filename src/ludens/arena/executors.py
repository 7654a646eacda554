"""Where matches are played: in this process, or in several on this machine. Whatever else plays matches does the same.

An executor takes matches as they come and gives back their records as they end, in any order.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial

from ludens.arena.match import MatchConditions, Matches, MatchJob
from ludens.arena.record import MatchRecord
from ludens.processes.jobs import Do
from ludens.processes.parallel import in_parallel, one_by_one

PlayMatches = Do[MatchJob, MatchRecord]
Executor = Callable[[MatchConditions], AbstractContextManager[PlayMatches]]


def all_cores() -> int:
    """How many processes this one may keep busy."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextlib.contextmanager
def in_this_process(conditions: MatchConditions) -> Iterator[PlayMatches]:
    """Plays one match after the other, in the order given."""
    with Matches(conditions) as matches:
        yield one_by_one(matches.play)


def in_local_processes(workers: int) -> Executor:
    """Plays in this many processes of this machine, each of which keeps to one thread."""

    @contextlib.contextmanager
    def executor(conditions: MatchConditions) -> Iterator[PlayMatches]:
        with in_parallel(partial(_begin, conditions), workers) as play:
            yield play

    return executor


def _begin(conditions: MatchConditions) -> Callable[[MatchJob], MatchRecord]:
    return Matches(conditions).play
