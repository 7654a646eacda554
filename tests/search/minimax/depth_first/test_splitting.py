"""Questions asked in parts have the answers of whole ones."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludens
from ludens.search.minimax.depth_first.available import expander_of
from ludens.search.minimax.depth_first.progress import part_done, path_of
from ludens.search.minimax.depth_first.search import Patience, StoppedError, UnsuitedError
from ludens.search.minimax.depth_first.splitting import Splitting
from tests.search.minimax.depth_first.test_depth_first import lively_game, reached, search_of

GAMES = [("connect_four(columns=4, rows=4)", 4, 16), ("breakthrough(size=4)", 8, 16), ("nim(heaps=3-4-5)", 0, 6)]
"""Games, and how many random moves are made before a position is asked for."""


@pytest.mark.parametrize(("name", "fewest", "most"), GAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_values_are_those_of_whole_questions(name: str, fewest: int, most: int, threads: int) -> None:
    game: Any = ludens.load(name)
    rng, nodes = random.Random(most), 0
    for number in range(12):
        row = game.pack([reached(game, rng, rng.randrange(fewest, most))])
        search = search_of(game, threads=threads)
        asking = Splitting(search, trial=1 + number % 4)
        assert asking.value(row) == search_of(game).value(row)
        assert not asking.path
        nodes += search.nodes
    assert nodes > 20


@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(6, 120), marks=pytest.mark.slow)])
def test_values_of_random_games(seeds: range) -> None:
    """Where the search is not for a game, it says so in parts too."""
    found = 0
    for seed in seeds:
        game: Any = ludens.load(lively_game(seed).rules())
        if expander_of(game) is None:
            continue
        try:
            whole: int | None = search_of(game).value(game.engine.initial())
        except UnsuitedError:
            whole = None
        try:
            parts: int | None = Splitting(search_of(game), trial=2).value(game.engine.initial())
        except UnsuitedError:
            parts = None
        found += whole is not None
        assert parts == whole
    assert found > 1


def test_a_good_first_child_saves_work() -> None:
    """The outer columns come first in the rules, and are worth less than those in the middle."""
    game: Any = ludens.load("connect_four(columns=6, rows=4)")
    row = game.engine.initial()
    whole, parts = search_of(game, memory=1 << 24), search_of(game, memory=1 << 24)
    assert whole.value(row) == Splitting(parts, trial=2_000).value(row)
    assert parts.nodes < whole.nodes


@pytest.mark.parametrize("threads", [1, 2])
def test_patience_holds_for_all_parts(threads: int) -> None:
    game: Any = ludens.load("connect_four")
    search = search_of(game, threads=threads)
    told: list[float] = []
    asking = Splitting(search, trial=500)
    patience = Patience(nodes=30_000, tell=lambda: told.append(part_done(path_of(search.memories[0], asking.path), 1)))
    with pytest.raises(StoppedError):
        asking.value(game.engine.initial(), patience)
    assert 30_000 <= search.nodes <= 30_000 + threads * 20_000
    assert patience.nodes <= 0
    assert asking.path
    assert all(0 <= part <= 1 for part in told)
