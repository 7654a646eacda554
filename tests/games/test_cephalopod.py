"""Cephalopod against a plain model of it, and its captures by hand."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest

import ludens
from ludens.games.rules_game import RulesGame
from ludens.rules.ground_rules import State
from ludens.search.perft import count
from ludens.testing import check_game

STEPS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
OTHER = {"white": "black", "black": "white"}
Square = tuple[int, int]


def load(size: int) -> RulesGame[Any]:
    game = ludens.load(f"cephalopod(size={size})")
    assert isinstance(game, RulesGame)
    return game


@dataclass(frozen=True)
class Model:
    """Who owns the die on each square and what it shows."""

    size: int
    dice: tuple[tuple[Square, str, int], ...]
    mover: str

    def options(self) -> dict[str, tuple[Square, int, list[Square]]]:
        """For each move the square of the new die, what it shows, and the squares of the dice it captures."""
        pips = {square: number for square, _, number in self.dice}
        found: dict[str, tuple[Square, int, list[Square]]] = {}
        for row in range(1, self.size + 1):
            for column in range(1, self.size + 1):
                if (row, column) in pips:
                    continue
                around = {name: (row + down, column + right) for name, (down, right) in STEPS.items()}
                beside = [name for name, square in around.items() if square in pips]
                captures = [
                    names
                    for size in (2, 3, 4)
                    for names in combinations(beside, size)
                    if sum(pips[around[name]] for name in names) <= 6
                ]
                for names in captures:
                    squares = [around[name] for name in names]
                    move = f"(capture {row} {column} {'_'.join(names)})"
                    found[move] = (row, column), sum(pips[square] for square in squares), squares
                if not captures:
                    found[f"(place {row} {column})"] = (row, column), 1, []
        return found

    def after(self, move: str) -> Model:
        square, shown, captured = self.options()[move]
        kept = [die for die in self.dice if die[0] not in captured]
        return Model(self.size, (*kept, (square, self.mover, shown)), OTHER[self.mover])

    @property
    def goals(self) -> tuple[int, int] | None:
        """None while the game goes on."""
        if len(self.dice) < self.size**2:
            return None
        lead = sum(1 if owner == "white" else -1 for _, owner, _ in self.dice)
        return (100, 0) if lead > 0 else (0, 100) if lead < 0 else (50, 50)

    @property
    def text(self) -> str:
        owners = {square: owner for square, owner, _ in self.dice}
        squares = [(row, column) for row in range(1, self.size + 1) for column in range(1, self.size + 1)]
        cells = [f"(cell {r} {c} {owners.get((r, c), 'b')})" for r, c in squares]
        pips = [f"(pips {r} {c} {number})" for (r, c), _, number in self.dice]
        return " ".join(sorted([*cells, *pips, f"(control {self.mover})"]))


def check(game: RulesGame[Any], state: State, model: Model) -> None:
    assert game.text(state) == model.text
    assert game.is_terminal(state) == (model.goals is not None)
    if model.goals is not None:
        assert game.goals(state) == model.goals
        return
    mover = game.info.roles.index(model.mover)
    assert game.legal_moves(state, mover) == tuple(sorted(model.options()))
    assert game.legal_moves(state, 1 - mover) == ("noop",)


@pytest.mark.parametrize(("size", "games"), [(3, 30), (4, 5), (5, 4)])
def test_agrees_with_the_model_on_random_games(size: int, games: int) -> None:
    game, rng = load(size), random.Random(size)
    for _ in range(games):
        state, model = game.initial_state(), Model(size, (), "white")
        check(game, state, model)
        while model.goals is None:
            move = rng.choice(sorted(model.options()))
            moves = (move, "noop") if model.mover == "white" else ("noop", move)
            state, model = game.next_state(state, moves), model.after(move)
            check(game, state, model)


def position(game: RulesGame[Any], dice: list[tuple[Square, str, int]]) -> State:
    return game.state_from_text(Model(3, tuple(dice), "white").text)


def at_the_centre(game: RulesGame[Any], state: State) -> list[str]:
    return [move for move in game.legal_moves(state, 0) if " 2 2" in move]


def test_all_sets_of_four_ones() -> None:
    game = load(3)
    ones = [((1, 2), "white", 1), ((2, 3), "black", 1), ((3, 2), "white", 1), ((2, 1), "black", 1)]
    state = position(game, ones)
    assert len(at_the_centre(game, state)) == 11
    after = game.next_state(state, ("(capture 2 2 north_east_south_west)", "noop"))
    assert game.text(after) == Model(3, (((2, 2), "white", 4),), "black").text
    after = game.next_state(state, ("(capture 2 2 north_south)", "noop"))
    assert game.text(after) == Model(3, (ones[1], ones[3], ((2, 2), "white", 2)), "black").text


def test_seven_pips_are_too_many() -> None:
    game = load(3)
    state = position(game, [((1, 2), "white", 3), ((2, 3), "black", 4), ((2, 1), "white", 2)])
    assert at_the_centre(game, state) == ["(capture 2 2 east_west)", "(capture 2 2 north_west)"]


def test_a_die_that_cannot_capture_shows_one() -> None:
    game = load(3)
    state = position(game, [((1, 2), "white", 3), ((2, 3), "black", 4)])
    assert at_the_centre(game, state) == ["(place 2 2)"]
    assert "(pips 2 2 1)" in game.text(game.next_state(state, ("(place 2 2)", "noop")))


def test_one_neighbour_is_not_captured() -> None:
    game = load(3)
    assert at_the_centre(game, position(game, [((1, 2), "black", 1)])) == ["(place 2 2)"]


@pytest.mark.parametrize(("white", "goals"), [(7, (0, 100)), (8, (50, 50)), (9, (100, 0))])
def test_a_board_of_sixteen_squares_can_be_shared(white: int, goals: tuple[int, int]) -> None:
    game = load(4)
    squares = [(row, column) for row in range(1, 5) for column in range(1, 5)]
    dice = tuple((square, "white" if n < white else "black", 6) for n, square in enumerate(squares))
    assert game.goals(game.state_from_text(Model(4, dice, "white").text)) == goals


def test_counts() -> None:
    """Two dice can be captured in one way only: the third die, too, has one move for each empty square."""
    game = load(3)
    assert [count(game, game.initial_state(), depth) for depth in (1, 2, 3)] == [9, 72, 504]


@pytest.mark.parametrize("size", [3, 4, 5])
def test_contract(size: int) -> None:
    check_game(load(size), games=3)
