"""Blocks against a plain model of it; how many moves the towers take, with and without an order of tables."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

import ludens
from ludens.game import Move
from ludens.games.rules_game import RulesGame
from ludens.search.perft import perft
from ludens.testing import check_game
from tests.games.twin import compare, sequences
from tests.search.parts.slow_parts import best_goal, fewest_steps

FLOOR = 0


def load(blocks: int = 3, tables: int = 2, spare: int = 1, series: bool = True) -> RulesGame[Any]:
    game = ludens.load(f"blocks(blocks={blocks}, tables={tables}, spare={spare}, series={str(series).lower()})")
    assert isinstance(game, RulesGame)
    return game


class Blocks:
    """``towers[table]`` is a list of towers, each a list of blocks from the floor up."""

    def __init__(self, blocks: int, tables: int, spare: int, series: bool) -> None:
        self.blocks, self.share, self.series = blocks, blocks + spare, series
        self.towers = [[list(range(blocks, 0, -1))] for _ in range(tables)]
        self.step = 0

    def built(self, table: int) -> bool:
        return self.towers[table] == [list(range(1, self.blocks + 1))]

    def fluents(self) -> Iterable[str]:
        for table, towers in enumerate(self.towers, start=1):
            for tower in towers:
                for block, below in zip(tower, ["floor", *tower], strict=False):
                    yield f"(on {table} {block} {below})"
        yield f"(step {self.step})"

    def over(self) -> bool:
        return all(map(self.built, range(len(self.towers)))) or self.step == self.share * len(self.towers)

    def legal(self, role: int) -> Iterable[Move]:
        if self.over():
            return
        for table, towers in enumerate(self.towers):
            if self.series and self.step // self.share != table:
                continue
            if self.built(table):
                if self.series:
                    yield f"(rest {table + 1})"
                continue
            for tower in towers:
                if len(tower) > 1:
                    yield f"(move {table + 1} {tower[-1]} floor)"
                for other in towers:
                    if other is not tower:
                        yield f"(move {table + 1} {tower[-1]} {other[-1]})"

    def play(self, moves: Sequence[Move]) -> None:
        word, *numbers = moves[0].strip("()").split()
        if word == "move":
            towers = self.towers[int(numbers[0]) - 1]
            source = next(tower for tower in towers if tower[-1] == int(numbers[1]))
            source.pop()
            if numbers[2] == "floor":
                towers.append([int(numbers[1])])
            else:
                next(tower for tower in towers if tower and tower[-1] == int(numbers[2])).append(int(numbers[1]))
            towers[:] = [tower for tower in towers if tower]
        self.step += 1

    def goals(self) -> tuple[int, ...]:
        return (100 * sum(map(self.built, range(len(self.towers)))) // len(self.towers),)


SIZES = [
    (3, 2, 1, True),
    (3, 2, 1, False),
    (2, 3, 2, True),
    (4, 2, 0, False),
    (3, 1, 3, True),
    (2, 4, 1, False),
    (5, 2, 0, True),
]


@pytest.mark.parametrize("size", SIZES)
def test_agrees_with_the_model_on_random_games(size: tuple[int, int, int, bool]) -> None:
    game, rng = load(*size), random.Random(str(size))
    for _ in range(25):
        compare(game, Blocks(*size), rng)


@pytest.mark.parametrize(("size", "depth"), [((3, 2, 1, True), 5), ((3, 2, 1, False), 4), ((2, 3, 2, False), 5)])
def test_counts_are_those_of_the_model(size: tuple[int, int, int, bool], depth: int) -> None:
    game = load(*size)
    counts = [ply.sequences for ply in perft(game, game.initial_state(), depth)]
    assert counts == [sequences(Blocks(*size), 1, ply) for ply in range(1, depth + 1)]


@pytest.mark.parametrize(("blocks", "tables"), [(2, 1), (3, 1), (2, 2), (3, 2)])
def test_every_block_is_moved_once(blocks: int, tables: int) -> None:
    game = load(blocks, tables, spare=1, series=False)
    assert best_goal(game, game.initial_state()) == 100
    assert fewest_steps(game, game.initial_state(), 100) == blocks * tables


def test_without_spare_moves_the_first_move_decides() -> None:
    game = load(2, 2, spare=0)
    state = game.next_state(game.initial_state(), ["(move 1 1 floor)"])
    assert best_goal(game, state) == 100
    assert fewest_steps(game, state, 100) == 3


def test_half_of_the_towers_is_half_of_the_points() -> None:
    game = load(2, 2, spare=1)
    state = game.initial_state()
    for move in (
        "(move 1 1 floor)",
        "(move 1 2 1)",
        "(rest 1)",
        "(move 2 1 floor)",
        "(move 2 1 2)",
        "(move 2 1 floor)",
    ):
        assert move in game.legal_moves(state, 0)
        state = game.next_state(state, [move])
    assert game.is_terminal(state)
    assert game.goals(state) == (50,)


def test_contract() -> None:
    for game in (load(), load(2, 2, 0, False)):
        check_game(game, games=5)
