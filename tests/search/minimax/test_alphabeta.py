"""Alpha-beta in batches gives the values of plain minimax, whatever the method, the table and the batch."""

from __future__ import annotations

import random
import struct
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.engine.any_game import GameWithEngine
from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.rows import Rows
from ludens.game import GameInfo
from ludens.search.evaluations.static import MonteCarlo, Static, TerminalOnly, Values
from ludens.search.minimax import alphabeta
from ludens.search.minimax.alphabeta import FEWEST_NODES, AlphaBeta, Budget, Method, OutOfBudgetError, Settings, goal_of
from ludens.search.minimax.graph import POSITIONS, WORTH
from ludens.testing import random_game
from tests.clocks import LateAtLook, put_up
from tests.random_games import Joint, TableGame
from tests.search.minimax.graph_twin import Explored, random_keys
from tests.search.minimax.plain_minimax import even, minimax
from tests.search.table_game import table_game

SEQUENTIAL = [
    ("tic_tac_toe", 3, 60),
    ("nim(heaps=1-3-2)", 4, 60),
    ("nim(heaps=2-2-1, misere=true)", 4, 40),
    ("connect_four(columns=4, rows=4)", 4, 40),
    ("connect_four(columns=4, rows=4, suicide=true)", 4, 20),
    ("breakthrough(size=4)", 3, 20),
]
ANY_TURNS = [
    ("connect_four(columns=4, rows=4, players=3)", 4, 30),
    ("bidding_tic_tac_toe", 1, 30),
    ("rock_paper_scissors", 2, 8),
    ("prisoners_dilemma", 2, 8),
    ("blocker", 1, 30),
    ("free_for_all", 1, 8),
    ("lights_on", 3, 8),
]


def positions(game: LoadedGame[Any], count: int, seed: str) -> list[Any]:
    """Positions of random games that are not over, late ones as likely as early ones."""
    rng, found = random.Random(seed), list[Any]()
    while len(found) < count:
        states = random_game(game, rng)[0][:-1]
        found += [states[-1], *rng.sample(states, min(len(states), 4))]
    return found[:count]


class Mixed:
    """Values that depend on the position in some way."""

    cost = 1
    constant = False

    def __call__(self, engine: BatchEngine, rows: Rows) -> Values:
        total = (rows % np.uint64(1_000_003)).sum(axis=1) % np.uint64(101)
        return np.repeat(total[:, None].astype(np.float64) / 100, len(engine.roles), axis=1)


def mixed(key: bytes) -> float:
    """What Mixed says of a row, as a goal."""
    return float(sum(word % 1_000_003 for (word,) in struct.iter_unpack("=Q", key)) % 101)


def searched(game: LoadedGame[Any], state: Any, depth: int, settings: Settings) -> float:
    search = AlphaBeta(game.engine, settings)
    search.start(game.pack([state]))
    return goal_of(search.value(depth))


@pytest.mark.parametrize(("name", "depth", "count"), SEQUENTIAL + ANY_TURNS)
def test_values_are_those_of_plain_minimax(name: str, depth: int, count: int) -> None:
    game = ludens.load(name)
    seen = set()
    for number, state in enumerate(positions(game, count, name)):
        role = number % len(game.info.roles)
        for deep in range(depth + 1):
            expected = minimax(game, state, role, deep)
            seen.add(expected)
            for method in Method:
                settings = Settings(method, role, memory_bytes=1 << 20, certain=False)
                assert searched(game, state, deep, settings) == expected, (state, role, deep, method)
    assert len(seen) > 1


THOUSANDS = [
    ("tic_tac_toe", 4),
    ("nim(heaps=1-3-2)", 5),
    ("nim(heaps=2-2-1, misere=true)", 5),
    ("connect_four(columns=4, rows=4)", 4),
    ("connect_four(columns=4, rows=4, suicide=true)", 4),
    ("breakthrough(size=4)", 2),
    ("hex(size=3)", 4),
]


@pytest.mark.parametrize(("name", "depth"), THOUSANDS)
@pytest.mark.parametrize("count", [100, pytest.param(6000, marks=pytest.mark.slow)])
def test_all_methods_give_the_values_of_minimax_on_thousands_of_positions(name: str, depth: int, count: int) -> None:
    """One search for each method and role, so that most positions are known from before."""
    engine = ludens.load(name).engine
    for constant in (True, False):
        explored, keys = Explored(engine), random_keys(engine, count, seed=depth)
        explored.explore(keys, depth)
        static: Static = TerminalOnly() if constant else Mixed()
        evaluate = even if constant else mixed
        searches = {
            (method, role): AlphaBeta(engine, Settings(method, role, static, 1 << 26, certain=False))
            for method in Method
            for role in (0, 1)
        }
        for number, key in enumerate(keys):
            role, deep = number % 2, depth - number % 3
            expected = explored.minimax(key, role, deep, evaluate)
            for method in Method:
                search = searches[method, role]
                search.start(explored.row(key))
                assert goal_of(search.value(deep)) == pytest.approx(expected), (key, role, deep, method)


