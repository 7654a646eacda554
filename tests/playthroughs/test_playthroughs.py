"""Every built-in game has a playthrough on file, and still plays like it."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path

import pytest

import ludens
from ludens.game import GameInfo, Move
from ludens.games import GAMES
from ludens.playthrough import WIDTH, playthrough

FOLDER = Path(__file__).parent
COMMAND = "python scripts/playthroughs.py"


@pytest.mark.parametrize("name", GAMES)
def test_playthrough_is_up_to_date(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    assert path.is_file(), f"{path.name} is missing; run: {COMMAND}"
    kept, played = path.read_text(encoding="utf-8"), playthrough(ludens.load(name))
    changes = "\n".join(difflib.unified_diff(kept.splitlines(), played.splitlines(), "on file", "now", lineterm=""))
    assert kept == played, f"{name} plays differently; if that is right, run: {COMMAND}\n{changes}"


def test_every_playthrough_belongs_to_a_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} <= set(GAMES), f"run: {COMMAND}"


def test_long_games_are_cut_but_end() -> None:
    text = playthrough(Counting(), max_steps=2)
    assert "# After 0\n" in text
    assert "# After 1\n" in text
    assert "# After 2\n" not in text
    assert "\n… joint moves not shown: 3\n" in text
    assert text.endswith("# After 5\nroom 5\nterminal: yes\ngoals: walker 100\n")


def test_short_games_are_shown_whole() -> None:
    text = playthrough(Counting())
    assert "not shown" not in text
    assert text.count("# After ") == 6


def test_seeds_choose_games() -> None:
    game = ludens.load("tic_tac_toe")
    assert playthrough(game, seed=1) == playthrough(game, seed=1)
    assert playthrough(game, seed=1).splitlines()[6:] != playthrough(game, seed=2).splitlines()[6:]


def test_long_lines_are_broken_between_terms_and_move_lists_shortened() -> None:
    lines = playthrough(ludens.load("double_tic_tac_toe")).splitlines()
    assert all(len(line) <= WIDTH and line.count("(") == line.count(")") for line in lines)
    shortened = next(line for line in lines if line.startswith("legal for xplayer (18)"))
    assert shortened.endswith(", …")


def test_unknown_facts_are_said_to_be_unknown() -> None:
    assert playthrough(Counting()).splitlines()[2:5] == [
        "turns: not known",
        "goal sum: not known",
        "max steps: not known",
    ]


class Counting:
    """A walk through five rooms, one way."""

    info = GameInfo("counting", ("walker",))

    def initial_state(self) -> int:
        return 0

    def is_terminal(self, state: int) -> bool:
        return state == 5

    def legal_moves(self, state: int, role: int) -> tuple[Move, ...]:
        return () if state == 5 else ("on",)

    def next_state(self, state: int, moves: Sequence[Move]) -> int:
        return state + 1

    def goals(self, state: int) -> tuple[int, ...]:
        return (100,)

    def text(self, state: int) -> str:
        return f"room {state}"
