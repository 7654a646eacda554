"""``ludens solve`` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludens.cli import app


def ludens(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["solve", *arguments], env={"COLUMNS": "120"})


def test_value_moves_line_and_proof_are_shown() -> None:
    result = ludens("nim(heaps=1-2)")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "nim(heaps=1-2) is worth 100 to player1, 0 to player2"
    assert lines[1].split() == ["move", "of", "player1", "value"]
    assert lines[2].split() == ["(reduce", "b", "1)", "100"]
    assert lines[5].startswith("Best play: (reduce b 1) noop, ")
    assert lines[6].startswith("Proven: all positions listed, 8 positions in ")


@pytest.mark.parametrize("most", ["1", "1000"])
def test_json_after_some_moves(most: str) -> None:
    found = json.loads(ludens("nim(heaps=1-2)", "--moves", "reduce a 0", "--positions", most, "--json").stdout)
    assert set(found) == {"game", "goals", "role", "moves", "line", "method", "positions", "seconds"}
    assert found["goals"] == {"player1": 0, "player2": 100}
    assert found["role"] == "player2"
    assert found["moves"] == [{"move": "(reduce b 0)", "value": 100}, {"move": "(reduce b 1)", "value": 0}]
    assert found["line"] == [["noop", "(reduce b 0)"]]
    assert found["method"] == ("alpha_beta" if most == "1" else "enumeration")


def test_a_table_is_kept(tmp_path: Path) -> None:
    table = tmp_path / "table"
    for _ in range(2):
        assert ludens("tic_tac_toe", "--table", str(table)).stdout.startswith("tic_tac_toe is worth 50 to xplayer")
        assert table.exists()


def test_a_game_that_is_over_is_worth_its_goals() -> None:
    result = ludens("nim(heaps=2)", "--moves", "reduce a 0")
    assert result.stdout.startswith("nim(heaps=2) is worth 100 to player1, 0 to player2\nProven")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tron"], "ludens solve cannot play tron: it is for games in which one role moves at a time."),
        (["connect_four", "--seconds", "0.05"], "connect_four is not solved"),
        (["tic_tac_toe", "--moves", "9 9"], "Move 1, '9 9'"),
        (["tic_tac_toe", "--seconds", "nan"], "--seconds must be a number."),
        (["tic_tac_toe", "--positions", "0"], "0 is not in the range"),
        (["tic_tac_toe", "--table", "/missing/table"], "Cannot write the table /missing/table: no such file"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(arguments: list[str], message: str) -> None:
    result = ludens(*arguments)
    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert "Traceback" not in result.output
