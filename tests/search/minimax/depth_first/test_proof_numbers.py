"""Proof-number search against plain minimax, against alpha-beta, and in games that can go on for ever."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.search.minimax.depth_first.available import expander_of
from ludens.search.minimax.depth_first.proof_numbers.search import ProofNumbers
from ludens.search.minimax.depth_first.proof_numbers.table import MOST, lengthened, shortened
from ludens.search.minimax.depth_first.search import DepthFirst, Patience, StoppedError, UnsuitedError
from ludens.search.minimax.solve import Effort, solve
from tests.random_games import TableGame
from tests.search.minimax.depth_first.test_depth_first import lively_game, reached, search_of
from tests.search.minimax.plain_minimax import minimax


def compare(tables: TableGame, seed: int) -> bool:
    """Compares all that is found out of one game with plain minimax; whether it was searched.

    The search is stopped now and then; every second game is also searched by alpha-beta, which shares the table.
    """
    game: Any = ludens.load(tables.rules())
    if expander_of(game) is None:
        return False
    search = search_of(game, replies=seed % 3 == 0, memory=1 << 12 if seed % 5 == 0 else 1 << 20)
    asking, found, row = ProofNumbers(search), None, game.engine.initial()
    try:
        for nodes in (1, 3, 10, 30, 1_000_000):
            try:
                found = asking.value(row, Patience(nodes=nodes))
            except StoppedError:
                are_so(search, game, tables)
            if seed % 2:
                stopped_alpha_beta(search, row, nodes)
    except UnsuitedError:
        assert not tables.in_turns
        return False
    assert found == minimax(tables, 0, 0, 60), seed
    are_so(search, game, tables)
    return True


def stopped_alpha_beta(search: DepthFirst, row: Any, nodes: int) -> None:
    with suppress(StoppedError):
        search.value(row, Patience(nodes=nodes // 2 + 1))


def are_so(search: DepthFirst, game: Any, tables: TableGame) -> None:
    """Checks every bound in the table."""
    fluents = game.engine.circuit.fluents
    for position in tables.reachable:
        if position in tables.ends or ("at", f"p{position}") not in fluents:
            continue
        place = fluents.index(("at", f"p{position}"))
        row = np.zeros_like(game.engine.initial())
        row[0, place // 64] |= np.uint64(1 << place % 64)
        low, high = search.certain(row)[0]
        value = minimax(tables, position, 0, 60)
        assert search.levels[low] <= value <= search.levels[high]
        CHECKED.update({"bounds": int(high - low < len(search.levels) - 1), "positions": 1})


CHECKED: Counter[str] = Counter()
"""How many positions have been checked, and of how many the table knew something."""


@pytest.mark.parametrize("part", range(2))
def test_random_games_have_the_values_of_plain_minimax(part: int) -> None:
    assert sum(compare(lively_game(seed), seed) for seed in range(100 * part, 100 * part + 8)) > 1
    assert CHECKED["positions"] > CHECKED["bounds"] > 20


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_random_games_have_the_values_of_plain_minimax(part: int) -> None:
    assert sum(compare(lively_game(seed), seed) for seed in range(1000 + 100 * part, 1060 + 100 * part)) > 30


GAMES = [("connect_four(columns=4, rows=4)", 4, 12), ("breakthrough(size=4)", 4, 12), ("nim(heaps=3-4-5)", 0, 6),
         ("reversi(size=4)", 0, 8), ("tic_tac_toe", 0, 4)]  # fmt: skip
"""Games, and how many random moves are made before a position is asked for."""


@pytest.mark.parametrize(("name", "fewest", "most"), GAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_values_are_those_of_alpha_beta(name: str, fewest: int, most: int, threads: int) -> None:
    game: Any = ludens.load(name)
    rng, nodes = random.Random(most), 0
    for number in range(10):
        row = game.pack([reached(game, rng, rng.randrange(fewest, most))])
        search = search_of(game, threads=threads, memory=1 if number % 3 == 0 else 1 << 20)
        assert ProofNumbers(search).value(row) == search_of(game).value(row)
        nodes += search.nodes
    assert nodes > 20


def circular_game(seed: int) -> TableGame:
    """A random game in turns, some of whose moves lead back."""
    rng, plain = random.Random(seed), lively_game(seed)
    back = {move: rng.randrange(move[0] + 1) for move in plain.after if rng.random() < 0.15}
    return replace(plain, after=plain.after | back)


@pytest.mark.parametrize("seeds", [[*range(11), 357], pytest.param(range(12, 400), marks=pytest.mark.slow)], ids=len)
def test_play_that_can_go_on_for_ever_has_its_value_or_none(seeds: Sequence[int]) -> None:
    """In the game of seed 357 all ends are worse for one role than to go on for ever."""
    found: Counter[str] = Counter()
    for seed in seeds:
        tables = circular_game(seed)
        game: Any = ludens.load(tables.rules())
        if expander_of(game) is None or not tables.in_turns:
            continue
        search = search_of(game)
        try:
            value = ProofNumbers(search).value(game.engine.initial(), Patience(nodes=200_000))
        except (UnsuitedError, StoppedError):
            found["refused"] += 1
        else:
            found["answered"] += 1
            assert value == solve(game, game.initial_state(), Effort(positions=1000)).goals[0], seed
    assert min(found["refused"], found["answered"]) > 0


def test_a_sharp_position_takes_fewer_positions_than_by_alpha_beta() -> None:
    game: Any = ludens.load("breakthrough(size=5)")
    nodes = {"alpha_beta": 0, "proof_numbers": 0}
    rng = random.Random(3)
    for _ in range(6):
        row = game.pack([reached(game, rng, 8)])
        search, other = search_of(game, memory=1 << 24), search_of(game, memory=1 << 24)
        assert ProofNumbers(search).value(row) == other.value(row)
        nodes["proof_numbers"] += search.nodes
        nodes["alpha_beta"] += other.nodes
    assert 20 * nodes["proof_numbers"] < nodes["alpha_beta"]


def test_numbers_are_never_made_smaller() -> None:
    rng = random.Random(1)
    for number in [*range(3000), *(rng.randrange(1 << rng.randrange(12, 41)) for _ in range(2000))]:
        kept = int(lengthened(shortened(np.int64(number))))
        assert number <= kept <= number * 1.002 + 1
        assert int(shortened(np.int64(kept))) == int(shortened(np.int64(number)))
    assert int(lengthened(shortened(np.int64(MOST * 8)))) == MOST
