"""Every agent on every built-in game: legal moves, limits kept, and the same choices with the same seed.

`make test` takes a game of each kind, `make test-all` every game.
"""

from __future__ import annotations

import functools
import random
from typing import Any

import pytest

import ludens
from ludens import Decision, Limit
from ludens.engine.contract import LoadedGame
from ludens.game import UnsuitableGameError
from ludens.games import GAMES
from ludens.players import AGENTS, make_agent
from ludens.players.agent import Agent
from ludens.testing import random_game
from tests.clocks import LateAtLook, put_up
from tests.networks import PLAYED_BY_NETWORKS, give_network

KINDS = ("connect_four", "eight_puzzle", "free_for_all", "nim", "odd", "prisoners_dilemma", "tron")
"""Games of different kinds: in turns and at once, one role to three, constant sum or not, from rules and native."""

HURRIED = ("connect_four", "free_for_all", "odd", "tron")
"""Those of them with which a hurry is tried: ``test_any_moment.py`` does so in all kinds of games."""

every_game = pytest.mark.parametrize(
    "name", [name if name in KINDS else pytest.param(name, marks=pytest.mark.slow) for name in GAMES]
)


@functools.cache
def loaded(name: str) -> LoadedGame[Any]:
    game = ludens.load(name)
    assert game.engine.roles == game.info.roles
    return game


@functools.cache
def positions(name: str) -> tuple[Any, ...]:
    """A few positions of a random game in which somebody has a choice."""
    game, rng = loaded(name), random.Random(name)
    states = [state for state in random_game(game, rng)[0] if choosers(game, state)]
    return (states[0], *rng.sample(states, min(2, len(states))))


def choosers(game: LoadedGame[Any], state: Any) -> list[int]:
    return [role for role in range(len(game.info.roles)) if len(game.legal_moves(state, role)) > 1]


def seated(agent: str, game: LoadedGame[Any], role: int, seed: int = 1) -> Agent[Any]:
    try:
        if agent in PLAYED_BY_NETWORKS:
            give_network(game)
        return make_agent(agent, game, role, seed)
    except UnsuitableGameError as error:
        pytest.skip(str(error))


def check(game: LoadedGame[Any], state: Any, role: int, decision: Decision) -> None:
    legal = game.legal_moves(state, role)
    assert decision.move in legal
    assert {report.move for report in decision.moves} <= set(legal)
    assert len({report.move for report in decision.moves}) == len(decision.moves)
    for report in decision.moves:
        assert report.value is None or 0 <= report.value <= 100
        assert report.margin is None or report.margin >= 0
    if decision.line:
        assert decision.line[0][role] == decision.move


@every_game
@pytest.mark.parametrize("agent", AGENTS)
def test_moves_are_legal_and_repeatable(agent: str, name: str) -> None:
    game = loaded(name)
    for state in positions(name):
        role = choosers(game, state)[-1]
        decisions = [seated(agent, game, role).decide(state, Limit(playouts=100)) for _ in range(2)]
        check(game, state, role, decisions[0])
        assert decisions[0].move == decisions[1].move
        assert decisions[0].moves == decisions[1].moves


@pytest.mark.parametrize(
    "name", [name if name in HURRIED else pytest.param(name, marks=pytest.mark.slow) for name in GAMES]
)
@pytest.mark.parametrize("agent", AGENTS)
def test_a_millisecond_is_enough_for_a_legal_move(agent: str, name: str) -> None:
    game = loaded(name)
    for state in positions(name)[:2]:
        role = choosers(game, state)[0]
        player = seated(agent, game, role)
        for _ in range(3):
            check(game, state, role, player.decide(state, Limit(seconds=0.001)))


LOOKS_AT_THE_END = 24
"""How often an agent may look at the clock once its time is over: each part of it does so once."""


@pytest.mark.parametrize("name", ["connect_four", "goofspiel(cards=5)"])
@pytest.mark.parametrize("agent", AGENTS)
def test_time_limits_are_kept(agent: str, name: str) -> None:
    """With a clock that moves when it is looked at: as soon as it is late there is an answer."""
    game = loaded(name)
    player = seated(agent, game, 0)
    for look in (0, 5, 30):
        with pytest.MonkeyPatch.context() as patch:
            clock = LateAtLook(look)
            put_up(clock, patch)
            player.decide(game.initial_state(), Limit(seconds=1.0))
        assert clock.looks <= look + LOOKS_AT_THE_END


@pytest.mark.parametrize("agent", AGENTS)
def test_playout_limits_are_kept(agent: str) -> None:
    game = loaded("tic_tac_toe")
    for playouts in (1, 10, 1_000):
        decision = seated(agent, game, 0).decide(game.initial_state(), Limit(playouts=playouts))
        # Whole batches may go a little beyond it: one playout after each move, or a word of them from a leaf.
        assert int(decision.notes.get("simulations", 0)) < playouts + 64


@pytest.mark.parametrize("agent", AGENTS)
def test_a_game_in_plain_python_is_played(agent: str) -> None:
    """Two players take one or two from a heap; who takes the last one wins."""
    fast = loaded("nim(heaps=1-2)")

    class Plain:
        """The game without its engine."""

        info = fast.info
        initial_state, is_terminal, legal_moves = fast.initial_state, fast.is_terminal, fast.legal_moves
        next_state, goals, text = fast.next_state, fast.goals, fast.text

    game = Plain()
    try:
        if agent in PLAYED_BY_NETWORKS:
            give_network(fast)
        players = [make_agent(agent, game, role, 1) for role in (0, 1)]
    except UnsuitableGameError as error:
        pytest.skip(str(error))
    state = game.initial_state()
    while not game.is_terminal(state):
        moves = tuple(player.decide(state, Limit(playouts=30)).move for player in players)
        state = game.next_state(state, moves)
    assert sum(game.goals(state)) == 100
