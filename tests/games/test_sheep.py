"""Sheep against its twin."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

import ludens
from ludens.testing import check_game
from tests.games.twin import compare, position, sequences

Cell = tuple[int, int]


class Twin:
    def __init__(self, size: int) -> None:
        middle = (size + 1) // 2
        self.size = size
        self.gaps = {(middle, 1), (middle, size), (1, middle), (size, middle)}
        self.sheep: Cell | None = (middle, 2)
        self.dog: Cell = (middle, size)
        self.clover = {(2, 2), (2, size - 1), (size - 1, 2), (size - 1, size - 1)}
        self.eaten = 0
        self.steps = 0

    def fluents(self) -> Iterator[str]:
        yield f"(control {['sheep', 'dog'][self.steps % 2]})"
        yield f"(step {self.steps})"
        yield f"(eaten {self.eaten})"
        yield f"(dog_at {self.dog[0]} {self.dog[1]})"
        yield from (f"(clover {column} {row})" for column, row in self.clover)
        yield "escaped" if self.sheep is None else f"(sheep_at {self.sheep[0]} {self.sheep[1]})"

    def over(self) -> bool:
        return self.sheep is None or self.sheep == self.dog or self.steps == 8 * self.size

    def within(self, column: int, row: int) -> bool:
        return 1 <= column <= self.size and 1 <= row <= self.size

    def legal(self, role: int) -> Iterator[str]:
        if role != self.steps % 2:
            yield "noop"
            return
        yield "stay"
        if role == 0 and self.sheep in self.gaps:
            yield "leave"
        column, row = self.dog if role == 1 else self.sheep or (0, 0)
        for right in (-1, 0, 1):
            for up in (-1, 0, 1):
                there = (column + right, row + up)
                may = (right, up) != (0, 0) if role == 1 else abs(right) + abs(up) == 1 and there != self.dog
                if may and self.within(*there):
                    yield f"(go {there[0]} {there[1]})"

    def play(self, moves: Sequence[str]) -> None:
        role = self.steps % 2
        words = moves[role].strip("()").split()
        self.steps += 1
        if words[0] == "go" and role == 1:
            self.dog = (int(words[1]), int(words[2]))
        if words[0] == "go" and role == 0:
            self.sheep = (int(words[1]), int(words[2]))
        if role == 0 and words[0] != "leave" and self.sheep in self.clover:
            self.clover.remove(self.sheep)
            self.eaten += 1
        if words[0] == "leave":
            self.sheep = None

    def goals(self) -> tuple[int, int]:
        goal = 60 + 10 * self.eaten if self.sheep is None else 0 if self.sheep == self.dog else 30
        return goal, 100 - goal


@pytest.mark.parametrize("size", [4, 5, 7])
def test_agrees_with_twin(size: int) -> None:
    rng = random.Random(size)
    game = ludens.load(f"sheep(size={size})")
    ends = {game.goals(compare(game, Twin(size), rng))[0] for _ in range(25)}
    assert {0, 30, 60} <= ends


@pytest.mark.parametrize(("size", "depth", "expected"), [(4, 4, 830), (5, 4, 1_071), (7, 4, 1_080)])
def test_counts_of_twin(size: int, depth: int, expected: int) -> None:
    assert sequences(Twin(size), 2, depth) == expected


def test_both_sides_win_random_games() -> None:
    rng = random.Random(3)
    wins: Counter[bool] = Counter()
    for _ in range(300):
        twin = Twin(5)
        while not twin.over():
            twin.play([rng.choice(list(twin.legal(role))) for role in (0, 1)])
        wins[twin.goals()[0] > 50] += 1
    assert min(wins[True], wins[False]) >= 60


def steps(size: int, cell: Cell, reach: int) -> list[Cell]:
    """The cell itself and those one step away; ``reach`` 1 is across edges, 2 across corners too."""
    near = [
        (cell[0] + right, cell[1] + up) for right in (-1, 0, 1) for up in (-1, 0, 1) if abs(right) + abs(up) <= reach
    ]
    return [there for there in near if min(there) >= 1 and max(there) <= size]


def best_goal(size: int) -> int:
    """The sheep's goal when both play as well as possible, by working back from dusk."""
    start = Twin(size)
    cells = [(column, row) for column in range(1, size + 1) for row in range(1, size + 1)]
    tufts = {cell: 1 << number for number, cell in enumerate(sorted(start.clover))}
    of_sheep = {cell: steps(size, cell, 1) for cell in cells}
    of_dog = {cell: steps(size, cell, 2) for cell in cells}
    value = {(sheep, dog, eaten): 30 for sheep in cells for dog in cells if sheep != dog for eaten in range(16)}
    for _ in range(4 * size):
        before = {
            (sheep, dog, eaten): min(0 if there == sheep else value[sheep, there, eaten] for there in of_dog[dog])
            for sheep, dog, eaten in value
        }
        value = {
            (sheep, dog, eaten): max(
                *(before[there, dog, eaten | tufts.get(there, 0)] for there in of_sheep[sheep] if there != dog),
                60 + 10 * eaten.bit_count() if sheep in start.gaps else 0,
            )
            for sheep, dog, eaten in value
        }
    return value[start.sheep or (0, 0), start.dog, 0]


