"""The tree search against its slow twin, by hand, and for what must always hold."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.engine.contract import LoadedGame
from ludens.engine.kernels.mutex import Mutex
from ludens.game import Limit
from ludens.search.tree.arrays import (
    EDGES,
    EXACT,
    JOINTS,
    NODES,
    NOT_EXPANDED,
    ROOT,
    SEVERAL,
    Room,
    Shape,
    Tree,
    child_of_edge,
    children_of_edges,
    new_tree,
    tree_bytes,
)
from ludens.search.tree.evaluate import Evaluated, RandomPlayouts
from ludens.search.tree.loop import REPLACEMENTS, SIMULATIONS
from ludens.search.tree.policies.selection import Selection
from ludens.search.tree.policy import (
    GRAVE,
    GREEDY,
    PROGRESSIVE_HISTORY,
    RAVE,
    ROULETTE,
    SELECTIONS,
    THOMPSON,
    UCB1,
    UCB1_TUNED,
    Policy,
)
from ludens.search.tree.positions import rows_of
from ludens.search.tree.report import FinalChoice, child_of, edges_of, principal_line, ranked_moves
from ludens.search.tree.reuse import enlarged
from ludens.search.tree.search import SearchSettings, TreeSearch
from tests.search.calling import chosen_edge, shared_out, shared_out_by_scores
from tests.search.tree.textbook import Node, Textbook


def searched(name: str, simulations: int, **settings: Any) -> TreeSearch:
    game = ludens.load(name)
    settings.setdefault("evaluation", RandomPlayouts(max_steps=1_000))
    search = TreeSearch(game.engine, SearchSettings(**settings), seed=5, settled=True)
    search.start(game.engine.initial())
    search.think(Limit(playouts=simulations))
    return search


def same(search: TreeSearch, game: LoadedGame[Any], node: int, twin: Node) -> None:
    """Compares a node of the tree, and all below it, with its twin."""
    tree = search.tree
    assert tree.nodes[node]["visits"] == twin.visits
    assert game.unpack(rows_of(tree, slice(node, node + 1))) == [twin.state]
    if tree.nodes[node]["first_edge"] == NOT_EXPANDED:
        assert not twin.children
        return
    edges = [edges_of(tree, node, role) for role in range(len(game.info.roles))]
    names = [game.engine.moves(role) for role in range(len(edges))]
    moves = [[names[r][int(tree.moves[e]) // len(edges)] for e in own] for r, own in enumerate(edges)]
    assert twin.moves is not None
    assert [tuple(own) for own in moves] == list(twin.moves)
    for role, own in enumerate(edges):
        for edge, move in zip(own, moves[role], strict=True):
            assert tree.edges[edge]["visits"] == twin.counts.get((role, move), 0)
            assert tree.edges[edge]["total"] == pytest.approx(twin.totals.get((role, move), 0.0))
    for joint, child in twin.children.items():
        chosen = [int(edges[role][moves[role].index(move)]) for role, move in enumerate(joint)]
        same(search, game, child_of(tree, node, chosen), child)


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "rock_paper_scissors", "blocker", "lights_on", "nim"])
def test_one_lane_and_one_playout_is_the_textbook(name: str) -> None:
    game = ludens.load(name)
    search = TreeSearch(
        game.engine,
        SearchSettings(Policy(exploration=0.7, certain=False), lanes=1, playouts=1, evaluation=RandomPlayouts(1_000)),
        seed=11,
    )
    search.start(game.engine.initial())
    twin = Textbook(game, game.initial_state(), 0.7, 11)
    for _ in range(3):
        search.think(Limit(playouts=100))
        for _ in range(100):
            twin.simulate()
        same(search, game, ROOT, twin.root)
    assert search.simulations == twin.simulations == 300


@pytest.mark.parametrize("selection", SELECTIONS, ids=lambda selection: selection.name)
@pytest.mark.parametrize("name", ["connect_four", "rock_paper_scissors", "pentago_swap", "free_for_all", "lights_on"])
def test_no_visit_is_lost_or_counted_twice(name: str, selection: Selection) -> None:
    consistent(searched(name, 3_000, policy=Policy(selection), lanes=64, playouts=4))


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("lent", [0.0, 0.7])
def test_threads_lose_nothing(shared: bool, lent: float) -> None:
    policy = Policy(lent=lent)
    search = searched("connect_four", 40_000, policy=policy, lanes=32, playouts=2, threads=4, shared=shared)
    assert search.counts[REPLACEMENTS] > 0, "no thread has seen the tree get other arrays"
    consistent(search, shared=shared)


def test_a_lock_that_compiled_code_releases_changes_nothing() -> None:
    engine, settings = ludens.load("connect_four").engine, SearchSettings(lanes=32, playouts=2)
    plain, locked = (TreeSearch(engine, settings, seed=5) for _ in range(2))
    locked.lock = mutex = Mutex()
    locked.mutex = mutex.handle
    for search in (plain, locked):
        search.start(engine.initial())
        search.think(Limit(playouts=30_000))
    for name in Tree._fields:
        assert getattr(plain.tree, name).tobytes() == getattr(locked.tree, name).tobytes(), name


def test_what_was_lent_is_given_back() -> None:
    """The values of the first moves add up to those of all simulations, as many as they are, and to whole playouts."""
    search = searched("connect_four", 20_000, policy=Policy(lent=0.8, certain=False), lanes=64, playouts=4)
    tree = search.tree
    totals = [tree.edges["total"][edges_of(tree, ROOT, role)] for role in range(2)]
    assert sum(map(sum, totals)) == pytest.approx(20_000)
    assert np.abs(2 * np.concatenate(totals) - np.round(2 * np.concatenate(totals))).max() < 1e-6


def consistent(search: TreeSearch, *, shared: bool = False, full: bool = False) -> None:
    """Visits of a node, less those at which it was a leaf, are those of each role's edges; nothing is pending."""
    tree, roles = search.tree, len(search.engine.roles)
    used = tree.nodes[: tree.sizes[NODES]]
    at_once = search.settings.lanes * search.settings.threads * search.settings.playouts
    divided = np.flatnonzero((used["first_edge"] != NOT_EXPANDED) & (used["mover"] == SEVERAL))
    single = np.setdiff1d(np.arange(tree.sizes[EDGES]), used["first_edge"][divided])
    assert children_of_edges(tree, single).min(initial=0) >= -1
    assert tree.joints["child"][: tree.sizes[JOINTS]].min(initial=0) >= 0
    assert used[ROOT]["visits"] == search.simulations
    for node in np.flatnonzero((used["first_edge"] != NOT_EXPANDED) & (used["kind"] != EXACT)):
        sums = [int(tree.edges["visits"][edges_of(tree, int(node), role)].sum()) for role in range(roles)]
        assert len(set(sums)) == 1
        if node != ROOT and not shared and not full:
            assert 0 < used[node]["visits"] - sums[0] <= 2 * at_once
    totals, visits = tree.edges["total"][: tree.sizes[EDGES]], tree.edges["visits"][: tree.sizes[EDGES]]
    slack = 1e-5 * (visits + 1)  # sums of 32 bits, in which parts of a visit are lent and given back in any order
    assert (totals >= -slack).all()
    assert (totals <= visits + slack).all()
    first = [edges_of(tree, ROOT, role) for role in range(roles)]
    if roles == 2 and used["kind"][ROOT] != EXACT:
        assert sum(float(tree.edges["total"][own].sum()) for own in first) <= used[ROOT]["visits"] * (1 + 1e-6)


