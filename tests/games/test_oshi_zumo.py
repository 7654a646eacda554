"""Oshi-Zumo against its twin."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

import ludens
from ludens.game import ParameterError
from ludens.testing import check_game
from tests.games.twin import compare, play


class Twin:
    def __init__(self, coins: int, size: int, minimum: int) -> None:
        self.coins, self.size, self.minimum = [coins, coins], size, minimum
        self.lead = 0
        """How far row has pushed the wrestler."""

    def fluents(self) -> Iterator[str]:
        yield f"(wrestler {self.lead + self.size + 1})"
        yield f"(coins row {self.coins[0]})"
        yield f"(coins column {self.coins[1]})"

    def over(self) -> bool:
        return abs(self.lead) > self.size or max(self.coins) < self.minimum

    def legal(self, role: int) -> list[str]:
        return [f"(bid {bid})" for bid in range(self.minimum, self.coins[role] + 1)] or ["(bid 0)"]

    def play(self, moves: Sequence[str]) -> None:
        row, column = (int(move[5:-1]) for move in moves)
        self.coins = [self.coins[0] - row, self.coins[1] - column]
        self.lead += (row > column) - (row < column)

    def goals(self) -> tuple[int, int]:
        return (100, 0) if self.lead > 0 else (0, 100) if self.lead < 0 else (50, 50)


@pytest.mark.parametrize(
    ("coins", "size", "minimum"), [(8, 2, 1), (1, 1, 1), (5, 1, 2), (12, 3, 1), (20, 5, 3), (6, 2, 6), (7, 1, 1)]
)
def test_agrees_with_twin(coins: int, size: int, minimum: int) -> None:
    rng = random.Random(coins)
    game = ludens.load(f"oshi_zumo(coins={coins}, size={size}, minimum={minimum})")
    ends = {game.goals(compare(game, Twin(coins, size, minimum), rng)) for _ in range(60)}
    assert ends == {(100, 0), (0, 100), (50, 50)} if coins > minimum else ends == {(50, 50)}


def test_games_by_hand() -> None:
    game = ludens.load("oshi_zumo(coins=5, size=1)")
    pushed_off = play(game, ("(bid 2)", "(bid 1)"), ("(bid 3)", "(bid 2)"))
    assert game.is_terminal(pushed_off)
    assert game.goals(pushed_off) == (100, 0)
    paid = play(game, ("(bid 4)", "(bid 5)"), ("(bid 1)", "(bid 0)"))
    assert game.is_terminal(paid)
    assert game.goals(paid) == (50, 50)


def test_a_minimum_that_nobody_can_pay_is_refused() -> None:
    with pytest.raises(ParameterError, match="minimum cannot be 6; with 5 coins nobody could bid"):
        ludens.load("oshi_zumo(coins=5, minimum=6)")


@pytest.mark.parametrize("name", ["oshi_zumo", "oshi_zumo(coins=4, size=1, minimum=2)"])
def test_keeps_the_contract(name: str) -> None:
    check_game(ludens.load(name), games=5)
