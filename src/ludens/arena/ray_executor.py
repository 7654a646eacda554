"""Matches on a Ray cluster, or on a Ray of this machine's own: the same jobs and records as everywhere else.

Each player is a Ray actor that plays one match at a time. One that dies, or whose machine does, is replaced, and its
match is played again; a match that keeps ending players is an error. A player gets a match only once it runs, so that
one for which the cluster has no room holds up nobody.
"""

from __future__ import annotations

import contextlib
import os
import socket
import warnings
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

from ludens.arena.executors import Executor, PlayMatches, all_cores
from ludens.arena.match import MatchConditions, Matches, MatchJob, agent_card, rules_digest
from ludens.arena.record import MatchRecord
from ludens.game import LudensError
from ludens.processes.errors import packed, unpacked
from ludens.processes.jobs import Answer, Died, Done, Failed, JobPool, Ready
from ludens.processes.limits import one_thread

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

Reply = tuple[str, Any]
"""What a player says: ``ready`` with a version, ``done`` with a record, or ``failed`` with a packed error."""


def in_ray(workers: int | None = None, address: str | None = None, room_seconds: float = ROOM_SECONDS) -> Executor:
    """Plays on this many processors of a Ray cluster, by default all that it has, each with one thread.

    ``address``: of the cluster; by default what RAY_ADDRESS says, or else a Ray that is started here and ended with
    the work. A program that is connected to Ray already stays connected. Raises LudensError when Ray is not installed,
    cannot be reached, or has no room for a single player in ``room_seconds``.
    """
    ray = import_ray()

    @contextlib.contextmanager
    def executor(conditions: MatchConditions) -> Iterator[PlayMatches]:
        with _connected(ray, address or os.environ.get(ADDRESS_VARIABLE) or LOCAL, workers):
            pool = JobPool(_RayWorkers(ray, conditions, room_seconds), workers or _processors(ray))
            try:
                yield pool.do
            finally:
                pool.close()

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

    def version(self) -> Reply:
        """The version of Ludens here: the first thing a player is asked, answered when it runs."""
        return "ready", version("ludens")

    def play(self, job: MatchJob) -> Reply:
        """One match, or the error that it ended in."""
        try:
            return "done", self._matches.play(job)
        except Exception as error:
            return "failed", packed(error)


@dataclass(eq=False, slots=True)
class _RayWorker:
    """A player, ready once it has answered for the first time, and the match it is at."""

    actor: Any
    ready: bool = False
    job: MatchJob | None = None


class _RayWorkers:
    """The players of one contest."""

    def __init__(self, ray: ModuleType, conditions: MatchConditions, room_seconds: float) -> None:
        self._ray, self._conditions, self._room_seconds = ray, conditions, room_seconds
        threads = {"env_vars": one_thread({})}
        self._start = ray.remote(Player).options(num_cpus=1, max_restarts=0, runtime_env=threads).remote
        self._waiting: dict[Reference, _RayWorker] = {}

    def start(self) -> _RayWorker:
        worker = _RayWorker(self._start(self._conditions, str(Path.cwd())))
        self._waiting[worker.actor.version.remote()] = worker
        return worker

    def ask(self, worker: _RayWorker, job: MatchJob) -> None:
        worker.job = job
        self._waiting[worker.actor.play.remote(job)] = worker

    def answers(self, workers: Collection[_RayWorker]) -> list[tuple[_RayWorker, Answer[MatchRecord]]]:
        """Raises LudensError when there is no room to begin."""
        patience = None if any(worker.ready for worker in workers) else self._room_seconds
        done, _ = self._ray.wait(list(self._waiting), num_returns=1, timeout=patience)
        if not done:
            raise LudensError(f"Ray had no free processor for a player within {self._room_seconds:g} s.")
        return [(worker := self._waiting.pop(reference), self._answer(worker, reference)) for reference in done]

    def end(self, worker: _RayWorker) -> None:
        self._waiting = {reference: other for reference, other in self._waiting.items() if other is not worker}
        self._ray.kill(worker.actor)

    def _answer(self, worker: _RayWorker, reference: Reference) -> Answer[MatchRecord]:
        exceptions = self._ray.exceptions
        try:
            kind, content = self._ray.get(reference)
        except exceptions.RuntimeEnvSetupError as error:
            return Failed(LudensError(f"Ray cannot prepare its workers: {_last_line(error)}"))
        except exceptions.RayError as error:
            return Died(f"Workers of Ray have ended by themselves again and again: {_last_line(error)}")
        if kind == "failed":
            return Failed(unpacked(content))
        try:
            if not worker.ready:
                _check_version(content)
                worker.ready = True
                return Ready()
            assert worker.job is not None
            return Done(_checked(worker.job, content))
        except LudensError as error:
            return Failed(error)


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
