"""Trees with mixed strategies: against their slow twin, by hand, and for what must always hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludens
from ludens.engine.any_game import with_engine
from ludens.game import Limit
from ludens.search.tree.arrays import EDGES, JOINTS, NODES, NOT_EXPANDED, ROOT, SEVERAL, Shape, room_of, tree_bytes
from ludens.search.tree.evaluate import RandomPlayouts
from ludens.search.tree.final_strategy import joint_means
from ludens.search.tree.joint_children import first_joint
from ludens.search.tree.policies.selection import Selection
from ludens.search.tree.policy import EXP3, REGRET_MATCHING, UCB1, Policy
from ludens.search.tree.positions import rows_of
from ludens.search.tree.report import child_of, edges_of
from ludens.search.tree.reuse import enlarged
from ludens.search.tree.search import SearchSettings, TreeSearch
from tests.search.table_game import table_game
from tests.search.tree.test_search import consistent, same
from tests.search.tree.textbook import Node
from tests.search.tree.textbook_mixed import MixedTextbook
from tests.search.tree.tree_of_matrices import TreeOfMatrices

BOTH = {"exp3": EXP3, "regret_matching": REGRET_MATCHING}


def searched(name: str, simulations: int, policy: Policy, **settings: Any) -> TreeSearch:
    game = ludens.load(name)
    settings.setdefault("evaluation", RandomPlayouts(max_steps=1_000))
    search = TreeSearch(game.engine, SearchSettings(policy, **settings), seed=5, settled=True)
    search.start(game.engine.initial())
    search.think(Limit(playouts=simulations))
    return search


def same_strategies(search: TreeSearch, twin: MixedTextbook, node: int, other: Node) -> int:
    """Compares scores and averages of a node, and all below it, with the twin's; returns how many were compared."""
    tree, game = search.tree, twin.game
    if tree.nodes[node]["first_edge"] == NOT_EXPANDED:
        return 0
    assert other.moves is not None
    edges = [edges_of(tree, node, role) for role in range(len(other.moves))]
    compared = 0
    for role, moves in enumerate(other.moves):
        for edge, move in zip(edges[role], moves, strict=True):
            for field, known in (("score", twin.scores), ("average", twin.averages)):
                expected = known.get(id(other), {}).get((role, move), 0.0)
                assert tree.mixed[edge][field] == pytest.approx(expected, abs=1e-9), game.text(other.state)
                compared += expected != 0.0
    for joint, child in other.children.items():
        chosen = [int(edges[role][other.moves[role].index(move)]) for role, move in enumerate(joint)]
        compared += same_strategies(search, twin, child_of(tree, node, chosen), child)
    return compared


@pytest.mark.parametrize(
    ("selection", "own"),
    [(EXP3, {}), (REGRET_MATCHING, {}), (REGRET_MATCHING, {"floor": True})],
    ids=["exp3", "regret_matching", "regret_matching+"],
)
@pytest.mark.parametrize("name", ["rock_paper_scissors", "blocker", "bidding_tic_tac_toe", "tron(size=4)", "three"])
def test_one_lane_and_one_playout_is_the_textbook(name: str, selection: Selection, own: dict[str, bool]) -> None:
    game = ludens.load(table_game(4) if name == "three" else name)
    policy = Policy(selection, exploration=0.7, certain=False, chance=0.2, **own)
    settings = SearchSettings(policy, lanes=1, playouts=1, evaluation=RandomPlayouts(1_000))
    search = TreeSearch(game.engine, settings, seed=11)
    search.start(game.engine.initial())
    twin = MixedTextbook(game, game.initial_state(), 11, exp3=selection is EXP3, share=0.2, floor="floor" in own)
    for _ in range(3):
        search.think(Limit(playouts=150))
        for _ in range(150):
            twin.simulate()
        same(search, game, ROOT, twin.root)
        assert same_strategies(search, twin, ROOT, twin.root) >= 9
    assert search.simulations == twin.simulations == 450


