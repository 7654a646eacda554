"""The commands that draw: positions after some moves, SVG files, and games in the terminal."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from ludens.cli import app


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A place for kept games that is nobody else's."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def ludens(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, arguments, input=typed)


def test_show_after_some_moves() -> None:
    result = ludens("show", "tic_tac_toe", "--moves", "2 2; (mark 1 1)")
    assert result.exit_code == 0
    assert result.stdout.endswith(" 1  o · ·\n 2  · x ·\n 3  · · ·\n    1 2 3\nxplayer to move\n")
    both = ludens("show", "rock_paper_scissors", "--moves", "rock, paper; rock,rock")
    assert "row: wins 0\ncolumn: wins 1\n" in both.stdout


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("9 9", "'9 9' of xplayer is not a legal move here"),
        ("mark", "'mark' of xplayer may be (mark 1 1), (mark 1 2)"),
        ("1 1, 2 2, 3 3", "1 roles have a choice here"),
        ("1 1; 2 1; 1 2; 2 2; 1 3; 3 3", "0 roles have a choice here"),
    ],
)
def test_moves_that_cannot_be(moves: str, message: str) -> None:
    result = ludens("show", "tic_tac_toe", "--moves", moves)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize("game", ["hex", "odd"])
def test_show_writes_a_picture(game: str, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    result = ludens("show", game, "--svg", str(path))
    assert (result.exit_code, result.stdout) == (0, "")
    assert ElementTree.parse(path).getroot().tag.endswith("svg")


def test_no_color_means_none_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in ludens("play", "tic_tac_toe", typed="quit\n").stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in ludens("play", "tic_tac_toe", typed="quit\n").stdout


def test_a_few_legal_moves_are_named() -> None:
    shown = ludens("play", "connect_four", typed="quit\n").stdout
    assert "7 moves: a, b, c, d, e, f, g" in shown
    assert "\x1b" not in shown
    assert shown.count("to move") == 1  # in the prompt
    assert "2 moves: cooperate, defect" in ludens("play", "prisoners_dilemma", typed="quit\n").stdout
