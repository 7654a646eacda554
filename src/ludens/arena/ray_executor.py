"""Matches on a Ray cluster, or on a Ray of this machine's own: the same jobs and records as everywhere else.

Each player is a Ray actor that plays one match at a time. One that dies, or whose machine does, is replaced, and its
match is played again; a match that keeps ending players is an error. A player gets a match only once it runs, so that
one for which the cluster has no room holds up nobody.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import socket
import warnings
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

from ludens.arena.executors import Executor, PlayMatches, all_cores
from ludens.arena.match import MatchConditions, Matches, MatchJob, agent_card, rules_digest
from ludens.processes.child import THREADS
from ludens.processes.parallel import RETRIES, packed, unpacked
from ludens.arena.record import MatchRecord
from ludens.game import LudensError

ADDRESS_VARIABLE = "RAY_ADDRESS"

LOCAL = "local"
"""The address that means: a Ray of our own on this machine, as long as it is needed."""

STORE_BYTES = 100 << 20
"""Memory for the objects of a Ray of our own: records are small."""

KNOCK_SECONDS = 10.0
"""How long a cluster may take to answer at all."""

ROOM_SECONDS = 600.0
"""How long to wait for the cluster to start any player at all."""

Reference = Any
"""What Ray gives for a result that is still to come."""

Answer = tuple[str, Any]
"""``ready`` with a version, ``done`` with a record, ``failed`` with a packed error, or ``died`` with what Ray says."""


def in_ray(workers: int | None = None, address: str | None = None, room_seconds: float = ROOM_SECONDS) -> Executor:
    """Plays on this many processors of a Ray cluster, all that it has unless told, each with one thread.

    ``address``: of the cluster; what RAY_ADDRESS says unless told, or else a Ray that is started here and ended with
    the work. A program that is connected to Ray already stays connected. Raises LudensError when Ray is not installed,
    cannot be reached, or has no room for a single player in ``room_seconds``.
    """
    ray = import_ray()

    @contextlib.contextmanager
    def executor(conditions: MatchConditions) -> Iterator[PlayMatches]:
        with _connected(ray, address or os.environ.get(ADDRESS_VARIABLE) or LOCAL, workers):
            crew = _Crew(ray, conditions, workers or _processors(ray), room_seconds)
            try:
                yield crew.play
            finally:
                crew.dismiss()

    return executor


def import_ray() -> ModuleType:
    """Ray itself; raises LudensError when it is not installed."""
    try:
        import ray  # noqa: PLC0415 (an extra)
    except ImportError:
        raise LudensError("Ray is not installed: pip install 'ludens[ray]'.") from None
    module: ModuleType = ray
    return module


@contextlib.contextmanager
def _connected(ray: ModuleType, address: str, workers: int | None) -> Iterator[None]:
    """Connects to Ray, unless the program is, and leaves it again."""
    if ray.is_initialized():
        yield
        return
    options: dict[str, Any] = {"address": address, "log_to_driver": False, "logging_level": "ERROR"}
    if address == LOCAL:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        options |= {"num_cpus": workers or all_cores(), "include_dashboard": False, "object_store_memory": STORE_BYTES}
    try:
        _init(ray, options)
        yield
    finally:
        # Also after an interrupt while it was being started.
        ray.shutdown()


def _init(ray: ModuleType, options: dict[str, Any]) -> None:
    try:
        _knock(options["address"])
        # Ray warns of its own plans for later versions, which are of no use to whoever runs a tournament.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ray.init(**options)
    except Exception as error:
        raise LudensError(f"Cannot reach Ray at {options['address']!r}: {_first_line(error)}") from None


def _knock(address: str) -> None:
    """Raises OSError when nobody answers at an address with a port: Ray itself would try for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), KNOCK_SECONDS).close()


def _processors(ray: ModuleType) -> int:
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


class Player:
    """Plays matches in a process of Ray's."""

    def __init__(self, conditions: MatchConditions, folder: str) -> None:
        # Paths of rulesheets mean the same as where the tournament was begun, if the folder is shared.
        if Path(folder).is_dir():
            os.chdir(folder)
        self._matches = Matches(conditions)

    def version(self) -> Answer:
        """The version of Ludens here: the first thing a player is asked, answered when it runs."""
        return "ready", version("ludens")

    def play(self, job: MatchJob) -> Answer:
        """One match, or the error that it ended in."""
        try:
            return "done", self._matches.play(job)
        except Exception as error:
            return "failed", packed(error)


@dataclass(frozen=True, slots=True)
class _Task:
    """A match, and how many players have ended over it."""

    job: MatchJob
    ended: int = 0


