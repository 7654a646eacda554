"""Managed matches over loopback: players that misbehave in every way, records, and the command."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import ludens
from ludens.arena.record import AT_START, FaultKind, MatchRecord, replay
from ludens.cli import app, interrupts
from ludens.game import LudensError
from ludens.games.loading import load_rulesheet
from ludens.ggp import conversation
from ludens.ggp.client import NoAnswerError
from ludens.ggp.conversation import Clocks
from ludens.ggp.manager import Managed, UnplayableError, ggp_form, play_managed
from ludens.ggp.messages import Abort, Play, Start, Stop
from ludens.ggp.participants import LocalPlayer
from tests.arena.misbehaving import make
from tests.ggp import slow_agents
from tests.ggp.toy_players import ToyPlayer, toy_players
from tests.process_table import PATIENCE_SECONDS, alive, descendants, is_helper, wait_until

LONG = Clocks(start=30.0, play=20.0)
"""For players that answer at once: nobody waits so long."""

SHORT = Clocks(start=30.0, play=2.0)
"""For players that do not."""

KINDS = {
    "late": FaultKind.TIMEOUT,
    "silent": FaultKind.TIMEOUT,
    "trickle": FaultKind.TIMEOUT,
    "dead": FaultKind.CONNECTION,
    "short": FaultKind.CONNECTION,
    "no_http": FaultKind.CONNECTION,
    "huge": FaultKind.CONNECTION,
    "illegal": FaultKind.ILLEGAL,
    "garbage": FaultKind.ILLEGAL,
    "empty": FaultKind.ILLEGAL,
    "busy": FaultKind.ILLEGAL,
}


def play(game: str, *players: str, clocks: Clocks = LONG, scramble: bool = False, seed: int = 0) -> MatchRecord:
    managed = Managed(game=game, players=players, clocks=clocks, scramble=scramble, seed=seed)
    record = asyncio.run(play_managed(managed))
    assert MatchRecord.from_json(record.to_json()) == record
    replay(record, ludens.load(game))
    return record


@pytest.fixture
def no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "GRACE_SECONDS", 0.1)


@pytest.mark.parametrize(
    "how", [pytest.param(how, marks=pytest.mark.slow) if how in ("late", "trickle") else how for how in KINDS]
)
@pytest.mark.usefixtures("no_grace")
def test_whatever_a_player_does_the_match_is_played(how: str) -> None:
    good, bad = ToyPlayer(), ToyPlayer(how, seconds=4.0)
    clocks = SHORT if KINDS[how] is FaultKind.TIMEOUT else LONG
    with toy_players(good, bad) as urls:
        record = play("rock_paper_scissors", *urls, clocks=clocks)
    assert {fault.role for fault in record.faults} == {1}
    assert {fault.kind for fault in record.faults} == {KINDS[how]}
    first = {"busy": AT_START}.get(how, 1)
    assert [fault.step for fault in record.faults] == list(range(first, len(record.moves)))
    assert good.heard[-1].startswith("( STOP ludens.")
    data = ggp_form(Managed(game="rock_paper_scissors", players=urls, clocks=clocks), record)
    errors = data["errors"]
    assert isinstance(errors, list)
    assert len(errors) == len(record.moves) + 1
    assert [row[1][:2] for row in errors] == ["" if how != "busy" else "IL", "IL" if how == "busy" else ""] + [
        KINDS[how].value
    ] * (len(record.moves) - 1)
    assert all(row[0] == "" for row in errors)
    assert data["isCompleted"] is True
    assert data["goalValues"] == list(record.goals)


def test_two_good_players_of_scrambled_rules_play_without_errors() -> None:
    players = ToyPlayer(), ToyPlayer()
    with toy_players(*players) as urls:
        record = play("tic_tac_toe", *urls, scramble=True)
    assert record.faults == ()
    assert record.terms.limit.seconds == 20
    assert [card.name for card in record.agents] == list(urls)
    assert dict(record.agents[0].options) == {"name": "Toy"}
    words = [next(text for text in player.heard if "START" in text) for player in players]
    assert words[0] != words[1]
    assert not any("mark" in text for text in words)
    assert "Receiver: Toy\r\n" in players[0].heads[-1]
    assert players[0].heads[0].split("\r\n")[0] == "POST / HTTP/1.0"


@pytest.mark.parametrize("game", ["rock_paper_scissors", "lights_on", "connect_four(players=3)"])
def test_games_of_other_kinds(game: str) -> None:
    players = [ToyPlayer() for _ in load_rulesheet(game).info.roles]
    with toy_players(*players) as urls:
        assert play(game, *urls).faults == ()


class Patient(ToyPlayer):
    """Answers PLAY only when its partner has been asked, too."""

    partner: ToyPlayer

    async def respond(self, text: str, writer: asyncio.StreamWriter) -> None:
        asked = sum("PLAY" in heard[:8] for heard in self.heard)
        while sum("PLAY" in heard[:8] for heard in self.partner.heard) < asked:
            await asyncio.sleep(0.01)
        await super().respond(text, writer)


def test_all_players_are_asked_at_once() -> None:
    players = [Patient(), Patient()]
    players[0].partner, players[1].partner = players[1], players[0]
    with toy_players(*players) as urls:
        assert play("rock_paper_scissors", *urls).faults == ()


def test_a_match_that_is_cancelled_is_aborted_at_all_players() -> None:
    players = ToyPlayer("silent", first_bad=1), ToyPlayer()

    async def interrupted(urls: tuple[str, ...]) -> None:
        match = asyncio.ensure_future(
            play_managed(Managed(game="tic_tac_toe", players=urls, clocks=Clocks(30.0, 300.0)))
        )
        while not any("PLAY" in text for text in players[0].heard):
            await asyncio.sleep(0.01)
        match.cancel()
        with pytest.raises(asyncio.CancelledError):
            await match

    with toy_players(*players) as urls:
        asyncio.run(interrupted(urls))
        assert all(player.heard[-1].startswith("( ABORT ludens.") for player in players)


def test_rules_that_break_down_end_the_match(tmp_path: Path) -> None:
    sheet = tmp_path / "dead_end.kif"
    sheet.write_text(
        "(role x) (init a) (legal x go) (<= (next b) (true a)) (<= terminal (true b)) (<= (goal x 100) (true a))"
        "(<= (goal x 0) (not (true a)) (not (true b))) (base a) (base b) (input x go)"
    )
    player = ToyPlayer()
    with toy_players(player) as urls:
        with pytest.raises(UnplayableError, match="broke off after 1 moves"):
            play(str(sheet), *urls)
        assert player.heard[-1].startswith("( ABORT ludens.")


def test_an_agent_that_dies_is_made_anew() -> None:
    async def go() -> None:
        player = LocalPlayer("tic_tac_toe", "bad_killed", 0, 1, Clocks(60.0, 30.0), make=make)
        try:
            await player.greet()
            assert await player.answer(Start("m", "xplayer", "", 60, 30), 60.0) == "ready"
            first = await player.answer(Play("m", None), 60.0)
            assert await player.answer(Play("m", (first, "noop")), 60.0) == "noop"
            reply = "(mark 1 1)" if first != "(mark 1 1)" else "(mark 3 3)"
            with pytest.raises(NoAnswerError, match="signal 9") as caught:
                await player.answer(Play("m", ("noop", reply)), 60.0)
            assert caught.value.kind is FaultKind.CONNECTION
            made_for_it = next(move for move in ("(mark 2 2)", "(mark 2 1)") if move != first)
            assert await player.answer(Play("m", (made_for_it, "noop")), 60.0) == "noop"
            assert await player.answer(Stop("m", None), 60.0) == "done"
            assert await player.answer(Abort("m"), 60.0) == "aborted"
        finally:
            player.close()

    asyncio.run(go())


def manage(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["manage", *arguments], env={"COLUMNS": "160"})


def test_the_command_keeps_records_and_tells_how_it_went(tmp_path: Path) -> None:
    store, archive = tmp_path / "arena.sqlite", tmp_path / "matches.json"
    clocks = ("--start-clock", "30", "--play-clock", "20", "--seed", "7")
    with toy_players(ToyPlayer(), ToyPlayer()) as urls:
        options = (*clocks, "--store", str(store), "--ggp-json", str(archive), "--matches", "2", "--scramble")
        result = manage("tic_tac_toe", *urls, *options)
        assert result.exit_code == 0, result.output
        assert result.stdout.count("The game is over after") == 2
        assert f"{urls[0]} is Toy, available." in result.stderr
        assert "   1. xplayer (mark" in result.stderr
        again = manage("tic_tac_toe", *urls, *options)
        assert again.exit_code == 2
        assert "already holds these matches" in again.stderr
    lines = [json.loads(line) for line in archive.read_text("utf-8").splitlines()]
    assert len(lines) == 2
    for line in lines:
        assert line["isCompleted"] is True
        assert line["playerNamesFromHost"] == list(urls)
        assert (line["startClock"], line["playClock"], line["previewClock"]) == (30, 20, -1)
    run = CliRunner().invoke(app, ["standings", "--store", str(store), "--json"])
    data = json.loads(run.stdout)
    assert (data["kind"], data["played"]) == ("managed", 2)
    resumed = CliRunner().invoke(app, ["tournament", "--resume", "--store", str(store)])
    assert resumed.exit_code == 2
    assert "played by 'ludens manage'" in resumed.stderr
    identity = lines[0]["matchId"].removeprefix("ludens.")
    shown = CliRunner().invoke(app, ["replay", identity, "--store", str(store)])
    assert shown.exit_code == 0, shown.output
    assert identity in shown.stdout


def test_the_exit_code_tells_the_outcome() -> None:
    clocks = ("--start-clock", "30", "--play-clock", "20")
    with toy_players(ToyPlayer(), ToyPlayer("illegal")) as (good, bad):
        wrong = manage("tic_tac_toe", good, bad, *clocks)
        assert wrong.exit_code == 1, wrong.output
        assert "Errors of oplayer:" in wrong.stdout
        data = manage("tic_tac_toe", good, bad, *clocks, "--json")
        assert MatchRecord.from_json(data.stdout).faults[0].kind is FaultKind.ILLEGAL
    gone = manage("tic_tac_toe", good, bad, *clocks)
    assert gone.exit_code == 3, gone.output
    assert "None of the players answers" in gone.stderr
    for arguments, reason in (
        (("tic_tac_toe", good), "2 roles, xplayer, oplayer: name one player for each"),
        (("tic_tac_toe", good, "rando"), "no agent called 'rando'"),
        (("tic_tac_toe", good, "https://x"), "plain http"),
        (("odd", good, bad), "has no rulesheet"),
        (("no_game", good, bad), "no game called"),
        (("tic_tac_toe", good, bad, "--store", "/proc/none/x"), "Cannot use"),
        (("tic_tac_toe", good, bad, "--ggp-json", "/proc/none/x"), "Cannot write"),
        (("tic_tac_toe", good, bad, "--play-clock", "0"), "--play-clock"),
        ((), "Give a GAME"),
        (("tic_tac_toe", "--compliance", good), "takes no GAME"),
    ):
        result = manage(*arguments)
        assert result.exit_code == 2, arguments
        assert reason in result.output, result.output


def managing(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", "from ludens.cli import main; main()", "manage", *arguments]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


SIGNALS = [(signal.SIGINT, 130, "Interrupted."), (signal.SIGTERM, 143, "Terminated.")]


@pytest.mark.parametrize(("number", "code", "said"), SIGNALS)
def test_an_interrupt_is_told_to_the_players(number: int, code: int, said: str) -> None:
    """While the manager waits for a player that says nothing, by a clock that is far from its end."""
    player = ToyPlayer("silent", first_bad=1)
    with toy_players(player) as (url,), managing("lights_on", url, "--play-clock", "3600") as process:
        assert wait_until(lambda: any("PLAY" in text for text in player.heard))
        process.send_signal(number)
        _, errors = process.communicate(timeout=PATIENCE_SECONDS)
        assert process.returncode == code, errors
        assert errors.splitlines()[-1] == said
        assert "Traceback" not in errors
        assert player.heard[-1].startswith("( ABORT ludens.")


@pytest.mark.parametrize(("number", "code", "said"), SIGNALS)
def test_an_interrupt_ends_agents_of_this_machine_too(number: int, code: int, said: str) -> None:
    player = ToyPlayer("silent", first_bad=1)
    arguments = ("--play-clock", "3600", "--start-clock", "60")
    with toy_players(player) as (url,), managing("tic_tac_toe", url, "random", *arguments) as process:
        assert wait_until(lambda: any("PLAY" in text for text in player.heard))
        below = descendants(process.pid)
        process.send_signal(number)
        _, errors = process.communicate(timeout=PATIENCE_SECONDS)
        assert (process.returncode, errors.splitlines()[-1]) == (code, said)
        assert wait_until(lambda: not any(map(alive, below)))


def test_agents_that_are_being_made_do_not_keep_a_match_from_ending() -> None:
    """Neither the one whose process is starting nor the next one, which waits for its turn."""
    slow = [LocalPlayer("tic_tac_toe", "legal", role, 1, LONG, make=slow_agents.make) for role in (0, 1)]

    async def interrupted() -> None:
        greeting = asyncio.ensure_future(asyncio.gather(*(player.greet() for player in slow), return_exceptions=True))
        while not descendants(os.getpid()):
            await asyncio.sleep(0.01)
        for player in slow:
            player.close()
        assert all(isinstance(answer, NoAnswerError) for answer in await greeting)

    asyncio.run(interrupted())
    assert wait_until(lambda: all(map(is_helper, descendants(os.getpid()))))


def test_a_signal_wakes_the_loop_whichever_thread_it_reaches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's own handler runs in the main thread only, which may be asleep until its next event."""
    monkeypatch.setattr(interrupts, "_state", interrupts._Interrupts())
    cleaned: list[bool] = []

    async def main() -> None:
        try:
            threading.Thread(target=signal.pthread_kill, args=(quiet.ident, signal.SIGTERM)).start()
            await asyncio.sleep(PATIENCE_SECONDS)
        finally:
            cleaned.append(True)

    stop = threading.Event()
    quiet = threading.Thread(target=stop.wait)
    quiet.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        interrupts.run_until_signal(main())
    assert interrupts.received() == signal.SIGTERM
    stop.set()
    quiet.join()
    assert cleaned
    assert time.monotonic() - begin < PATIENCE_SECONDS


