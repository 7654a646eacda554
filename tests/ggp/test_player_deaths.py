"""Workers and whole players that are killed in mid-match, and agents that misbehave: the next answer is legal."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import time
from pathlib import Path

import pytest

from ludens.games.loading import load_rulesheet
from ludens.ggp.client import NoAnswerError
from ludens.ggp.player.player import Player
from ludens.ggp.worker_process import WorkerProcess
from tests.ggp.player_harness import RACE, PlayerProcess, Referee, Talk, player_process, playing, run, tic_tac_toe
from tests.process_table import alive, children, descendants, wait_until

MISBEHAVING = "tests.arena.misbehaving:make"


def workers(player: Player) -> list[WorkerProcess]:
    """The processes that serve the player's matches."""
    pools = [seat.workers for table in player.tables.values() for seat in table.seats]
    posts = [post for pool in pools for post in (pool._guide, pool._agent, pool._interim)]
    return [post.process for post in posts if post is not None]


async def play_and_kill(folder: Path, kills: int) -> int:
    """Plays matches until so many kills are done: before each PLAY, in turn, of one worker, the other, or both."""
    moves = 0
    async with playing(folder, "random") as (player, talk):
        done = 0
        while done < kills:
            referee = Referee(talk, RACE, 0, f"m.{done}")
            assert await referee.start() == "ready"
            while not referee.over and done < kills:
                for number, process in enumerate(workers(player)):
                    if done % 3 in (number, 2) and process.pid is not None:
                        os.kill(process.pid, signal.SIGKILL)
                done += 1
                await referee.play()
            moves += referee.asked
            assert await referee.stop() == "done"
    return moves


def test_killed_workers_are_replaced_and_no_move_is_late_or_illegal(tmp_path: Path) -> None:
    assert run(play_and_kill(tmp_path, 6)) == 6


def test_everything_below_the_player_is_killed_and_comes_back(tmp_path: Path) -> None:
    """Also the processes that workers are forked from."""

    others = descendants(os.getpid())  # of the tests themselves

    async def main() -> None:
        async with playing(tmp_path, "random") as (_, talk):
            referee = Referee(talk, RACE, 0, "m.1", (30, 30))
            assert await referee.start() == "ready"
            for kill in range(4):
                below = [pid for pid in descendants(os.getpid()) if pid not in others]
                for pid in below if kill % 2 else [pid for pid in below if pid not in children(os.getpid())]:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                await referee.play()

    run(main())


@pytest.mark.slow
def test_a_hundred_killed_workers(tmp_path: Path) -> None:
    assert run(play_and_kill(tmp_path, 100), 600) == 100


async def kill_and_restart(folder: Path, kills: int) -> int:
    """Kills the whole player in mid-match, before or during a PLAY, and starts it again at the same port."""
    done = 0
    process = PlayerProcess(folder, 0, "--matches", "4")
    try:
        while done < kills:
            referee = Referee(Talk(process.address), tic_tac_toe(), done % 2, f"m.{done}")
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


async def miss_moves(folder: Path, rules: str, missed: int) -> list[str]:
    """A match in which the player is killed and hears nothing of some joint moves; its answers after that."""
    process = PlayerProcess(folder)
    try:
        referee = Referee(Talk(process.address), rules, 0)
        await referee.start()
        for _ in range(4):
            await referee.play()
        process.kill()
        for _ in range(missed):
            referee.go_on_alone()
        make_older(folder, 60.0 * (1 + missed))
        process = PlayerProcess(folder, process.address.port)
        replies = [await referee.play() for _ in range(6)]
        await referee.stop()
        return replies
    finally:
        process.kill()


def make_older(folder: Path, seconds: float) -> None:
    """Has the journal tell of joint moves a minute apart, the last of them so many seconds ago."""
    [path] = folder.glob("*.jsonl")
    lines = [json.loads(line) for line in path.read_text().splitlines() if line]
    steps = sum("step" in line for line in lines)
    for line in lines:
        line["time"] = time.time() - seconds - 60.0 * steps
        steps -= "step" in line
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_a_player_that_was_down_for_a_move_finds_back_without_an_illegal_one(tmp_path: Path) -> None:
    """In breakthrough, killed before it is told of a move of the other, which nobody tells it later."""
    rules = load_rulesheet("breakthrough").sheet.source.text
    assert len(run(miss_moves(tmp_path, rules, 1))) == 6


@pytest.mark.slow
def test_a_hundred_killed_players(tmp_path: Path) -> None:
    assert run(kill_and_restart(tmp_path, 100), 3600) == 100


@pytest.mark.parametrize(
    ("number", "code", "said"), [(signal.SIGTERM, 0, b"Terminated."), (signal.SIGINT, 130, b"Interrupted.")]
)
def test_signals_end_the_player_with_one_line(tmp_path: Path, number: int, code: int, said: bytes) -> None:
    with player_process(tmp_path) as process:
        below = descendants(process.process.pid)
        assert below
        assert process.kill(number).splitlines() == [said]
        assert process.process.returncode == code
        assert wait_until(lambda: not any(map(alive, below)))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_nobody_is_left_behind_in_the_middle_of_a_match(tmp_path: Path, number: int) -> None:
    """While rules are read that take long, while an agent is made, and while others are pondered on."""

    async def begin(process: PlayerProcess) -> None:
        talk = Talk(process.address)
        numbers = " ".join(f"(number {n})" for n in range(60))
        long = f"(role x) {numbers} (<= (init (f ?a ?b ?c ?d)) (number ?a) (number ?b) (number ?c) (number ?d))"
        reading = asyncio.ensure_future(talk.say(f"( START long x ( {long} ) 600 600 )"))
        await Referee(talk, RACE, 0).start()
        reading.cancel()

    with player_process(tmp_path) as process:
        run(begin(process))
        below = descendants(process.process.pid)
        assert len(below) >= 4
        process.kill(number)
        assert wait_until(lambda: not any(map(alive, below)))


async def against_misbehaviour(folder: Path, how: str) -> int:
    """A match with an agent that breaks off from its second decision on."""
    async with playing(folder, f"bad_{how}", make=MISBEHAVING, memory_mib=128) as (_, talk):
        referee = Referee(talk, tic_tac_toe(), 0, how, (4, 2))
        await referee.play_all()
        return referee.asked


@pytest.mark.parametrize("how", ["illegal", "stall"])
def test_an_agent_that_misbehaves_costs_no_move(tmp_path: Path, how: str) -> None:
    assert run(against_misbehaviour(tmp_path, how)) >= 5


@pytest.mark.slow
@pytest.mark.parametrize(
    "how", ["crash", "killed", "exit", "memory", "nonsense", "over_run", "unmade", "unprepared", "slow_start"]
)
def test_other_misbehaviour(tmp_path: Path, how: str) -> None:
    assert run(against_misbehaviour(tmp_path, how)) >= 5
