"""Leaves that are valued on a device while the next batch goes down: the same tree as with an engine of the CPU."""

from __future__ import annotations

import gc
import math
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.engine.backend import Backend
from ludens.engine.contract import BatchEngine
from ludens.engine.cuda.engine import CudaEngine
from ludens.engine.engine import Engine
from ludens.engine.rows import Rows
from ludens.game import Limit
from ludens.search.playouts.elsewhere import FEW, WORD, PlayoutsElsewhere
from ludens.search.tree.arrays import EDGES, NODES
from ludens.search.tree.evaluate import Evaluated, Evaluation
from ludens.search.tree.search import SearchSettings, TreeSearch
from tests.engine.cuda.fake_driver import FakeDriver

pytestmark = pytest.mark.usefixtures("empty_cache")


class AtOnce:
    """The same values, waited for."""

    def __init__(self, engine: BatchEngine) -> None:
        self._playouts = PlayoutsElsewhere(engine)

    def __call__(self, engine: BatchEngine, rows: Rows, per_row: int, seed: int, **asked: Any) -> Evaluated:
        return self._playouts(engine, rows, per_row, seed, **asked)


def searched(game: Any, evaluation: Evaluation, lanes: int = 24, leaves: int = 900, **settings: Any) -> TreeSearch:
    given = SearchSettings(lanes=lanes, playouts=WORD, evaluation=evaluation, **settings)
    search = TreeSearch(game.engine, given, seed=7)
    search.start(game.engine.initial())
    search.think(Limit(playouts=leaves * WORD))
    return search


def assert_same(one: TreeSearch, other: TreeSearch) -> None:
    assert one.simulations == other.simulations
    np.testing.assert_array_equal(one.tree.sizes, other.tree.sizes)
    nodes, edges = int(one.tree.sizes[NODES]), int(one.tree.sizes[EDGES])
    np.testing.assert_array_equal(one.tree.nodes[:nodes], other.tree.nodes[:nodes])
    np.testing.assert_array_equal(one.tree.edges[:edges], other.tree.edges[:edges])


@pytest.mark.parametrize(("name", "batches"), [("nim", 1), ("connect_four", 2), ("rock_paper_scissors", 3)])
def test_a_device_gives_the_tree_that_the_cpu_gives(fake_driver: FakeDriver, name: str, batches: int) -> None:
    game = ludens.load(name)
    circuit = game.engine.circuit
    assert circuit is not None
    table, code, cpu = CudaEngine(circuit, Backend.TABLE), CudaEngine(circuit, Backend.LLVM), Engine(circuit)
    wanted = searched(game, PlayoutsElsewhere(cpu, batches=batches))
    for engine, near in ((table, None), (code, None), (code, cpu)):
        assert_same(searched(game, PlayoutsElsewhere(engine, near=near, batches=batches)), wanted)


def test_few_leaves_are_valued_nearby(fake_driver: FakeDriver) -> None:
    game = ludens.load("tic_tac_toe")
    assert game.engine.circuit is not None
    playouts = PlayoutsElsewhere(CudaEngine(game.engine.circuit, Backend.LLVM), near=game.engine)
    fake_driver.calls.clear()
    playouts.begin(game.engine.initial(FEW), WORD, 1)()
    assert not fake_driver.calls
    playouts.begin(game.engine.initial(FEW + 1), WORD, 1)()
    assert fake_driver.calls


def test_one_batch_at_a_time_is_the_plain_search() -> None:
    game = ludens.load("connect_four")
    ahead = searched(game, PlayoutsElsewhere(game.engine, batches=1))
    assert_same(ahead, searched(game, AtOnce(game.engine)))


def test_it_does_not_matter_how_often_a_search_looks_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludens.load("tic_tac_toe")
    trees = []
    for most in (1, 2, 16):
        monkeypatch.setattr("ludens.search.tree.search.MOST_BATCHES", most)
        trees.append(searched(game, PlayoutsElsewhere(game.engine, batches=3), lanes=32, leaves=1_500))
    assert_same(trees[0], trees[1])
    assert_same(trees[0], trees[2])
    assert trees[0].simulations == 1_500 * WORD


class Watched:
    """Counts the batches that are being valued."""

    def __init__(self, engine: BatchEngine, batches: int) -> None:
        self._playouts, self.batches = PlayoutsElsewhere(engine), batches
        self.now = self.most = 0
        self.turns: list[int] = []

    def begin(self, rows: Rows, per_row: int, seed: int) -> Any:
        valued = self._playouts.begin(rows, per_row, seed)
        self.now += 1
        self.most = max(self.most, self.now)

        def wait() -> Evaluated:
            self.now -= 1
            self.turns.append(seed)
            return valued()

        return wait

    def __call__(self, *given: Any, **asked: Any) -> Evaluated:
        raise AssertionError("nobody waits")


@pytest.mark.parametrize("batches", [1, 2, 3])
def test_so_many_batches_are_under_way_and_all_of_them_end_in_turn(batches: int) -> None:
    game = ludens.load("connect_four")
    watched = Watched(game.engine, batches)
    search = searched(game, watched)
    assert watched.most == batches
    assert watched.now == 0
    assert watched.turns == sorted(watched.turns)
    visits = search.tree.nodes["visits"]
    assert visits[0] == search.simulations


def test_a_deadline_and_threads_leave_nothing_under_way() -> None:
    game = ludens.load("connect_four")
    watched = Watched(game.engine, 2)
    search = TreeSearch(game.engine, SearchSettings(lanes=8, playouts=WORD, threads=2, evaluation=watched), seed=7)
    search.start(game.engine.initial())
    search.think(Limit(0.05))
    assert watched.now == 0
    assert search.tree.nodes["visits"][0] == search.simulations > 0


class Broken(Watched):
    def begin(self, rows: Rows, per_row: int, seed: int) -> Any:
        if len(self.turns) > 3:
            raise OSError("the device is gone")
        return super().begin(rows, per_row, seed)


def test_where_a_device_fails_that_is_told_and_the_tree_is_empty() -> None:
    game = ludens.load("connect_four")
    search = TreeSearch(game.engine, SearchSettings(evaluation=Broken(game.engine, 2)))
    search.start(game.engine.initial())
    with pytest.raises(OSError, match="gone"):
        search.think(Limit(playouts=100_000))
    assert search.tree.sizes[NODES] == 0


def test_room_is_used_again_and_given_back(fake_driver: FakeDriver) -> None:
    game = ludens.load("tic_tac_toe")
    assert game.engine.circuit is not None
    engine = CudaEngine(game.engine.circuit, Backend.LLVM)
    playouts = PlayoutsElsewhere(engine)
    rows = engine.initial(10)
    begun = [playouts.begin(rows, WORD, seed) for seed in range(3)]
    assert [math.isclose(float(each().values.sum()), 640) for each in begun] == [True] * 3
    kept = fake_driver.live
    for seed in range(4):
        playouts.begin(rows[:7], WORD, seed)()
    assert fake_driver.live == kept
    playouts.begin(rows, WORD, 5)  # nobody waits for it
    del engine, playouts, begun
    gc.collect()
    assert fake_driver.live == 0
