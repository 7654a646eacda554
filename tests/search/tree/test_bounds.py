"""Score bounds in the tree against brute force, and against what a plain recursion draws from the same leaves."""

from __future__ import annotations

from typing import Any

import pytest

import ludens
from ludens.engine.contract import LoadedGame
from ludens.game import Limit
from ludens.players import make_agent
from ludens.search.tree.arrays import EXACT, NODES, NOT_EXPANDED, ROOT, SEVERAL, child_of_edge
from ludens.search.tree.bounds import TOP, bounds_of
from ludens.search.tree.policy import GRAVE, UCB1, Policy
from ludens.search.tree.positions import rows_of
from ludens.search.tree.report import edges_of, ranked_moves
from ludens.search.tree.search import SearchSettings, TreeSearch
from tests.brute_force import Rational
from tests.random_games import TableGame, random_table_game

Bounds = list[tuple[int, int]]

SEEDS = [pytest.param(range(80)), pytest.param(range(80, 4_000), marks=pytest.mark.slow)]


def searched(game: TableGame, seed: int, simulations: int, *, shared: bool, **settings: Any) -> TreeSearch:
    """A tree of a game, which knows of its goals what is true."""
    roles = len(game.info.roles)
    settled = roles == 1 or (roles == 2 and len(game.sums) == 1)
    settings = {"lanes": 1 + seed % 7, "playouts": 1, "shared": shared, **settings}
    search = TreeSearch(game.engine, SearchSettings(**settings), seed, settled=settled)
    search.start(game.engine.initial())
    search.think(Limit(playouts=simulations))
    return search


@pytest.mark.parametrize("seeds", SEEDS)
def test_no_bound_is_ever_wrong(seeds: range) -> None:
    """Whatever comes of a position when all play for themselves is within its bounds."""
    for seed in seeds:
        game = random_table_game(seed)
        if game.is_terminal(0):
            continue
        policy = Policy(GRAVE if seed % 5 == 0 else UCB1, exploration=(0.4, 2.0)[seed % 2])
        search = searched(game, seed, (5, 40, 300)[seed % 3], shared=seed % 2 == 0, policy=policy)
        truth, tree = Rational(game), search.tree
        for node in range(int(tree.sizes[NODES])):
            outcomes = truth.outcomes(int(rows_of(tree, slice(node, node + 1))[0, 0]))
            for role in range(len(game.info.roles)):
                low, high = bounds_of(tree, node, role)
                assert all(low <= goals[role] <= high for goals in outcomes), (seed, node, role, low, high)


@pytest.mark.parametrize("seeds", SEEDS)
def test_bounds_are_as_tight_as_the_leaves_allow(seeds: range) -> None:
    for seed in seeds:
        game = random_table_game(seed)
        if not game.is_terminal(0):
            search = searched(game, seed, 200, shared=False)
            total = next(iter(game.sums)) if search.settled and len(game.info.roles) == 2 else None
            for node in range(int(search.tree.sizes[NODES])):
                found = [bounds_of(search.tree, node, role) for role in range(len(game.info.roles))]
                assert found == plain_bounds(search, node, total), (seed, node)


def plain_bounds(search: TreeSearch, node: int, total: int | None) -> Bounds:
    """The bounds of a node in a tree without shared positions, from its leaves up."""
    tree, roles = search.tree, range(len(search.engine.roles))
    nothing = [(0, TOP) for _ in roles]
    mover = int(tree.nodes[node]["mover"])
    if tree.nodes[node]["first_edge"] == NOT_EXPANDED:
        over, goals = search.engine.outcome(rows_of(tree, slice(node, node + 1)))
        return [(int(goal), int(goal)) for goal in goals[0]] if over[0] else nothing
    if mover == SEVERAL:
        return nothing
    places = [int(child_of_edge(tree, edge)) for edge in edges_of(tree, node, mover)]
    children = [nothing if child < 0 else plain_bounds(search, child, total) for child in places]
    secure = max(child[mover][0] for child in children)
    if total is not None and all(child == nothing for child in children):
        return nothing
    possible = [child for child in children if child[mover][1] >= secure]
    bounds = [(min(child[role][0] for child in possible), max(child[role][1] for child in possible)) for role in roles]
    bounds[mover] = (secure, bounds[mover][1])
    if total is not None:
        low, high = max(secure, total - TOP), min(bounds[mover][1], total)
        bounds[mover], bounds[1 - mover] = (low, high), (max(0, total - high), min(TOP, total - low))
    return bounds


