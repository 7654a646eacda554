"""Tournaments on a real Ray of this machine: the same table, also when workers are killed in the middle."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from ludens import Limit
from ludens.arena import ray_executor
from ludens.arena.clock import Terms
from ludens.arena.match import MatchConditions, MatchJob
from ludens.arena.ray_executor import Player, in_ray
from ludens.arena.record import AgentCard
from ludens.arena.standings import standings
from ludens.arena.store import Store
from ludens.arena.tournament import Contest, Tournament
from ludens.game import LudensError, ParameterError
from ludens.processes.errors import packed
from tests.arena.test_tournament import FEW, SMALL, kept, played

ray = pytest.importorskip("ray", reason="Ray is not installed")

LONG = Terms(limit=Limit(playouts=100_000))
LONGER = Tournament(games=("tic_tac_toe",), agents=("monte_carlo", "roulette"), terms=LONG, pairs=6)
JOB = MatchJob("0", "tic_tac_toe", ("random", "random"), 0)
CONDITIONS = MatchConditions(FEW)


def players_at_a_match() -> list[int]:
    """The processes, begun by this one, in which Ray has a match played, by the names that Ray gives them."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            name = (folder / "cmdline").read_bytes().split(b"\0")[0]
            if name.startswith(b"ray::Player.play") and os.getpid() in ancestors(int(folder.name)):
                found.append(int(folder.name))
    return found


def hunt(begun: threading.Event, over: threading.Event, killed: list[int]) -> None:
    """Kills two workers at their matches once the first games are over."""
    while not over.is_set() and len(killed) < 2:
        if begun.wait(0.05):
            for victim in players_at_a_match():
                os.kill(victim, signal.SIGKILL)
                killed.append(victim)


def ancestors(process: int) -> set[int]:
    """The numbers of all processes that a process descends from."""
    found: set[int] = set()
    while process > 1:
        process = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
        found.add(process)
    return found


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc")
def test_workers_killed_in_the_middle_of_a_match_cost_nothing(tmp_path: Path) -> None:
    whole = played(LONGER, tmp_path / "here")
    killed: list[int] = []
    begun, over = threading.Event(), threading.Event()
    hunter = threading.Thread(target=hunt, args=(begun, over, killed))
    hunter.start()
    try:
        with Store(tmp_path / "ray") as store:
            contest = Contest(LONGER, store)
            for done, _ in enumerate(contest.play(in_ray(2)), start=1):
                if done == 2:
                    begun.set()
            table = standings(contest)
    finally:
        over.set()
        hunter.join()
    assert killed
    assert table.standings == whole.standings
    assert table.games == whole.games == 12
    assert kept(tmp_path / "ray") == kept(tmp_path / "here")
    assert not ray.is_initialized()


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "nonsense", "a:b"])
def test_a_cluster_that_is_not_there_is_told_at_once(address: str) -> None:
    with pytest.raises(LudensError, match=f"Cannot reach Ray at '{address}'"), in_ray(1, address)(CONDITIONS):
        pass
    assert not ray.is_initialized()


def test_the_address_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with pytest.raises(LudensError, match=r"Cannot reach Ray at '127\.0\.0\.1:1'"), in_ray(1)(CONDITIONS):
        pass


def test_a_missing_ray_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(LudensError, match=r"Ray is not installed: pip install 'ludens\[ray\]'"):
        in_ray(1)


@pytest.fixture(scope="module")
def connected() -> Iterator[None]:
    """A Ray for several tests."""
    with ray_executor._connected(ray, ray_executor.LOCAL, 2):
        yield


class Dying(Player):
    """Ends its process over every match."""

    def play(self, job: MatchJob) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class DyingOnce(Player):
    """Ends its process over every match, the first time it is played."""

    def play(self, job: MatchJob) -> Any:
        if not Path(job.id).exists():
            Path(job.id).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().play(job)


class Unborn(Player):
    """Cannot begin."""

    def __init__(self, conditions: MatchConditions, folder: str) -> None:
        raise ModuleNotFoundError("No module named 'something'")


class Older(Player):
    """Of another version."""

    def version(self) -> Any:
        return "ready", "0.0.1"


class Cheating(Player):
    """Plays by other rules, or with other agents."""

    change: ClassVar[dict[str, Any]] = {"rules": "0"}

    def play(self, job: MatchJob) -> Any:
        kind, record = super().play(job)
        return kind, dataclasses.replace(record, **self.change)


