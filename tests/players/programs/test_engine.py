"""Our agents as programs for others: every line of the protocol, and whole games between the two sides of it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import ludens
from ludens.arena.clock import Terms
from ludens.arena.match import MatchConditions, Matches, MatchJob
from ludens.game import Limit
from ludens.games.loading import built_in_source
from ludens.players.programs.engine import Engine
from ludens.players.programs.protocol import compact_rules, limit_words, read_limit

DOCUMENT = Path(__file__).parents[3] / "docs" / "protocol.md"


def answers(agent: str, *lines: str) -> list[str]:
    """What an engine answers to lines."""
    said: list[str] = []
    Engine(agent, said.append, seed=1).serve(iter(lines))
    return said


def answers_to(lines: list[str], agent: str = "legal") -> list[str]:
    return answers(agent, "ludens 1", *lines)[3:]


def test_a_whole_game_by_moves_and_by_positions() -> None:
    rules = compact_rules(built_in_source("tic_tac_toe", {}).text)
    described = ["game somewhere.kif", "role xplayer", "role oplayer", f"rules {rules}", "seat 1", "seed 3", "begin"]
    by_moves = ["start", "played 0 (mark 1 1)", "played 1 noop", "go playouts 10"]
    game = ludens.load("tic_tac_toe")
    after = game.next_state(game.initial_state(), ("(mark 1 1)", "noop"))
    by_position = [f"position {game.text(after)}", "legal (mark 1 2)", "go seconds 1"]
    for lines in (by_moves, by_position):
        assert answers_to([*described, *lines]) == ["ready", "move (mark 1 2)"]
    assert answers_to(["game tic_tac_toe", "begin", "go", "end 50 50", "go"]) == [
        "ready", "move (mark 1 1)", "error the game has not begun: 'begin' comes first",
    ]  # fmt: skip


def test_the_built_in_game_is_taken_only_if_its_rules_are_the_same() -> None:
    rules = compact_rules(built_in_source("tic_tac_toe", {}).text)
    other = rules.replace("(mark ", "(put ")
    assert other != rules
    assert answers_to(["game tic_tac_toe", f"rules {other}", "begin", "go"]) == ["ready", "move (put 1 1)"]
    assert answers_to(["game tic_tac_toe", f"rules {rules}", "begin", "go"]) == ["ready", "move (mark 1 1)"]


def test_hidden_games_are_told_by_what_was_seen() -> None:
    lines = ["game kuhn_poker", "seat 1", "begin", "start", "did noop", "saw (dealt k)", "did noop",
             "saw (played first bet)", "legal call", "legal fold", "prepare seconds 0.01",
             "go playouts 300"]  # fmt: skip
    said = answers_to(lines, "ismcts")
    assert said[:2] == ["ready", "ready"]
    assert said[-1] == "move call"
    assert re.fullmatch(r"info value \d+\.\d\d", said[2])


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["go"], "error the game has not begun"),
        (["seat 0"], "error no game yet"),
        (["game nothing", "begin"], "refuse There is no game called 'nothing'"),
        (["game /etc/passwd", "begin"], "refuse There is no game called '/etc/passwd'"),
        (["game http://127.0.0.1:9/x.kif", "begin"], "refuse There is no game called 'http"),
        (["game x", "rules /etc/passwd", "begin"], "refuse x:1:1"),
        (["game tic_tac_toe", "role a", "role b", "begin"], "refuse tic_tac_toe has the roles xplayer, oplayer"),
        (["game tic_tac_toe", "seat 7", "begin"], "refuse "),
        (["game tic_tac_toe", "seat x", "begin"], "error 'x' is not a whole number"),
        (["game tic_tac_toe", "begin", "start", "played 1 noop"], "error played 1 noop: moves come role by role"),
        (["game tic_tac_toe", "begin", "start", "played 0 (mark 9 9)", "played 1 noop"], "error '(mark 9 9)' is not"),
        (["game tic_tac_toe", "begin", "saw x"], "error saw comes after did"),
        (["game tic_tac_toe", "begin", "position ((", "go"], "error "),
        (["game tic_tac_toe", "begin", "go seconds soon"], "error 'seconds soon' is no limit"),
        (["game odd", "begin", "position x", "go"], "error positions of odd are known by"),
        (["game tic_tac_toe", "rules (role", "begin"], "refuse "),
        (["game kuhn_poker", "begin"], "refuse negamax cannot play kuhn_poker"),
    ],
)
def test_mistakes_are_answered(lines: list[str], answer: str) -> None:
    said = answers_to(lines, "negamax" if "kuhn" in lines[0] else "legal")
    assert any(line.startswith(answer) for line in said), said
    assert all("\n" not in line for line in said)


def test_unknown_words_are_passed_over() -> None:
    assert answers_to(["", "hello", "__init__ x", "game tic_tac_toe", "colour blue", "begin", "stop", "go"]) == [
        "ready", "move (mark 1 1)",
    ]  # fmt: skip


@pytest.mark.parametrize("word", ["stop", "quit"])
def test_a_search_is_stopped(word: str) -> None:
    said = answers_to(["game breakthrough", "begin", "go seconds 3600", word], "uct")
    assert said[0] == "ready"
    assert said[-1].startswith("move (")
    seconds = next(float(line.split()[2]) for line in said if line.startswith("info seconds"))
    assert seconds < 600


def test_what_comes_after_a_stop_is_not_stopped() -> None:
    said = answers_to(["game tic_tac_toe", "begin", "go seconds 3600", "stop", "go playouts 50"], "uct(solver=false)")
    assert [line for line in said if line.startswith("info simulations")][1] == "info simulations 50"


def test_limits_are_read_as_they_are_written() -> None:
    for limit in (Limit(), Limit(0.5), Limit(playouts=10), Limit(1.25, 1_000_000, 3)):
        assert read_limit(limit_words(limit)) == limit
    assert read_limit("seconds 2 stones 5 odd") == Limit(2.0)


@pytest.mark.parametrize("game", ["tic_tac_toe", "odd", "kuhn_poker"])
def test_both_sides_play_a_match(game: str) -> None:
    ours = f"program:{sys.executable} -c 'from ludens.cli import main; main()' engine random"
    with Matches(MatchConditions(Terms(limit=Limit(playouts=1)))) as matches:
        record = matches.play(MatchJob("m", game, (ours, "random"), 1))
        assert not record.forfeits
        assert record.moves == matches.play(MatchJob("m", game, ("random", "random"), 1)).moves, "the same seed"


def test_the_document_tells_every_word_and_its_transcript_is_true() -> None:
    text = DOCUMENT.read_text("utf-8")
    known = {name.removeprefix("_on_") for name in vars(Engine) if name.startswith("_on_")} | {"stop", "quit"}
    known |= {"id", "can", "ready", "refuse", "info", "move", "error", "chance", "hidden"}
    assert not [word for word in sorted(known) if f"`{word}" not in text]
    (transcript,) = re.findall(r"```text\n(> ludens 1.*?)```", text, re.DOTALL)
    lines = [line for line in transcript.splitlines() if line]
    told = [line[2:] for line in lines if line.startswith("> ")]
    assert answers("legal", *told) == [line[2:] for line in lines if line.startswith("< ")]
