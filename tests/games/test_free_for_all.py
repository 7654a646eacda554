"""Free for all against a plain model of it, and the ends of the game by hand."""

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

ROLES = ("red", "blue", "green")
STARTS = {"red": (1, 1), "blue": (5, 5), "green": (1, 5)}
Square = tuple[int, int]


def load(players: int) -> RulesGame[Any]:
    game = ludens.load(f"free_for_all(players={players})")
    assert isinstance(game, RulesGame)
    return game


@dataclass(frozen=True)
class Model:
    """``kings``: who stands where; ``captures``: role by role."""

    kings: tuple[tuple[Square, str], ...]
    captures: tuple[int, ...]
    step: int = 0

    @property
    def mover(self) -> int:
        return self.step % len(self.captures)

    def moves(self) -> list[str]:
        own = [square for square, role in self.kings if role == ROLES[self.mover]]
        found = [
            f"(move {row} {column} {row + down} {column + right})"
            for row, column in own
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            if 1 <= row + down <= 6 and 1 <= column + right <= 6 and (row + down, column + right) not in own
        ]
        return found or ["noop"]

    def after(self, move: str) -> Model:
        kings, captures = dict(self.kings), list(self.captures)
        if move != "noop":
            row, column, new_row, new_column = map(int, move.strip("()").split()[1:])
            role = kings.pop((row, column))
            captures[self.mover] += (new_row, new_column) in kings
            kings[new_row, new_column] = role
        return Model(tuple(kings.items()), tuple(captures), self.step + 1)

    @property
    def is_over(self) -> bool:
        return len({role for _, role in self.kings}) < 2 or self.step == 30 * len(self.captures)

    @property
    def text(self) -> str:
        kings = dict(self.kings)
        cells = [f"(cell {r} {c} {kings.get((r, c), 'b')})" for r in range(1, 7) for c in range(1, 7)]
        captures = [f"(captures {ROLES[n]} {number})" for n, number in enumerate(self.captures)]
        return " ".join(sorted([*cells, *captures, f"(control {ROLES[self.mover]})", f"(step {self.step})"]))


def start(players: int) -> Model:
    corners = [(role, STARTS[role]) for role in ROLES[:players]]
    kings = [((row + d, column + e), role) for role, (row, column) in corners for d in (0, 1) for e in (0, 1)]
    return Model(tuple(kings), (0,) * players)


def check(game: RulesGame[Any], state: State, model: Model) -> None:
    assert game.text(state) == model.text
    assert game.is_terminal(state) == model.is_over
    if model.is_over:
        assert game.goals(state) == tuple(10 * number for number in model.captures)
        return
    for role in range(len(model.captures)):
        expected = sorted(model.moves()) if role == model.mover else ["noop"]
        assert game.legal_moves(state, role) == tuple(expected)


@pytest.mark.parametrize(("players", "games"), [(2, 12), (3, 12)])
def test_agrees_with_the_model_on_random_games(players: int, games: int) -> None:
    game, rng = load(players), random.Random(players)
    for number in range(games):
        state, model = game.initial_state(), start(players)
        check(game, state, model)
        while not model.is_over:
            moves = model.moves()
            if number % 2:  # bloodthirsty, so that players die
                moves = [max(moves, key=lambda m: sum(model.after(m).captures)), rng.choice(moves)]
            move = rng.choice(moves)
            joint = [move if role == model.mover else "noop" for role in range(players)]
            state, model = game.next_state(state, joint), model.after(move)
            check(game, state, model)


def test_the_last_capture_ends_the_game() -> None:
    game = load(2)
    model = Model((((3, 3), "red"), ((4, 4), "blue")), (3, 2), step=10)
    after = game.next_state(game.state_from_text(model.text), ("(move 3 3 4 4)", "noop"))
    assert game.is_terminal(after)
    assert game.goals(after) == (40, 20)


def test_a_player_without_kings_waits_while_others_fight() -> None:
    game = load(3)
    model = Model((((1, 1), "red"), ((6, 6), "green")), (2, 4, 4), step=7)
    state = game.state_from_text(model.text)
    assert not game.is_terminal(state)
    assert [game.legal_moves(state, role) for role in range(3)] == [("noop",)] * 3
    assert "(control green)" in game.text(game.next_state(state, ("noop", "noop", "noop")))


def test_the_last_step_ends_the_game_whatever_is_left() -> None:
    game = load(2)
    model = Model((((1, 1), "red"), ((6, 6), "blue")), (3, 1), step=59)
    state = game.state_from_text(model.text)
    assert not game.is_terminal(state)
    after = game.next_state(state, ("noop", "(move 6 6 5 5)"))
    assert game.is_terminal(after)
    assert game.goals(after) == (30, 10)


@pytest.mark.parametrize("players", [2, 3])
def test_counts(players: int) -> None:
    """A block has nine steps out of it: the corner king none, its neighbours two each, the fourth five."""
    game = load(players)
    assert [count(game, game.initial_state(), n + 1) for n in range(players)] == [9, 81, 729][:players]


@pytest.mark.parametrize("players", [2, 3])
def test_contract(players: int) -> None:
    check_game(load(players), games=5)
