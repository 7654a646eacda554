"""Which search is asked: the cheaper one for each answer, and the other one now and then."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import ludens
from ludens.search.minimax.depth_first.available import expander_of
from ludens.search.minimax.depth_first.choosing import ALPHA_BETA, PROOF_NUMBERS, SHARE, Choosing
from ludens.search.minimax.depth_first.proof_numbers.search import ProofNumbers
from ludens.search.minimax.depth_first.search import Patience, StoppedError, UnsuitedError
from ludens.search.minimax.depth_first.splitting import Splitting
from ludens.search.minimax.solve import Effort, Search, solve
from tests.search.minimax.depth_first.test_depth_first import lively_game, reached, search_of
from tests.search.minimax.depth_first.test_proof_numbers import circular_game


@pytest.mark.parametrize("better", [ALPHA_BETA, PROOF_NUMBERS])
def test_the_cheaper_search_has_nearly_all_the_work(better: int) -> None:
    choosing, rng = Choosing(), random.Random(better)
    spent: Counter[int] = Counter()
    for _ in range(3_000):
        which = choosing.next
        answered = rng.random() < (0.9 if which == better else 0.2)
        cost = rng.uniform(100, 1000)
        spent[which] += int(cost)
        choosing.note(which, cost, answered=answered)
    assert choosing.better == better
    assert choosing.is_clear
    assert 0 < spent[1 - better] < 3 * SHARE * spent.total()


def test_a_search_that_becomes_better_is_noticed() -> None:
    choosing = Choosing()
    for good in (ALPHA_BETA, PROOF_NUMBERS):
        for _ in range(2_000):
            which = choosing.next
            choosing.note(which, 100.0, answered=which == good)
        assert choosing.better == good


@pytest.mark.parametrize("seeds", [range(8), pytest.param(range(8, 150), marks=pytest.mark.slow)], ids=len)
def test_values_of_random_games_are_those_of_alpha_beta(seeds: range) -> None:
    """Also where play can go on for ever: what is refused by one is refused by both."""
    found = 0
    for seed in seeds:
        for tables in (lively_game(seed), circular_game(seed)):
            game: Any = ludens.load(tables.rules())
            values: list[int] = []
            if expander_of(game) is None:
                continue
            for chosen in (False, True):
                search = search_of(game)
                asking = Splitting(search, trial=4, proofs=ProofNumbers(search) if chosen else None)
                try:
                    values.append(asking.value(game.engine.initial(), Patience(nodes=100_000)))
                except (UnsuitedError, StoppedError):
                    values.append(-1)
            found += values[0] >= 0
            if tables.in_turns and -1 not in values:
                assert values[0] == values[1], seed
    assert found > 3


def test_a_whole_solution_is_the_same_by_any_search() -> None:
    game: Any = ludens.load("breakthrough(size=4)")
    state = reached(game, random.Random(2), 4)
    found = [solve(game, state, Effort(positions=10, memory_bytes=1 << 24, search=search)) for search in Search]
    assert len({(solution.goals, solution.moves) for solution in found}) == 1
    assert [solution.method for solution in found][1:] == ["alpha_beta", "proof_numbers"]


def test_both_searches_take_part_in_a_sharp_game() -> None:
    game: Any = ludens.load("breakthrough(size=5)")
    search = search_of(game, memory=1 << 24)
    asking, rng = Splitting(search, trial=2_000, proofs=ProofNumbers(search)), random.Random(3)
    for _ in range(6):
        search.table[:] = 0
        asking.value(game.pack([reached(game, rng, 8)]))
    assert asking.choosing.better == PROOF_NUMBERS
    assert PROOF_NUMBERS in asking.answered
