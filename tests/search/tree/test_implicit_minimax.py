"""Implicit minimax values against a plain recursion over the same tree, and what they do to the search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.game import Limit
from ludens.players import make_agent
from ludens.search.tree.arrays import (
    EXACT,
    NODES,
    NOT_EXPANDED,
    NOT_VALUED,
    ROOT,
    SEVERAL,
    child_of_edge,
    children_of_edges,
)
from ludens.search.tree.bounds import bounds_of
from ludens.search.tree.policy import UCB1, Policy
from ludens.search.tree.positions import rows_of
from ludens.search.tree.report import edges_of
from ludens.search.tree.search import SearchSettings, TreeSearch
from tests.random_games import random_table_game
from tests.search.calling import chosen_edge
from tests.search.tree.test_bounds import searched


@dataclass
class Scattered:
    """A value for every position and role, drawn by its row; counts the positions that it was asked for."""

    asked: int = 0
    cost: int = 1
    constant: bool = False

    def __call__(self, engine: Any, rows: Any) -> Any:
        self.asked += len(rows)
        first = np.array([np.random.default_rng(row.tolist()).uniform(0.01, 0.99) for row in rows])
        return np.stack([first, 1.0 - first, first][: len(engine.roles)], axis=1)


def plain_values(search: TreeSearch, node: int, evaluation: Scattered) -> list[float]:
    """The minimax values of a node of a tree without shared positions, from its leaves up."""
    tree, roles = search.tree, range(len(search.engine.roles))
    mover = int(tree.nodes[node]["mover"])
    children = []
    if tree.nodes[node]["first_edge"] != NOT_EXPANDED and mover != SEVERAL:
        children = [int(c) for c in children_of_edges(tree, edges_of(tree, node, mover)) if c >= 0]
    if children:
        values = max((plain_values(search, child, evaluation) for child in children), key=lambda found: found[mover])
    else:
        values = evaluation(search.engine, rows_of(tree, slice(node, node + 1)))[0].tolist()
    bounds = [bounds_of(tree, node, role) for role in roles]
    return [max(low / 100, min(high / 100, value)) for value, (low, high) in zip(values, bounds, strict=True)]


@pytest.mark.parametrize("seeds", [range(30), pytest.param(range(120), marks=pytest.mark.slow)], ids=len)
def test_values_are_those_of_a_plain_recursion(seeds: range) -> None:
    """Without proofs, which change what children are worth without anybody passing by."""
    for seed in seeds:
        game = random_table_game(seed)
        if game.is_terminal(0):
            continue
        policy, heuristic = Policy(minimax=0.4, certain=False), Scattered()
        search = searched(game, seed, (5, 40, 200)[seed % 3], shared=False, policy=policy, heuristic=heuristic)
        tree = search.tree
        ends = int((tree.nodes["kind"][: tree.sizes[NODES]] == EXACT).sum())
        assert heuristic.asked == tree.sizes[NODES] - ends - 1, "each new node is evaluated once, the root never"
        for node in range(1, int(tree.sizes[NODES])):
            if tree.nodes[node]["kind"] != EXACT and search.settled:  # no move is as good for its mover alone
                found = tree.heuristics[node].tolist()
                assert found == pytest.approx(plain_values(search, node, Scattered()), abs=1e-6), (seed, node)


def test_means_and_minimax_are_mixed_by_their_weight() -> None:
    """Means 0.6 and 0.5, minimax values 0.2 and 0.4: even at α = ⅓."""
    game = ludens.load("nim")
    search = TreeSearch(game.engine, SearchSettings(Policy(minimax=0.5), heuristic=Scattered()))
    search.start(game.engine.initial())
    tree = search.tree
    tree.counts[ROOT] = (2, 1)
    tree.nodes["mover"][ROOT], tree.nodes["visits"][ROOT] = 0, 20
    tree.edges["visits"][:2], tree.edges["total"][:2], tree.minimax[:2] = 10, (6.0, 5.0), (0.2, 0.4)
    random = np.array([3], dtype=np.uint64)
    assert {chosen_edge(tree, Policy(UCB1, minimax=0.3), random) for _ in range(50)} == {0}
    assert {chosen_edge(tree, Policy(UCB1, minimax=0.36), random) for _ in range(50)} == {1}
    tree.minimax[:2] = NOT_VALUED
    assert {chosen_edge(tree, Policy(UCB1, minimax=0.9), random) for _ in range(50)} == {0}


@pytest.mark.parametrize("agent", ["uct(implicit=0.4, heuristic=mobility)", "grave(implicit=0.4, heuristic=mobility)"])
def test_it_is_an_option(agent: str) -> None:
    game = ludens.load("breakthrough")
    player: Any = make_agent(agent, game, 0, 1)
    state = game.initial_state()
    decision = player.decide(state, Limit(playouts=3_000))
    tree = player.search.tree
    visited = [edge for edge in edges_of(tree, ROOT, 0) if child_of_edge(tree, edge) >= 0]
    assert (tree.minimax[visited] > 0).all()
    after = game.next_state(state, (decision.move, game.legal_moves(state, 1)[0]))
    reply = game.next_state(after, (game.legal_moves(after, 0)[0], game.legal_moves(after, 1)[0]))
    player.decide(reply, Limit(playouts=3_000))
    kept = player.search.tree
    assert (kept.minimax[edges_of(kept, ROOT, 0)] > 0).any()
