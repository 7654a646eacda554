"""``ludens puzzles``: solved, missed and given up in the terminal."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from ludens.cli import app
from ludens.cli.commands import puzzles


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["puzzles", *arguments], input=typed)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody sits at the terminal."""
    monkeypatch.setattr(puzzles, "is_asked", lambda: True)


def test_the_same_seed_gives_the_same_puzzle_with_its_solution() -> None:
    one, other = (run("nim", "--count", "1", "--seed", "3") for _ in range(2))
    assert one.exit_code == 0
    assert one.stdout == other.stdout
    assert "Solution: " in one.stdout
    assert "only move that wins" in one.stdout


def test_a_move_that_is_wrong_is_answered_and_the_right_one_praised(asked: None) -> None:
    puzzle = json.loads(run("tic_tac_toe", "--count", "1", "--seed", "3", "--json").stdout)
    assert puzzle["good"] == ["(mark 2 2)"]
    found = run("tic_tac_toe", "--count", "1", "--seed", "3", typed="nonsense\nb1\nb2\n?\n?\n?\n")
    assert "is not a legal move here" in found.stdout
    assert "b1 is not it." in found.stdout
    assert "The answer would be" in found.stdout
    assert "b2: that is it!" in found.stdout
    assert "Solved at the first try: 0." in found.stdout


def test_whoever_finds_all_moves_has_solved_it(asked: None) -> None:
    puzzle = json.loads(run("nim", "--count", "1", "--seed", "3", "--json").stdout)
    role = 0 if puzzle["role"] == "player1" else 1
    own = [joint[role] for joint in puzzle["line"] if joint[role] != "noop"]
    found = run("nim", "--count", "1", "--seed", "3", typed="".join(f"{move}\n" for move in own))
    assert "Solved at the first try: 1." in found.stdout


def test_one_may_leave(asked: None) -> None:
    assert run("nim", "--count", "2", "--seed", "3", typed="quit\n").exit_code == 0


def test_a_game_with_secrets_has_none() -> None:
    found = run("kuhn_poker")
    assert found.exit_code == 2