def test_the_same_seed_gives_the_same_tree() -> None:
    one, other = (searched("connect_four", 20_000, playouts=4) for _ in range(2))
    size = int(one.tree.sizes[EDGES])
    assert (one.tree.edges[:size] == other.tree.edges[:size]).all()


def test_rave_without_weight_is_uct() -> None:
    rave = searched("connect_four", 2_000, policy=Policy(RAVE, equivalence=0.0, urgency=math.inf), lanes=1, playouts=1)
    plain = searched("connect_four", 2_000, policy=Policy(UCB1), lanes=1, playouts=1)
    first = edges_of(plain.tree, ROOT, 0)
    means = [float((s.tree.edges["total"][first] / s.tree.edges["visits"][first]).max()) for s in (rave, plain)]
    assert means[0] == pytest.approx(means[1], abs=0.08)


def bandit(policy: Policy, totals: list[float], visits: list[int], **extra: list[float]) -> list[int]:
    """How often each of a few moves of a single role is chosen in 10,000 times."""
    count = len(totals)
    tree = new_tree(Shape(1, 1, count, variance=True, amaf=True), Room(4, count, 4))
    tree.nodes[0]["first_edge"], tree.counts[0, 0], tree.nodes[0]["visits"] = 0, count, sum(visits)
    tree.edges["total"], tree.edges["visits"], tree.moves[:] = totals, visits, range(count)
    tree.squares[:] = extra.get("squares", totals)
    tree.amaf["total"], tree.amaf["visits"] = extra.get("amaf", [0.0] * count), 100
    tree.history["total"], tree.history["visits"] = extra.get("history", [0.0] * count), 100
    random = np.array([3], dtype=np.uint64)
    chosen = [chosen_edge(tree, policy, random) for _ in range(10_000)]
    return [chosen.count(edge) for edge in range(count)]


