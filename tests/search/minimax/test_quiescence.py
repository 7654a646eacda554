"""Captures: which moves are, and that a search which waits for quiet gives the values of one that is plain to see."""

from __future__ import annotations

import functools
import random
import re
from typing import Any

import numpy as np
import pytest

import ludens
from ludens import Limit
from ludens.engine.any_game import GameWithEngine
from ludens.engine.rows import unpack_rows
from ludens.games import breakthrough
from ludens.players import make_agent
from ludens.players.alphabeta.minimax_agent import MinimaxAgent
from ludens.search.evaluations.static import TerminalOnly
from ludens.search.minimax.alphabeta import AlphaBeta, Method, Settings, goal_of
from ludens.search.minimax.graph import WORTH
from ludens.search.minimax.quiescence import piece_mask
from ludens.testing import random_game
from tests.search.minimax.graph_twin import Explored, random_keys
from tests.search.minimax.test_alphabeta import Mixed, mixed, positions, searched

WITH_CAPTURES = ["breakthrough", "breakthrough(size=4)", "checkers_small", "free_for_all", "cephalopod"]
WITHOUT = [
    "connect_four",
    "connect_four(columns=5, rows=4, suicide=true)",
    "hex",
    "tic_tac_toe",
    "reversi",
    "pentago",
    "nim",
    "bidding_tic_tac_toe",
    "double_tic_tac_toe",
    "odd",
    "rock_paper_scissors",
]
QUIET_TWIN = [
    ("breakthrough(size=4)", 2, 30),
    ("breakthrough(size=5)", 1, 16),
    ("checkers_small", 3, 40),
    pytest.param("breakthrough(size=4)", 3, 600, marks=pytest.mark.slow),
    pytest.param("breakthrough(size=6)", 2, 60, marks=pytest.mark.slow),
    pytest.param("checkers_small", 5, 1000, marks=pytest.mark.slow),
]


def pieces(state: Any) -> int:
    """How many cells are not empty."""
    return sum(fact[0] == "cell" and fact[-1] not in ("b", "blank") for fact in state if isinstance(fact, tuple))


@pytest.mark.parametrize("name", ["breakthrough", "breakthrough(size=5)", "checkers_small"])
def test_pieces_are_counted(name: str) -> None:
    game = ludens.load(name)
    mask = piece_mask(game.engine)
    states = positions(game, 60, name)
    counted = np.bitwise_count(game.pack(states) & mask).sum(axis=1)
    assert counted.tolist() == [pieces(state) for state in states]
    assert len(set(counted.tolist())) > 2


@pytest.mark.parametrize("name", WITH_CAPTURES)
def test_games_with_captures(name: str) -> None:
    engine = ludens.load(name).engine
    mask = piece_mask(engine)
    assert mask.shape == engine.initial()[0].shape
    assert unpack_rows(engine.initial() & mask, 64 * len(mask)).any() or name == "cephalopod"


@pytest.mark.parametrize("name", WITHOUT)
def test_games_without_captures(name: str) -> None:
    assert len(piece_mask(ludens.load(name).engine)) == 0


def test_names_do_not_matter() -> None:
    """The empty cell is known by what happens to it: here ``b`` is a pawn."""
    text = re.sub(r"\bwhite\b", "b", re.sub(r"\bb\b", "void", breakthrough.rules(size=5)))
    engine = ludens.load(text).engine
    mask = piece_mask(engine)
    assert np.bitwise_count(engine.initial()[0] & mask).sum() == 20


@pytest.mark.parametrize(("name", "depth", "count"), QUIET_TWIN)
def test_values_are_those_of_plain_quiescence(name: str, depth: int, count: int) -> None:
    game = ludens.load(name)
    explored = Explored(game.engine)

    @functools.cache
    def on_board(key: bytes) -> int:
        return pieces(game.unpack(explored.row(key))[0])

    changed, keys = 0, random_keys(game.engine, count, seed=depth)
    explored.explore(keys, depth)
    for number, key in enumerate(keys):
        role, captures, deep = number % 2, 1 + number % 5, number % (depth + 1)
        wait = functools.partial(explored.quiescent, role=role, captures=captures, evaluate=mixed, pieces=on_board)
        expected = explored.minimax(key, role, deep, wait, (captures,))
        changed += expected != explored.minimax(key, role, deep, mixed, (0,))
        for method in Method:
            settings = Settings(method, role, Mixed(), 1 << 20, bool(number % 3), certain=False, quiescence=captures)
            search = AlphaBeta(game.engine, settings)
            search.start(explored.row(key))
            assert goal_of(search.value(deep)) == pytest.approx(expected), (key, role, deep, method)
    assert changed > count // 10


@pytest.mark.parametrize("method", Method)
def test_a_search_that_deepens_gives_the_same(method: Method) -> None:
    game, evaluation = ludens.load("breakthrough(size=4)"), Mixed()
    search = AlphaBeta(game.engine, Settings(method, evaluation=evaluation, certain=False, quiescence=3))
    for state in positions(game, 20, "deepening"):
        search.start(game.pack([state]))
        for depth in (1, 2, 0, 2):
            fresh = Settings(method, evaluation=evaluation, memory_bytes=1, certain=False, quiescence=3)
            assert goal_of(search.value(depth)) == searched(game, state, depth, fresh)


def test_certain_values_stay_within_what_is_possible() -> None:
    game = ludens.load("breakthrough(size=4)")
    for state in positions(game, 40, "certain"):
        search = AlphaBeta(game.engine, Settings(evaluation=Mixed(), quiescence=4))
        search.start(game.pack([state]))
        for depth in range(5):
            assert -WORTH <= search.value(depth) <= WORTH
            nodes = search.graph.nodes[: search.graph.sizes[0]]
            assert (nodes["low"] <= nodes["high"]).all()
            assert (nodes["certain_low"] <= nodes["certain_high"]).all()


def test_it_is_left_out_where_it_cannot_help() -> None:
    pawns, connect_four = ludens.load("breakthrough(size=4)"), ludens.load("connect_four")
    assert AlphaBeta(pawns.engine, Settings(evaluation=Mixed(), quiescence=4)).quiescence == 4
    assert AlphaBeta(pawns.engine, Settings(evaluation=TerminalOnly(), quiescence=4)).quiescence == 0
    assert AlphaBeta(connect_four.engine, Settings(evaluation=Mixed(), quiescence=4)).quiescence == 0
    plain: GameWithEngine[Any] = GameWithEngine(pawns)
    assert AlphaBeta(plain.engine, Settings(evaluation=Mixed(), quiescence=4)).quiescence == 0


@pytest.mark.parametrize("name", ["negamax", "negascout", "mtdf"])
def test_agents_have_the_option(name: str) -> None:
    game = ludens.load("breakthrough(size=4)")
    state = random_game(game, random.Random(3))[0][4]
    agent = make_agent(f"{name}(evaluation=monte_carlo, playouts=8, quiescence=3)", game, 0, 1)
    assert isinstance(agent, MinimaxAgent)
    assert isinstance(agent.search, AlphaBeta)
    assert agent.search.quiescence == 3
    assert agent.decide(state, Limit(depth=2)).move in game.legal_moves(state, 0)
