"""The counts of joint-move sequences in tests/perft/*.txt, one test a line.

A line reads ``GAME-WITH-PARAMETERS DEPTH COUNT``; what follows ``#`` says where the count comes from.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludens
from ludens.game import Game
from ludens.games import GAMES
from ludens.rules.ground_rules import State
from ludens.search.perft import count, split

FOLDER = Path(__file__).parent

MANY = 500_000
"""Sequences that take a second or so; longer counts are left to ``make test-all``."""


def lines() -> Iterator[tuple[str, str, int, int]]:
    """The file, the game as it is loaded, the depth and the count of every line."""
    for path in sorted(FOLDER.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            content = line.partition("#")[0].strip()
            if content:
                game, depth, sequences = content.rsplit(maxsplit=2)
                yield path.stem, game, int(depth), int(sequences.replace(",", ""))


@functools.cache
def loaded(game: str) -> Game[State]:
    return ludens.load(game)


def explanation(name: str, depth: int, expected: int, found: int) -> str:
    """The counts after each first joint move, to be compared with another program's."""
    game = loaded(name)
    rows = [f"  {' '.join(moves)}: {ways}" for moves, ways in split(game, game.initial_state(), depth)]
    return "\n".join([f"{name}, depth {depth}: {found} sequences instead of {expected}", *rows])


@pytest.mark.parametrize(
    ("game", "depth", "expected"),
    [
        pytest.param(game, depth, sequences, id=f"{game} {depth}", marks=[pytest.mark.slow] if sequences > MANY else [])
        for _, game, depth, sequences in lines()
    ],
)
def test_count(game: str, depth: int, expected: int) -> None:
    found = count(loaded(game), loaded(game).initial_state(), depth)
    assert found == expected, explanation(game, depth, expected, found)


def test_every_game_has_counts() -> None:
    assert set(GAMES) - {file for file, *_ in lines()} == set(), "a game without tests/perft/NAME.txt"


def test_every_file_is_about_its_own_game() -> None:
    strangers = [(file, game) for file, game, *_ in lines() if game.partition("(")[0] != file]
    assert strangers == []


def test_explanation_splits_by_first_move() -> None:
    text = explanation("tic_tac_toe", 2, 73, 72)
    assert text.startswith("tic_tac_toe, depth 2: 72 sequences instead of 73\n  (mark 1 1) noop: 8\n")
    assert len(text.splitlines()) == 10