def test_bandits_by_hand() -> None:
    """Scores worked out by hand: 10 visits in all, ln 10 = 2.3026."""
    # means 0.5, 0.5; bonuses √(2.3026/8) = 0.536 and √(2.3026/2) = 1.073
    assert bandit(Policy(UCB1, exploration=1.0), [4.0, 1.0], [8, 2]) == [0, 10_000]
    # with c = 0.1: 0.75 + 0.054 against 0.5 + 0.107
    assert bandit(Policy(UCB1, exploration=0.1), [6.0, 1.0], [8, 2]) == [10_000, 0]
    assert bandit(Policy(GREEDY), [6.0, 1.0], [8, 2]) == [10_000, 0]
    # β = √(10/(30+10)) = 0.5: 0.5·0.75 + 0.5·0.2 = 0.475 against 0.5·0.5 + 0.5·0.9 = 0.7
    assert bandit(Policy(RAVE, exploration=0.0, equivalence=10), [6.0, 1.0], [8, 2], amaf=[20.0, 90.0]) == [0, 10_000]
    # history: 0.75 + 2·0.1/(2+1) = 0.817 against 0.5 + 2·0.9/(1+1) = 1.4
    history = Policy(PROGRESSIVE_HISTORY, exploration=0.0, weight=2.0)
    assert bandit(history, [6.0, 1.0], [8, 2], history=[10.0, 90.0]) == [0, 10_000]
    # no variance leaves √(2·ln n/n), ¼ at most, as its bound: 0.5 + √(0.288·0.25) = 0.768, 0.5 + √(1.151·0.25) = 1.036
    assert bandit(Policy(UCB1_TUNED, exploration=1.0), [4.0, 1.0], [8, 2], squares=[2.0, 0.5]) == [0, 10_000]


def one_by_one(totals: list[float], visits: list[int], at_node: int, lanes: int, weight: int) -> list[list[int]]:
    """Every way in which lanes may be shared out that take the highest score in turn, where scores may be equal."""
    ways = [[0] * len(totals)]
    for _ in range(lanes):
        found = []
        for shares in ways:
            own = [count + weight * share for count, share in zip(visits, shares, strict=True)]
            scores = [
                total / n + 0.4 * math.sqrt(math.log(at_node) / n) if n else math.inf
                for total, n in zip(totals, own, strict=True)
            ]
            best = [edge for edge, score in enumerate(scores) if score >= max(scores) - 1e-12]
            found += [[share + (edge == one) for edge, share in enumerate(shares)] for one in best]
        ways = [list(way) for way in {tuple(way) for way in found}]
    return ways


