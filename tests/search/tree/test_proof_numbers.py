"""Proof numbers against a plain recursion over the same tree, their terms, and what they do to the search."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludens
from ludens.game import Limit
from ludens.players import make_agent
from ludens.search.tree.arrays import (
    NODES,
    NOT_EXPANDED,
    ROOT,
    SEVERAL,
    Room,
    Shape,
    child_of_edge,
    children_of_edges,
    new_tree,
)
from ludens.search.tree.bounds import bounds_of
from ludens.search.tree.policy import Policy
from ludens.search.tree.proof_numbers import IMPOSSIBLE
from ludens.search.tree.report import edges_of
from ludens.search.tree.search import SearchSettings, TreeSearch
from tests.random_games import random_table_game
from tests.search.calling import chosen_edge
from tests.search.tree.test_bounds import searched

WEIGHTED = Policy(proofs=0.5)


def plain_number(search: TreeSearch, node: int, role: int, aim: int) -> int:
    """The proof number of a role at a node of a tree without shared positions, from its leaves up."""
    tree = search.tree
    low, high = bounds_of(tree, node, role)
    if low >= aim or high < aim:
        return 0 if low >= aim else IMPOSSIBLE
    mover = int(tree.nodes[node]["mover"])
    if tree.nodes[node]["first_edge"] == NOT_EXPANDED or mover == SEVERAL:
        return 1
    secure = bounds_of(tree, node, mover)[0]
    numbers = []
    for edge in edges_of(tree, node, mover):
        child = int(child_of_edge(tree, edge))
        if child < 0:
            numbers.append(1)
        elif mover == role or bounds_of(tree, child, mover)[1] >= secure:
            numbers.append(plain_number(search, child, role, aim))
    return min(numbers) if mover == role else min(IMPOSSIBLE, sum(numbers))


@pytest.mark.parametrize("seeds", [pytest.param(range(50)), pytest.param(range(50, 2_000), marks=pytest.mark.slow)])
def test_numbers_are_those_of_a_plain_recursion(seeds: range) -> None:
    for seed in seeds:
        game = random_table_game(seed)
        if game.is_terminal(0):
            continue
        search = searched(game, seed, (10, 60, 200)[seed % 3], shared=False, policy=WEIGHTED)
        tree = search.tree
        for role in range(len(game.info.roles)):
            aim = max(1, bounds_of(tree, ROOT, role)[1])
            for node in range(int(tree.sizes[NODES])):
                assert tree.proofs[node, role] == plain_number(search, node, role, aim), (seed, node, role)


def test_terms_by_hand() -> None:
    """One less the share that a number is of the largest that is possible and one more."""
    game = ludens.load("tic_tac_toe")
    search = TreeSearch(game.engine, SearchSettings(WEIGHTED, lanes=4, playouts=1), seed=2, settled=True)
    search.start(game.engine.initial())
    search.think(Limit(playouts=1_000))
    tree, edges = search.tree, edges_of(search.tree, ROOT, 0)
    numbers = tree.proofs[children_of_edges(tree, edges), 0].astype(float)
    assert len(set(numbers)) > 1
    expected = 1 - numbers / (1 + numbers.max())
    assert tree.terms[edges] == pytest.approx(expected)
    assert tree.proofs[ROOT].tolist() == [numbers.min(), sum(tree.proofs[children_of_edges(tree, edges), 1])]


def test_once_a_win_is_excluded_a_draw_is_aimed_for() -> None:
    game = ludens.load("tic_tac_toe")
    settings = SearchSettings(WEIGHTED, lanes=8, playouts=1, shared=True)
    search = TreeSearch(game.engine, settings, seed=3, settled=True)
    search.start(game.engine.initial())
    aims = set()
    while not search.finished:
        search.think(Limit(playouts=100))
        aims.add(tuple(max(1, bounds_of(search.tree, ROOT, role)[1]) for role in range(2)))
    assert (100, 100) in aims
    assert search.conclusions.aims.tolist() == [50, 50]
    assert search.tree.proofs[ROOT].tolist() == [0, 0]


def test_of_two_equal_moves_the_one_that_is_easier_to_prove_is_taken() -> None:
    tree = new_tree(Shape(1, 1, 2, proofs=True), Room(4, 2, 4))
    tree.nodes[0]["first_edge"], tree.counts[0, 0], tree.nodes[0]["visits"] = 0, 2, 20
    tree.edges["visits"], tree.edges["total"], tree.moves[:] = 10, (5.2, 5.0), (0, 1)
    tree.terms[:] = (0.2, 1.0)
    random = np.array([3], dtype=np.uint64)
    assert {chosen_edge(tree, Policy(proofs=0.02), random) for _ in range(50)} == {0}
    assert {chosen_edge(tree, Policy(proofs=0.03), random) for _ in range(50)} == {1}


def test_they_are_an_option() -> None:
    game = ludens.load("connect_four")
    player: Any = make_agent("uct(proof_numbers=0.5)", game, 0, 1)
    player.decide(game.initial_state(), Limit(playouts=2_000))
    assert len(player.search.tree.terms) > 0
    plain: Any = make_agent("uct", game, 0, 1)
    plain.decide(game.initial_state(), Limit(playouts=2_000))
    assert len(plain.search.tree.terms) == len(plain.search.tree.proofs) == 0
