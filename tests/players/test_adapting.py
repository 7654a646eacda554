"""Agents that adapt their search while it runs: what they may choose, and what they tell of it."""

from __future__ import annotations

import pytest

import ludens
from ludens.game import Limit, UnsuitableGameError
from ludens.players import make_agent
from ludens.players.tree_agent import TreeAgent


def test_the_same_seed_makes_the_same_choices() -> None:
    game = ludens.load("connect_four")
    agents = [make_agent("uct(adapt=both)", game, 0, seed=4) for _ in range(2)]
    one, other = (agent.decide(game.initial_state(), Limit(playouts=30_000)) for agent in agents)
    assert one.moves == other.moves
    assert one.notes["adapted"] == other.notes["adapted"]


def test_what_was_chosen_is_told() -> None:
    game = ludens.load("breakthrough(size=5)")
    for name, words in {
        "uct(adapt=tree)": ["exploration"],
        "uct(adapt=leaves)": ["playout"],
        "grave(adapt=both)": ["exploration", "equivalence", "playout"],
        "proving_tree(adapt=tree, share=0)": ["exploration"],
        "uct(adapt=both, evaluation=features, blend=0.5, implicit=0.4)": ["exploration", "implicit", "blend"],
    }.items():
        agent = make_agent(name, game, 0, seed=1)
        told = str(agent.decide(game.initial_state(), Limit(playouts=5_000)).notes["adapted"])
        assert all(word in told for word in words), told
        assert "%" in told


def test_nothing_is_adapted_unless_it_was_asked_for() -> None:
    game = ludens.load("tic_tac_toe")
    agent = make_agent("uct", game, 0, seed=1)
    assert isinstance(agent, TreeAgent)
    assert agent.search.tuner is None
    assert "adapted" not in agent.decide(game.initial_state(), Limit(playouts=100)).notes


def test_an_agent_without_numbers_has_nothing_to_adapt() -> None:
    with pytest.raises(UnsuitableGameError, match="nothing to adapt there"):
        make_agent("mcts_greedy(adapt=tree)", ludens.load("tic_tac_toe"), 0)
