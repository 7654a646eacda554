"""The loop in compiled code against its slow twin: the same phases with Python and NumPy between them."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.engine.compiled import CompiledEngine
from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.game import Limit
from ludens.search.evaluations.learnt.learning import Course
from ludens.search.evaluations.learnt.schedule import Schedule
from ludens.search.evaluations.leaves import ValuedLeaves
from ludens.search.minimax.depth_first.proving import depth_first_proving
from ludens.search.playouts.blended import BlendedLeaves
from ludens.search.playouts.by_name import playouts_by_name
from ludens.search.tree.arrays import EXACT, NODES, ROOT, Tree
from ludens.search.tree.evaluate import Evaluated, Evaluation, RandomPlayouts, ValuesInLoops
from ludens.search.tree.policies.selection import Selection
from ludens.search.tree.policy import SELECTIONS, UCB1, UCB1_TUNED, Policy
from ludens.search.tree.positions import rows_of
from ludens.search.tree.report import edges_of
from ludens.search.tree.search import SearchSettings, TreeSearch
from ludens.search.views.solved_states import NO_GOAL, SolvedEngine, SolvedJudge, row_keys
from tests.search.table_game import table_game

GAMES = ("connect_four", "breakthrough(size=5)", "blocker", "lights_on", "free_for_all", "three")


class WithoutCode:
    """An engine that compiled loops cannot call."""

    def __init__(self, engine: BatchEngine) -> None:
        self._engine = engine

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def compiled(self) -> CompiledEngine | None:
        return None


class InNumPy:
    """Values leaves as an evaluation does that compiled loops know nothing of."""

    def __init__(self, leaves: Evaluation) -> None:
        self._leaves = leaves

    def __call__(self, *given: Any, **options: Any) -> Evaluated:
        return self._leaves(*given, **options)


def position(engine: BatchEngine, seed: int, steps: int) -> Rows:
    """A position after some random moves, or the last before the end."""
    rng, row = random.Random(seed), engine.initial()
    for _ in range(steps):
        joint = [[rng.choice(np.flatnonzero(table[0]).tolist()) for table in engine.legal(row)]]
        following, over, _ = engine.follow(row, np.array(joint))
        if over[0]:
            break
        row = following
    return row


def searched(engine: Any, row: Rows, seed: int, simulations: int, **settings: Any) -> Tree:
    settings.setdefault("evaluation", RandomPlayouts(max_steps=60, unfinished=0.25))
    search = TreeSearch(engine, SearchSettings(**settings), seed, settled=True)
    search.start(row)
    for part in (0.4, 0.6):
        search.think(Limit(playouts=math.ceil(part * simulations)))
    return search.tree


def same_tree(one: Tree, other: Tree) -> None:
    assert one.sizes[NODES] > 1
    for name in Tree._fields:
        found, expected = getattr(one, name), getattr(other, name)
        assert found.shape == expected.shape, name
        assert found.tobytes() == expected.tobytes(), name


@pytest.mark.parametrize("selection", SELECTIONS, ids=lambda selection: str(selection.name))
@pytest.mark.parametrize("name", GAMES)
def test_every_policy_grows_the_same_tree(name: str, selection: Selection) -> None:
    engine = ludens.load(table_game(3) if name == "three" else name).engine
    for number, playouts in enumerate((1, 8)):
        row = position(engine, seed=number, steps=3 * number)
        settings = {"policy": Policy(selection), "lanes": 24, "playouts": playouts, "shared": bool(number)}
        fast = searched(engine, row, number, 160 * playouts, **settings)
        same_tree(fast, searched(WithoutCode(engine), row, number, 160 * playouts, **settings))


@pytest.mark.parametrize("playouts", [3, 4, 6, 32, 64, 100])
@pytest.mark.parametrize("amaf", [False, True])
def test_any_number_of_playouts(playouts: int, amaf: bool) -> None:
    engine = ludens.load("connect_four(columns=5, rows=4)").engine
    settings = {"lanes": 40, "playouts": playouts, "amaf": amaf}
    fast = searched(engine, engine.initial(), 2, 150 * playouts, **settings)
    same_tree(fast, searched(WithoutCode(engine), engine.initial(), 2, 150 * playouts, **settings))


@pytest.mark.parametrize("seed", range(6))
def test_many_positions(seed: int) -> None:
    engine = ludens.load("reversi(size=4)" if seed % 2 else "connect_four").engine
    row = position(engine, seed, steps=4 * seed)
    settings = {"policy": Policy(UCB1, ripe=1 + seed % 3), "lanes": 600, "playouts": 1 << seed % 4, "shared": True}
    fast = searched(engine, row, seed, 5_000, **settings)
    same_tree(fast, searched(WithoutCode(engine), row, seed, 5_000, **settings))


def test_a_tree_that_may_not_grow_is_the_same_too() -> None:
    engine = ludens.load("connect_four").engine
    settings = {"lanes": 64, "playouts": 2, "memory_bytes": 1 << 21}
    fast = searched(engine, engine.initial(), 1, 40_000, **settings)
    same_tree(fast, searched(WithoutCode(engine), engine.initial(), 1, 40_000, **settings))


def test_who_looks_in_between_changes_nothing() -> None:
    """A search that is stopped after every batch goes on where it was."""
    engine = ludens.load("connect_four").engine
    settings = SearchSettings(lanes=16, playouts=2)
    whole, parts = (TreeSearch(engine, settings, 3) for _ in range(2))
    for search in (whole, parts):
        search.start(engine.initial())
    whole.think(Limit(playouts=960))
    for _ in range(30):
        parts.think(Limit(playouts=32))
    assert whole.simulations == parts.simulations == 960


@pytest.mark.parametrize("name", ["connect_four", "breakthrough(size=5)", "free_for_all", "lights_on"])
def test_leaves_valued_by_sums_within_the_loop(name: str) -> None:
    """One sum for two roles, and a sum for each; fewer and more lanes than a block has."""
    game: Any = ludens.load(name)
    leaves = ValuedLeaves(Course(game, Schedule(256, 4, ())).evaluation)
    assert leaves.in_loops(game.engine, 1, amaf=False) is not None
    for seed, (lanes, playouts, amaf) in enumerate([(24, 1, False), (600, 1, False), (40, 3, True)]):
        row = position(game.engine, seed, steps=2 * seed)
        settings = {"lanes": lanes, "playouts": playouts, "amaf": amaf, "policy": Policy(UCB1_TUNED)}
        fast = searched(game.engine, row, seed, 6_000 * playouts, evaluation=leaves, **settings)
        same_tree(fast, searched(game.engine, row, seed, 6_000 * playouts, evaluation=InNumPy(leaves), **settings))


@pytest.mark.parametrize("playout", ["random", "foresight", "mast", "ngrams", "mast+decisive"])
@pytest.mark.parametrize("name", ["connect_four", "breakthrough(size=5)"])
def test_guided_and_blended_playouts_within_the_loop(name: str, playout: str) -> None:
    """Guides learn from some of the batches; each way has one of its own."""
    game: Any = ludens.load(name)
    static = Course(game, Schedule(256, 4, ())).evaluation
    for seed, (lanes, playouts, amaf, part) in enumerate(
        [(24, 4, False, 0.3), (40, 8, True, 0.5), (30, 1, False, 1.0)]
    ):
        row = position(game.engine, seed, steps=2 * seed)
        settings = {"lanes": lanes, "playouts": playouts, "amaf": amaf, "policy": Policy(UCB1_TUNED)}
        found = []
        for hidden in (False, True):
            leaves: Evaluation = playouts_by_name(game, playout)
            if part < 1:
                leaves = BlendedLeaves(leaves, static, part)
            assert isinstance(leaves, ValuesInLoops)
            assert leaves.in_loops(game.engine, playouts, amaf=amaf) is not None
            evaluation = InNumPy(leaves) if hidden else leaves
            found.append(searched(game.engine, row, seed, 1_500 * playouts, evaluation=evaluation, **settings))
        same_tree(*found)


def test_more_games_than_lanes_can_tally_are_played_outside() -> None:
    game: Any = ludens.load("connect_four")
    assert playouts_by_name(game, "mast").in_loops(game.engine, 65, amaf=False) is None  # type: ignore[attr-defined]
    assert RandomPlayouts().in_loops(game.engine, 3, amaf=True) is None
    assert RandomPlayouts(threads=2).in_loops(game.engine, 8, amaf=False) is None
    assert RandomPlayouts().in_loops(WithoutCode(game.engine), 8, amaf=False) is None  # type: ignore[arg-type]


def test_threads_share_leaves_valued_by_sums() -> None:
    game: Any = ludens.load("connect_four")
    leaves = ValuedLeaves(Course(game, Schedule(256, 4, ())).evaluation)
    search = TreeSearch(game.engine, SearchSettings(lanes=32, playouts=1, threads=2, evaluation=leaves), 3)
    search.start(game.engine.initial())
    search.think(Limit(playouts=4_000))
    tree = search.tree
    assert tree.nodes["visits"][ROOT] == search.simulations >= 4_000
    own = edges_of(tree, ROOT, 0)
    means = tree.edges["total"][own] / tree.edges["visits"][own]
    assert ((means > 0) & (means < 1)).all()


@pytest.mark.parametrize("seed", range(4))
def test_a_judge_within_the_loop_ends_games_as_a_view_of_the_engine_does(seed: int) -> None:
    """Some positions, chosen by their hash, are taken for solved: by a judge, and by an engine that wraps one."""
    engine = ludens.load("connect_four(columns=5, rows=4)").engine

    class Some:
        def __len__(self) -> int:
            return 1

        def get(self, rows: Rows) -> Any:
            keys = row_keys(rows)
            goals = (45 + (keys >> 8) % 3 * 5).astype(np.int16)  # so nearly even that no move draws all lanes
            return np.where(keys % 7 == seed, goals, NO_GOAL).astype(np.int16)

    policy = Policy(certain=False)  # with proofs it would be over too soon
    settings = SearchSettings(policy, lanes=24, playouts=2, shared=seed % 2 == 0, evaluation=RandomPlayouts(60))
    judge = SolvedJudge(seed % 2, Some())
    judge.root = engine.initial()
    view = SolvedEngine(engine, seed % 2, Some())
    view.judge.root = engine.initial()
    fast, slow = (
        TreeSearch(engine, settings, seed, settled=True, judge=judge),
        TreeSearch(view, settings, seed, settled=True),
    )
    for search in (fast, slow):
        search.start(engine.initial())
        search.think(Limit(playouts=3_000))
    assert (fast.tree.nodes["kind"][: fast.tree.sizes[NODES]] == EXACT).sum() > 5
    same_tree(fast.tree, slow.tree)


@pytest.mark.parametrize(
    ("name", "steps"), [("connect_four(columns=5, rows=4)", 6), ("breakthrough(size=4)", 0), ("tic_tac_toe", 0)]
)
def test_a_table_of_solved_positions_is_asked_within_the_loop(name: str, steps: int) -> None:
    game: Any = ludens.load(name)
    for role in range(2):
        row = position(game.engine, 1, steps + role)  # in which the role is to move
        proving = depth_first_proving(game, game.engine, role, 1 << 22)
        assert proving is not None
        proving.think(row, left=3_000)
        judge = SolvedJudge(role, proving)
        judge.root = row
        found = []
        for judges in (judge, lambda *given, judge=judge: judge(*given)):
            settings = SearchSettings(Policy(certain=False), lanes=24, playouts=2, evaluation=RandomPlayouts(60))
            search = TreeSearch(game.engine, settings, role, settled=True, judge=judges)
            search.start(row)
            search.think(Limit(playouts=3_000))
            found.append(search.tree)
        size = int(found[0].sizes[NODES])
        over = game.engine.outcome(rows_of(found[0], slice(size)))[0]
        assert ((found[0].nodes["kind"][:size] == EXACT) & ~over).any()
        same_tree(*found)