@pytest.mark.parametrize("seeds", [range(100), pytest.param(range(400), marks=pytest.mark.slow)], ids=len)
def test_the_best_move_is_found_in_games_with_draws_and_without_constant_sums(seeds: range) -> None:
    """Where one role moves at a time and all is looked at, the move that is made is worth the most."""
    tried = 0
    for seed in seeds:
        game = random_table_game(seed)
        if game.is_terminal(0) or not game.in_turns:
            continue
        search = searched(game, seed, 3_000, shared=True, policy=Policy(exploration=2.0))
        mover = int(search.tree.nodes[ROOT]["mover"])
        low, high = bounds_of(search.tree, ROOT, mover)
        if low == high:
            tried += 1
            best = ranked_moves(search.tree, game.engine, mover)[0]
            assert {goals[mover] for goals in Rational(game).outcomes(0)} == {low}
            assert Rational(game).after_move(0, mover, best.move) == {low}, (seed, best)
    assert tried > len(seeds) / 4


CONNECTED = """
    (role x) (role o) (init (at start)) (init (turn x))
    (<= (legal x ?m) (true (turn x)) (true (at ?p)) (way ?p ?m ?q)) (<= (legal x wait) (true (turn o)))
    (<= (legal o ?m) (true (turn o)) (true (at ?p)) (way ?p ?m ?q)) (<= (legal o wait) (true (turn x)))
    (<= (next (at ?q)) (does ?r ?m) (true (at ?p)) (way ?p ?m ?q))
    (<= (next (turn o)) (true (turn x))) (<= (next (turn x)) (true (turn o)))
    (way start a left) (way start b right)
    (way left a drawn) (way left b far1)
    (way right a lost) (way right b far1)
    (way far1 a far2) (way far1 b far2) (way far2 a far3) (way far2 b far3)
    (way far3 a won) (way far3 b won)
    (<= terminal (true (at drawn))) (<= terminal (true (at lost))) (<= terminal (true (at won)))
    (<= (goal ?r 50) (role ?r) (true (at drawn)))
    (<= (goal x 0) (true (at lost))) (<= (goal o 100) (true (at lost)))
    (<= (goal x 100) (true (at won))) (<= (goal o 0) (true (at won)))
    (<= (goal ?r 0) (role ?r) (not terminal))
"""


def test_a_draw_that_is_certain_bounds_the_node_above() -> None:
    """The second player can draw to the left and win to the right: x has at most a draw, which one look shows."""
    game = ludens.load(CONNECTED)
    search = TreeSearch(game.engine, SearchSettings(lanes=1, playouts=1), seed=1, settled=True)
    search.start(game.engine.initial())
    while bounds_of(search.tree, ROOT, 0)[1] == TOP:
        search.think(Limit(playouts=1))
        assert search.simulations < 100
    assert bounds_of(search.tree, ROOT, 0) in ((0, 50), (50, 50))
    search.think(Limit(playouts=100))
    assert search.root_is_proven
    assert search.tree.exact[ROOT].tolist() == [50, 50]


@pytest.mark.parametrize("agent", ["uct", "uct(lanes=1, playouts=1)", "grave"])
def test_a_move_that_is_certain_to_be_worse_is_not_made(agent: str) -> None:
    """However few simulations there were: no move is made whose bounds say that another one is better."""
    for seed in range(120):
        game: LoadedGame[Any] = random_table_game(seed)
        if game.is_terminal(0):
            continue
        for role in range(len(game.info.roles)):
            if len(game.legal_moves(0, role)) == 1:
                continue
            player: Any = make_agent(agent, game, role, seed)
            decision = player.decide(0, Limit(playouts=(3, 20, 90)[seed % 3]))
            tree = player.search.tree
            names = game.engine.moves(role)
            edges = {names[int(tree.moves[e]) // len(game.info.roles)]: int(e) for e in edges_of(tree, 0, role)}
            places = {move: int(child_of_edge(tree, edge)) for move, edge in edges.items()}
            bounds = {m: bounds_of(tree, child, role) if child >= 0 else (0, TOP) for m, child in places.items()}
            secure = max(low for low, _ in bounds.values())
            assert bounds[decision.move][1] >= secure
            assert bounds[decision.move][0] == secure or bounds[decision.move][1] > secure


def test_a_proven_draw_does_not_hold_up_the_search() -> None:
    """Lanes that go to a draw again and again find out nothing: tic-tac-toe was not solved in 600,000 simulations."""
    game = ludens.load("tic_tac_toe")
    settings = SearchSettings(policy=Policy(exploration=0.4), lanes=16, playouts=1, shared=True)
    search = TreeSearch(game.engine, settings, seed=5, settled=True)
    search.start(game.engine.initial())
    search.think(Limit(playouts=20_000))
    assert search.root_is_proven
    assert search.tree.exact[ROOT].tolist() == [50, 50]


def test_a_proven_root_is_opened_again_without_its_bounds() -> None:
    game = ludens.load("tic_tac_toe")
    search = TreeSearch(game.engine, SearchSettings(lanes=64, playouts=1, shared=True), seed=5, settled=True)
    search.start(game.engine.initial())
    search.think(Limit(playouts=400_000))
    assert search.tree.nodes[ROOT]["kind"] == EXACT
    search.open_root()
    assert bounds_of(search.tree, ROOT, 0) == (0, TOP)
    assert not search.finished
