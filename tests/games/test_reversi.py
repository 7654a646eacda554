"""Reversi against plain Python."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import ludens
from ludens.games.loading import load_rulesheet
from ludens.games.rules_game import RulesGame
from ludens.rules.ground_rules import State
from ludens.testing import check_game

Board = dict[tuple[int, int], str]
"""The colour of the disc on each occupied cell."""

OTHER = {"black": "white", "white": "black"}
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def start(size: int) -> Board:
    low, high = size // 2, size // 2 + 1
    return {(low, low): "white", (high, high): "white", (low, high): "black", (high, low): "black"}


def turned(board: Board, x: int, y: int, colour: str) -> list[tuple[int, int]]:
    """The discs that a new disc turns over."""
    found: list[tuple[int, int]] = []
    for dx, dy in DIRECTIONS:
        run = []
        place = (x + dx, y + dy)
        while board.get(place) == OTHER[colour]:
            run.append(place)
            place = (place[0] + dx, place[1] + dy)
        if board.get(place) == colour:
            found += run
    return found


def moves(board: Board, colour: str, size: int) -> dict[str, Board]:
    """Every placing move with the board it leaves."""
    found = {}
    for x, y in itertools.product(range(1, size + 1), repeat=2):
        if (x, y) not in board and (discs := turned(board, x, y, colour)):
            found[f"(place {x} {y})"] = board | dict.fromkeys([*discs, (x, y)], colour)
    return found


def goals(board: Board) -> tuple[int, int]:
    colours = list(board.values())
    lead = colours.count("black") - colours.count("white")
    return (50, 50) if lead == 0 else (100, 0) if lead > 0 else (0, 100)


def text(board: Board, turn: str, size: int) -> str:
    cells = itertools.product(range(1, size + 1), repeat=2)
    fluents = [f"(cell {x} {y} {board.get((x, y), 'b')})" for x, y in cells]
    return " ".join(sorted([*fluents, f"(control {turn})"]))


@pytest.mark.parametrize(("size", "games"), [(8, 5), (6, 12), (4, 60)])
def test_random_games_follow_plain_python(size: int, games: int) -> None:
    game, rng = load_rulesheet(f"reversi(size={size})"), random.Random(4)
    passes = 0
    for _ in range(games):
        board, state, turn = start(size), game.initial_state(), 0
        while moves(board, "black", size) or moves(board, "white", size):
            assert not game.is_terminal(state)
            colour = game.info.roles[turn]
            assert game.text(state) == text(board, colour, size)
            choices = moves(board, colour, size) or {"pass": board}
            assert set(game.legal_moves(state, turn)) == choices.keys()
            assert game.legal_moves(state, 1 - turn) == ("noop",)
            move = rng.choice(sorted(choices))
            passes += move == "pass"
            state = game.next_state(state, (move, "noop") if turn == 0 else ("noop", move))
            board, turn = choices[move], 1 - turn
        assert game.is_terminal(state)
        assert game.text(state) == text(board, game.info.roles[turn], size)
        assert game.goals(state) == goals(board)
    assert passes


def position(game: RulesGame[Any], rows: list[str], turn: str) -> State:
    """A position drawn with its highest row first: ``b``, ``w`` and ``.`` for empty."""
    size = len(rows)
    colours = {"b": "black", "w": "white"}
    board = {(x, size - n): colours[cell] for n, row in enumerate(rows) for x, cell in enumerate(row, 1) if cell != "."}
    return game.state_from_text(text(board, turn, size))


def test_one_disc_turns_runs_in_all_eight_directions() -> None:
    game = load_rulesheet("reversi(size=6)")
    state = position(game, ["b..b..", ".w.w.b", "..www.", "bww.wb", "..www.", ".b.b.b"], "black")
    after = game.next_state(state, ("(place 4 3)", "noop"))
    assert after == position(game, ["b..b..", ".b.b.b", "..bbb.", "bbbbbb", "..bbb.", ".b.b.b"], "white")


def test_a_run_that_ends_at_the_edge_or_at_an_empty_cell_stays() -> None:
    game = load_rulesheet("reversi(size=4)")
    state = position(game, ["w...", "w..w", ".wwb", "w..."], "black")
    after = game.next_state(state, ("(place 1 2)", "noop"))
    assert after == position(game, ["w...", "w..w", "bbbb", "w..."], "white")


def test_who_cannot_turn_anything_passes() -> None:
    game = load_rulesheet("reversi(size=4)")
    state = position(game, ["....", "....", "....", ".bw."], "white")
    assert game.legal_moves(state, 1) == ("(place 1 1)",)
    state = position(game, ["....", "....", "....", "bbw."], "white")
    assert not game.is_terminal(state)
    assert game.legal_moves(state, 1) == ("pass",)
    after = game.next_state(state, ("noop", "pass"))
    assert after == position(game, ["....", "....", "....", "bbw."], "black")
    assert game.legal_moves(after, 0) == ("(place 4 1)",)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["....", "....", "....", "bb.."], (100, 0)),
        (["....", "....", "....", "bb.w"], (100, 0)),
        (["....", "www.", "....", "b..."], (0, 100)),
        (["....", "w...", "....", "b..."], (50, 50)),
        (["bbbb", "wwww", "bwbw", "wbwb"], (50, 50)),
        (["bbbb", "wwww", "bwbw", "wbww"], (0, 100)),
        (["bbbb", "bbbb", "bbbb", "bbbb"], (100, 0)),
    ],
)
def test_the_end_when_neither_can_move(rows: list[str], expected: tuple[int, int]) -> None:
    game = load_rulesheet("reversi(size=4)")
    for turn in ("black", "white"):
        state = position(game, rows, turn)
        assert game.is_terminal(state)
        assert game.goals(state) == expected


def test_discs_are_counted_right_on_full_boards() -> None:
    game, rng = load_rulesheet("reversi"), random.Random(5)
    for black in [0, 1, 8, 31, 32, 33, 63, 64, *(rng.randrange(28, 37) for _ in range(30))]:
        discs = ["black"] * black + ["white"] * (64 - black)
        rng.shuffle(discs)
        board = {(n % 8 + 1, n // 8 + 1): disc for n, disc in enumerate(discs)}
        assert game.goals(game.state_from_text(text(board, "black", 8))) == goals(board)


def test_discs_are_counted_right_when_cells_stay_empty() -> None:
    """Black keeps to the left and white to the right, so that neither can turn anything."""
    game, rng = load_rulesheet("reversi"), random.Random(6)
    left, right = ([(x, y) for x in columns for y in range(1, 9)] for columns in ((1, 2, 3), (6, 7, 8)))
    for black, white in [(0, 1), (8, 7), (8, 8), (9, 8), (9, 15), (15, 16), (23, 23), (23, 22), (17, 24)]:
        board = dict.fromkeys(rng.sample(left, black), "black") | dict.fromkeys(rng.sample(right, white), "white")
        state = game.state_from_text(text(board, "white", 8))
        assert game.is_terminal(state)
        assert game.goals(state) == goals(board)


@pytest.mark.parametrize("size", ["2", "5", "7", "10", "x"])
def test_other_sizes_are_refused(size: str) -> None:
    with pytest.raises(ludens.ParameterError, match="4, 6 or 8"):
        load_rulesheet(f"reversi(size={size})")


@pytest.mark.parametrize("size", [4, 6, 8])
def test_the_contract_is_kept(size: int) -> None:
    check_game(load_rulesheet(f"reversi(size={size})"), games=4)