@pytest.mark.parametrize("seed", range(6))
def test_several_answer_at_once(seed: int) -> None:
    game = ludens.load(table_game(seed))
    for role in range(3):
        expected = minimax(game, game.initial_state(), role, 1)
        assert {searched(game, game.initial_state(), 2, Settings(method, role)) for method in Method} == {expected}


@pytest.mark.parametrize(("name", "depth", "count"), SEQUENTIAL)
def test_values_of_positions_count_where_the_search_ends(name: str, depth: int, count: int) -> None:
    game, evaluation = ludens.load(name), Mixed()

    def evaluate(state: Any) -> float:
        return 100 * float(evaluation(game.engine, game.pack([state]))[0, 0])

    seen = set()
    for number, state in enumerate(positions(game, count // 2, name)):
        expected = minimax(game, state, number % 2, depth - 1, evaluate)
        seen.add(expected)
        for method in Method:
            for remember in (True, False):
                settings = Settings(method, number % 2, evaluation, 1 << 20, remember, certain=False)
                assert searched(game, state, depth - 1, settings) == pytest.approx(expected)
    assert len(seen) > 4


def test_the_methods_are_different_ways_to_the_same_value() -> None:
    game = ludens.load("connect_four(columns=5, rows=4)")
    visits = []
    for method in Method:
        search = AlphaBeta(game.engine, Settings(method, evaluation=Mixed()))
        search.start(game.engine.initial())
        visits.append((search.value(6), search.visits))
    assert len({value for value, _ in visits}) == 1
    assert len({visited for _, visited in visits}) == 3


@pytest.mark.parametrize("method", Method)
def test_the_table_changes_nothing_but_the_work(method: Method) -> None:
    game = ludens.load("connect_four(columns=5, rows=4)")
    work = np.zeros(2)
    for state in positions(game, 30, "table"):
        found = []
        for remember in (True, False):
            search = AlphaBeta(game.engine, Settings(method, memory_bytes=1 << 22, remember=remember, certain=False))
            search.start(game.pack([state]))
            found.append([search.value(depth) for depth in range(1, 7)])
            work[int(remember)] += search.visits
        assert found[0] == found[1]
    assert work[0] > 1.2 * work[1]


def test_small_batches_and_a_small_table_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludens.load("connect_four(columns=4, rows=4)")
    states = positions(game, 12, "batches")
    expected = [searched(game, state, 9, Settings()) for state in states]
    monkeypatch.setattr(alphabeta, "BATCH", 3)
    monkeypatch.setattr(alphabeta, "FEW", 0)
    assert [searched(game, state, 9, Settings()) for state in states] == expected
    assert len(set(expected)) == 3


def test_a_table_that_overflows_keeps_the_deepest_positions() -> None:
    game = ludens.load("connect_four(columns=5, rows=4)")
    found = []
    for memory in (1, 1 << 26):
        search = AlphaBeta(game.engine, Settings(memory_bytes=memory))
        search.start(game.engine.initial())
        found.append([search.value(depth) for depth in range(1, 15)])
        assert search.graph.sizes[POSITIONS] <= len(search.graph.nodes)
    assert search.positions > 2 * FEWEST_NODES, "the small table had to overflow"
    assert found[0] == found[1]


@pytest.mark.parametrize("method", Method)
def test_a_search_that_knows_a_position_already_gives_the_same(method: Method) -> None:
    game = ludens.load("tic_tac_toe")
    search = AlphaBeta(game.engine, Settings(method, certain=False))
    for state in positions(game, 100, "again"):
        search.start(game.pack([state]))
        for depth in (3, 1, 2):
            assert goal_of(search.value(depth)) == minimax(game, state, 0, depth)


@pytest.mark.parametrize("method", Method)
def test_deepening_ends_with_a_certain_value(method: Method) -> None:
    game = ludens.load("tic_tac_toe")
    late = [state for state in positions(game, 80, "certain") if sum("b" in cell for cell in state) < 7]
    assert len(late) > 20
    for state in late:
        search = AlphaBeta(game.engine, Settings(method))
        search.start(game.pack([state]))
        found = list(search.deepen(Budget(), 100))
        assert [step.depth for step in found] == list(range(1, len(found) + 1))
        assert found[-1].certain
        assert found[-1].value == minimax(game, state, 0, 9)


def test_a_game_in_plain_python() -> None:
    fast = ludens.load("nim(heaps=1-2-2)")
    game: GameWithEngine[Any] = GameWithEngine(fast)
    for state in positions(fast, 20, "plain"):
        assert searched(game, state, 5, Settings()) == minimax(fast, state, 0, 5)


def test_time_ends_a_search_at_any_point() -> None:
    game = ludens.load("connect_four")
    search = AlphaBeta(game.engine)
    search.start(game.engine.initial())
    search.value(4)
    for look in (0, 1, 2, 5, 20):
        with pytest.MonkeyPatch.context() as patch:
            clock = LateAtLook(look)
            put_up(clock, patch)
            with pytest.raises(OutOfBudgetError):
                search.value(40, Budget(150.0))
        assert look < clock.looks <= look + 6
    made = search.positions
    with pytest.raises(OutOfBudgetError):
        search.value(40, Budget(left=100))
    assert search.positions - made <= 100 + 7 * 100
    assert goal_of(search.value(5)) == 50


def test_random_games_as_an_evaluation() -> None:
    game = ludens.load("tic_tac_toe")
    rows = game.pack(positions(game, 30, "monte carlo"))
    values = MonteCarlo(256, seed=1)(game.engine, rows)
    assert values.shape == (30, 2)
    assert np.allclose(values.sum(axis=1), 1)
    played = game.engine.playouts(rows, 4096, 2).goals / 409_600
    assert np.abs(values - played).max() < 0.2
    assert values.std() > 0.05
    cut = MonteCarlo(64, max_steps=1)(game.engine, game.engine.initial())
    assert np.array_equal(cut, [[0.5, 0.5]])
    assert np.array_equal(TerminalOnly()(game.engine, rows), np.full((30, 2), 0.5))
    assert even(None) == 100 * TerminalOnly()(game.engine, rows)[0, 0] == goal_of(0) == goal_of(-WORTH) + 50


def test_a_search_ends_where_a_proof_contradicts_the_evaluation() -> None:
    """All ways lead to one end, some of them by a longer way: 92 is proved where 50 was taken for the value before."""
    waits = ((0,), (0,))
    legal = (((0, 1), (0,)), waits, waits, ((0,), (0, 1)), waits, ((0, 1), (0,)), ((), ()))
    after: dict[tuple[int, Joint], int] = {
        (0, (0, 0)): 2, (0, (1, 0)): 1, (1, (0, 0)): 2, (2, (0, 0)): 3, (3, (0, 0)): 5, (3, (0, 1)): 4,
        (4, (0, 0)): 5, (5, (0, 0)): 6, (5, (1, 0)): 6,
    }  # fmt: skip
    game = TableGame(GameInfo("one end", ("a", "b")), legal, after, {6: (92, 92)})
    for method in Method:
        search = AlphaBeta(game.engine, Settings(method, memory_bytes=0))
        search.start(game.engine.initial())
        steps = list(search.deepen(Budget(left=400), 40))
        assert (steps[-1].value, steps[-1].certain) == (92, True)


@pytest.mark.parametrize("method", Method)
def test_the_order_of_moves_changes_nothing_but_the_work(method: Method) -> None:
    game = ludens.load("connect_four(columns=5, rows=4)")
    work = np.zeros(2)
    for state in positions(game, 16, "order"):
        found = []
        for ordered in (True, False):
            settings = Settings(method, evaluation=Mixed(), memory_bytes=1 << 22, certain=False, ordered=ordered)
            search = AlphaBeta(game.engine, settings)
            search.start(game.pack([state]))
            found.append([search.value(depth) for depth in range(1, 6)])
            work[int(ordered)] += search.visits
        assert found[0] == found[1]
    assert work[0] > work[1]


def test_a_search_may_begin_at_any_depth() -> None:
    game = ludens.load("connect_four(columns=5, rows=4)")
    depths = []
    for first, most in ((1, 4), (4, 4), (3, 5), (9, 4)):
        search = AlphaBeta(game.engine, Settings(evaluation=Mixed()))
        search.start(game.engine.initial())
        depths.append([step.depth for step in search.deepen(Budget(), most, first)])
    assert depths == [[1, 2, 3, 4], [4], [3, 4, 5], [4]]
