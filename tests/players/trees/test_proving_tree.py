"""A tree and alpha-beta at one table: what is taken for certain is so, and nothing is given away."""

from __future__ import annotations

import functools
import random
from typing import Any

import numpy as np
import pytest

import ludens
from ludens import Limit
from ludens.engine.contract import LoadedGame
from ludens.players import make_agent
from ludens.players.trees.proving_tree import ProvingOptions, ProvingTree
from ludens.search.minimax.depth_first.proving import DepthFirstProving
from ludens.search.time_share import LEAST, MOST, TimeShare
from ludens.search.tree.arrays import EXACT, NODES
from ludens.search.tree.positions import rows_of
from ludens.testing import random_game


@functools.cache
def solved(name: str) -> tuple[LoadedGame[Any], dict[str, int]]:
    """A game and the first role's value of every position, by plain minimax."""
    game: LoadedGame[Any] = ludens.load(name)
    values: dict[str, int] = {}

    def value(state: Any) -> int:
        key = game.text(state)
        if key not in values:
            if game.is_terminal(state):
                values[key] = game.goals(state)[0]
            else:
                mover = max((0, 1), key=lambda role: len(game.legal_moves(state, role)))
                found = [value(after(game, state, mover, move)) for move in game.legal_moves(state, mover)]
                values[key] = (max if mover == 0 else min)(found)
        return values[key]

    value(game.initial_state())
    return game, values


def after(game: LoadedGame[Any], state: Any, mover: int, move: str) -> Any:
    waiting = game.legal_moves(state, 1 - mover)[0]
    return game.next_state(state, (move, waiting) if mover == 0 else (waiting, move))


def choosing(game: LoadedGame[Any], state: Any) -> int:
    return max((0, 1), key=lambda role: len(game.legal_moves(state, role)))


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim(heaps=2-4-3)", "hex(size=3)"])
def test_what_is_certain_is_right(name: str) -> None:
    game, values = solved(name)
    rng = random.Random(name)
    checked = 0
    for number in range(16):
        states = [state for state in random_game(game, rng)[0] if not game.is_terminal(state)]
        state = rng.choice(states)
        role = choosing(game, state)
        agent = ProvingTree(game, role, ProvingOptions(lanes=8, playouts=1, share=0.02), number)
        agent.decide(state, Limit(playouts=300))
        tree = agent.search.tree
        for node in range(int(tree.sizes[NODES])):
            if tree.nodes["kind"][node] == EXACT:
                position = game.unpack(rows_of(tree, slice(node, node + 1)))[0]
                assert tree.exact[node, 0] == values[game.text(position)]
                checked += 1
    assert checked > 20


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim(heaps=2-4-3)", "hex(size=3)"])
def test_no_value_is_given_away_where_alphabeta_can_see(name: str) -> None:
    game, values = solved(name)
    rng = random.Random(name)
    for number in range(12):
        states = [state for state in random_game(game, rng)[0] if not game.is_terminal(state)]
        state = rng.choice(states)
        role = choosing(game, state)
        agent = ProvingTree(game, role, ProvingOptions(share=0.5), number)
        move = agent.decide(state, Limit(playouts=100_000)).move
        assert values[game.text(after(game, state, role, move))] == values[game.text(state)]


def test_what_follows_is_known_after_the_tree_has_been_there() -> None:
    """The tree goes along with the game, also through positions that alpha-beta has decided."""
    game, _ = solved("tic_tac_toe")
    state, agent = game.initial_state(), ProvingTree(game, 0, ProvingOptions(share=0.3), 1)
    other = ProvingTree(game, 1, ProvingOptions(share=0.02), 2)
    while not game.is_terminal(state):
        state = game.next_state(state, [player.decide(state, Limit(playouts=2_000)).move for player in (agent, other)])
    assert game.goals(state) == (50, 50)


@pytest.mark.parametrize("playout", ["preferred", "decisive", "foresight"])
def test_playouts_of_other_kinds(playout: str) -> None:
    game = ludens.load("connect_four")
    agent = ProvingTree(game, 0, ProvingOptions(playout=playout, share=0.0), 1)
    decision = agent.decide(game.initial_state(), Limit(playouts=20_000))
    assert decision.move in game.legal_moves(game.initial_state(), 0)
    assert decision.notes["alphabeta_share"] == 0.0
    assert np.isclose(sum(report.visits for report in decision.moves), 20_000, atol=512)