@pytest.mark.parametrize("count", [2, 3, 7, 16, 17, 40])
def test_lanes_are_shared_out_as_if_they_chose_one_by_one(count: int) -> None:
    rng, random = np.random.default_rng(count), np.array([3], dtype=np.uint64)
    for number in range(60):
        often = 1_000 if number % 3 == 0 else 1  # a move that leads by far is given many lanes at once
        visits = (8 * often * rng.integers(0 if number % 4 == 0 else 1, 40, count)).tolist()
        totals = [float(round(2 * n * value) / 2) for n, value in zip(visits, rng.random(count), strict=True)]
        lanes, weight = int(rng.integers(2, 24 if often == 1 else 200)), 8
        tree = new_tree(Shape(1, 1, count), Room(4, count, 4))
        at_node = sum(visits) + weight * lanes
        tree.nodes[0]["first_edge"], tree.counts[0, 0], tree.nodes[0]["visits"] = 0, count, at_node
        tree.edges["total"], tree.edges["visits"], tree.moves[:] = totals, visits, range(count)
        found = shared_out(tree, Policy(UCB1), lanes, weight, random)
        assert sum(found) == lanes
        untried = visits.count(0)
        if untried < 2 or untried <= lanes:
            assert found in one_by_one(totals, visits, at_node, lanes, weight)
        else:
            assert max(found) == 1
            assert all(n == 0 for n, share in zip(visits, found, strict=True) if share)


@pytest.mark.parametrize("selection", [one for one in SELECTIONS if not one.drawn], ids=lambda one: one.name)
def test_lanes_are_shared_out_by_scores_as_if_they_chose_one_by_one(selection: Selection) -> None:
    """Values are at random, so that no two edges score the same; edges that nobody has tried get a lane each."""
    rng, random = np.random.default_rng(7), np.array([3], dtype=np.uint64)
    for number in range(40):
        count, lanes, weight = int(rng.integers(1, 40)), int(rng.integers(2, 60)), 8
        visits = 8 * rng.integers(0 if number % 4 == 0 else 1, 30, count)
        tree = new_tree(Shape(1, 1, count, variance=True, amaf=True, mixed=True), Room(4, count, 4))
        at_node = int(visits.sum()) + weight * lanes
        tree.nodes[0]["first_edge"], tree.counts[0, 0], tree.nodes[0]["visits"] = 0, count, at_node
        tree.edges["visits"], tree.moves[:] = visits, range(count)
        tree.edges["total"] = visits * rng.random(count)
        tree.squares[:] = visits * rng.random(count)
        tree.amaf["visits"], tree.history["visits"] = 50, 50
        tree.amaf["total"], tree.history["total"] = 50 * rng.random(count), 50 * rng.random(count)
        policy = Policy(selection)
        found = shared_out_by_scores(tree, policy, lanes, weight, random)
        assert sum(found) == lanes
        taken = [0] * count
        for _ in range(lanes):
            edge = chosen_edge(tree, policy, random)
            taken[edge] += 1
            tree.edges[edge]["visits"] += weight
        if np.count_nonzero(visits == 0) < lanes:
            assert found == taken


def test_a_limit_in_playouts_is_spent_on_enough_leaves() -> None:
    settings = SearchSettings(playouts=64, leaves=4096)
    assert [settings.playouts_within(limit) for limit in (None, 1 << 30, 1 << 18, 20_000, 100)] == [64, 64, 64, 4, 1]
    assert SearchSettings(playouts=48).playouts_within(1_000) == 48
    search = searched("connect_four", 2_000, playouts=64, leaves=500)
    assert search.playouts == 4
    assert search.simulations == 2_000
    assert search.tree.sizes[NODES] > 300


