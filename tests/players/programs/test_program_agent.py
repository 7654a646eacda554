"""Programs as agents: whole matches with well-behaved ones, and what becomes of all the others."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import ludens
from ludens.arena.clock import Terms
from ludens.arena.match import MatchConditions, Matches, MatchJob
from ludens.arena.outside import is_outside
from ludens.arena.record import Cause, MatchRecord
from ludens.arena.store import Store
from ludens.cli import app
from ludens.game import Limit, LudensError, ParameterError, SourceError, UnsuitableGameError
from ludens.own.references import ALLOWED, restrict, runs_code, split_reference
from ludens.players import check_agent, make_agent
from ludens.players.programs import program, program_agent
from ludens.players.programs.program import Program, ProgramError, SilentProgramError
from ludens.studio.match.offered import check_offered
from tests.process_table import alive, descendants

SLOW = pytest.mark.slow
EXAMPLES = Path(__file__).parents[3] / "examples"
RANDOM = f"program:{sys.executable} -S {EXAMPLES / 'random_engine.py'}"
HELLO = 'read hello; echo ready; while read word rest; do [ "$word" = begin ] && break; done; echo ready; '
UNTIL_GO = 'while read word rest; do [ "$word" = go ] && break; done; '


@pytest.fixture
def script(tmp_path: Path) -> Any:
    """Makes an agent of the text of a shell script."""

    def make(text: str, name: str = "engine") -> str:
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
        path.chmod(0o755)
        return f"program:{path}"

    return make


def play(game: str, *agents: str, own_process: bool = False, opening: int = 0) -> MatchRecord:
    terms = Terms(limit=Limit(playouts=4), own_process=own_process)
    with Matches(MatchConditions(terms, opening)) as matches:
        return matches.play(MatchJob("m", game, agents, 1))


@pytest.mark.parametrize(
    "game",
    ["kuhn_poker", "nim(heaps=2-3)", *(pytest.param(name, marks=SLOW) for name in ("rock_paper_scissors", "odd"))],
)
def test_a_program_plays_whole_games(game: str) -> None:
    record = play(game, RANDOM, "random")
    assert not record.forfeits
    assert record.agents[0].name == RANDOM
    assert record.thoughts[0][0].notes is not None
    assert "moves" in record.thoughts[0][0].notes
    ludens.arena.record.replay(record, ludens.load(game))
    assert record.moves == play(game, RANDOM, "random").moves, "it is given a seed"


@pytest.mark.slow
def test_in_a_process_of_its_own_and_after_an_opening() -> None:
    record = play("connect_four", RANDOM, RANDOM, own_process=True, opening=3)
    assert not record.forfeits
    assert record.moves == play("connect_four", RANDOM, RANDOM, opening=3).moves


def test_a_program_in_c(tmp_path: Path) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    subprocess.run([compiler, "-o", tmp_path / "first", EXAMPLES / "first_engine.c"], check=True)
    record = play("tic_tac_toe", f"program:{tmp_path / 'first'}", "legal")
    assert record.moves == play("tic_tac_toe", "legal", "legal").moves


def test_the_starter_is_short_and_needs_nothing_of_ours() -> None:
    text = (EXAMPLES / "random_engine.py").read_text("utf-8")
    assert len(text.splitlines()) <= 60
    assert "import ludens" not in text


def test_what_a_program_is_told(script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_agent, "PARTING_SECONDS", 600.0)
    heard = tmp_path / "heard"
    agent = script(f'{HELLO} while read line; do echo "$line" >> {heard}; case "$line" in go*) '
                   f'echo "info value 60.5"; echo "info nodes 7"; echo "move $move";; '
                   f'"legal "*) move="${{line#legal }}";; quit) break;; esac; done')  # fmt: skip
    record = play("tic_tac_toe", "legal", agent)
    assert not record.forfeits
    lines = heard.read_text("utf-8").splitlines()
    first = lines.index("go playouts 4") + 1
    assert lines[:first] == ["start", f"position {_text('tic_tac_toe')}", "legal noop", "go playouts 4"]
    assert lines[first : first + 2] == ["played 0 (mark 1 1)", "played 1 noop"]
    assert lines[first + 2].startswith("position (cell 1 1 x)")
    assert lines[-2:] == [f"end {record.goals[0]:g} {record.goals[1]:g}", "quit"]
    assert (record.thoughts[1][1].value, record.thoughts[1][1].notes) == (60.5, {"nodes": 7})


def _text(name: str) -> str:
    game = ludens.load(name)
    return game.text(game.initial_state())


@pytest.mark.parametrize(
    ("text", "cause", "detail"),
    [
        (HELLO + UNTIL_GO + "echo oh >&2; exit 3", Cause.CRASH, "ended with status 3. It wrote: oh"),
        (HELLO + UNTIL_GO + "kill -9 $$", Cause.CRASH, "ended with signal 9"),
        (HELLO + UNTIL_GO + "echo error no idea; sleep 60", Cause.CRASH, "gave up: no idea"),
        (HELLO + UNTIL_GO + "echo move nonsense; sleep 60", Cause.ILLEGAL, "nonsense"),
        pytest.param(HELLO + UNTIL_GO + "echo move; sleep 60", Cause.ILLEGAL, "", marks=SLOW),
        pytest.param(HELLO + "exit 0", Cause.CRASH, "ended with status 0", marks=SLOW),
        (HELLO + UNTIL_GO + "sleep 60", Cause.STALL, "has not answered in time"),
        pytest.param(HELLO + UNTIL_GO + "printf 'mo'; sleep 60", Cause.STALL, "has not answered in time", marks=SLOW),
        (HELLO + UNTIL_GO + "head -c 3000 /dev/zero; sleep 60", Cause.CRASH, "a line of more than 1,000 bytes"),
        pytest.param(HELLO + UNTIL_GO + "exec >&-; sleep 60", Cause.STALL, "has not answered in time", marks=SLOW),
    ],
)
def test_a_program_that_fails_forfeits_its_game(
    script: Any, text: str, cause: Cause, detail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_agent, "UNTIMED_SECONDS", 1.0 if cause is Cause.STALL else 60.0)
    monkeypatch.setattr(program, "LONGEST_LINE", 1_000)
    record = play("tic_tac_toe", script(text), "random")
    (forfeit,) = record.forfeits
    assert (forfeit.role, forfeit.cause) == (0, cause)
    assert detail in forfeit.detail
    assert record.goals == (0, 100)


def test_one_that_floods_the_line_is_no_harm(script: Any) -> None:
    agent = script(HELLO + UNTIL_GO + 'i=0; while [ $i -lt 500 ]; do echo "info x$i 1"; i=$((i+1)); done; '
                   'echo "info value nan"; echo "move (mark 3 3)"; ' + UNTIL_GO)  # fmt: skip
    player = make_agent(agent, ludens.load("tic_tac_toe"), 0)
    decision = player.decide(ludens.load("tic_tac_toe").initial_state(), Limit(playouts=1))
    assert decision.move == "(mark 3 3)"
    assert decision.value is None
    assert len(decision.notes) == program_agent.MOST_NOTES
    player.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("exit 5", "ended with status 5"),
        ("echo bad >&2; exit 1", "ended with status 1. It wrote: bad"),
        ("read a; echo ready; " + UNTIL_GO.replace("go", "begin") + "echo refuse only chess", "cannot play tic_tac_toe"
         ": only chess"),
        ("read a; echo error I am tired; sleep 60", "gave up: I am tired"),
    ],
)  # fmt: skip
def test_one_that_cannot_begin_is_a_mistake_of_whoever_named_it(script: Any, text: str, message: str) -> None:
    with pytest.raises(LudensError, match=message):
        play("tic_tac_toe", script(text), "random", own_process=text == "exit 5")


def test_silence_at_the_beginning(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_agent, "STARTING_SECONDS", 0.3)
    with pytest.raises(SilentProgramError, match="has not answered in time"):
        make_agent(script("sleep 60"), ludens.load("tic_tac_toe"), 0)
    deaf = Program(script("sleep 60").removeprefix("program:"))
    with pytest.raises(SilentProgramError, match="does not read"):
        deaf.send(["x" * 10_000_000], 0.2)


@pytest.mark.parametrize(
    ("name", "message"),
    [("program:", "no program without a name"), ("program:/nowhere/engine", "no program called /nowhere/engine"),
     ("program:'", "is no command line")],
)  # fmt: skip
def test_what_is_no_program_is_told(name: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        make_agent(name, ludens.load("tic_tac_toe"), 0)


def test_hidden_games_are_for_those_who_say_so(script: Any) -> None:
    with pytest.raises(UnsuitableGameError, match="does not say 'can hidden'"):
        make_agent(script(HELLO), ludens.load("kuhn_poker"), 0)


def test_nothing_is_left_of_a_program_and_what_it_started(script: Any, tmp_path: Path) -> None:
    agent = script("sleep 1000 & setsid sleep 1000 & " + HELLO + UNTIL_GO)
    before = set(descendants(os.getpid()))
    player = make_agent(agent, ludens.load("tic_tac_toe"), 0)
    assert len(set(descendants(os.getpid())) - before) >= 3
    del player
    gc.collect()
    assert _gone(before)
    # A parent that is killed takes its program with it.
    code = (f"import time, ludens; from ludens.players import make_agent; a = make_agent({agent!r}, "
            "ludens.load('tic_tac_toe'), 0); print('made', flush=True); time.sleep(1000)")  # fmt: skip
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"made\n"
        left = descendants(parent.pid)
        assert len(left) >= 3
        parent.kill()
    deadline = time.monotonic() + 60
    while any(map(alive, left)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not any(map(alive, left))


def _gone(before: set[int]) -> bool:
    deadline = time.monotonic() + 60
    while set(descendants(os.getpid())) - before and time.monotonic() < deadline:
        time.sleep(0.02)
    return not set(descendants(os.getpid())) - before


def test_where_strangers_name_agents_no_program_is_started(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = script("touch $0.ran")
    with pytest.raises(LudensError, match="There is no agent called"):
        check_offered(agent)
    monkeypatch.setenv(ALLOWED, "[]")
    with pytest.raises(LudensError, match="There is no agent called"):
        check_offered(agent)
    with pytest.raises(SourceError, match="not allowed here"):
        make_agent(agent, ludens.load("tic_tac_toe"), 0)
    restrict([agent])
    assert check_agent(agent)[0].name == agent


def test_names_of_programs_are_nothing_else() -> None:
    assert split_reference("program:gnubg") is None
    assert runs_code("program:gnubg")
    assert not is_outside("program:engine --book http://example.org/book")


def test_commands_take_programs_but_records_cannot_start_them(script: Any, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    result = CliRunner().invoke(
        app, ["match", "tic_tac_toe", RANDOM, "random", "--playouts", "1", "--record", str(file)]
    )
    assert result.exit_code == 0, result.output
    record = MatchRecord.from_json(file.read_text("utf-8"))
    again = CliRunner().invoke(app, ["replay", record.id, "--file", str(file), "--again"])
    assert again.exit_code == 2
    assert "is a program. Records may come from anybody" in again.stderr
    assert CliRunner().invoke(app, ["replay", record.id, "--file", str(file)]).exit_code == 0
    result = CliRunner().invoke(app, ["suggest", "odd", "--agent", RANDOM, "--playouts", "1"])
    assert result.exit_code == 0, result.output
    result = CliRunner().invoke(app, ["suggest", "tic_tac_toe", "--agent", script("exit 1"), "--playouts", "1"])
    assert result.exit_code == 2
    assert "ended with status 1" in result.stderr


@pytest.mark.slow
def test_a_tournament_with_programs(tmp_path: Path) -> None:
    store = tmp_path / "arena.sqlite"
    entry = ["tournament", "--games", "tic_tac_toe", "--agents", f"{RANDOM},legal"]
    terms = ["--playouts", "1", "--pairs", "1", "--workers", "1", "--store", str(store)]
    result = CliRunner().invoke(app, [*entry, *terms])
    assert result.exit_code == 0, result.output
    with Store(store, must_exist=True) as kept:
        assert not any(record.forfeits for record in kept.records(kept.tournament(None)[0]))


def test_people_play_against_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    result = CliRunner().invoke(app, ["play", "odd", "--against", RANDOM, "--seed", "1"], input="1\nquit\n")
    assert result.exit_code == 0, result.output
    assert "Goodbye" in result.output


def test_an_error_of_a_program_is_an_error_of_ludens() -> None:
    assert issubclass(ProgramError, LudensError)
