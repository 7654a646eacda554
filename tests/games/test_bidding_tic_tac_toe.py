"""Bidding tic-tac-toe against its twin."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

import ludens
from ludens.testing import check_game
from tests.games.test_tic_tac_toe import LINES
from tests.games.twin import compare, play, position, sequences

ROLES = ["xplayer", "oplayer"]


class Twin:
    def __init__(self, coins: int) -> None:
        self.marks = {(row, column): "b" for row in (1, 2, 3) for column in (1, 2, 3)}
        self.coins = [coins, coins]
        self.tie_breaker = 0
        self.marker: int | None = None

    def fluents(self) -> Iterator[str]:
        yield from (f"(cell {row} {column} {mark})" for (row, column), mark in self.marks.items())
        yield from (f"(coins {role} {held})" for role, held in zip(ROLES, self.coins, strict=True))
        yield f"(tie_breaker {ROLES[self.tie_breaker]})"
        yield "bidding" if self.marker is None else f"(control {ROLES[self.marker]})"

    def wins(self, mark: str) -> bool:
        return any(all(self.marks[cell] == mark for cell in line) for line in LINES)

    def over(self) -> bool:
        return self.wins("x") or self.wins("o") or "b" not in self.marks.values()

    def legal(self, role: int) -> list[str]:
        if self.marker is None:
            return [f"(bid {amount})" for amount in range(self.coins[role] + 1)]
        if role != self.marker:
            return ["noop"]
        return [f"(mark {row} {column})" for (row, column), mark in self.marks.items() if mark == "b"]

    def play(self, moves: Sequence[str]) -> None:
        if self.marker is None:
            self.settle([int(move.strip("()").split()[1]) for move in moves])
            return
        row, column = map(int, moves[self.marker].strip("()").split()[1:])
        self.marks[row, column] = "xo"[self.marker]
        self.marker = None

    def settle(self, bids: list[int]) -> None:
        if bids[0] == bids[1]:
            self.marker = self.tie_breaker
            self.tie_breaker = 1 - self.tie_breaker
        else:
            self.marker = bids.index(max(bids))
        self.coins[self.marker] -= max(bids)
        self.coins[1 - self.marker] += max(bids)

    def goals(self) -> tuple[int, int]:
        return (100, 0) if self.wins("x") else (0, 100) if self.wins("o") else (50, 50)


@pytest.mark.parametrize("coins", [1, 3, 10])
def test_agrees_with_twin(coins: int) -> None:
    rng = random.Random(coins)
    game = ludens.load(f"bidding_tic_tac_toe(coins={coins})")
    ends = {game.goals(compare(game, Twin(coins), rng)) for _ in range(50)}
    assert {(100, 0), (0, 100)} <= ends


@pytest.mark.parametrize(("coins", "depth", "expected"), [(1, 4, 936), (3, 3, 1_530), (10, 2, 1_089)])
def test_counts_of_twin(coins: int, depth: int, expected: int) -> None:
    assert sequences(Twin(coins), 2, depth) == expected


def test_higher_bid_marks_and_is_paid_to_the_other() -> None:
    game = ludens.load("bidding_tic_tac_toe")
    text = game.text(play(game, ("(bid 1)", "(bid 2)")))
    assert "(control oplayer)" in text
    assert "(coins oplayer 1) (coins xplayer 5)" in text
    assert "(tie_breaker xplayer)" in text


def test_tie_goes_to_the_tie_breaker_which_then_passes() -> None:
    game = ludens.load("bidding_tic_tac_toe")
    text = game.text(play(game, ("(bid 2)", "(bid 2)")))
    assert "(control xplayer)" in text
    assert "(coins oplayer 5) (coins xplayer 1)" in text
    assert "(tie_breaker oplayer)" in text
    text = game.text(play(game, ("(bid 2)", "(bid 2)"), ("(mark 2 2)", "noop"), ("(bid 0)", "(bid 0)")))
    assert "(control oplayer)" in text
    assert "(tie_breaker xplayer)" in text


def test_marking_leaves_coins_and_tie_breaker_alone() -> None:
    game = ludens.load("bidding_tic_tac_toe")
    text = game.text(play(game, ("(bid 0)", "(bid 3)"), ("noop", "(mark 1 3)")))
    assert "(cell 1 3 o)" in text
    assert "(coins oplayer 0) (coins xplayer 6) (tie_breaker xplayer) bidding" in text


def test_a_player_without_coins_can_only_bid_nothing() -> None:
    game = ludens.load("bidding_tic_tac_toe")
    state = play(game, ("(bid 0)", "(bid 3)"), ("noop", "(mark 1 3)"))
    assert game.legal_moves(state, 0) == tuple(f"(bid {amount})" for amount in range(7))
    assert game.legal_moves(state, 1) == ("(bid 0)",)


def test_full_board_without_a_line_is_a_draw() -> None:
    game = ludens.load("bidding_tic_tac_toe")
    rows = ["x o x", "x o o", "o x x"]
    cells = [f"(cell {r} {c} {m})" for r, row in enumerate(rows, 1) for c, m in enumerate(row.split(), 1)]
    rest = "(coins xplayer 3) (coins oplayer 3) (tie_breaker xplayer) bidding"
    state = position(game, " ".join([*cells, rest]))
    assert game.is_terminal(state)
    assert game.goals(state) == (50, 50)


@pytest.mark.parametrize("coins", [1, 2, 5])
def test_keeps_the_contract(coins: int) -> None:
    check_game(ludens.load(f"bidding_tic_tac_toe(coins={coins})"), games=5)