def test_what_has_not_been_tried_comes_first() -> None:
    counts = bandit(Policy(UCB1), [5.0, 0.0, 0.0], [5, 0, 0])
    assert counts[0] == 0
    assert min(counts[1:]) > 3_000


@pytest.mark.parametrize("selection", [UCB1, RAVE, GRAVE], ids=["ucb1", "rave", "grave"])
def test_a_move_not_yet_tried_is_worth_what_it_was_two_steps_above(selection: Selection) -> None:
    """Of three moves at node 0 none has been tried; at node 1, two steps above, they brought 0.2, 0.9 and 0.4."""
    tree = new_tree(Shape(1, 1, 3, amaf=True), Room(4, 6, 4))
    tree.nodes["first_edge"][:2], tree.counts[:2, 0], tree.nodes["visits"][:2] = (0, 3), 3, (1, 30)
    tree.moves[:] = [0, 1, 2, 0, 1, 2]
    tree.edges["visits"][3:], tree.edges["total"][3:] = 10, [2.0, 9.0, 4.0]
    random = np.array([3], dtype=np.uint64)
    asking = Policy(selection, exploration=0.0, urgency=0.5, grandfather=True)
    assert {chosen_edge(tree, asking, random, 1) for _ in range(200)} == {1}
    assert {chosen_edge(tree, asking._replace(grandfather=False), random, 1) for _ in range(200)} == {0, 1, 2}


def test_the_wheel_turns_in_proportion() -> None:
    counts = bandit(Policy(ROULETTE), [6.0, 3.0, 1.0], [10, 10, 10])
    expected = [6_000, 3_000, 1_000]
    chi_squared = sum((seen - wanted) ** 2 / wanted for seen, wanted in zip(counts, expected, strict=True))
    assert chi_squared < 13.8  # 0.1 % of samples are further off, with two degrees of freedom


def test_thompson_prefers_the_better_but_tries_the_other() -> None:
    counts = bandit(Policy(THOMPSON, exploration=0.5), [60.0, 5.0], [100, 10])
    assert counts[0] > counts[1] > 500


def test_forced_wins_and_losses_are_proven() -> None:
    game = ludens.load("tic_tac_toe")
    state = game.initial_state()
    for joint in [("(mark 1 1)", "noop"), ("noop", "(mark 1 2)"), ("(mark 2 2)", "noop"), ("noop", "(mark 1 3)")]:
        state = game.next_state(state, joint)
    search = TreeSearch(game.engine, SearchSettings(lanes=8, playouts=1), settled=True)
    search.start(game.pack([state]))
    search.think(Limit(playouts=5_000))
    assert search.root_is_proven
    assert search.tree.exact[ROOT].tolist() == [100, 0]
    best = ranked_moves(search.tree, game.engine, 0)[0]
    assert (best.value, best.proven) == (100.0, True)
    assert game.is_terminal(game.next_state(state, (best.move, "noop"))) or best.move in ("(mark 2 1)", "(mark 3 1)")


def test_tic_tac_toe_is_a_draw() -> None:
    search = searched("tic_tac_toe", 400_000, policy=Policy(exploration=3.0), lanes=256, playouts=1, shared=True)
    assert search.root_is_proven
    assert search.tree.exact[ROOT].tolist() == [50, 50]


def test_a_full_tree_is_searched_on() -> None:
    search = searched("connect_four", 60_000, lanes=64, playouts=2, memory_bytes=2 << 20)
    assert search.simulations == 60_000
    consistent(search, full=True)
    shape = Shape(search.tree.states.shape[1], 2, len(search.tree.history))
    used = Room(*map(int, search.tree.sizes))
    assert tree_bytes(shape, used) <= 2 << 20


