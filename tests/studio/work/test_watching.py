"""Watching an agent think changes nothing of what it thinks, and what is seen of it grows."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

from ludens.game import Decision, Limit
from ludens.games.loading import load
from ludens.players import make_agent
from ludens.players.agent import Watchable
from ludens.studio.work.watching import Watcher, decide_watched

LONG = Limit(20.0)
TREES = ("uct", "grave", "scissors", "champion")


def watched(agent: Any, state: Any, limit: Limit) -> tuple[Decision, list[Decision]]:
    seen: list[Decision] = []
    return decide_watched(agent, state, limit, Watcher(seen.append)), seen


def timeless(decision: Decision) -> Decision:
    """The decision without what depends on the clock."""
    notes = {name: value for name, value in decision.notes.items() if "seconds" not in name}
    return replace(decision, notes=notes)


@pytest.mark.parametrize("name", TREES)
def test_who_is_watched_decides_as_ever(name: str) -> None:
    game = load("connect_four")
    state = game.initial_state()
    assert isinstance(make_agent(name, game, 0, 1), Watchable)
    alone, seen_of = make_agent(name, game, 0, 1), make_agent(name, game, 0, 1)
    limit = Limit(playouts=30_000)
    for _ in range(2):
        found, _ = watched(seen_of, state, limit)
        assert timeless(found) == timeless(alone.decide(state, limit))
        state = game.next_state(state, (found.move, "noop"))
        state = game.next_state(state, ("noop", game.legal_moves(state, 1)[0]))


@pytest.mark.parametrize(
    ("name", "game_name", "limit"),
    # The scissors agent tries to prove something first, for a part of its time, in which nothing is seen.
    [("uct", "connect_four", LONG), ("scissors", "odd", Limit(4.0)), ("duct", "ropasci", LONG)],
)
def test_what_is_seen_grows_and_is_about_the_position(name: str, game_name: str, limit: Limit) -> None:
    game = load(game_name)
    agent, state = make_agent(name, game, 0, 1), game.initial_state()
    seen: list[Decision] = []
    found = decide_watched(agent, state, limit, Watcher(seen.append, lambda: len(seen) >= 2))
    assert len(seen) >= 2
    simulations = [int(each.notes["simulations"]) for each in [*seen, found]]
    assert simulations == sorted(simulations)
    for each in seen:
        assert set(each.line[0]) <= {move for role in (0, 1) for move in game.legal_moves(state, role)}
        assert {report.move for report in each.moves} <= set(game.legal_moves(state, 0))
        assert each.move == each.moves[0].move


@pytest.mark.parametrize("name", ["uct", "champion"])
def test_thinking_stops_when_it_is_told_to(name: str) -> None:
    """The fourth time it is asked; otherwise it would think for ten minutes, or a tenth of them by alpha-beta."""
    game, asked = load("connect_four"), itertools.count(1)
    agent = make_agent(name, game, 0, 1)
    watcher = Watcher(lambda seen: None, lambda: next(asked) > 3)
    decision = decide_watched(agent, game.initial_state(), Limit(600.0), watcher)
    assert decision.move in game.legal_moves(game.initial_state(), 0)
    assert next(asked) > 4
    assert float(decision.notes["seconds"]) < 300


def test_nothing_is_seen_of_an_earlier_position() -> None:
    game = load("connect_four")
    agent, state = make_agent("uct", game, 0, 1), game.initial_state()
    assert isinstance(agent, Watchable)
    assert agent.decision_so_far() is None
    agent.decide(state, Limit(playouts=1000))
    assert agent.decision_so_far() is None


def test_agents_without_a_tree_are_asked_as_they_are() -> None:
    game = load("tic_tac_toe")
    agent = make_agent("monte_carlo", game, 0, 1)
    assert not isinstance(agent, Watchable)
    found, seen = watched(agent, game.initial_state(), Limit(playouts=1000))
    assert not seen
    assert timeless(found) == timeless(
        make_agent("monte_carlo", game, 0, 1).decide(game.initial_state(), Limit(playouts=1000))
    )