class Pretending(Cheating):
    change: ClassVar[dict[str, Any]] = {"agents": (AgentCard("uct", {}, "0"),) * 2}


class Failing(Player):
    """Finds a mistake that nobody foresaw."""

    def play(self, job: MatchJob) -> Any:
        self._matches = None  # type: ignore[assignment]
        return super().play(job)


@pytest.mark.slow
@pytest.mark.usefixtures("connected")
@pytest.mark.parametrize(
    ("player", "message"),
    [
        (Dying, "Workers of Ray have ended by themselves again and again"),
        (Unborn, "again and again: .*No module named 'something'"),
        (Older, r"A worker of Ray has Ludens 0\.0\.1, this machine has"),
        (Cheating, "A worker of Ray has other rules of tic_tac_toe than this machine"),
        (Pretending, "A worker of Ray has another random than this machine"),
        (Failing, "AttributeError: 'NoneType' object"),
    ],
)
def test_what_goes_wrong_elsewhere_is_told(player: type, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_executor, "Player", player)
    with in_ray(1)(CONDITIONS) as play, pytest.raises(LudensError, match=message):
        list(play([JOB]))


@pytest.mark.slow
@pytest.mark.usefixtures("connected")
def test_what_a_dead_player_was_at_is_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ray_executor, "Player", DyingOnce)
    jobs = [dataclasses.replace(JOB, id=str(number), number=number) for number in range(3)]
    with in_ray(2)(CONDITIONS) as play:
        assert sorted(job.id for job, _ in play(jobs)) == ["0", "1", "2"]
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.slow
@pytest.mark.usefixtures("connected")
def test_errors_come_back_and_work_can_go_on() -> None:
    wrong = dataclasses.replace(JOB, agents=("random",))
    jobs = [dataclasses.replace(JOB, id=str(number), number=number) for number in range(5)]
    with in_ray(2)(CONDITIONS) as play:
        with pytest.raises(ParameterError, match="tic_tac_toe has 2 roles, but 1 agents were given"):
            list(play([jobs[0], wrong]))
        next(play(jobs))  # broken off
        assert sorted(job.id for job, _ in play(jobs)) == ["0", "1", "2", "3", "4"]
        assert list(play([])) == []
    assert ray.is_initialized()


@pytest.mark.slow
@pytest.mark.usefixtures("connected")
def test_more_players_than_the_cluster_has_room_for_hold_up_nobody() -> None:
    jobs = [dataclasses.replace(JOB, id=str(number), number=number) for number in range(8)]
    with in_ray(6)(CONDITIONS) as play:
        assert len(dict(play(jobs))) == 8

    class Occupant:
        def here(self) -> bool:
            return True

    occupant: Any = ray.remote(num_cpus=2)(Occupant).remote()
    assert ray.get(occupant.here.remote())
    with (
        in_ray(1, room_seconds=0.5)(CONDITIONS) as play,
        pytest.raises(LudensError, match=r"Ray had no free processor for a player within 0\.5 s"),
    ):
        list(play(jobs))
    ray.kill(occupant)


@pytest.mark.slow
@pytest.mark.usefixtures("connected")
def test_agents_may_have_processes_of_their_own_there(tmp_path: Path) -> None:
    tournament = dataclasses.replace(SMALL, pairs=1, terms=dataclasses.replace(FEW, own_process=True))
    assert played(tournament, tmp_path / "ray", in_ray(2)).standings == played(tournament, tmp_path / "here").standings
    assert kept(tmp_path / "ray") == kept(tmp_path / "here")


@pytest.mark.slow
@pytest.mark.usefixtures("connected")
def test_players_keep_to_one_thread_and_to_the_folder() -> None:
    class Telling(Player):
        def play(self, job: MatchJob) -> Any:
            threads = f"{os.environ['NUMBA_NUM_THREADS']} {os.environ['OMP_NUM_THREADS']}"
            return "failed", packed(LudensError(f"{threads} {Path.cwd()}"))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ray_executor, "Player", Telling)
        with in_ray(1)(CONDITIONS) as play, pytest.raises(LudensError, match=f"1 1 {Path.cwd()}"):
            list(play([JOB]))
