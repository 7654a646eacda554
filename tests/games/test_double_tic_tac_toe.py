"""Double tic-tac-toe against its twin."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

import pytest

import ludens
from ludens.testing import check_game
from tests.games.test_tic_tac_toe import LINES
from tests.games.twin import compare, position, sequences

WON, DRAWN, LOST = ["x x x", "o o b", "b b b"], ["x o x", "x o o", "o x x"], ["o x x", "x o b", "b b o"]


class Twin:
    def __init__(self) -> None:
        cells = [(row, column) for row in (1, 2, 3) for column in (1, 2, 3)]
        self.boards = {"left": dict.fromkeys(cells, "b"), "right": dict.fromkeys(cells, "b")}
        self.turn = 0

    def fluents(self) -> Iterator[str]:
        yield f"(control {['xplayer', 'oplayer'][self.turn]})"
        for name, board in self.boards.items():
            yield from (f"(cell {name} {row} {column} {mark})" for (row, column), mark in board.items())

    def wins(self, name: str, mark: str) -> bool:
        return any(all(self.boards[name][cell] == mark for cell in line) for line in LINES)

    def finished(self, name: str) -> bool:
        return self.wins(name, "x") or self.wins(name, "o") or "b" not in self.boards[name].values()

    def over(self) -> bool:
        return self.finished("left") and self.finished("right")

    def legal(self, role: int) -> list[str]:
        if role != self.turn:
            return ["noop"]
        return [
            f"(mark {name} {row} {column})"
            for name, board in self.boards.items()
            if not self.finished(name)
            for (row, column), mark in board.items()
            if mark == "b"
        ]

    def play(self, moves: Sequence[str]) -> None:
        _, name, row, column = moves[self.turn].strip("()").split()
        self.boards[name][int(row), int(column)] = "xo"[self.turn]
        self.turn = 1 - self.turn

    def goals(self) -> tuple[int, int]:
        first = sum(50 if self.wins(name, "x") else 0 if self.wins(name, "o") else 25 for name in self.boards)
        return first, 100 - first


def cells(left: list[str], right: list[str]) -> str:
    return " ".join(
        f"(cell {name} {r} {c} {mark})"
        for name, rows in (("left", left), ("right", right))
        for r, row in enumerate(rows, 1)
        for c, mark in enumerate(row.split(), 1)
    )


def test_agrees_with_twin() -> None:
    rng = random.Random(0)
    game = ludens.load("double_tic_tac_toe")
    ends = {game.goals(compare(game, Twin(), rng))[0] for _ in range(60)}
    assert {0, 50, 100} <= ends
    assert ends & {25, 75}


def test_counts_of_twin() -> None:
    assert sequences(Twin(), 2, 3) == 18 * 17 * 16


def test_a_won_board_is_closed_while_the_other_goes_on() -> None:
    game = ludens.load("double_tic_tac_toe")
    empty = ["b b b"] * 3
    state = position(game, cells(WON, empty) + " (control oplayer)")
    assert not game.is_terminal(state)
    assert game.legal_moves(state, 0) == ("noop",)
    assert game.legal_moves(state, 1) == tuple(f"(mark right {r} {c})" for r in (1, 2, 3) for c in (1, 2, 3))


def test_points_of_both_boards_are_added() -> None:
    game = ludens.load("double_tic_tac_toe")
    boards = [(WON, 50), (DRAWN, 25), (LOST, 0)]
    for (left, points), (right, more) in itertools.product(boards, repeat=2):
        state = position(game, cells(left, right) + " (control oplayer)")
        assert game.is_terminal(state)
        assert game.goals(state) == (points + more, 100 - points - more)


def test_turns_alternate_whichever_board_is_marked() -> None:
    """One player may finish a board with moves that the other answers elsewhere."""
    game = ludens.load("double_tic_tac_toe")
    state = game.initial_state()
    for mine, other in [("1 1", "1 1"), ("1 2", "2 2"), ("1 3", "3 3")]:
        state = game.next_state(state, (f"(mark left {mine})", "noop"))
        assert game.legal_moves(state, 0) == ("noop",)
        state = game.next_state(state, ("noop", f"(mark right {other})"))
    assert game.is_terminal(state)
    assert game.goals(state) == (50, 50)


class Solver:
    """Best play on two boards that are equal up to turns and reflections, found by exhaustive search."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, ...], int] = {}
        self.form: dict[str, str] = {}
        self.result: dict[str, int | None] = {}

    def goal(self, one: str, other: str, turn: int) -> int:
        """The first player's goal; the number of marks on both boards says whose turn it is."""
        key = tuple(sorted((self.normal(one), self.normal(other))))
        if key not in self.known:
            results = [self.points(board) for board in key]
            self.known[key] = (
                sum(result or 0 for result in results)
                if None not in results
                else (max, min)[turn](
                    self.goal(board, key[1 - number], 1 - turn)
                    for number in (0, 1)
                    if results[number] is None
                    for board in {
                        self.normal(key[number][:place] + "xo"[turn] + key[number][place + 1 :])
                        for place in range(9)
                        if key[number][place] == "b"
                    }
                )
            )
        return self.known[key]

    def normal(self, board: str) -> str:
        if board not in self.form:
            rows = [board[:3], board[3:6], board[6:]]
            forms = []
            for _ in range(4):
                rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
                forms += ["".join(rows), "".join(rows[::-1])]
            self.form[board] = min(forms)
        return self.form[board]

    def points(self, board: str) -> int | None:
        """The first player's points for a board, or None when it is not finished."""
        if board not in self.result:
            lines = {"".join(board[3 * row + column - 4] for row, column in line) for line in LINES}
            finished = 50 if "xxx" in lines else 0 if "ooo" in lines else None if "b" in board else 25
            self.result[board] = finished
        return self.result[board]


@pytest.mark.slow
def test_best_play_is_even() -> None:
    assert Solver().goal("b" * 9, "b" * 9, 0) == 50


def test_keeps_the_contract() -> None:
    check_game(ludens.load("double_tic_tac_toe"), games=5)