def test_what_players_say_reaches_the_terminal_as_text_only() -> None:
    class Colourful(ToyPlayer):
        def reply(self, text: str) -> str:
            if "INFO" in text[:10]:
                return "( ( name \x1b[31mRed\x07 ) ( status avail\x1bable ) )"
            return "\x1b]0,title\x07" if "PLAY" in text[:10] else super().reply(text)

    with toy_players(Colourful()) as (url,):
        result = manage("lights_on", url, "--start-clock", "30", "--play-clock", "30")
    assert result.exit_code == 1
    assert "is \\x1b[31mRed\\x07, avail\\x1bable." in result.stderr
    assert "(illegal), \\x1b]0,title\\x07" in result.stderr
    assert all(c.isprintable() or c == "\n" for c in result.stderr)


def test_one_address_in_two_seats_is_told_which_one_is_meant() -> None:
    player = ToyPlayer()
    with toy_players(player) as (url,):
        play("tic_tac_toe", url, url)
    names = [re.search(r"Receiver: (\S*)\r", head) for head in player.heads]
    assert {found[1] for found in names if found} == {"", "Toy.1", "Toy.2"}


def test_agents_of_this_machine_play_too_and_must_be_able_to() -> None:
    with toy_players(ToyPlayer()) as (url,):
        record = play("tic_tac_toe", url, "random", clocks=Clocks(60.0, 30.0))
        assert record.faults == ()
        assert record.agents[1].name == "random"
        with pytest.raises(LudensError, match="cannot play"):
            play("rock_paper_scissors", url, "negamax")
