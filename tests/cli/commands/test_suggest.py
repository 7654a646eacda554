"""``suggest`` and ``agents`` as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludens.cli import app
from ludens.players import AGENTS


def ludens(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "120"})


def test_agents_are_listed() -> None:
    result = ludens("agents")
    assert result.exit_code == 0
    assert all(name in result.stdout for name in AGENTS)
    rows = [json.loads(line) for line in ludens("agents", "--json").stdout.splitlines()]
    assert [row["name"] for row in rows] == list(AGENTS)
    roulette = next(row for row in rows if row["name"] == "roulette")
    assert roulette["options"]["threshold"]["default"] == 0
    assert roulette["options"]["threshold"]["range"] == "a number from 0 to 100"


def test_a_move_is_suggested_with_the_values_of_all() -> None:
    result = ludens("suggest", "tic_tac_toe", "--agent", "monte_carlo", "--playouts", "9000", "--seed", "1")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].startswith("monte_carlo plays (mark 2 2) for xplayer, expecting 7")
    assert lines[1].split() == ["move", "visits", "value"]
    assert lines[2].startswith("(mark 2 2)   1,000  7")
    assert "simulations: 9,000" in lines


def test_json_has_everything() -> None:
    arguments = ["suggest", "tic_tac_toe", "--agent", "zero", "--playouts", "3000", "--seed", "1", "--json"]
    found = json.loads(ludens(*arguments).stdout)
    assert set(found) == {"game", "agent", "role", "move", "value", "moves", "line", "notes"}
    assert set(found["moves"][0]) == {"move", "visits", "value", "margin", "amaf", "proven", "chance"}
    again = json.loads(ludens(*arguments).stdout)
    found["notes"].pop("seconds")
    again["notes"].pop("seconds")
    assert found == again


def test_moves_so_far_lead_to_the_position() -> None:
    found = json.loads(ludens("suggest", "tic_tac_toe", "--moves", "1 1; 2 2; mark 1 2", "--json").stdout)
    assert (found["role"], found["move"]) == ("oplayer", "(mark 1 3)")
    full = "(mark 1 1), noop; noop, (mark 2 2); (mark 1 2), noop"
    assert json.loads(ludens("suggest", "tic_tac_toe", "--moves", full, "--json").stdout)["move"] == "(mark 1 3)"
    both = json.loads(
        ludens("suggest", "rock_paper_scissors", "--moves", "rock, paper", "--role", "column", "--json").stdout
    )
    assert both["role"] == "column"


def test_a_proven_move_is_marked() -> None:
    result = ludens("suggest", "nim(heaps=3)", "--agent", "zero", "--playouts", "10")
    assert result.stdout.startswith("zero plays (reduce a 0) for player1, expecting 100.0")
    assert "proven" in result.stdout


def test_a_rulesheet_is_served(tmp_path: Path) -> None:
    sheet = tmp_path / "mine.kif"
    sheet.write_text(ludens("show", "nim", "--rules").stdout)
    assert ludens("suggest", str(sheet), "--seconds", "0.05").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--agent", "zeero"], "There is no agent called 'zeero'. Did you mean zero"),
        (["--agent", "zero(candidates=1)"], "zero: candidates cannot be 1; it may be a whole number from 2 to 10000."),
        (["--moves", "9 9"], "Move 1, '9 9': '9 9' is not a legal move of xplayer here."),
        (["--moves", "1 1; mark"], "Move 2, 'mark': 'mark' may mean (mark 1 2) or (mark 1 3)"),
        (["--moves", "1 1, 2 2, 3 3"], "the moves to be given here are those of xplayer."),
        (["--moves", "1 1; 2 1; 1 2; 2 2; 1 3; 2 3"], "Move 6, '2 3': the game is over before it."),
        (["--moves", "1 1; 2 1; 1 2; 2 2; 1 3"], "There is nothing to suggest: this game of tic_tac_toe is over."),
        (["--role", "zplayer"], "There is no role of tic_tac_toe called 'zplayer'. Did you mean xplayer or oplayer?"),
        (["--seconds", "0"], "0.0 is not in the range"),
        (["--seconds", "nan"], "--seconds must be a number."),
        (["--playouts", "0"], "0 is not in the range"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(arguments: list[str], message: str) -> None:
    result = ludens("suggest", "tic_tac_toe", *arguments)
    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_colour_only_on_a_terminal() -> None:
    assert "\x1b" not in ludens("suggest", "tic_tac_toe", "--playouts", "100").stdout


@pytest.mark.parametrize("option", ["--seconds", "--prepare"])
def test_a_time_that_is_no_number_is_refused(option: str) -> None:
    result = ludens("suggest", "tic_tac_toe", option, "nan")
    assert result.exit_code == 2
    assert f"{option} must be a number." in result.stderr
