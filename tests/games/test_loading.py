"""What a user may name, and who reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludens
from ludens.engine.any_game import AnyGameEngine
from ludens.game import ParameterError, SourceError, UnknownNameError
from ludens.games.loading import READERS, built_in_source, find, load_rulesheet, with_rules
from ludens.games.rules_game import RulesGame
from ludens.rules.source import Source
from ludens.testing import check_game

COUNT = """
from ludens import GameInfo


class Count:
    '''Say one or two; whoever comes to five wins.'''

    def __init__(self, goal=5):
        self.goal = goal
        self.info = GameInfo("count", ("ann", "ben"), max_steps=goal)

    def initial_state(self):
        return 0

    def is_terminal(self, state):
        return state // 2 >= self.goal

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


class Half:
    info = GameInfo("half", ("ann",))

    def initial_state(self): ...

    def is_terminal(self, state): ...


class Odd(Count):
    def is_terminal(self): ...


class Nameless(Count):
    def __init__(self):
        self.info = "nameless"


class Broken(Count):
    def __init__(self):
        raise ZeroDivisionError


NOTHING = 3
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "count.py").write_text(COUNT, "utf-8")
    return tmp_path / "count.py"


def test_a_class_in_a_file_is_a_game(file: Path) -> None:
    game = ludens.load(f"{file}:Count")
    check_game(game)
    assert isinstance(game.engine, AnyGameEngine)
    assert game.engine.playouts(game.engine.initial(), 20, 1).finished.tolist() == [20]
    assert find(f"{file}:Count") == (f"{file}:Count", {})
    with pytest.raises(SourceError, match="written in Python"):
        with_rules(game, f"{file}:Count")


def test_a_class_of_a_module_is_a_game() -> None:
    assert ludens.load("ludens.games.odd:Odd").info.name == "odd"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("{file}:Nobody", "There is no Nobody in .* It has Broken, Count, Half"),
        ("{file}:NOTHING", "is not a game yet"),
        ("{file}", "may hold several games. Say which"),
        ("{file}x.py:Count", "no such file"),
        ("{file}.py:Count", "SyntaxError, line 1"),
        ("no.such.module:Count", "No module named"),
        ("ludens.names:split_name", "needs a value for text"),
        (
            "{file}:Half",
            r"Add to Half:\n    def legal_moves(.*)\n    def next_state(.*)\n    def goals",
        ),
        ("{file}:Odd", r"is_terminal takes other arguments. Write:\n    def is_terminal"),
        ("{file}:Nameless", "must be a ludens.GameInfo"),
        ("{file}:Broken", r"ZeroDivisionError, line \d+"),
    ],
)
def test_what_is_no_game_is_told_with_the_line_to_add(name: str, message: str, file: Path) -> None:
    file.with_suffix(".py.py").write_text("class")
    with pytest.raises((SourceError, ParameterError), match=message):
        ludens.load(name.format(file=file))


def test_parameters_of_a_class_are_read_as_their_defaults_are(file: Path) -> None:
    assert ludens.load(f"{file}:Count(goal=2)").info.max_steps == 2
    with pytest.raises(ParameterError, match="goal cannot be 'much'; it may be a number"):
        ludens.load(f"{file}:Count(goal=much)")
    with pytest.raises(UnknownNameError, match=r"no parameter of .* called 'gaol'. Did you mean goal"):
        ludens.load(f"{file}:Count(gaol=2)")


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
