"""Rock, paper, scissors against its twin."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

import ludens
from ludens.testing import check_game
from tests.games.twin import compare, play

SHAPES = ["rock", "paper", "scissors"]
"""Each beats the one before it, the first beats the last."""


class Twin:
    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.played = 0
        self.wins = [0, 0]

    def fluents(self) -> Iterator[str]:
        yield f"(played {self.played})"
        yield f"(wins row {self.wins[0]})"
        yield f"(wins column {self.wins[1]})"

    def over(self) -> bool:
        return self.played == self.rounds

    def legal(self, role: int) -> list[str]:
        return SHAPES

    def play(self, moves: Sequence[str]) -> None:
        self.played += 1
        lead = (SHAPES.index(moves[0]) - SHAPES.index(moves[1])) % 3
        if lead == 1:
            self.wins[0] += 1
        if lead == 2:
            self.wins[1] += 1

    def goals(self) -> tuple[int, int]:
        row, column = self.wins
        return (100, 0) if row > column else (0, 100) if row < column else (50, 50)


@pytest.mark.parametrize("rounds", [1, 3, 9])
def test_agrees_with_twin(rounds: int) -> None:
    rng = random.Random(rounds)
    game = ludens.load(f"rock_paper_scissors(rounds={rounds})")
    ends = {game.goals(compare(game, Twin(rounds), rng)) for _ in range(50)}
    assert ends == {(100, 0), (0, 100), (50, 50)}


@pytest.mark.parametrize(
    ("moves", "goals"),
    [
        (("rock", "scissors"), (100, 0)),
        (("scissors", "paper"), (100, 0)),
        (("paper", "rock"), (100, 0)),
        (("scissors", "rock"), (0, 100)),
        (("paper", "scissors"), (0, 100)),
        (("rock", "paper"), (0, 100)),
        (("rock", "rock"), (50, 50)),
        (("paper", "paper"), (50, 50)),
        (("scissors", "scissors"), (50, 50)),
    ],
)
def test_one_round(moves: tuple[str, str], goals: tuple[int, int]) -> None:
    game = ludens.load("rock_paper_scissors(rounds=1)")
    assert game.goals(play(game, moves)) == goals


def test_all_rounds_are_played_and_more_wins_decide() -> None:
    game = ludens.load("rock_paper_scissors(rounds=5)")
    row, column, tie = ("rock", "scissors"), ("rock", "paper"), ("rock", "rock")
    assert not game.is_terminal(play(game, row, row, row, row))
    assert game.goals(play(game, row, tie, column, column, tie)) == (0, 100)
    assert game.goals(play(game, tie, tie, tie, tie, row)) == (100, 0)
    assert game.goals(play(game, row, tie, column, tie, tie)) == (50, 50)


@pytest.mark.parametrize("rounds", [1, 2, 9])
def test_keeps_the_contract(rounds: int) -> None:
    check_game(ludens.load(f"rock_paper_scissors(rounds={rounds})"), games=5)