@pytest.mark.parametrize("size", [4, 5])
def test_best_play_gives_one_tuft(size: int) -> None:
    assert best_goal(size) == 70


def test_sheep_eats_where_it_goes_and_where_it_stays() -> None:
    game = ludens.load("sheep(size=4)")
    state = game.next_state(game.initial_state(), ("stay", "noop"))
    assert "(clover 2 2)" not in game.text(state)
    assert "(eaten 1)" in game.text(state)
    game = ludens.load("sheep")
    state = game.next_state(game.initial_state(), ("(go 2 2)", "noop"))
    assert "(clover 2 2)" not in game.text(state)
    assert "(eaten 1)" in game.text(state)


def test_sheep_does_not_step_on_the_dog() -> None:
    game = ludens.load("sheep")
    state = position(game, "(sheep_at 1 1) (dog_at 1 2) (eaten 0) (control sheep) (step 6)")
    assert game.legal_moves(state, 0) == ("(go 2 1)", "stay")


def test_dog_catches_by_stepping_on_the_sheep() -> None:
    game = ludens.load("sheep")
    state = position(game, "(sheep_at 1 1) (dog_at 2 2) (eaten 4) (control dog) (step 7)")
    state = game.next_state(state, ("noop", "(go 1 1)"))
    assert game.is_terminal(state)
    assert game.goals(state) == (0, 100)


def test_sheep_leaves_only_from_a_gap_and_is_paid_for_clover() -> None:
    game = ludens.load("sheep")
    at = "(sheep_at {}) (dog_at 2 2) (eaten {}) (control sheep) (step 8)"
    assert "leave" not in game.legal_moves(position(game, at.format("1 1", 0)), 0)
    for gap in ("1 3", "3 1", "3 5", "5 3"):
        for eaten in range(5):
            state = game.next_state(position(game, at.format(gap, eaten)), ("leave", "noop"))
            assert game.is_terminal(state)
            assert game.goals(state) == (60 + 10 * eaten, 40 - 10 * eaten)


def test_catch_and_escape_with_the_last_step_count() -> None:
    game = ludens.load("sheep")
    last = "(sheep_at 1 3) (dog_at 2 3) (eaten 1) (control {}) (step 39)"
    caught = game.next_state(position(game, last.format("dog")), ("noop", "(go 1 3)"))
    assert game.goals(caught) == (0, 100)
    missed = game.next_state(position(game, last.format("dog")), ("noop", "stay"))
    assert game.goals(missed) == (30, 70)
    escaped = game.next_state(position(game, last.format("sheep")), ("leave", "noop"))
    assert game.goals(escaped) == (70, 30)


@pytest.mark.parametrize("size", [4, 6, 7])
def test_keeps_the_contract(size: int) -> None:
    check_game(ludens.load(f"sheep(size={size})"), games=5)
