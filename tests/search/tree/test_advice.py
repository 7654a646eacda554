"""Advice: the most visited nodes are shown once each, and what is expected of their moves counts for visits."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.engine.rows import Rows
from ludens.game import Limit
from ludens.search.tree import advice
from ludens.search.tree.advice import AT_ONCE, LEAVES_PER_NODE, Adviser
from ludens.search.tree.arrays import NODES, NOT_EXPANDED, OPEN, ROOT, Tree
from ludens.search.tree.evaluate import RandomPlayouts
from ludens.search.tree.positions import rows_of
from ludens.search.tree.priors import Expected, count_in
from ludens.search.tree.report import edges_of, ranked_moves
from ludens.search.tree.search import SearchSettings, TreeSearch

GAMES = (
    "connect_four(columns=4,rows=4)",
    "tic_tac_toe",
    "rock_paper_scissors",
    "connect_four(players=3,columns=4,rows=4)",
)


class Asked:
    """Expects more of moves with higher numbers, and remembers what it was shown."""

    def __init__(self, name: str, visits: int = 3) -> None:
        self.game, self.visits = ludens.load(name), visits
        self.rows: list[bytes] = []

    def __call__(self, rows: Rows) -> Expected:
        self.rows += [row.tobytes() for row in rows]
        legal = self.game.engine.legal(rows)
        values = [np.where(table, np.linspace(0.1, 0.9, table.shape[1]), 0.0) for table in legal]
        return Expected(legal, values, self.visits)


def search_with(asked: Asked) -> TreeSearch:
    made = SearchSettings(evaluation=RandomPlayouts(1_000), playouts=4, shared=True)
    search = TreeSearch(asked.game.engine, made, seed=5, settled=True, adviser=Adviser(asked))
    search.start(asked.game.engine.initial())
    return search


def is_for(tree: Tree, node: int) -> bool:
    """Whether a node may be shown."""
    record = tree.nodes[node]
    return bool(record["first_edge"] != NOT_EXPANDED and record["kind"] == OPEN and tree.counts[node].max() > 1)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_expected_counts_for_visits_of_each_move(name: str) -> None:
    asked = Asked(name)
    search = search_with(asked)
    search.adviser = None
    search.think(Limit(playouts=20_000))
    tree = search.tree
    nodes = np.array([node for node in range(int(tree.sizes[NODES])) if is_for(tree, node)][:40])
    before = tree.edges.copy()
    expected = asked(rows_of(tree, nodes))
    count_in(tree, nodes, expected, 6)
    touched = set()
    for place, node in enumerate(nodes):
        for role in range(len(asked.game.info.roles)):
            legal = np.flatnonzero(expected.legal[role][place])
            for edge, move in zip(edges_of(tree, int(node), role), legal, strict=True):
                assert int(tree.moves[edge]) // len(asked.game.info.roles) == move
                assert tree.edges["visits"][edge] == before["visits"][edge] + 6
                gain = 6 * expected.values[role][place, move]
                assert tree.edges["total"][edge] == pytest.approx(before["total"][edge] + gain)
                touched.add(int(edge))
    others = np.array([edge not in touched for edge in range(len(before))])
    assert (tree.edges[others] == before[others]).all()


@pytest.mark.parametrize("name", GAMES)
def test_the_most_visited_nodes_are_shown_once_each(name: str) -> None:
    asked = Asked(name)
    search = search_with(asked)
    search.think(Limit(playouts=4 * LEAVES_PER_NODE * AT_ONCE * 3))
    assert len(asked.rows) == len(set(asked.rows))
    assert asked.rows[0] == asked.game.engine.initial()[0].tobytes()
    adviser, tree = search.adviser, search.tree
    assert adviser is not None
    assert adviser.nodes == len(asked.rows)
    shown = set(asked.rows)
    places = [node for node in range(int(tree.sizes[NODES])) if is_for(tree, node)]
    known = [rows_of(tree, np.array([node]))[0].tobytes() in shown for node in places]
    assert any(known)
    left = [node for node, was in zip(places, known, strict=True) if not was]
    asked.rows.clear()
    adviser._show(search, 5)
    most = sorted((int(tree.nodes["visits"][node]) for node in left), reverse=True)[:5]
    now = {rows_of(tree, np.array([node]))[0].tobytes(): int(tree.nodes["visits"][node]) for node in left}
    assert sorted((now[row] for row in asked.rows), reverse=True) == most


def test_nodes_that_were_shown_are_known_after_a_move() -> None:
    asked = Asked(GAMES[0])
    search = search_with(asked)
    search.think(Limit(playouts=20_000))
    shown = set(asked.rows)
    game, state = asked.game, asked.game.initial_state()
    for _ in range(2):
        state = game.next_state(state, [game.legal_moves(state, role)[-1] for role in range(2)])
    search.start(game.pack([state]))
    tree, adviser = search.tree, search.adviser
    assert adviser is not None
    size = int(tree.sizes[NODES])
    rows = [rows_of(tree, np.array([node]))[0].tobytes() for node in range(size)]
    assert size > 10
    assert [row in shown for row in rows] == adviser._shown[:size].tolist()
    kept = shown.intersection(rows)
    assert kept
    asked.rows.clear()
    search.think(Limit(playouts=20_000))
    assert asked.rows
    assert not kept.intersection(asked.rows)


def test_the_same_playouts_give_the_same_tree() -> None:
    first, second = (search_with(Asked(GAMES[0])) for _ in range(2))
    for search in (first, second):
        search.think(Limit(playouts=30_000))
    size = int(first.tree.sizes[NODES])
    assert size == second.tree.sizes[NODES]
    assert (first.tree.nodes[:size] == second.tree.nodes[:size]).all()


def test_the_adviser_has_its_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(GAMES[0])
    search = search_with(asked)
    search.adviser, adviser = None, search.adviser
    search.think(Limit(playouts=200_000))
    assert adviser is not None
    adviser.part = 0.5
    adviser.begin(search)
    clock = iter(range(1_000_000))
    monkeypatch.setattr(advice.time, "perf_counter", lambda: float(next(clock)))
    for seconds, looks in ((0.0, 0), (4.5, 5), (0.25, 0), (1.0, 1)):  # a look takes a second of this clock
        asked.rows.clear()
        adviser.advise(search, seconds, np.inf)
        assert len(asked.rows) == looks * AT_ONCE
    asked.rows.clear()
    adviser.advise(search, 100.0, next(clock) + 0.5)
    assert not asked.rows, "another look would end after the deadline"


def test_good_advice_is_followed() -> None:
    """Advice that counts for more visits than there are is what decides."""
    asked = Asked(GAMES[0], visits=50)
    search = search_with(asked)
    search.think(Limit(playouts=64))
    game = asked.game
    assert ranked_moves(search.tree, game.engine, 0)[0].move == game.legal_moves(game.initial_state(), 0)[-1]


def test_a_failure_leaves_nothing_behind() -> None:
    asked = Asked(GAMES[0])
    search = search_with(asked)
    search.think(Limit(playouts=20_000))

    def fail(rows: Rows) -> Expected:
        raise RuntimeError("no network")

    assert search.adviser is not None
    search.adviser.expected = fail
    with pytest.raises(RuntimeError):
        search.think(Limit(playouts=20_000))
    search.adviser.expected = asked
    search.start(asked.game.engine.initial())
    asked.rows.clear()
    search.think(Limit(playouts=4_000))
    assert asked.rows[0] == rows_of(search.tree, np.array([ROOT]))[0].tobytes()
