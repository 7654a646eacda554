"""Simultaneous minimax: against full enumeration with linear programs, and against minimax in sequential games."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.engine.any_game import with_engine
from ludens.engine.contract import LoadedGame
from ludens.search.evaluations.static import MonteCarlo, Static, TerminalOnly
from ludens.search.matrix.simultaneous import Bounds, Deepened, Entries, SimultaneousMinimax
from tests.search.minimax.plain_minimax import minimax
from tests.search.tree.tree_of_matrices import TreeOfMatrices, by_program, slow_value


def deepest(game: LoadedGame[Any], state: Any, role: int, depth: int, **options: Any) -> tuple[Deepened, int]:
    """What the last depth found, and how many positions were made for it alone."""
    evaluation: Static = options.pop("evaluation", TerminalOnly())
    search = SimultaneousMinimax(game.engine, role, evaluation, **options)
    *_, last = search.deepen(game.pack([state]), math.inf, math.inf, depth)
    return last, search.positions


@pytest.mark.parametrize("sequential", [False, True])
@pytest.mark.parametrize("seed", range(25))
def test_values_are_those_of_full_enumeration(seed: int, sequential: bool) -> None:
    game = with_engine(TreeOfMatrices(seed, depth=3 + seed % 2, sequential=sequential))
    for depth in (1, 2, 3, 4):
        expected = slow_value(game, (), depth)
        for role in (0, 1):
            found = deepest(game, (), role, depth)[0].found
            wanted = expected if role == 0 else 1 - expected
            assert found.value.low == found.value.high == pytest.approx(wanted, abs=1e-7)
            assert found.row is not None
            assert found.row.sum() == pytest.approx(1)


def test_strategies_make_sure_of_the_value() -> None:
    """Whatever the other answers at the root, with best play after it, the strategy gets the value."""
    for seed in range(20):
        game = with_engine(TreeOfMatrices(seed, depth=3, widest=4))
        last = deepest(game, (), 0, 3)[0]
        assert last.found.row is not None
        columns = game.legal_moves((), 1)
        own = [game.engine.moves(0)[int(number)] for number in last.opened.own]
        after = np.array([[slow_value(game, ((r, c),), 2) for c in columns] for r in own])
        assert (last.found.row @ after).min() >= last.found.value.low - 1e-7


@pytest.mark.slow
def test_pruning_leaves_positions_out() -> None:
    with_pruning = without = 0
    for seed in range(10):
        game = with_engine(TreeOfMatrices(seed, depth=4, widest=4, goals=3))
        for pruning in (True, False):
            last, positions = deepest(game, (), 0, 4, pruning=pruning)
            assert last.found.value.low == pytest.approx(slow_value(game, (), 4), abs=1e-7)
            with_pruning, without = with_pruning + pruning * positions, without + (not pruning) * positions
    assert with_pruning < 0.9 * without


def test_a_window_is_kept_to() -> None:
    """Random matrices, each entry behind a question: within the window the value, otherwise a right bound."""
    rng, outside, asked, entries = np.random.default_rng(1), 0, 0, 0
    for _ in range(300):
        matrix = rng.integers(0, 5, rng.integers(1, 6, 2)) / 4
        low, high = np.sort(rng.random(2))

        def ask(row: int, column: int, bottom: float, top: float) -> Bounds:
            nonlocal asked
            asked += 1
            assert bottom <= top
            entry = float(matrix[row, column])  # noqa: B023
            return (
                Bounds(0.0, bottom) if entry <= bottom else Bounds(top, 1.0) if entry >= top else Bounds(entry, entry)
            )

        order = [(row, column) for row in range(matrix.shape[0]) for column in range(matrix.shape[1])]
        search = Entries(np.zeros(matrix.shape), np.ones(matrix.shape), (float(low), float(high)))
        found, value = search.search(order, ask).value, by_program(matrix)
        if low < value < high:
            assert found.low == found.high == pytest.approx(value, abs=1e-7)
        else:
            outside += 1
            assert found.low - 1e-7 <= value <= found.high + 1e-7
            assert found.high <= low + 1e-7 or found.low >= high - 1e-7
        entries += matrix.size
    assert 100 < outside < 290
    assert asked < 0.95 * entries


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim(heaps=2-3)", "connect_four(columns=4, rows=4)"])
def test_sequential_games_have_their_value(name: str) -> None:
    game, rng = ludens.load(name), random.Random(name)
    for _ in range(8):
        state = game.initial_state()
        for _ in range(rng.randrange(5)):
            after = game.next_state(state, [rng.choice(game.legal_moves(state, role)) for role in (0, 1)])
            if not game.is_terminal(after):
                state = after
        for role in (0, 1):
            found = deepest(game, state, role, 4)[0].found
            assert 100 * found.value.low == pytest.approx(minimax(game, state, role, 4))


def test_known_values() -> None:
    shapes = ludens.load("rock_paper_scissors(rounds=2)")
    last = deepest(shapes, shapes.initial_state(), 1, 5)[0]
    assert (last.depth, last.found.value.certain) == (2, True)
    assert last.found.value.low == pytest.approx(0.5)
    assert last.found.row is not None
    assert last.found.row.tolist() == pytest.approx([1 / 3] * 3)


def test_evaluations_count_where_the_search_ends() -> None:
    game = ludens.load("blocker")
    state = game.initial_state()
    even = deepest(game, state, 0, 1)[0]
    assert (even.found.value.low, even.found.value.certain) == (0.5, False)
    valued = deepest(game, state, 0, 1, evaluation=MonteCarlo(16, 1))[0]
    assert 0.2 < valued.found.value.low < 0.8
    assert valued.found.value.low != 0.5


def test_limits_are_kept() -> None:
    game = ludens.load("blocker")
    position = game.engine.initial()
    search = SimultaneousMinimax(game.engine, 0, TerminalOnly())
    assert list(search.deepen(position, math.inf, 100, 5)) == []
    assert [found.depth for found in search.deepen(position, math.inf, 300, 5)] == [1]
    assert list(search.deepen(position, 0.0, math.inf, 5)) == []
    valuing = SimultaneousMinimax(game.engine, 0, MonteCarlo(8, 1))
    assert list(valuing.deepen(position, math.inf, 2_000, 5)) == []
