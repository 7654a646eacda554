"""Blocker against a plain model of it; who has crossed, on every full board of three by three."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import ludens
from ludens.games.rules_game import RulesGame
from ludens.rules.ground_rules import State
from ludens.search.perft import count
from ludens.testing import check_game

Board = dict[tuple[int, int], str]


def load(size: int) -> RulesGame[Any]:
    game = ludens.load(f"blocker(size={size})")
    assert isinstance(game, RulesGame)
    return game


def text(board: Board) -> str:
    return " ".join(sorted(f"(cell {row} {column} {content})" for (row, column), content in board.items()))


def joins(board: Board, player: str, diagonally: bool, across: int) -> bool:
    """Whether the player's cells join two sides: left and right (``across`` 1) or top and bottom (0)."""
    size = max(board)[0]
    own = {place for place, content in board.items() if content == player}
    waiting = [place for place in own if place[across] == 1]
    seen = set(waiting)
    while waiting:
        row, column = waiting.pop()
        if (row, column)[across] == size:
            return True
        for down, right in product((-1, 0, 1), repeat=2):
            place = row + down, column + right
            if place in own - seen and (diagonally or not (down and right)):
                seen.add(place)
                waiting.append(place)
    return False


def check(game: RulesGame[Any], state: State, board: Board) -> bool:
    """Compares, and returns whether the game is over."""
    empty = sorted(f"(mark {row} {column})" for (row, column), content in board.items() if content == "b")
    crossed = joins(board, "crosser", diagonally=True, across=1)
    assert game.text(state) == text(board)
    assert game.is_terminal(state) == (crossed or not empty)
    if crossed or not empty:
        assert game.goals(state) == ((100, 0) if crossed else (0, 100))
        return True
    assert [game.legal_moves(state, role) for role in (0, 1)] == [tuple(empty)] * 2
    return False


@pytest.mark.parametrize("size", [3, 4, 6])
def test_agrees_with_the_model_on_random_games(size: int) -> None:
    game, rng = load(size), random.Random(size)
    for _ in range(60):
        board = dict.fromkeys(product(range(1, size + 1), range(1, size + 1)), "b")
        state = game.initial_state()
        while not check(game, state, board):
            empty = [place for place, content in board.items() if content == "b"]
            crosser, blocker = rng.choice(empty), rng.choice(empty)
            board[crosser] = "crosser"
            board[blocker] = "blocker"
            moves = ["(mark {} {})".format(*place) for place in (crosser, blocker)]
            state = game.next_state(state, moves)


def test_exactly_one_side_joins_on_every_full_board_of_three_by_three() -> None:
    game = load(3)
    for contents in product(("crosser", "blocker"), repeat=9):
        board = dict(zip(product(range(1, 4), range(1, 4)), contents, strict=True))
        crossed = game.goals(game.state_from_text(text(board)))[0] == 100
        assert crossed == joins(board, "crosser", diagonally=True, across=1)
        assert crossed != joins(board, "blocker", diagonally=False, across=0)


def test_the_blocker_gets_a_cell_that_both_want() -> None:
    game = load(4)
    state = game.next_state(game.initial_state(), ("(mark 2 3)", "(mark 2 3)"))
    assert "(cell 2 3 blocker)" in game.text(state)
    assert len(game.legal_moves(state, 0)) == 15


def test_a_path_may_wind_back() -> None:
    game = load(4)
    rows = ("x.b.", "bx.x", "x.x.", ".x..")
    names = {"x": "crosser", "b": "blocker", ".": "b"}
    board = {(r + 1, c + 1): names[rows[r][c]] for r in range(4) for c in range(4)}
    assert game.goals(game.state_from_text(text(board))) == (100, 0)
    board[3, 3] = "blocker"
    assert not game.is_terminal(game.state_from_text(text(board)))


@pytest.mark.parametrize(("size", "counts"), [(3, [81, 4_104, 115_416]), (4, [256])])
def test_counts(size: int, counts: list[int]) -> None:
    game = load(size)
    assert [count(game, game.initial_state(), depth + 1) for depth in range(len(counts))] == counts


@pytest.mark.parametrize("size", [3, 4, 6])
def test_contract(size: int) -> None:
    check_game(load(size), games=5)
