"""Any game as one of two sides: the opponent model against its slow twin, and the view against the rules."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.engine.any_game import GameWithEngine
from ludens.engine.contract import LoadedGame
from ludens.game import Limit
from ludens.search.tree.arrays import NOT_EXPANDED, ROOT
from ludens.search.tree.evaluate import RandomPlayouts
from ludens.search.tree.policy import Policy
from ludens.search.tree.positions import rows_of
from ludens.search.tree.report import child_of, edges_of
from ludens.search.tree.search import SearchSettings, TreeSearch
from ludens.search.views import two_sides
from ludens.search.views.coercion import CoercedEngine
from ludens.search.views.judging import engine_with_early_ends, judged_for
from ludens.search.views.two_sides import TwoSides, expected_line, joint_texts, reply_places
from ludens.testing import random_game
from tests.search.table_game import table_game
from tests.search.views.slow_two_sides import MinimaxUct, Node

GAMES = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four(players=3)": "connect_four(players=3)",
    "free_for_all": "free_for_all",
    "sheep": "sheep",
    "rock_paper_scissors": "rock_paper_scissors",
    "three at once": table_game(3),
    "lights_on": "lights_on",
    "odd": "odd",
}
SEATS = [(name, role) for name, source in GAMES.items() for role in range(len(ludens.load(source).info.roles))]


def view(source: str, role: int) -> tuple[LoadedGame[Any], TwoSides]:
    game = ludens.load(source)
    return game, TwoSides(judged_for(game, role, latches=False, coerce=True).engine, role)


def same(search: TreeSearch, game: LoadedGame[Any], sides: TwoSides, node: int, twin: Node) -> int:
    """Compares a node of the tree, and all below it, with its twin; returns how many were compared."""
    tree = search.tree
    assert tree.nodes[node]["visits"] == twin.visits
    assert game.unpack(rows_of(tree, slice(node, node + 1))) == [twin.state]
    if tree.nodes[node]["first_edge"] == NOT_EXPANDED:
        assert not twin.children
        return 1
    assert twin.sides is not None
    edges = [edges_of(tree, node, side) for side in (0, 1)]
    for side, moves in enumerate(twin.sides):
        assert len(edges[side]) == len(moves)
        for edge, move in zip(edges[side], moves, strict=True):
            visits = twin.counts.get((side, move), 0)
            total = twin.totals.get((side, move), 0.0)
            assert tree.edges[edge]["visits"] == visits
            assert tree.edges[edge]["total"] == pytest.approx(visits - total if side else total)
    compared = 1
    for pair, child in twin.children.items():
        chosen = [int(edges[side][moves.index(pair[side])]) for side, moves in enumerate(twin.sides)]
        numbers = [int(tree.moves[edge]) // 2 for edge in chosen]
        texts = joint_texts(sides, rows_of(tree, slice(node, node + 1)), numbers[0], numbers[1])
        slow = MinimaxUct(game, sides.role, twin.state, 0, 0).joint(*pair)
        assert texts == slow
        compared += same(search, game, sides, child_of(tree, node, chosen), child)
    return compared


@pytest.mark.parametrize(("name", "role"), SEATS)
def test_one_lane_and_one_playout_is_the_opponent_model_of_the_document(name: str, role: int) -> None:
    game, sides = view(GAMES[name], role)
    settings = SearchSettings(
        Policy(exploration=0.5 * math.sqrt(2), certain=False), lanes=1, playouts=1, evaluation=RandomPlayouts(1_000)
    )
    search = TreeSearch(sides, settings, seed=23)
    search.start(game.engine.initial())
    twin = MinimaxUct(game, role, game.initial_state(), 0.5, 23)
    for _ in range(2):
        search.think(Limit(playouts=120))
        for _ in range(120):
            twin.simulate()
        assert same(search, game, sides, ROOT, twin.root) > 10 or name in ("three at once", "lights_on")
    line = expected_line(search.tree, sides, sides.moves(0)[int(search.tree.moves[0]) // 2])
    state = game.initial_state()
    for joint in line:
        state = game.next_state(state, joint)


def positions(game: LoadedGame[Any], count: int) -> list[Any]:
    rng = random.Random(game.info.name)
    found: list[Any] = []
    while len(found) < count:
        found += random_game(game, rng)[0]
    return rng.sample(found, count)


@pytest.mark.parametrize(("name", "role"), SEATS)
def test_replies_are_the_joint_moves_of_the_others(name: str, role: int) -> None:
    game, sides = view(GAMES[name], role)
    states = [state for state in positions(game, 40) if not game.is_terminal(state)]
    rows = game.pack(states)
    own, replies = sides.legal(rows)
    for place, state in enumerate(states):
        others = [game.legal_moves(state, other) for other in sides.others]
        numbers = np.flatnonzero(replies[place])
        assert len(numbers) == math.prod(map(len, others))
        move = int(np.flatnonzero(own[place])[0])
        found = {joint_texts(sides, rows[place : place + 1], move, int(number)) for number in numbers}
        expected = set()
        for reply in itertools.product(*others):
            joint = list(reply)
            joint.insert(role, sides.moves(0)[move])
            expected.add(tuple(joint))
        assert found == expected


@pytest.mark.parametrize(("name", "role"), SEATS)
def test_goals_add_up_to_a_hundred(name: str, role: int) -> None:
    game, sides = view(GAMES[name], role)
    over, goals = sides.outcome(game.pack(positions(game, 60)))
    assert over.any()
    assert (goals[over].sum(axis=1) == 100).all()
    start = game.engine.initial()
    found, single = sides.playouts(start, 40, 3, max_steps=500), sides.games(start, 40, 3, max_steps=500)
    assert (found.goals.sum(axis=1) == 100 * found.finished).all()
    for side in (0, 1):
        assert (found.reached[side] @ np.array(found.values[side]) == found.goals[:, side]).all()
    assert found.goals[0].tolist() == np.maximum(single.goals[0], 0).sum(axis=0).tolist()


def test_too_many_replies_are_drawn_from_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_sides, "MOST_REPLIES", 8)
    game, sides = view(table_game(3), 0)
    replies = np.flatnonzero(sides.legal(game.engine.initial())[1][0])
    assert len(replies) == 8
    drawn = {joint_texts(sides, game.engine.initial(), 0, int(number))[1:] for number in replies}
    assert len(drawn) >= 5
    assert {first for first, _ in drawn} >= {"(take 0)", "(take 3)"}
    search = TreeSearch(sides, SearchSettings(lanes=4, playouts=2))
    search.start(game.engine.initial())
    search.think(Limit(playouts=500))
    assert search.simulations == 500


def test_places_of_replies_by_hand() -> None:
    counts = np.array([[2, 3], [2, 3], [1, 4]])
    assert reply_places(counts, np.array([0, 5, 3])).tolist() == [[0, 0], [1, 2], [0, 3]]


@pytest.mark.parametrize("name", ["free_for_all", "connect_four(players=3)", "sheep"])
def test_coercion_by_the_circuit_is_coercion_by_hand(name: str) -> None:
    """Game by game: the same random games, judged by gates and one by one."""
    game = ludens.load(name)
    by_hand = CoercedEngine(game.engine)
    for role in range(len(game.info.roles)):
        judged = judged_for(game, role, latches=False, coerce=True)
        assert judged.coerced
        start = game.engine.initial()
        fast, slow = judged.engine.games(start, 300, 5), by_hand.games(start, 300, 5)
        assert (fast.goals[..., role] == slow.goals[..., role]).all()
        sums = by_hand.playouts(start, 40, 5)
        assert sums.goals[0, role] == judged.engine.playouts(start, 40, 5).goals[0, role]


def test_a_game_in_python_is_coerced_too() -> None:
    game: GameWithEngine[Any] = GameWithEngine(ludens.load("free_for_all"))
    judged = judged_for(game, 0, latches=True, coerce=True)
    assert isinstance(judged.engine, CoercedEngine)
    assert judged.latches == ()
    sides = TwoSides(judged.engine, 0)
    found = sides.playouts(sides.initial(), 3, 1)
    assert (found.goals % 50 == 0).all()
    assert found.goals.sum() == 300


def test_early_ends_for_every_role() -> None:
    """The same random games, with the same goals, that end earlier."""
    game = ludens.load("minefield")
    early = engine_with_early_ends(game)
    assert early.latches
    plain, found = (engine.games(game.engine.initial(), 400, 9) for engine in (game.engine, early.engine))
    assert (plain.goals == found.goals).all()
    assert found.lengths.mean() < 0.7 * plain.lengths.mean()
    assert engine_with_early_ends(game).engine is early.engine
    for name in ("free_for_all", "tic_tac_toe", "odd"):
        other = ludens.load(name)
        assert engine_with_early_ends(other).engine is other.engine


def test_nothing_is_changed_that_need_not_be() -> None:
    for name in ("tic_tac_toe", "hex", "odd", "lights_on", "eight_puzzle"):
        game = ludens.load(name)
        assert judged_for(game, 0, latches=True, coerce=True).engine is game.engine
    game = ludens.load("minefield")
    assert judged_for(game, 0, latches=False, coerce=True).engine is game.engine
    judged = judged_for(game, 0, latches=True, coerce=False)
    assert judged.latches
    assert judged_for(game, 0, latches=True, coerce=False).engine is judged.engine
