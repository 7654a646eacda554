"""Commands in games with chance and hidden information."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludens.arena.session import Record
from ludens.cli import app


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path / "ludens" / "last_game.json"


def ludens(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, arguments, input=typed)


def dealt(path: Path) -> tuple[str, str]:
    """The cards of the kept game."""
    first, second = Record.read(path).moves[0][2][6:-1].split()
    return first, second


def test_a_person_sees_only_what_its_role_sees(own_state: Path) -> None:
    result = ludens("play", "kuhn_poker", "--against", "random", "--seed", "5", typed="board\nquit\n")
    assert result.exit_code == 0
    own, other = dealt(own_state)
    assert result.output.count(f"you play noop and see (dealt {own})") == 2
    assert f"first: holds {own}" in result.output
    assert f"second: holds {other}" not in result.output
    assert "second: holds ?" in result.output
    assert f"(dealt {other})" not in result.output
    assert "random plays" not in result.output
    assert "first: you, second: random, random: chance" in result.output


def test_a_kept_game_goes_on_and_ends_with_everything_shown(own_state: Path) -> None:
    ludens("play", "kuhn_poker", "--against", "legal", "--seed", "5", typed="quit\n")
    cards = dealt(own_state)
    result = ludens("play", "--resume", typed="bet\n")
    assert result.exit_code == 0, result.output
    assert f"holds {cards[0]}, bet\nsecond: holds {cards[1]}\n" in result.output
    assert "The game is over after 3 moves" in result.output


def test_nobody_plays_chance() -> None:
    result = ludens("play", "kuhn_poker", "--seat", "random=you")
    assert result.exit_code == 2
    assert "nobody plays random: its moves are drawn at random" in result.stderr


def test_suggestions_are_made_from_what_the_role_has_seen() -> None:
    shown = [
        json.loads(ludens("suggest", "kuhn_poker", "--moves", f"deal {other} q; bet", "--playouts", "200", "--seed",
                          "1", "--json").stdout)
        for other in ("j", "k")
    ]  # fmt: skip
    assert shown[0]["role"] == "second"
    assert shown[0]["moves"] == shown[1]["moves"]
    assert shown[0]["notes"]["positions"] == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["suggest", "kuhn_poker"], "the next move is drawn"),
        (
            ["suggest", "kuhn_poker", "--agent", "uct", "--moves", "deal j q"],
            "hides some of it; champion, level, ismcts",
        ),
        (["match", "kuhn_poker", "random", "random", "random"], "kuhn_poker has 2 roles, first, second"),
        (["match", "kuhn_poker", "negamax"], "negamax cannot play kuhn_poker"),
        (["solve", "monty_hall"], "without chance and secrets"),
        (["exploit", "uct", "monty_hall"], "uct cannot play monty_hall"),
        (["exploit", "ismcts", "kuhn_poker(cards=6)", "--positions", "50"], "more than 50 different games"),
        (["show", "tic_tac_toe", "--role", "xplayer"], "everybody knows everything"),
        (["show", "kuhn_poker", "--role", "third"], "There is no role called 'third'"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(arguments: list[str], message: str) -> None:
    result = ludens(*arguments)
    assert result.exit_code == 2, result.output
    assert message in result.stderr


def test_show_tells_of_chance_and_what_is_hidden() -> None:
    shown = json.loads(ludens("show", "monty_hall", "--json").stdout)
    assert shown["chance"] == "random"
    assert shown["hidden"] is True
    plain = json.loads(ludens("show", "tic_tac_toe", "--json").stdout)
    assert (plain["chance"], plain["hidden"]) == (None, False)
    assert "hidden" not in ludens("show", "tic_tac_toe").stdout


def test_show_what_a_role_knows() -> None:
    moves = ["show", "liars_dice", "--moves", "roll 1 3; claim 1 3", "--role", "second"]
    result = ludens(*moves)
    assert result.exit_code == 0
    assert "you play noop and see (rolled 3)" in result.stdout
    assert "first: die ?\nsecond: die 3\n" in result.stdout
    seen = json.loads(ludens(*moves, "--json").stdout)
    assert seen["seen"][0] == {"move": "noop", "percepts": ["(rolled 3)"]}
    assert "liar" in seen["legal"]


def test_one_agent_in_a_match_plays_all_roles_but_chance() -> None:
    result = ludens("match", "kuhn_poker", "random", "--seed", "2", "--playouts", "1")
    assert result.exit_code == 0
    assert "first: random, second: random, random: chance" in result.stdout


def test_exploit_finds_the_best_answers_to_an_agent() -> None:
    arguments = ["exploit", "legal", "kuhn_poker", "--beside", "random", "--playouts", "10"]
    lines = ludens(*arguments).stdout.splitlines()
    assert lines[0] == "kuhn_poker: 55 histories, 12 information sets with a choice"
    rows = [json.loads(line) for line in ludens(*arguments, "--json").stdout.splitlines()]
    assert [row["agent"] for row in rows] == ["legal", "random"]
    # Always betting and calling, everybody wins or loses two chips with the same chance; who knows it folds a jack.
    assert rows[0]["goals"] == pytest.approx({"first": 50.0, "second": 50.0})
    assert rows[0]["answers"]["second"] > 55
    assert rows[0]["mean"] > 0.05