def test_a_share_of_the_clock_grows_and_shrinks_within_bounds() -> None:
    share = TimeShare(0.1)
    share.learn(True)
    assert share.part > 0.1
    for _ in range(20):
        share.learn(True)
    assert share.part == MOST
    for _ in range(40):
        share.learn(False)
    assert share.part == LEAST
    steady = TimeShare(0.7, least=0.7)
    for useful in (False, True):
        steady.learn(useful)
        assert steady.part == 0.7


@pytest.mark.parametrize("roles", [1, 2])
def test_where_the_result_is_fixed_every_move_has_it(roles: int) -> None:
    """Goal latches decide the game at the start: to the tree it is over there, and has no moves."""
    names = ("a", "b")[:roles]
    waiting = "(<= (legal b noop) (true (step ?n)))" if roles == 2 else ""
    game = ludens.load(f"""
        {" ".join(f"(role {name})" for name in names)} (init (step 1)) (succ 1 2) (succ 2 3) (way left) (way right)
        (<= (legal a (go ?way)) (true (step ?n)) (way ?way)) {waiting}
        (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m)) (<= (next (went ?way)) (does a (go ?way)))
        (<= terminal (true (step 3))) (goal a 70) {"(goal b 30)" if roles == 2 else ""}""")
    decision = ProvingTree(game, 0, ProvingOptions(), 1).decide(game.initial_state(), Limit(playouts=100))
    assert {(report.move, report.value, report.proven) for report in decision.moves} == {
        ("(go left)", 70.0, True),
        ("(go right)", 70.0, True),
    }
    assert decision.move in ("(go left)", "(go right)")


def test_a_tree_that_is_stopped_before_it_has_grown_has_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludens.load("connect_four")
    agent = ProvingTree(game, 0, ProvingOptions(share=0.0), 1)
    monkeypatch.setattr(agent.search, "think", lambda limit: None)
    assert agent.decide(game.initial_state(), Limit(0.1)).move in game.legal_moves(game.initial_state(), 0)


def test_depth_first_search_runs_beside_the_tree() -> None:
    """One that has searched nothing yet has the length 0, and is used all the same."""
    game = ludens.load("connect_four")
    state = game.initial_state()
    for number, column in enumerate("135735127271332772"):
        move = f"(drop {column})"
        state = game.next_state(state, (move, "noop") if number % 2 == 0 else ("noop", move))
    agent = ProvingTree(game, 0, ProvingOptions())
    assert isinstance(agent.proving, DepthFirstProving)
    proved = agent.proving.think(game.pack([state]), left=200_000)
    assert any(found.exact for found in proved.known.values())
    assert proved.positions < 200_000


def test_every_move_that_takes_little_to_prove_is_marked() -> None:
    """Not only the one that the value of the position rests on: all of tic-tac-toe is a matter of moments."""
    game = ludens.load("tic_tac_toe")
    for agent in ("champion(plan=proofs)", "proving_tree"):
        decision = make_agent(agent, game, 0, 1).decide(game.initial_state(), Limit(playouts=20_000))
        assert decision.value == 50
        assert [(report.value, report.proven) for report in decision.moves] == [(50, True)] * 9


@pytest.mark.parametrize("df_pn", [False, True])
@pytest.mark.parametrize("name", ["tic_tac_toe", "nim(heaps=2-4-3)"])
def test_values_are_within_what_is_certain(name: str, df_pn: bool) -> None:
    """Of each move, proven or not: no guess says more than what has been proved."""
    game, values = solved(name)
    rng, proven = random.Random(name), 0
    for number in range(12):
        state = rng.choice([state for state in random_game(game, rng)[0] if not game.is_terminal(state)])
        role = choosing(game, state)
        if len(game.legal_moves(state, role)) < 2:
            continue
        agent = ProvingTree(game, role, ProvingOptions(share=0.5, df_pn=df_pn), number)
        assert isinstance(agent.proving, DepthFirstProving)
        assert (agent.proving.asking.proofs is not None) == df_pn
        for report in agent.decide(state, Limit(playouts=(8, 100, 2_000)[number % 3])).moves:
            value = values[game.text(after(game, state, role, report.move))]
            own = value if role == 0 else 100 - value
            proven += report.proven
            assert not report.proven or report.value == own
        position = game.pack([state])
        known = agent.proving.think(position, left=5_000).known
        names = game.engine.moves(role)
        for move, found in known.items():
            value = values[game.text(after(game, state, role, names[move]))]
            assert found.lowest <= (value if role == 0 else 100 - value) <= found.highest
    assert proven > 5