def test_the_tree_goes_along_with_the_game() -> None:
    game = ludens.load("connect_four")
    search = searched("connect_four", 20_000, lanes=64, playouts=2)
    tree = search.tree
    edge = int(edges_of(tree, ROOT, 0)[3])
    child = int(child_of_edge(tree, edge))
    visits, row = int(tree.nodes[child]["visits"]), rows_of(tree, slice(child, child + 1))
    below = [tree.edges[e]["visits"] for e in edges_of(tree, child, 1)]
    search.start(row)
    assert search.tree.nodes[ROOT]["visits"] == visits
    assert [search.tree.edges[e]["visits"] for e in edges_of(search.tree, ROOT, 1)] == below
    assert search.tree.sizes[NODES] < tree.sizes[NODES]
    search.think(Limit(playouts=1_000))
    assert search.tree.nodes[ROOT]["visits"] == visits + 1_000
    search.start(game.engine.initial())
    assert search.tree.sizes[NODES] == 1


@pytest.mark.parametrize("name", ["rock_paper_scissors", "connect_four"])
def test_more_room_changes_nothing(name: str) -> None:
    search = searched(name, 3_000, lanes=16, playouts=1, shared=True)
    tree = search.tree
    shape = Shape(tree.states.shape[1], 2, len(tree.history), shared=True)
    larger = enlarged(tree, shape, Room(*(2 * len(a) for a in (tree.nodes, tree.edges, tree.joints))))
    assert (larger.edges[: len(tree.edges)] == tree.edges).all()
    search.tree = larger
    search.think(Limit(playouts=1_000))
    assert search.tree.nodes[ROOT]["visits"] == 4_000


def test_shared_positions_are_one_node() -> None:
    plain, shared = (searched("tic_tac_toe", 20_000, lanes=64, playouts=1, shared=s) for s in (False, True))
    rows = rows_of(shared.tree, slice(shared.tree.sizes[NODES]))
    assert len(np.unique(rows, axis=0)) == len(rows)
    assert len(rows) < plain.tree.sizes[NODES]


def test_final_choices_differ() -> None:
    game = ludens.load("connect_four")
    search = searched("connect_four", 5_000, lanes=16, playouts=1)
    tree = search.tree
    own = edges_of(tree, ROOT, 0)
    tree.edges["visits"][own] = [100, 4, 50, 10, 10, 10, 10]
    tree.edges["total"][own] = [50, 4, 40, 1, 1, 1, 1]
    best = {choice: ranked_moves(tree, game.engine, 0, choice)[0].move for choice in FinalChoice}
    assert best == {
        FinalChoice.VISITS: "(drop 1)",
        FinalChoice.MEAN: "(drop 2)",
        FinalChoice.SECURE: "(drop 3)",
        FinalChoice.MIXED: "(drop 1)",
        FinalChoice.EQUILIBRIUM: "(drop 1)",
    }
    line = principal_line(tree, game.engine, "(drop 2)", 0)
    assert line[0] == ("(drop 2)", "noop")


def test_an_evaluation_is_a_function() -> None:
    def always_for_the_first(engine: Any, rows: Any, per_row: int, seed: int, **rest: Any) -> Evaluated:
        values = np.tile([float(per_row), 0.0], (len(rows), 1))
        return Evaluated(values, values)

    search = searched("connect_four", 500, lanes=4, playouts=2, evaluation=always_for_the_first)
    own = edges_of(search.tree, ROOT, 0)
    visited = search.tree.edges["visits"][own] > 0
    assert (search.tree.edges["total"][own] == search.tree.edges["visits"][own])[visited].all()


def test_nodes_are_expanded_when_they_are_ripe() -> None:
    search = searched("connect_four", 20_000, policy=Policy(ripe=5), lanes=32, playouts=2)
    used = search.tree.nodes[: search.tree.sizes[NODES]]
    closed = (used["first_edge"] == NOT_EXPANDED) & (used["kind"] != EXACT)
    assert used["visits"][closed].max() <= 5 * 2 + 32 * 2  # a whole batch may come to a node before it is expanded
    expanded = used["visits"][~closed & (used["kind"] != EXACT)][1:]
    assert expanded.min() > 5 * 2
    consistent(search, full=True)