@dataclass(slots=True)
class _Member:
    """A player of the crew, with the task it is at; ``ready`` once it has answered for the first time."""

    actor: Any
    task: _Task | None = None
    ready: bool = False


class _Crew:
    """The players of one contest, and what each of them is at."""

    def __init__(self, ray: ModuleType, conditions: MatchConditions, workers: int, room_seconds: float) -> None:
        self._ray, self._conditions, self._workers, self._room_seconds = ray, conditions, workers, room_seconds
        threads = {"env_vars": dict.fromkeys(THREADS, "1")}
        self._hire = ray.remote(Player).options(num_cpus=1, max_restarts=0, runtime_env=threads).remote
        self._members: list[_Member] = []
        self._waiting: dict[Reference, _Member] = {}
        self._false_starts = 0

    def play(self, jobs: Iterable[MatchJob]) -> Iterator[tuple[MatchJob, MatchRecord]]:
        """Plays matches as they come; records come as matches end."""
        # Whoever is still at a match was left at it when an earlier call was broken off.
        for member in [member for member in self._members if member.task is not None]:
            self._drop(member)
        coming, due = map(_Task, jobs), deque[_Task]()
        while True:
            due.extend(itertools.islice(coming, max(0, self._workers - len(due))))
            self._hand_out(due)
            if not due and all(member.task is None for member in self._members):
                return
            for member, (kind, content) in self._answers():
                task, member.task = member.task, None
                if kind == "failed":
                    raise unpacked(content)
                if kind == "died":
                    due.extend(self._replace(member, task, content))
                elif task is None:
                    _check_version(content)
                    member.ready = True
                else:
                    yield task.job, _checked(task.job, content)

    def dismiss(self) -> None:
        """Ends all players."""
        for member in list(self._members):
            self._drop(member)

    def _hand_out(self, due: deque[_Task]) -> None:
        """Gives everyone who is free a match, and hires for those that are left, up to the number of players."""
        for member in self._members:
            if due and member.ready and member.task is None:
                member.task = due.popleft()
                self._waiting[member.actor.play.remote(member.task.job)] = member
        starting = sum(not member.ready for member in self._members)
        for _ in range(min(len(due) - starting, self._workers - len(self._members))):
            member = _Member(self._hire(self._conditions, str(Path.cwd())))
            self._members.append(member)
            self._waiting[member.actor.version.remote()] = member

    def _answers(self) -> list[tuple[_Member, Answer]]:
        """What has been answered since; waits for at least one. Raises LudensError when there is no room to begin."""
        patience = None if any(member.ready for member in self._members) else self._room_seconds
        done, _ = self._ray.wait(list(self._waiting), num_returns=1, timeout=patience)
        if not done:
            raise LudensError(f"Ray had no free processor for a player within {self._room_seconds:g} s.")
        return [(self._waiting.pop(reference), self._result(reference)) for reference in done]

    def _result(self, reference: Reference) -> Answer:
        exceptions = self._ray.exceptions
        try:
            answer: Answer = self._ray.get(reference)
        except exceptions.RuntimeEnvSetupError as error:
            return "failed", packed(LudensError(f"Ray cannot prepare its workers: {_last_line(error)}"))
        except exceptions.RayError as error:
            return "died", _last_line(error)
        return answer

    def _replace(self, member: _Member, task: _Task | None, reason: str) -> list[_Task]:
        """Lets a dead player go; what it was at, if anything, is to be played again."""
        self._drop(member)
        if task is None:
            self._false_starts += 1
        if self._false_starts > RETRIES or (task is not None and task.ended >= RETRIES):
            raise LudensError(f"Workers of Ray have ended by themselves again and again: {reason}")
        return [] if task is None else [_Task(task.job, task.ended + 1)]

    def _drop(self, member: _Member) -> None:
        self._members.remove(member)
        self._waiting = {reference: other for reference, other in self._waiting.items() if other is not member}
        self._ray.kill(member.actor)


def _checked(job: MatchJob, record: MatchRecord) -> MatchRecord:
    """The record, if the other machine played by the rules and with the agents of this one."""
    if record.rules != rules_digest(job.game):
        raise LudensError(f"A worker of Ray has other rules of {job.game} than this machine.")
    for name, card in zip(job.agents, record.agents, strict=True):
        if card != agent_card(name):
            raise LudensError(f"A worker of Ray has another {name} than this machine.")
    return record


def _check_version(there: str) -> None:
    here = version("ludens")
    if there != here:
        raise LudensError(f"A worker of Ray has Ludens {there}, this machine has {here}: install the same on all.")


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _last_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[-1].strip()
