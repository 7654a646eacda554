"""Processes that work for the studio, and what it says in words when one of them cannot."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Any

from ludens.game import LudensError
from ludens.processes import worker as processes
from ludens.processes.child import Child
from ludens.processes.keyed_pool import KeyedPolicy, KeyedPool, NoRoomError
from ludens.processes.messages import Data
from ludens.processes.requests import EndedError, News
from ludens.processes.slot_pool import FullError
from ludens.studio.work.worker_process import live

LONGEST_ANSWER = 32 << 20
"""Bytes, unless a job allows less."""

MOST_WAITING = 100
"""Requests that wait for one process."""

CLIENT: ContextVar[str] = ContextVar("client", default="")
"""For whom something is done: the address that a request came from."""


class WorkError(LudensError):
    """What a process says about a request that it cannot fulfil; ``places`` are lines and columns of rules."""

    def __init__(self, message: str, places: list[list[int]] | None = None) -> None:
        self.places = places
        super().__init__(message)


class LateError(WorkError):
    """A process that did not answer in time, and is gone."""


@dataclass(frozen=True, slots=True)
class Job:
    """What a kind of process does, as ``module:Class``, the memory that it may use, and how long an answer may be."""

    work: str
    memory_bytes: int
    answer_bytes: int = LONGEST_ANSWER


Start = Callable[..., processes.Started]
"""Starts a process, given a function and its arguments: ``Child``, or a fork server."""


class Worker(processes.Worker):
    """One process. It is asked for one thing at a time; who comes meanwhile waits."""

    def __init__(self, job: Job, start: Start = Child) -> None:
        super().__init__(partial(start, live, job.work, job.memory_bytes, job.answer_bytes), job.answer_bytes)

    async def ask(self, request: Data, seconds: float, news: News | None = None) -> Any:
        """The answer to a request.

        Raises WorkError when there is none, LateError when it does not come in time, and EndedError when the process
        ends meanwhile. Whoever is cancelled while waiting for an answer ends the process.
        """
        with in_words():
            return answer_of(await self.request(request, seconds, news))


class WorkerPool(KeyedPool[Worker]):
    """Processes of one kind by a key; ``of_client``: how many may be busy for one client."""

    def __init__(self, job: Job, most: int, of_client: int | None = None, *, start: Start = Child) -> None:
        policy = KeyedPolicy(most=most, of_owner=of_client or most, waiting=MOST_WAITING)
        super().__init__(partial(Worker, job, start), policy, CLIENT.get)

    async def ask(self, key: str, request: Data, seconds: float, news: News | None = None) -> Any:
        """The answer of the process with this key; raises WorkError."""
        try:
            with in_words():
                return answer_of(await self.request(key, request, seconds, news))
        except FullError:
            raise WorkError("The studio is too busy right now. Try again in a moment.") from None
        except NoRoomError:
            raise WorkError("Too many games are in use right now. Try again in a moment.") from None
        except EndedError:
            raise WorkError("The process that works on this keeps ending, perhaps for lack of memory.") from None


def answer_of(reply: Data) -> Any:
    """The answer in a reply; raises WorkError where there is none."""
    if "refused" in reply:
        raise WorkError(reply["refused"]["message"], reply["refused"].get("places"))
    return reply["done"]


@contextlib.contextmanager
def in_words() -> Iterator[None]:
    """Says what is late as a LateError."""
    try:
        yield
    except processes.OverdueError as late:
        message = f"That took longer than {late.seconds:g} seconds, and was given up."
        if late.starting:
            message = f"No process could be started within {late.seconds:g} seconds."
        raise LateError(message) from None