def test_a_lane_does_not_go_in_circles() -> None:
    """Two positions, left and right, that lead to each other for ever, or to the end."""
    rules = """(role walker) (init (at left))
        (<= (legal walker (go ?there)) (true (at ?here)) (way ?here ?there)) (<= (legal walker stop) (true (at right)))
        (way left right) (way right left) (<= (next (at ?there)) (does walker (go ?there)))
        (<= (next (at over)) (does walker stop)) (<= terminal (true (at over)))
        (<= (goal walker 100) (true (at over))) (<= (goal walker 0) (not (true (at over))))"""
    game = ludens.load(rules)
    settings = SearchSettings(lanes=4, playouts=1, shared=True, evaluation=RandomPlayouts(50))
    search = TreeSearch(game.engine, settings, seed=5, settled=True)
    search.start(game.engine.initial())
    search.think(Limit(playouts=200))
    assert search.tree.sizes[NODES] <= 3
    assert search.deepest <= 3
    assert search.root_is_proven


class EvaluationError(Exception):
    """What goes wrong in the next test."""


@pytest.mark.parametrize("threads", [1, 3])
def test_what_goes_wrong_in_a_thread_is_raised_and_leaves_nothing_pending(threads: int) -> None:
    game, plain = ludens.load("connect_four"), RandomPlayouts()
    left = [20]

    def breaks(engine: Any, rows: Any, per_row: int, seed: int, **rest: Any) -> Evaluated:
        left[0] -= 1
        if left[0] == 0:
            raise EvaluationError
        return plain(engine, rows, per_row, seed, **rest)

    search = TreeSearch(game.engine, SearchSettings(lanes=32, playouts=2, threads=threads, evaluation=breaks), seed=5)
    search.start(game.engine.initial())
    with pytest.raises(EvaluationError):
        search.think(Limit(playouts=1_000_000))
    assert ranked_moves(search.tree, game.engine, 0) == ()
    search.start(game.engine.initial())
    search.counts[SIMULATIONS] = 0
    search.think(Limit(playouts=2_000))
    consistent(search)


def many_roles(roles: int, moves: int) -> str:
    """All roles choose a number once; the goal of each is 100 where it chose the first, otherwise 0."""
    names = [f"r{role}" for role in range(roles)]
    return f"""
        {" ".join(f"(role {name})" for name in names)} {" ".join(f"(number {n})" for n in range(moves))} (init open)
        (<= (legal ?r (take ?n)) (role ?r) (number ?n) (true open))
        (<= (next (won ?r)) (does ?r (take 0)))
        (<= terminal (not (true open)))
        (<= (goal ?r 100) (true (won ?r))) (<= (goal ?r 0) (role ?r) (not (true (won ?r))))"""


@pytest.mark.parametrize(("moves", "numbered"), [(32, True), (33, False)])
def test_joint_moves_beyond_two_to_the_fortieth_are_not_numbered(moves: int, numbered: bool) -> None:
    """33 moves of each of 8 roles make more joint moves than a key has room for; their numbers wrapped round."""
    game = ludens.load(many_roles(8, moves))
    search = TreeSearch(game.engine, SearchSettings(lanes=64, playouts=1, evaluation=RandomPlayouts(2)), seed=1)
    search.start(game.engine.initial())
    search.think(Limit(playouts=2_000))
    tree = search.tree
    assert (tree.nodes[ROOT]["first_edge"] != NOT_EXPANDED) == numbered
    assert tree.sizes[JOINTS] == (tree.sizes[NODES] - 1 if numbered else 0)
    assert (tree.sizes[JOINTS] > 50) == numbered
