"""Tic-tac-toe against its twin."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction

import ludens
from ludens.rules.ground_rules import State
from ludens.search.perft import joint_moves, perft
from ludens.testing import check_game
from tests.games.twin import compare, play

LINES = [
    *([(row, 1), (row, 2), (row, 3)] for row in (1, 2, 3)),
    *([(1, column), (2, column), (3, column)] for column in (1, 2, 3)),
    [(1, 1), (2, 2), (3, 3)],
    [(1, 3), (2, 2), (3, 1)],
]


class Twin:
    def __init__(self) -> None:
        self.marks = {(row, column): "b" for row in (1, 2, 3) for column in (1, 2, 3)}
        self.turn = 0

    def fluents(self) -> Iterator[str]:
        yield f"(control {['xplayer', 'oplayer'][self.turn]})"
        yield from (f"(cell {row} {column} {mark})" for (row, column), mark in self.marks.items())

    def wins(self, mark: str) -> bool:
        return any(all(self.marks[cell] == mark for cell in line) for line in LINES)

    def over(self) -> bool:
        return self.wins("x") or self.wins("o") or "b" not in self.marks.values()

    def legal(self, role: int) -> list[str]:
        if role != self.turn:
            return ["noop"]
        return [f"(mark {row} {column})" for (row, column), mark in self.marks.items() if mark == "b"]

    def play(self, moves: Sequence[str]) -> None:
        row, column = map(int, moves[self.turn].strip("()").split()[1:])
        self.marks[row, column] = "xo"[self.turn]
        self.turn = 1 - self.turn

    def goals(self) -> tuple[int, int]:
        return (100, 0) if self.wins("x") else (0, 100) if self.wins("o") else (50, 50)


def test_agrees_with_twin() -> None:
    rng = random.Random(0)
    game = ludens.load("tic_tac_toe")
    ends = {game.goals(compare(game, Twin(), rng)) for _ in range(60)}
    assert ends == {(100, 0), (0, 100), (50, 50)}


def test_counts_of_whole_games_and_distinct_positions() -> None:
    game = ludens.load("tic_tac_toe")
    plies = list(perft(game, game.initial_state(), 10))
    assert [ply.finished for ply in plies[4:]] == [1_440, 5_328, 47_952, 72_576, 127_872]
    assert sum(ply.finished for ply in plies) == 255_168
    assert [ply.states for ply in plies] == [9, 72, 252, 756, 1_260, 1_520, 1_140, 390, 78]


def test_exact_results_of_random_play() -> None:
    game = ludens.load("tic_tac_toe")
    level = {game.initial_state(): Fraction(1)}
    ends: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    while level:
        following: defaultdict[State, Fraction] = defaultdict(Fraction)
        for state, chance in level.items():
            choices = list(joint_moves(game, state))
            if not choices:
                ends[game.goals(state)] += chance
            for moves in choices:
                following[game.next_state(state, moves)] += chance / len(choices)
        level = following
    assert ends == {(100, 0): Fraction(737, 1260), (0, 100): Fraction(121, 420), (50, 50): Fraction(8, 63)}


def test_last_cell_can_win() -> None:
    """A full board with a line is a win, not a draw."""
    game = ludens.load("tic_tac_toe")
    cells = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 2), (3, 1), (3, 3)]
    marks = [f"(mark {row} {column})" for row, column in cells]
    end = play(game, *((mark, "noop") if number % 2 == 0 else ("noop", mark) for number, mark in enumerate(marks)))
    assert game.is_terminal(end)
    assert game.goals(end) == (100, 0)


def test_keeps_the_contract() -> None:
    check_game(ludens.load("tic_tac_toe"), games=5)
