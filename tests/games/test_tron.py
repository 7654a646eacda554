"""Tron against plain Python."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

import ludens
from ludens.games.loading import load_rulesheet
from ludens.games.rules_game import RulesGame
from ludens.rules.ground_rules import State
from ludens.testing import check_game

ROLES = ("red", "blue")
SHIFTS = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}


@dataclass
class Model:
    """Where the riders are, where walls stand, and who has crashed."""

    size: int
    riders: list[tuple[int, int]]
    walls: set[tuple[int, int]] = field(default_factory=set)
    crashed: list[bool] = field(default_factory=lambda: [False, False])

    def __post_init__(self) -> None:
        self.walls |= set(self.riders)

    def text(self) -> str:
        fluents = [f"(wall {x} {y})" for x, y in self.walls]
        fluents += [f"(rider {role} {x} {y})" for role, (x, y) in zip(ROLES, self.riders, strict=True)]
        fluents += [f"(crashed {role})" for role, down in zip(ROLES, self.crashed, strict=True) if down]
        return " ".join(sorted(fluents))

    def move(self, moves: list[str]) -> None:
        shifts = [SHIFTS[move] for move in moves]
        targets = [(x + dx, y + dy) for (x, y), (dx, dy) in zip(self.riders, shifts, strict=True)]
        inside = [all(1 <= coordinate <= self.size for coordinate in target) for target in targets]
        meeting = targets[0] == targets[1]
        self.crashed = [
            not within or target in self.walls or meeting for within, target in zip(inside, targets, strict=True)
        ]
        for number in (0, 1):
            if not self.crashed[number]:
                self.riders[number] = targets[number]
                self.walls.add(targets[number])

    def goals(self) -> tuple[int, int] | None:
        return {
            (False, False): None,
            (True, False): (0, 100),
            (False, True): (100, 0),
            (True, True): (50, 50),
        }[self.crashed[0], self.crashed[1]]


def starting(size: int) -> Model:
    middle = (size + 1) // 2
    return Model(size, [(2, middle), (size - 1, size + 1 - middle)])


def careful(model: Model, number: int, rng: random.Random) -> str:
    """Mostly a move to an empty cell, so that games last."""
    x, y = model.riders[number]
    free = [
        move
        for move, (dx, dy) in SHIFTS.items()
        if (x + dx, y + dy) not in model.walls and 1 <= x + dx <= model.size and 1 <= y + dy <= model.size
    ]
    return rng.choice(free) if free and rng.random() < 0.97 else rng.choice(sorted(SHIFTS))


@pytest.mark.parametrize(("size", "games"), [(10, 40), (4, 100), (5, 60), (20, 10)])
def test_careful_games_follow_plain_python(size: int, games: int) -> None:
    game, rng = load_rulesheet(f"tron(size={size})"), random.Random(8)
    ends = set()
    for _ in range(games):
        model, state = starting(size), game.initial_state()
        while model.goals() is None:
            assert not game.is_terminal(state)
            assert game.text(state) == model.text()
            for role in (0, 1):
                assert game.legal_moves(state, role) == ("east", "north", "south", "west")
            moves = [careful(model, number, rng) for number in (0, 1)]
            state = game.next_state(state, moves)
            model.move(moves)
        assert game.is_terminal(state)
        assert game.text(state) == model.text()
        assert game.goals(state) == model.goals()
        ends.add(model.goals())
    assert {(100, 0), (0, 100)} <= ends


def position(game: RulesGame[Any], red: tuple[int, int], blue: tuple[int, int], *walls: tuple[int, int]) -> State:
    return game.state_from_text(Model(4, [red, blue], set(walls)).text())


@pytest.mark.parametrize(
    ("red", "blue", "walls", "moves", "goals"),
    [
        ((2, 2), (4, 2), [], ("east", "west"), (50, 50)),  # the same cell
        ((2, 2), (3, 2), [], ("east", "west"), (50, 50)),  # each into the cell of the other
        ((2, 2), (3, 2), [], ("east", "east"), (0, 100)),  # a cell just left is a wall
        ((1, 1), (3, 2), [], ("west", "north"), (0, 100)),  # off the board
        ((1, 1), (4, 4), [], ("south", "east"), (50, 50)),  # both off the board
        ((2, 2), (4, 4), [(2, 3)], ("north", "south"), (0, 100)),  # a wall
        ((2, 2), (4, 4), [(4, 3)], ("north", "south"), (100, 0)),
        ((2, 2), (2, 4), [(2, 3)], ("north", "south"), (50, 50)),  # the same wall
    ],
)
def test_crashes(
    red: tuple[int, int],
    blue: tuple[int, int],
    walls: list[tuple[int, int]],
    moves: tuple[str, str],
    goals: tuple[int, int],
) -> None:
    game = load_rulesheet("tron(size=4)")
    after = game.next_state(position(game, red, blue, *walls), moves)
    assert game.is_terminal(after)
    assert game.goals(after) == goals


def test_crossing_paths_without_a_crash() -> None:
    game = load_rulesheet("tron(size=4)")
    after = game.next_state(position(game, (2, 2), (3, 3)), ("east", "west"))
    assert not game.is_terminal(after)
    assert game.text(after) == Model(4, [(3, 2), (2, 3)], {(2, 2), (3, 3)}).text()


@pytest.mark.parametrize("size", range(4, 9))
def test_the_start_is_the_same_for_both(size: int) -> None:
    (x1, y1), (x2, y2) = starting(size).riders
    assert (x1 + x2, y1 + y2) == (size + 1, size + 1)
    game = load_rulesheet(f"tron(size={size})")
    assert game.text(game.initial_state()) == starting(size).text()


@pytest.mark.parametrize("size", ["3", "21", "x"])
def test_other_sizes_are_refused(size: str) -> None:
    with pytest.raises(ludens.ParameterError):
        load_rulesheet(f"tron(size={size})")


@pytest.mark.parametrize("size", [4, 5, 10, 20])
def test_the_contract_is_kept(size: int) -> None:
    check_game(load_rulesheet(f"tron(size={size})"), games=5)
