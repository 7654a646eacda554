"""Hex against plain Python."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from functools import cache

import pytest

import ludens
from ludens.games.loading import load_rulesheet
from ludens.rules.ground_rules import State
from ludens.testing import check_game

Board = dict[tuple[int, int], str]
"""The colour of the stone on each occupied cell."""

NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def is_joined(board: Board, colour: str, size: int) -> bool:
    """Whether stones of one colour lead from its first side to its last: rows for red, columns for blue."""
    axis = 1 if colour == "red" else 0
    waiting = [cell for cell, stone in board.items() if stone == colour and cell[axis] == 1]
    seen = set(waiting)
    while waiting:
        x, y = waiting.pop()
        if (x, y)[axis] == size:
            return True
        around = [(x + dx, y + dy) for dx, dy in NEIGHBOURS]
        fresh = [cell for cell in around if board.get(cell) == colour and cell not in seen]
        seen.update(fresh)
        waiting += fresh
    return False


def moves(board: Board, colour: str, size: int, steps: int, swap: bool) -> dict[str, Board]:
    """Every move with the board it leaves."""
    cells = itertools.product(range(1, size + 1), repeat=2)
    found = {f"(place {x} {y})": board | {(x, y): colour} for x, y in cells if (x, y) not in board}
    if swap and steps == 1:
        ((x, y),) = board
        found["swap"] = {(y, x): "blue"}
    return found


def text(board: Board, turn: str, size: int, more: Iterable[str] = ()) -> str:
    cells = itertools.product(range(1, size + 1), repeat=2)
    fluents = [f"(cell {x} {y} {board.get((x, y), 'b')})" for x, y in cells]
    return " ".join(sorted([*fluents, f"(control {turn})", *more]))


@pytest.mark.parametrize(
    ("size", "swap", "games"), [(9, False, 3), (5, False, 15), (3, False, 30), (3, True, 60), (6, True, 6)]
)
def test_random_games_follow_plain_python(size: int, swap: bool, games: int) -> None:
    game = load_rulesheet(f"hex(size={size}, swap={str(swap).lower()})")
    rng = random.Random(6)
    swapped = 0
    for _ in range(games):
        board: Board = {}
        state, steps = game.initial_state(), 0
        while not (is_joined(board, "red", size) or is_joined(board, "blue", size)):
            assert not game.is_terminal(state)
            turn = steps % 2
            colour = game.info.roles[turn]
            opening = [f"(opening {('first_move', 'second_move')[steps]})"] if swap and steps < 2 else []
            assert game.text(state) == text(board, colour, size, opening)
            choices = moves(board, colour, size, steps, swap)
            assert set(game.legal_moves(state, turn)) == choices.keys()
            assert game.legal_moves(state, 1 - turn) == ("noop",)
            move = "swap" if "swap" in choices and rng.random() < 0.5 else rng.choice(sorted(choices))
            swapped += move == "swap"
            state = game.next_state(state, (move, "noop") if turn == 0 else ("noop", move))
            board, steps = choices[move], steps + 1
        assert game.is_terminal(state)
        assert game.text(state) == text(board, game.info.roles[steps % 2], size)
        assert game.goals(state) == ((100, 0) if is_joined(board, "red", size) else (0, 100))
    assert bool(swapped) == swap


def test_a_full_board_has_exactly_one_winner() -> None:
    game, rng = load_rulesheet("hex(size=7)"), random.Random(7)
    for _ in range(20):
        board = {(x, y): rng.choice(("red", "blue")) for x in range(1, 8) for y in range(1, 8)}
        assert is_joined(board, "red", 7) != is_joined(board, "blue", 7)
        full = game.state_from_text(text(board, "red", 7))
        assert game.is_terminal(full)
        assert game.goals(full) == ((100, 0) if is_joined(board, "red", 7) else (0, 100))


def after(size: int, stones: Iterable[tuple[int, int]], colour: str) -> State:
    game = load_rulesheet(f"hex(size={size})")
    return game.state_from_text(text(dict.fromkeys(stones, colour), "red", size))


@pytest.mark.parametrize(
    ("colour", "stones", "wins"),
    [
        ("red", [(1, 1), (1, 2), (1, 3)], True),
        ("blue", [(1, 1), (1, 2), (1, 3)], False),
        ("blue", [(1, 2), (2, 2), (3, 2)], True),
        ("red", [(3, 1), (2, 2), (1, 3)], True),
        ("blue", [(3, 1), (2, 2), (1, 3)], True),
        ("red", [(1, 1), (2, 2), (3, 3)], False),
        ("blue", [(1, 1), (2, 2), (3, 3)], False),
        ("red", [(3, 1), (3, 2), (1, 3)], False),
    ],
)
def test_which_cells_touch(colour: str, stones: list[tuple[int, int]], wins: bool) -> None:
    game = load_rulesheet("hex(size=3)")
    assert game.is_terminal(after(3, stones, colour)) == wins


def test_a_chain_may_turn_back() -> None:
    stones = [(1, 1), (1, 2), (1, 3), (2, 3), (3, 3), (3, 2), (4, 1), (5, 1), (5, 2), (5, 3), (5, 4), (5, 5)]
    game = load_rulesheet("hex(size=5)")
    assert game.goals(after(5, stones, "red")) == (100, 0)
    assert not game.is_terminal(after(5, stones[:3] + stones[4:], "blue"))


def test_the_swapped_stone_is_mirrored() -> None:
    game = load_rulesheet("hex(size=5, swap=true)")
    state = game.next_state(game.initial_state(), ("(place 2 4)", "noop"))
    assert "swap" in game.legal_moves(state, 1)
    state = game.next_state(state, ("noop", "swap"))
    assert game.text(state) == text({(4, 2): "blue"}, "red", 5)
    assert "swap" not in game.legal_moves(state, 0)
    state = game.next_state(state, ("(place 2 4)", "noop"))
    assert "swap" not in game.legal_moves(state, 1)


def test_a_swapped_stone_on_the_long_diagonal_stays() -> None:
    game = load_rulesheet("hex(size=5, swap=true)")
    state = game.next_state(game.initial_state(), ("(place 3 3)", "noop"))
    state = game.next_state(state, ("noop", "swap"))
    assert game.text(state) == text({(3, 3): "blue"}, "red", 5)


@pytest.mark.parametrize(("swap", "value"), [(False, 100), (True, 0)])
def test_who_moves_first_wins_unless_there_is_a_swap(swap: bool, value: int) -> None:
    """Nash's theorem, on the smallest board."""
    game = load_rulesheet(f"hex(size=3, swap={str(swap).lower()})")

    @cache
    def goal_of_red(state: State) -> int:
        if game.is_terminal(state):
            return game.goals(state)[0]
        red, blue = game.legal_moves(state, 0), game.legal_moves(state, 1)
        values = (goal_of_red(game.next_state(state, (mine, other))) for mine in red for other in blue)
        if blue == ("noop",):
            return 100 if any(value == 100 for value in values) else 0
        return 0 if any(value == 0 for value in values) else 100

    assert goal_of_red(game.initial_state()) == value


@pytest.mark.parametrize("size", ["2", "12", "x"])
def test_other_sizes_are_refused(size: str) -> None:
    with pytest.raises(ludens.ParameterError):
        load_rulesheet(f"hex(size={size})")


@pytest.mark.parametrize(("parameters", "games"), [("size=9", 1), ("size=3", 5), ("size=4, swap=true", 5)])
def test_the_contract_is_kept(parameters: str, games: int) -> None:
    check_game(load_rulesheet(f"hex({parameters})"), games=games)
