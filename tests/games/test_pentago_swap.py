"""Pentago-Swap against a plain model and the facts of its reference program (McGill COMP 424, 2019)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest

import ludens
from ludens.games.rules_game import RulesGame
from ludens.rules.ground_rules import State
from ludens.search.perft import perft
from ludens.testing import check_game, random_game

QUADRANTS = ("tl", "tr", "bl", "br")
PAIRS = tuple(combinations(QUADRANTS, 2))
EMPTY = "0" * 36
ONE_LEFT = "221212221211112121111121122112212220"


def load() -> RulesGame[Any]:
    game = ludens.load("pentago_swap")
    assert isinstance(game, RulesGame)
    return game


def cells_of(quadrant: str) -> list[int]:
    top, left = (0 if quadrant[0] == "t" else 3), (0 if quadrant[1] == "l" else 3)
    return [6 * (top + row) + left + column for row in range(3) for column in range(3)]


@dataclass(frozen=True)
class Model:
    """Row by row, 0 empty, 1 white, 2 black, as the reference writes a board."""

    board: str
    mover: int

    def moves(self) -> list[str]:
        empty = [number for number, stone in enumerate(self.board) if stone == "0"]
        return [f"(play {n // 6} {n % 6} {first} {second})" for n in empty for first, second in PAIRS]

    def after(self, move: str) -> Model:
        _, row, column, first, second = move.strip("()").split()
        stones = list(self.board)
        stones[6 * int(row) + int(column)] = str(self.mover)
        for here, there in zip(cells_of(first), cells_of(second), strict=True):
            stones[here], stones[there] = stones[there], stones[here]
        return Model("".join(stones), 3 - self.mover)

    def has_five(self, stone: str) -> bool:
        for start in range(36):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                ends = (start // 6 + 4 * down, start % 6 + 4 * right)
                if all(0 <= place < 6 for place in ends) and all(
                    self.board[start + (6 * down + right) * step] == stone for step in range(5)
                ):
                    return True
        return False

    @property
    def goals(self) -> tuple[int, int] | None:
        """None while the game goes on."""
        white, black = self.has_five("1"), self.has_five("2")
        if white != black:
            return (100, 0) if white else (0, 100)
        return (50, 50) if white or "0" not in self.board else None

    @property
    def text(self) -> str:
        names = ("b", "white", "black")
        cells = [f"(cell {n // 6} {n % 6} {names[int(stone)]})" for n, stone in enumerate(self.board)]
        return " ".join(sorted([*cells, f"(control {names[self.mover]})"]))


def joint(mover: int, move: str) -> tuple[str, str]:
    return (move, "noop") if mover == 1 else ("noop", move)


def check(game: RulesGame[Any], state: State, model: Model) -> None:
    assert game.text(state) == model.text
    assert game.is_terminal(state) == (model.goals is not None)
    if model.goals is not None:
        assert game.goals(state) == model.goals
        return
    assert game.legal_moves(state, model.mover - 1) == tuple(sorted(model.moves()))
    assert game.legal_moves(state, 2 - model.mover) == ("noop",)


def test_agrees_with_the_model_on_random_games() -> None:
    game, rng = load(), random.Random(1)
    for _ in range(12):
        state, model = game.initial_state(), Model(EMPTY, 1)
        check(game, state, model)
        while model.goals is None:
            move = rng.choice(model.moves())
            state, model = game.next_state(state, joint(model.mover, move)), model.after(move)
            check(game, state, model)


@pytest.mark.parametrize(
    ("board", "row", "column", "results"),
    [
        ("010000001000200100200010000000202000", 4, 5, {("tl", "br"): (100, 0)}),
        ("100020010000001002000100000000202000", 4, 4, {("tr", "bl"): (100, 0)}),
        ("111100000000000002000002000000202000", 0, 4, {("bl", "br"): (100, 0)}),
        ("222000100000000010000220010000100001", 2, 2, {("tl", "bl"): (0, 100), ("tr", "br"): (0, 100)}),
    ],
    ids=["A", "B", "C", "E"],
)
def test_positions_of_the_reference(
    board: str, row: int, column: int, results: dict[tuple[str, str], tuple[int, int]]
) -> None:
    game = load()
    state = game.state_from_text(Model(board, 1).text)
    found = {}
    for first, second in PAIRS:
        after = game.next_state(state, (f"(play {row} {column} {first} {second})", "noop"))
        if game.is_terminal(after):
            found[first, second] = game.goals(after)
    assert found == results


def test_all_thirty_two_lines_of_five() -> None:
    game = load()
    lines = [
        [6 * (row + down * step) + column + right * step for step in range(5)]
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        for row in range(6 - 4 * down)
        for column in range(4 if right < 0 else 0, 6 if right < 1 else 2)
    ]
    assert len(lines) == 32
    for line in lines:
        for missing in (None, *line):
            board = "".join("2" if cell in line and cell != missing else "0" for cell in range(36))
            assert game.is_terminal(game.state_from_text(Model(board, 1).text)) == (missing is None)


def test_five_for_both_is_a_draw() -> None:
    game = load()
    board = "111000" + "222000" + "000000" + "000110" + "000220" + "000000"
    state = game.state_from_text(Model(board, 1).text)
    after = game.next_state(state, ("(play 5 5 tr br)", "noop"))
    assert game.goals(after) == (50, 50)


def test_a_five_between_placement_and_swap_does_not_count() -> None:
    game = load()
    state = game.state_from_text(Model("111100" + "222200" + 24 * "0", 1).text)
    assert not game.is_terminal(game.next_state(state, ("(play 0 4 tl bl)", "noop")))


def test_the_last_stone_is_played() -> None:
    game = load()
    state = game.state_from_text(Model(ONE_LEFT, 2).text)
    moves = game.legal_moves(state, 1)
    assert len(moves) == 6
    assert not any(Model(ONE_LEFT, 2).after(move).has_five(stone) for move in moves for stone in "12")
    assert {game.goals(game.next_state(state, ("noop", move))) for move in moves} == {(50, 50)}


def test_the_earliest_win_is_at_ply_nine() -> None:
    game = load()
    state = game.initial_state()
    for ply in range(9):
        assert not game.is_terminal(state)
        row, column = (0, ply // 2) if ply % 2 == 0 else (5 - ply // 6, ply % 6)
        move = f"(play {row} {column} bl br)"
        state = game.next_state(state, joint(1 + ply % 2, move))
    assert game.goals(state) == (100, 0)


def test_counts() -> None:
    game = load()
    plies = list(perft(game, game.initial_state(), 2))
    assert [ply.sequences for ply in plies] == [216, 45_360]
    assert [ply.states for ply in plies] == [36, 1_260]


Symmetry = Callable[[int, int], tuple[int, int]]
SYMMETRIES: list[Symmetry] = [
    lambda r, c: (r, c),
    lambda r, c: (c, 5 - r),
    lambda r, c: (5 - r, 5 - c),
    lambda r, c: (5 - c, r),
    lambda r, c: (r, 5 - c),
    lambda r, c: (5 - r, c),
    lambda r, c: (c, r),
    lambda r, c: (5 - c, 5 - r),
]


@pytest.mark.parametrize("number", range(8))
def test_the_symmetries_of_the_square(number: int) -> None:
    game, symmetry = load(), SYMMETRIES[number]

    def image(move: str) -> str:
        if move == "noop":
            return move
        _, row, column, *pair = move.strip("()").split()
        seen = [symmetry(cells_of(name)[4] // 6, cells_of(name)[4] % 6) for name in pair]
        names = sorted((("t" if r < 3 else "b") + ("l" if c < 3 else "r") for r, c in seen), key=QUADRANTS.index)
        return "(play {} {} {} {})".format(*symmetry(int(row), int(column)), *names)

    def cells(state: State) -> set[tuple[tuple[int, int], object]]:
        return {((int(str(f[1])), int(str(f[2]))), f[3]) for f in state if f[0] == "cell"}

    states, history = random_game(game, random.Random(number))
    state = game.initial_state()
    for original, moves in zip(states[1:], history, strict=True):
        state = game.next_state(state, tuple(map(image, moves)))
        assert cells(state) == {(symmetry(*place), content) for place, content in cells(original)}
    assert game.goals(state) == game.goals(states[-1])


def test_random_play_looks_like_the_reference() -> None:
    """White 51.6 %, Black 41.6 %, drawn 6.9 %, 27.2 plies; here within four standard errors."""
    game, rng, games = load(), random.Random(7), 100
    results: Counter[tuple[int, ...]] = Counter()
    plies = 0
    for _ in range(games):
        states, history = random_game(game, rng)
        results[game.goals(states[-1])] += 1
        plies += len(history)
    assert 0.32 < results[100, 0] / games < 0.72
    assert 0.22 < results[0, 100] / games < 0.62
    assert results[50, 50] / games < 0.17
    assert 24.5 < plies / games < 29.9


def test_contract() -> None:
    check_game(load(), games=5)