@pytest.mark.parametrize("selection", BOTH.values(), ids=BOTH)
@pytest.mark.parametrize("name", ["connect_four", "rock_paper_scissors", "blocker", "free_for_all", "lights_on"])
def test_no_visit_is_lost_or_counted_twice(name: str, selection: Selection) -> None:
    search = searched(name, 3_000, Policy(selection), lanes=64, playouts=4)
    consistent(search)
    averages_are_visits(search)
    if selection == REGRET_MATCHING:
        joint_sums_are_edge_sums(search)


@pytest.mark.parametrize("selection", BOTH.values(), ids=BOTH)
@pytest.mark.parametrize("shared", [False, True])
def test_threads_lose_nothing(selection: Selection, shared: bool) -> None:
    search = searched("blocker", 20_000, Policy(selection), lanes=32, playouts=2, threads=4, shared=shared)
    consistent(search, shared=shared)
    averages_are_visits(search)


def averages_are_visits(search: TreeSearch) -> None:
    """Each visit adds chances of sum 1 for each role with a choice, where several have one; elsewhere nothing."""
    tree = search.tree
    for node in range(int(tree.sizes[NODES])):
        for role in range(tree.counts.shape[1]):
            edges = edges_of(tree, node, role)
            mixed = tree.nodes[node]["mover"] == SEVERAL and len(edges) > 1
            expected = tree.edges["visits"][edges].sum() if mixed else 0
            assert tree.mixed["average"][edges].sum() == pytest.approx(expected)


def joint_sums_are_edge_sums(search: TreeSearch) -> None:
    """What joint moves are worth adds up to what the moves of each role are worth."""
    tree, roles = search.tree, len(search.engine.roles)
    for node in range(int(tree.sizes[NODES])):
        if tree.nodes[node]["mover"] != SEVERAL or tree.nodes[node]["first_edge"] == NOT_EXPANDED:
            continue
        entries, entry = [], int(first_joint(tree, node))
        while entry >= 0:
            entries.append(entry)
            entry = int(tree.joints[entry]["next"])
        for role in range(roles):
            edges = edges_of(tree, node, role)
            assert tree.joint_sums[entries, role].sum() == pytest.approx(tree.edges["total"][edges].sum())
            assert tree.joint_sums[entries, roles].sum() == tree.edges["visits"][edges].sum()


@pytest.mark.parametrize("selection", BOTH.values(), ids=BOTH)
@pytest.mark.parametrize("lanes", [1, 64])
def test_chances_of_rock_paper_scissors(selection: Selection, lanes: int) -> None:
    search = searched("rock_paper_scissors(rounds=1)", 30_000, Policy(selection), lanes=lanes, playouts=1)
    for role in (0, 1):
        edges = edges_of(search.tree, ROOT, role)
        average = search.tree.mixed["average"][edges]
        assert average / average.sum() == pytest.approx([1 / 3] * 3, abs=0.04)


@pytest.mark.parametrize("selection", BOTH.values(), ids=BOTH)
def test_a_dominated_move_is_given_up(selection: Selection) -> None:
    """In the prisoner's dilemma, of goals that do not add up, defecting is better whatever the other does."""
    search = searched("prisoners_dilemma(rounds=1)", 20_000, Policy(selection), lanes=16, playouts=1)
    names = search.engine.moves(0)
    for role in (0, 1):
        edges = edges_of(search.tree, ROOT, role)
        average = search.tree.mixed["average"][edges]
        assert average[names.index("defect")] / average.sum() > 0.97


