"""Minefield against a plain model of it, and the latch that decides it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

import ludens
from ludens.games.rules_game import RulesGame
from ludens.rules.ground_rules import State
from ludens.search.perft import count
from ludens.testing import check_game

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
ROLES = ("white", "black")
FIELDS = {
    4: ".... ...* *... ....",
    5: "..... ...*. *...* .*... .....",
    6: "...... ...*.. *...*. .*...* ..*... ......",
}
"""The mines, drawn."""
Square = tuple[int, int]


def load(size: int) -> RulesGame[Any]:
    game = ludens.load(f"minefield(size={size})")
    assert isinstance(game, RulesGame)
    return game


@dataclass(frozen=True)
class Model:
    size: int
    white: Square
    black: Square
    blown: str | None = None
    step: int = 0

    @property
    def mover(self) -> int:
        return self.step % 2

    def moves(self) -> dict[str, Square]:
        (row, column), other = (self.white, self.black) if self.mover == 0 else (self.black, self.white)
        reached = {name: (row + down, column + right) for name, (down, right) in STEPS.items()}
        return {
            f"(walk {name})": square
            for name, square in reached.items()
            if 1 <= square[0] <= self.size and 1 <= square[1] <= self.size and square != other
        }

    def after(self, move: str) -> Model:
        square = self.moves()[move]
        on_mine = FIELDS[self.size].split()[square[0] - 1][square[1] - 1] == "*"
        blown = ROLES[self.mover] if on_mine and self.blown is None else self.blown
        white, black = (square, self.black) if self.mover == 0 else (self.white, square)
        return Model(self.size, white, black, blown, self.step + 1)

    @property
    def goals(self) -> tuple[int, int] | None:
        """None while the game goes on."""
        arrived = "white" if self.white[0] == self.size else "black" if self.black[0] == 1 else None
        if arrived is None and self.step < 4 * self.size:
            return None
        if self.blown is not None:
            return (0, 100) if self.blown == "white" else (100, 0)
        return (50, 50) if arrived is None else (100, 0) if arrived == "white" else (0, 100)

    @property
    def text(self) -> str:
        at = [f"(at white {self.white[0]} {self.white[1]})", f"(at black {self.black[0]} {self.black[1]})"]
        blown = [f"(blown {self.blown})"] if self.blown else []
        return " ".join(sorted([*at, *blown, f"(control {ROLES[self.mover]})", f"(step {self.step})"]))


def start(size: int) -> Model:
    return Model(size, (1, 1), (size, size))


def check(game: RulesGame[Any], state: State, model: Model) -> None:
    assert game.text(state) == model.text
    assert game.is_terminal(state) == (model.goals is not None)
    if model.goals is not None:
        assert game.goals(state) == model.goals
        return
    assert game.legal_moves(state, model.mover) == tuple(sorted(model.moves()))
    assert game.legal_moves(state, 1 - model.mover) == ("noop",)


def joint(mover: int, move: str) -> tuple[str, str]:
    return (move, "noop") if mover == 0 else ("noop", move)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_agrees_with_the_model_on_random_games(size: int) -> None:
    game, rng = load(size), random.Random(size)
    for _ in range(60):
        state, model = game.initial_state(), start(size)
        check(game, state, model)
        while model.goals is None:
            move = rng.choice(sorted(model.moves()))
            state, model = game.next_state(state, joint(model.mover, move)), model.after(move)
            check(game, state, model)


def test_blown_is_a_latch_that_decides_both_goals() -> None:
    game, rng = load(6), random.Random(0)
    for number in range(40):
        role = number % 2
        blown = f"(blown {ROLES[role]})"
        squares = ((2, rng.randint(1, 6)), (5, rng.randint(1, 6)))
        model = Model(6, *squares, ROLES[role], rng.randrange(24))
        state = game.state_from_text(model.text)
        while not game.is_terminal(state):
            assert blown in game.text(state)
            moves = [rng.choice(game.legal_moves(state, player)) for player in (0, 1)]
            state = game.next_state(state, moves)
        assert blown in game.text(state)
        assert game.goals(state) == ((0, 100) if role == 0 else (100, 0))


def test_one_explosion_sets_off_all_mines() -> None:
    game = load(6)
    state = game.state_from_text(Model(6, (3, 4), (4, 3), "black", 6).text)
    after = game.next_state(state, ("(walk right)", "noop"))  # to 3 5, where a mine was
    assert "(blown white)" not in game.text(after)


def test_a_blown_walker_that_arrives_has_lost() -> None:
    game = load(6)
    state = game.state_from_text(Model(6, (5, 1), (3, 3), "white", 10).text)
    after = game.next_state(state, ("(walk down)", "noop"))
    assert game.is_terminal(after)
    assert game.goals(after) == (0, 100)


def test_walkers_block_each_other() -> None:
    game = load(4)
    state = game.state_from_text(Model(4, (2, 1), (2, 2), None, 4).text)
    assert game.legal_moves(state, 0) == ("(walk down)", "(walk up)")


@pytest.mark.parametrize("size", range(4, 9))
def test_half_a_turn_leaves_the_field_as_it_is_and_there_is_a_safe_way(size: int) -> None:
    """The safe way is the staircase along the main diagonal."""
    game = load(size)
    rules = game.sheet.source.text
    mines = {
        (row, column)
        for row in range(1, size + 1)
        for column in range(1, size + 1)
        if f"(mine {row} {column})" in rules
    }
    assert mines == {(size + 1 - row, size + 1 - column) for row, column in mines}
    safe = {(n, n) for n in range(1, size + 1)} | {(n + 1, n) for n in range(1, size)}
    assert not safe & mines


@pytest.mark.parametrize(("size", "value"), [(4, 100), (5, 100)])
def test_value_with_best_play(size: int, value: int) -> None:
    @cache
    def best(model: Model) -> int:
        if model.goals is not None:
            return model.goals[0]
        values = [best(model.after(move)) for move in model.moves()]
        return max(values) if model.mover == 0 else min(values)

    assert best(start(size)) == value


def test_counts() -> None:
    """From a corner there are two ways to go, from either square beside it three."""
    game = load(6)
    assert [count(game, game.initial_state(), depth) for depth in (1, 2, 3, 4)] == [2, 4, 12, 36]


@pytest.mark.parametrize("size", [4, 6, 8])
def test_contract(size: int) -> None:
    check_game(load(size), games=5)
