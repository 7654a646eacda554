"""Breakthrough against plain Python."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludens
from ludens.games.loading import load_rulesheet
from ludens.games.rules_game import RulesGame
from ludens.rules.ground_rules import State
from ludens.testing import check_game

Board = dict[tuple[int, int], str]
"""The colour of the pawn on each occupied cell."""


def start(size: int) -> Board:
    rows = {1: "white", 2: "white", size - 1: "black", size: "black"}
    return {(x, y): colour for y, colour in rows.items() for x in range(1, size + 1)}


def moves(board: Board, colour: str, size: int) -> dict[str, Board]:
    """Every move with the board it leaves."""
    found = {}
    for (x1, y1), owner in board.items():
        if owner != colour:
            continue
        y2 = y1 + 1 if colour == "white" else y1 - 1
        for x2 in (x1 - 1, x1, x1 + 1):
            on_board = 1 <= x2 <= size and 1 <= y2 <= size
            blocked = (x2, y2) in board if x2 == x1 else board.get((x2, y2)) == colour
            if on_board and not blocked:
                rest = {cell: pawn for cell, pawn in board.items() if cell != (x1, y1)}
                found[f"(move {x1} {y1} {x2} {y2})"] = rest | {(x2, y2): colour}
    return found


def winner(board: Board, size: int) -> str | None:
    for colour, other, far in (("white", "black", size), ("black", "white", 1)):
        if other not in board.values() or any(board.get((x, far)) == colour for x in range(1, size + 1)):
            return colour
    return None


def text(board: Board, turn: str, size: int) -> str:
    cells = [(x, y) for x in range(1, size + 1) for y in range(1, size + 1)]
    fluents = [f"(cell {x} {y} {board.get((x, y), 'b')})" for x, y in cells]
    return " ".join(sorted([*fluents, f"(control {turn})"]))


@pytest.mark.parametrize(("size", "games"), [(8, 6), (5, 20), (4, 30)])
def test_random_games_follow_plain_python(size: int, games: int) -> None:
    game, rng = load_rulesheet(f"breakthrough(size={size})"), random.Random(2)
    for _ in range(games):
        board, state, turn, other = start(size), game.initial_state(), 0, 1
        while winner(board, size) is None:
            assert not game.is_terminal(state)
            colour = game.info.roles[turn]
            assert game.text(state) == text(board, colour, size)
            choices = moves(board, colour, size)
            assert set(game.legal_moves(state, turn)) == choices.keys()
            assert game.legal_moves(state, other) == ("noop",)
            move = rng.choice(sorted(choices))
            state = game.next_state(state, (move, "noop") if turn == 0 else ("noop", move))
            board, turn, other = choices[move], other, turn
        assert game.is_terminal(state)
        assert game.text(state) == text(board, game.info.roles[turn], size)
        assert game.goals(state) == ((100, 0) if winner(board, size) == "white" else (0, 100))


def position(game: RulesGame[Any], rows: list[str], turn: str) -> State:
    """A position drawn with its highest row first: ``w``, ``b`` and ``.`` for empty."""
    size = len(rows)
    colours = {"w": "white", "b": "black"}
    board = {(x, size - n): colours[cell] for n, row in enumerate(rows) for x, cell in enumerate(row, 1) if cell != "."}
    return game.state_from_text(text(board, turn, size))


def test_straight_on_only_to_empty_cells_and_captures_only_diagonally() -> None:
    game = load_rulesheet("breakthrough(size=4)")
    state = position(game, ["b..b", "bb..", ".w..", "...w"], "white")
    assert game.legal_moves(state, 0) == (
        "(move 2 2 1 3)",
        "(move 2 2 3 3)",
        "(move 4 1 3 2)",
        "(move 4 1 4 2)",
    )
    after = game.next_state(state, ("(move 2 2 1 3)", "noop"))
    assert after == position(game, ["b..b", "wb..", "....", "...w"], "black")


def test_a_pawn_never_goes_onto_one_of_its_own() -> None:
    game = load_rulesheet("breakthrough(size=4)")
    state = position(game, ["b...", "www.", "ww..", "...."], "white")
    assert "(move 1 2 2 3)" not in game.legal_moves(state, 0)
    assert "(move 1 2 1 3)" not in game.legal_moves(state, 0)
    assert game.legal_moves(state, 0) == (
        "(move 1 3 2 4)",
        "(move 2 3 1 4)",
        "(move 2 3 2 4)",
        "(move 2 3 3 4)",
        "(move 3 3 2 4)",
        "(move 3 3 3 4)",
        "(move 3 3 4 4)",
    )


def test_taking_the_last_pawn_wins() -> None:
    game = load_rulesheet("breakthrough(size=4)")
    state = position(game, ["....", ".b..", "..w.", "...."], "white")
    assert not game.is_terminal(state)
    taken = game.next_state(state, ("(move 3 2 2 3)", "noop"))
    assert game.is_terminal(taken)
    assert game.goals(taken) == (100, 0)


def test_black_wins_on_the_first_row() -> None:
    game = load_rulesheet("breakthrough(size=4)")
    state = position(game, ["....", "...w", "b...", "..w."], "black")
    reached = game.next_state(state, ("noop", "(move 1 2 1 1)"))
    assert game.is_terminal(reached)
    assert game.goals(reached) == (0, 100)


@pytest.mark.parametrize("size", ["3", "11", "x"])
def test_other_sizes_are_refused(size: str) -> None:
    with pytest.raises(ludens.ParameterError):
        load_rulesheet(f"breakthrough(size={size})")


@pytest.mark.parametrize(("size", "games"), [(8, 3), (4, 5), (5, 5), (10, 1)])
def test_the_contract_is_kept(size: int, games: int) -> None:
    check_game(load_rulesheet(f"breakthrough(size={size})"), games=games)
