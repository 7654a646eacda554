"""The evaluations of Odd against their slow twins."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

import numpy as np
import pytest

from ludens.games.hexagon.cells import CELLS, PLACES
from ludens.games.odd import Odd, OddState, cell_number, groups
from ludens.games.odd.clusters import disjoint_paths
from ludens.games.odd.evaluation import EmptyCells, MergedClusters, SmallClusters, parity_values
from ludens.search.evaluations.static import Static
from tests.search.evaluations import odd_counts

GAME = Odd()


def boards(number: int, seed: int, *, fewest: int = 0) -> list[OddState]:
    """Random boards with any number of stones, some of them in clumps."""
    rng = random.Random(seed)
    found = []
    for _ in range(number):
        cells = rng.sample(range(CELLS), rng.randint(fewest, CELLS - 1))
        share = rng.choice([0.2, 0.5, 0.8])
        white = sum(1 << cell for cell in cells if rng.random() < share)
        found.append(OddState(white, sum(1 << cell for cell in cells) & ~white))
    return found


def parities(evaluation: Static, states: list[OddState]) -> list[int]:
    values = evaluation(GAME.engine, GAME.pack(states))
    assert values.shape == (len(states), 2)
    assert np.allclose(values.sum(axis=1), 1)
    assert ((values > 0) & (values < 1)).all()
    return [int(value > 0.5) for value in values[:, 0]]


@pytest.mark.parametrize("smallest", [3, 4, 5])
def test_small_clusters(smallest: int) -> None:
    states = boards(2_000, smallest)
    expected = [odd_counts.small(state, smallest) % 2 for state in states]
    assert parities(SmallClusters(smallest), states) == expected
    assert 0.2 < np.mean(expected) < 0.8


def test_empty_cells() -> None:
    states = boards(2_000, 1, fewest=20)
    expected = [odd_counts.with_empty_cells(state) % 2 for state in states]
    assert parities(EmptyCells(), states) == expected
    assert 0.1 < np.mean(expected) < 0.9


@pytest.mark.parametrize("threshold", [0, 1, 2, 3])
def test_merged_clusters(threshold: int) -> None:
    states = boards(30, 10 + threshold, fewest=15)
    expected = [odd_counts.merged(state, threshold) for state in states]
    assert parities(MergedClusters(threshold), states) == [number % 2 for number in expected]
    assert len(Counter(expected)) > 1


def test_disjoint_paths_are_as_many_as_the_greatest_flow() -> None:
    """Between any two cells that do not touch, through any passable cells: some need a path to be led another way."""
    links, seen = np.zeros((2, CELLS), dtype=np.int64), np.zeros(2 * CELLS, dtype=np.int64)
    waiting = seen.copy()
    met: Counter[int] = Counter()
    rng = random.Random(1)
    while sum(met.values()) < 1_500:
        one, other = (frozenset([place]) for place in rng.sample(PLACES, 2))
        if odd_counts.neighbours(min(one)) & other:
            continue
        passable = set(rng.sample(PLACES, rng.randint(25, 55)))
        expected = odd_counts.paths(one, other, passable)
        start, end, open_cells = (bits(cells) for cells in (one, other, passable))
        for most in (1, 2, 7):
            found = disjoint_paths(start, end, open_cells, most, links, seen, waiting)
            assert found == min(most, expected)
        met[expected] += 1
    assert min(met[paths] for paths in range(4)) > 20


def test_a_path_is_led_another_way_over_several_cells() -> None:
    """The first path found crosses the way of both; to make room for a second it must give up two cells in a row."""
    passable = {PLACES[n] for n in (8, 9, 10, 11, 12, 13, 14, 17, 18, 22, 24, 26, 31, 32, 35, 36, 37, 39)}
    one, other = frozenset([PLACES[4]]), frozenset([PLACES[38]])
    links, seen = np.zeros((2, CELLS), dtype=np.int64), np.zeros(2 * CELLS, dtype=np.int64)
    found = disjoint_paths(bits(one), bits(other), bits(passable), 7, links, seen, seen.copy())
    assert found == odd_counts.paths(one, other, passable) == 2


def bits(places: Iterable[odd_counts.Place]) -> np.uint64:
    return np.uint64(sum(1 << cell_number(-q, r) for r, q in places))


def test_a_full_board_is_counted_as_the_rules_do() -> None:
    rng = random.Random(3)
    for _ in range(200):
        white = rng.getrandbits(CELLS)
        state = OddState(white, ~white & (1 << CELLS) - 1)
        counts = np.array([len(groups(state))])
        for evaluation in (SmallClusters(5), EmptyCells(), MergedClusters(0)):
            assert (evaluation(GAME.engine, GAME.pack([state])) == parity_values(counts)).all()