@pytest.mark.parametrize("selection", BOTH.values(), ids=BOTH)
def test_the_tree_goes_along_with_the_game(selection: Selection) -> None:
    search = searched("rock_paper_scissors", 20_000, Policy(selection), lanes=16, playouts=2, shared=True)
    tree = search.tree
    first = [int(edges_of(tree, ROOT, role)[1]) for role in (0, 1)]
    child = child_of(tree, ROOT, first)
    row, kept = rows_of(tree, slice(child, child + 1)), tree.mixed[edges_of(tree, child, 0)].copy()
    entry = int(first_joint(tree, child))
    sums = tree.joint_sums[entry].copy() if selection == REGRET_MATCHING else None
    search.start(row)
    assert (search.tree.mixed[edges_of(search.tree, ROOT, 0)] == kept).all()
    if sums is not None:
        # The list of joint moves is copied from its head, so that its first becomes the last.
        assert (search.tree.joint_sums[: search.tree.sizes[JOINTS]] == sums).all(axis=1).any()
        joint_sums_are_edge_sums(search)
    size = int(search.tree.sizes[EDGES])
    search.think(Limit(playouts=2_000))
    assert search.tree.sizes[EDGES] >= size
    averages_are_visits(search)


def test_more_room_changes_nothing() -> None:
    search = searched("rock_paper_scissors", 3_000, Policy(REGRET_MATCHING), lanes=16, playouts=1, shared=True)
    tree = search.tree
    shape = Shape(tree.states.shape[1], 2, len(tree.history), shared=True, mixed=True, joint_sums=True)
    larger = enlarged(tree, shape, type(room_of(tree))(*(4 * size for size in room_of(tree))))
    for name, used in (("mixed", EDGES), ("joint_sums", JOINTS)):
        count = int(tree.sizes[used])
        assert (getattr(larger, name)[:count] == getattr(tree, name)[:count]).all()


def test_only_who_needs_it_pays_for_it() -> None:
    plain = searched("blocker", 1_000, Policy(UCB1)).tree
    assert (len(plain.mixed), len(plain.joint_sums)) == (0, 0)
    exp3 = searched("blocker", 1_000, Policy(EXP3)).tree
    assert (len(exp3.mixed) > 0, len(exp3.joint_sums)) == (True, 0)
    room = room_of(plain)
    shape = Shape(1, 2, 10)
    assert tree_bytes(shape, room) < tree_bytes(shape._replace(mixed=True), room)
    assert tree_bytes(shape, room) < tree_bytes(shape._replace(joint_sums=True), room)


def both_choose(seed: int) -> bool:
    game = TreeOfMatrices(seed, depth=1, widest=5)
    return all(len(game.legal_moves((), role)) > 1 for role in (0, 1))


@pytest.mark.parametrize("seed", [seed for seed in range(12) if both_choose(seed)])
@pytest.mark.parametrize("simulations", [1, 400])
def test_means_of_joint_moves_are_seen_by_each_role(seed: int, simulations: int) -> None:
    """A single matrix: whether a joint move was made or is valued afterwards, its mean is its goal."""
    game = with_engine(TreeOfMatrices(seed, depth=1, widest=5))
    evaluation = RandomPlayouts(max_steps=5)
    settings = SearchSettings(Policy(UCB1), lanes=1, playouts=1, joint_means=True, evaluation=evaluation)
    search = TreeSearch(game.engine, settings, seed=1)
    search.start(game.engine.initial())
    search.think(Limit(playouts=simulations))
    rows, columns = (game.legal_moves((), role) for role in (0, 1))
    goals = np.array([[game.goals(((one, two),))[0] for two in columns] for one in rows]) / 100
    assert joint_means(search.tree, game.engine, 0, evaluation) == pytest.approx(goals)
    assert joint_means(search.tree, game.engine, 1, evaluation) == pytest.approx(1 - goals.T)


def test_the_same_seed_gives_the_same_tree() -> None:
    one, other = (searched("blocker", 5_000, Policy(REGRET_MATCHING), playouts=2) for _ in range(2))
    size = int(one.tree.sizes[EDGES])
    assert np.array_equal(one.tree.mixed[:size], other.tree.mixed[:size])
