"""Workers and whole players that are killed in mid-match, and agents that misbehave: the next answer is legal."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from pathlib import Path

import pytest

from ludens.ggp.client import NoAnswerError
from ludens.ggp.player import Player
from ludens.ggp.worker_process import WorkerProcess
from tests.ggp.player_harness import RACE, PlayerProcess, Referee, Talk, player_process, playing, run, tic_tac_toe

MISBEHAVING = "tests.arena.misbehaving:make"


def workers(player: Player) -> list[WorkerProcess]:
    """The processes that serve the player's matches."""
    crews = [seat.crew for table in player.tables.values() for seat in table.seats]
    posts = [post for crew in crews for post in (crew._guide, crew._agent, crew._interim)]
    return [post.process for post in posts if post is not None]


async def play_and_kill(folder: Path, kills: int) -> list[float]:
    """Plays matches until so many kills are done: before each PLAY, in turn, of one worker, the other, or both."""
    times: list[float] = []
    async with playing(folder, "random") as (player, talk):
        done = 0
        while done < kills:
            referee = Referee(talk, RACE, 0, f"m.{done}", (8, 2))
            assert await referee.start() == "ready"
            while not referee.over and done < kills:
                for number, process in enumerate(workers(player)):
                    if done % 3 in (number, 2) and process.pid is not None:
                        os.kill(process.pid, signal.SIGKILL)
                done += 1
                await referee.play()
            times += referee.times
            assert await referee.stop() == "done"
    return times


def test_killed_workers_are_replaced_and_no_move_is_late_or_illegal(tmp_path: Path) -> None:
    assert len(run(play_and_kill(tmp_path, 6))) == 6


def test_everything_below_the_player_is_killed_and_comes_back(tmp_path: Path) -> None:
    """Also the processes that workers are forked from."""

    others = descendants(os.getpid())  # of the tests themselves

    async def main() -> None:
        async with playing(tmp_path, "random") as (_, talk):
            referee = Referee(talk, RACE, 0, "m.1", (8, 20))
            assert await referee.start() == "ready"
            for kill in range(4):
                below = [pid for pid in descendants(os.getpid()) if pid not in others]
                for pid in below if kill % 2 else [pid for pid in below if pid not in _children(os.getpid())]:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                await referee.play()

    run(main())


def descendants(pid: int) -> list[int]:
    found = _children(pid)
    return [*found, *(below for child in found for below in descendants(child))]


@pytest.mark.slow
def test_a_hundred_killed_workers(tmp_path: Path) -> None:
    assert len(run(play_and_kill(tmp_path, 100), 600)) == 100


async def kill_and_restart(folder: Path, kills: int) -> int:
    """Kills the whole player in mid-match, before or during a PLAY, and starts it again at the same port."""
    done = 0
    process = PlayerProcess(folder, 0, "--matches", "4")
    try:
        while done < kills:
            referee = Referee(Talk(process.address), tic_tac_toe(), done % 2, f"m.{done}", (8, 4))
            assert await referee.start() == "ready"
            for _ in range(1 + done % 3):
                await referee.play()
            if done % 2 and not referee.over:
                await die_during_play(referee, process)
            process.kill()
            process = PlayerProcess(folder, process.address.port, "--matches", "4")
            if not referee.over:
                await referee.play()
            done += 1
            assert await referee.stop() == "done"
    finally:
        process.kill()
    return done


async def die_during_play(referee: Referee, process: PlayerProcess) -> None:
    """The player is told a PLAY and killed; the manager makes a move for it, which the next PLAY tells."""
    outstanding = asyncio.ensure_future(referee.ask_only())
    await asyncio.sleep(0.05)
    process.process.kill()
    with contextlib.suppress(NoAnswerError):
        await outstanding
    referee.go_on_alone()


def test_a_player_that_was_killed_goes_on_with_its_match(tmp_path: Path) -> None:
    assert run(kill_and_restart(tmp_path, 2)) == 2


@pytest.mark.slow
def test_a_hundred_killed_players(tmp_path: Path) -> None:
    assert run(kill_and_restart(tmp_path, 100), 1200) == 100


def test_nobody_is_left_behind_and_signals_end_the_player_cleanly(tmp_path: Path) -> None:
    with player_process(tmp_path) as process:
        begin = time.monotonic()
        children = _children(process.process.pid)
        assert len(children) == 1
        assert process.kill(signal.SIGTERM).count(b"Traceback") == 0
        assert process.process.returncode == 0
        assert time.monotonic() - begin < 10
        assert not any(map(_alive, children))
    with player_process(tmp_path) as process:
        children = _children(process.process.pid)
        process.kill(signal.SIGKILL)
        end = time.monotonic() + 10
        while any(map(_alive, children)) and time.monotonic() < end:
            time.sleep(0.05)
        assert not any(map(_alive, children))


def _children(pid: int) -> list[int]:
    """Child processes, of whichever thread they are."""
    found: list[int] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += map(int, path.read_text().split())
    return found


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


async def against_misbehaviour(folder: Path, how: str) -> tuple[list[float], list[str]]:
    """A match with an agent that breaks off from its second decision on."""
    async with playing(folder, f"bad_{how}", make=MISBEHAVING, memory_mib=128) as (_, talk):
        referee = Referee(talk, tic_tac_toe(), 0, how, (4, 1))
        await referee.play_all()
        return referee.times, []


@pytest.mark.parametrize("how", ["illegal", "stall"])
def test_an_agent_that_misbehaves_costs_no_move(tmp_path: Path, how: str) -> None:
    times, _ = run(against_misbehaviour(tmp_path, how))
    assert max(times) < 1.0


@pytest.mark.slow
@pytest.mark.parametrize(
    "how", ["crash", "killed", "exit", "memory", "nonsense", "over_run", "unmade", "unprepared", "slow_start"]
)
def test_other_misbehaviour(tmp_path: Path, how: str) -> None:
    times, _ = run(against_misbehaviour(tmp_path, how))
    assert max(times) < 1.0
