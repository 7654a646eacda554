"""Pentago against a plain model of it, and by hand where placing and rotating meet."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pytest

import ludens
from ludens.games.rules_game import RulesGame
from ludens.rules.ground_rules import State
from ludens.search.perft import count
from ludens.testing import check_game

OTHER = {"white": "black", "black": "white"}
CORNERS = {"tl": (0, 0), "tr": (0, 3), "bl": (3, 0), "br": (3, 3)}
Board = tuple[tuple[str, ...], ...]


def load() -> RulesGame[Any]:
    game = ludens.load("pentago")
    assert isinstance(game, RulesGame)
    return game


@dataclass(frozen=True)
class Model:
    """Six rows of six letters: w, b or a full stop."""

    board: Board
    mover: str
    phase: str

    def moves(self) -> list[str]:
        if self.phase == "place":
            return [f"(place {r} {c})" for r in range(6) for c in range(6) if self.board[r][c] == "."]
        return [f"(rotate {name} {way})" for name in CORNERS for way in ("clockwise", "counterclockwise")]

    def after(self, move: str) -> Model:
        rows = [list(row) for row in self.board]
        words = move.strip("()").split()
        if words[0] == "place":
            rows[int(words[1])][int(words[2])] = self.mover[0]
            return Model(tuple(map(tuple, rows)), self.mover, "rotate")
        top, left = CORNERS[words[1]]
        block = [row[left : left + 3] for row in rows[top : top + 3]]
        for _ in range(1 if words[2] == "clockwise" else 3):
            block = [list(line) for line in zip(*reversed(block), strict=True)]
        for row, line in enumerate(block):
            rows[top + row][left : left + 3] = line
        return Model(tuple(map(tuple, rows)), OTHER[self.mover], "place")

    def has_five(self, letter: str) -> bool:
        rows = ["".join(row) for row in self.board]
        columns = ["".join(column) for column in zip(*self.board, strict=True)]
        falling = ["".join(self.board[r][r + d] for r in range(6) if 0 <= r + d < 6) for d in range(-5, 6)]
        rising = ["".join(self.board[r][d - r] for r in range(6) if 0 <= d - r < 6) for d in range(11)]
        return any(5 * letter in line for line in rows + columns + falling + rising)

    @property
    def goals(self) -> tuple[int, int] | None:
        """None while the game goes on."""
        white, black = self.has_five("w"), self.has_five("b")
        if white != black:
            return (100, 0) if white else (0, 100)
        full = self.phase == "place" and not any("." in row for row in self.board)
        return (50, 50) if full or white else None

    @property
    def text(self) -> str:
        names = {"w": "white", "b": "black", ".": "b"}
        cells = [f"(cell {r} {c} {names[self.board[r][c]]})" for r in range(6) for c in range(6)]
        return " ".join(sorted([*cells, f"(control {self.mover})", f"(phase {self.phase})"]))


def check(game: RulesGame[Any], state: State, model: Model) -> None:
    assert game.text(state) == model.text
    assert game.is_terminal(state) == (model.goals is not None)
    if model.goals is not None:
        assert game.goals(state) == model.goals
        return
    mover = game.info.roles.index(model.mover)
    assert game.legal_moves(state, mover) == tuple(sorted(model.moves()))
    assert game.legal_moves(state, 1 - mover) == ("noop",)


def joint(model: Model, move: str) -> tuple[str, str]:
    return (move, "noop") if model.mover == "white" else ("noop", move)


def test_agrees_with_the_model_on_random_games() -> None:
    game, rng = load(), random.Random(1)
    for _ in range(30):
        state, model = game.initial_state(), Model((tuple("......"),) * 6, "white", "place")
        check(game, state, model)
        while model.goals is None:
            move = rng.choice(model.moves())
            state, model = game.next_state(state, joint(model, move)), model.after(move)
            check(game, state, model)


def position(rows: str, mover: str, phase: str) -> tuple[RulesGame[Any], State]:
    game = load()
    board = tuple(tuple(row) for row in rows.split())
    return game, game.state_from_text(Model(board, mover, phase).text)


def test_five_by_placing_wins_without_a_rotation() -> None:
    game, state = position("wwww.. b..... b..... b..... b..... ......", "white", "place")
    won = game.next_state(state, ("(place 0 4)", "noop"))
    assert game.goals(won) == (100, 0)
    assert game.legal_moves(won, 0) == ()


@pytest.mark.parametrize(
    ("rows", "mover", "goals"),
    [
        ("w..ww. w..... w..... ...... ...... ......", "white", (100, 0)),
        ("w..ww. w..... w..... ...... ...... ......", "black", (100, 0)),
        ("b..bb. b..... b..... ...... ...... ......", "white", (0, 100)),
        ("w.bww. w.b... w.bbb. ...... ...... ......", "white", (50, 50)),
        ("w.bwb. w.b... w.bb.. ...... ...... ......", "white", None),
    ],
)
def test_fives_by_rotating_the_first_quadrant_clockwise(rows: str, mover: str, goals: tuple[int, int] | None) -> None:
    game, state = position(rows, mover, "rotate")
    moves = ("(rotate tl clockwise)", "noop") if mover == "white" else ("noop", "(rotate tl clockwise)")
    after = game.next_state(state, moves)
    assert game.is_terminal(after) == (goals is not None)
    if goals is not None:
        assert game.goals(after) == goals


def test_all_lines_of_five() -> None:
    game = load()
    steps = ((0, 1), (1, 0), (1, 1), (1, -1))
    starts = [(row, column, step) for row in range(6) for column in range(6) for step in steps]
    lines = [[(row + i * d, column + i * e) for i in range(5)] for row, column, (d, e) in starts]
    lines = [line for line in lines if all(0 <= place < 6 for square in line for place in square)]
    assert len(lines) == 32
    for line in lines:
        for phase, stones in (("place", line), ("rotate", line), ("place", line[:4]), ("rotate", line[1:])):
            board = tuple(tuple("b" if (r, c) in stones else "." for c in range(6)) for r in range(6))
            state = game.state_from_text(Model(board, "white", phase).text)
            assert game.is_terminal(state) == (len(stones) == 5)


def test_both_directions() -> None:
    game, state = position("w..... ...... ...... ...... ...... ......", "white", "rotate")
    assert "(cell 0 2 white)" in game.text(game.next_state(state, ("(rotate tl clockwise)", "noop")))
    assert "(cell 2 0 white)" in game.text(game.next_state(state, ("(rotate tl counterclockwise)", "noop")))


def test_the_last_marble_is_followed_by_a_rotation() -> None:
    game, state = position("wbwbw. wbwbwb bwbwbw bwbwbw wbwbwb wbwbwb", "black", "place")
    full = game.next_state(state, ("noop", "(place 0 5)"))
    assert not game.is_terminal(full)
    assert len(game.legal_moves(full, 1)) == 8
    ends = {game.goals(game.next_state(full, ("noop", move))) for move in game.legal_moves(full, 1)}
    assert (50, 50) in ends


def test_counts() -> None:
    game = load()
    assert [count(game, game.initial_state(), depth) for depth in (1, 2, 3, 4)] == [36, 288, 10_080, 80_640]


def test_contract() -> None:
    check_game(load(), games=5)
