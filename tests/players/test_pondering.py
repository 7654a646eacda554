"""Searching on the others' time."""

from __future__ import annotations

import time

import ludens
from ludens.game import Limit
from ludens.players import make_agent
from ludens.players.tree_agent import TreeAgent
from ludens.players.trees.uct import UctOptions, make_uct


def test_what_is_found_on_the_others_time_is_kept() -> None:
    game = ludens.load("connect_four")
    agent: TreeAgent[object, UctOptions] = make_uct(game, 1, UctOptions(), 1)
    state = game.initial_state()
    agent.ponder(state)
    deadline = time.perf_counter() + 300
    while agent.search.simulations < 20_000 and time.perf_counter() < deadline:
        time.sleep(0.01)
    agent.rest()
    pondered = agent.search.simulations
    assert pondered >= 20_000
    time.sleep(0.05)
    assert agent.search.simulations == pondered
    state = game.next_state(state, ("(drop 4)", "noop"))
    decision = agent.decide(state, Limit(playouts=64))
    assert sum(report.visits for report in decision.moves) > 1_000
    assert int(decision.notes["simulations"]) <= 64


def test_pondering_ends_with_the_game_and_with_a_decision() -> None:
    game = ludens.load("tic_tac_toe")
    agent: TreeAgent[object, UctOptions] = make_uct(game, 0, UctOptions(), 1)
    agent.ponder(game.initial_state())
    agent.ponder(game.initial_state())
    assert agent.decide(game.initial_state(), Limit(playouts=100)).move
    state = game.initial_state()
    moves = ["1 1", "2 1", "1 2", "2 2", "1 3"]
    for number, cell in enumerate(moves):
        state = game.next_state(state, (f"(mark {cell})", "noop") if number % 2 == 0 else ("noop", f"(mark {cell})"))
    agent.ponder(state)
    agent.rest()


def test_waiting_for_others_makes_the_tree_larger() -> None:
    game = ludens.load("odd")
    state = game.initial_state()
    waits = make_agent("uct_rave(waiting=true)", game, 1, 1)
    rests = make_agent("uct_rave", game, 1, 1)
    (noop,) = game.legal_moves(state, 1)
    assert isinstance(waits, TreeAgent)
    assert isinstance(rests, TreeAgent)
    for agent in (waits, rests):
        assert agent.decide(state, Limit(playouts=600)).move == noop
    assert waits.search.simulations >= 600
    assert rests.search.simulations == 0
    move = game.legal_moves(state, 0)[5]
    after = game.next_state(state, (move, noop))
    seen = [sum(report.visits for report in agent.decide(after, Limit(playouts=600)).moves) for agent in (waits, rests)]
    assert seen[0] >= seen[1] >= 500
