"""What a user may name, and who reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludens
from ludens.engine.any_game import AnyGameEngine
from ludens.game import SourceError, UnknownNameError
from ludens.games.loading import READERS, built_in_source, find, load_rulesheet, with_rules
from ludens.games.rules_game import RulesGame
from ludens.rules.source import Source
from ludens.testing import check_game

COUNT = """
from ludens import GameInfo


class Count:
    '''Say one or two; whoever comes to five wins.'''

    info = GameInfo("count", ("ann", "ben"))

    def initial_state(self):
        return 0

    def is_terminal(self, state):
        return state // 2 >= 5

    def legal_moves(self, state, role):
        return () if self.is_terminal(state) else ("one", "two") if state % 2 == role else ("wait",)

    def next_state(self, state, moves):
        for role, move in enumerate(moves):
            if move not in self.legal_moves(state, role):
                from ludens import IllegalMoveError

                raise IllegalMoveError(self.info.roles[role], move, self.legal_moves(state, role))
        said = 1 + (moves[state % 2] == "two")
        return (state // 2 + said) * 2 + 1 - state % 2

    def goals(self, state):
        return (100, 0) if state % 2 else (0, 100)

    def text(self, state):
        return f"{state // 2} {self.info.roles[state % 2]}"


NOTHING = 3
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "count.py").write_text(COUNT, "utf-8")
    return tmp_path / "count.py"


def test_a_class_in_a_file_is_a_game(file: Path) -> None:
    game = ludens.load(f"python:{file}:Count")
    check_game(game)
    assert isinstance(game.engine, AnyGameEngine)
    assert game.engine.playouts(game.engine.initial(), 20, 1).finished.tolist() == [20]
    assert find(f"python:{file}:Count") == (f"python:{file}:Count", {})
    with pytest.raises(SourceError, match="written in Python"):
        with_rules(game, f"python:{file}:Count")


def test_a_class_of_a_module_is_a_game() -> None:
    assert ludens.load("python:ludens.games.odd:Odd").info.name == "odd"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("{file}:Nobody", "no class Nobody"),
        ("{file}:NOTHING", "is no game"),
        ("{file}", "is written python:FILE.py:CLASS"),
        ("{file}x.py:Count", "No such file"),
        ("{file}.py:Count", "SyntaxError"),
        ("no.such.module:Count", "No module named"),
        ("ludens.names:split_name", "missing 1 required"),
        ("", "names no class"),
    ],
)
def test_what_is_no_class_is_told(name: str, message: str, file: Path) -> None:
    file.with_suffix(".py.py").write_text("class")
    with pytest.raises(SourceError, match=message):
        ludens.load("python:" + name.format(file=file))


def test_rules_come_from_a_file_with_any_ending_or_as_text(tmp_path: Path) -> None:
    text = built_in_source("tic_tac_toe", {}).text
    (tmp_path / "sheet.txt").write_text(text, "utf-8")
    for what in (tmp_path / "sheet.txt", str(tmp_path / "sheet.txt"), text, f"; a comment\n{text}"):
        found = find(what)
        assert isinstance(found, Source)
        game = ludens.load(what)
        assert isinstance(game, RulesGame)
        assert game.sheet.source == found
        assert load_rulesheet(what).info.name == found.name


def test_names_of_no_game() -> None:
    with pytest.raises(UnknownNameError, match="tic_tac_toe"):
        ludens.load("tictactoe")
    with pytest.raises(UnknownNameError):
        ludens.load("python")
    with pytest.raises(SourceError, match="Cannot read"):
        ludens.load("nowhere.kif")


def test_every_line_of_the_table_is_an_ending_or_a_beginning() -> None:
    assert all(sign.startswith(".") != sign.endswith(":") for sign in READERS)
