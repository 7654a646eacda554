"""Every agent, stopped at any moment, has a legal move: with clocks that end at the first look, the second, and so on.

No time passes in these tests: whether they pass does not depend on how busy the machine is.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from typing import Any

import pytest

import ludens
from ludens.engine.contract import LoadedGame
from ludens.engine.engine import Engine
from ludens.game import Limit, UnsuitableGameError, View, observations
from ludens.players import AGENTS, make_agent
from ludens.players.agent import Agent
from ludens.players.champion import ChampionAgent
from ludens.players.tree_agent import TreeAgent
from ludens.testing import random_game
from tests.clocks import CallsAtLook, LateAtLook, put_up
from tests.networks import PLAYED_BY_NETWORKS, give_network
from tests.random_games import random_table_game

CHANCE = """
(role you) (role random) (init (step 1)) (succ 1 2) (succ 2 3) (amount 1) (amount 2) (amount 3)
(<= (legal you (bet ?n)) (amount ?n)) (legal random heads) (legal random tails)
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= (next (won ?n)) (does you (bet ?n)) (does random heads)) (<= (next (won ?n)) (true (won ?n)))
(<= terminal (true (step 3)))
(<= (goal you 100) (true (won 3))) (<= (goal you 20) (not (true (won 3)))) (goal random 0)
"""

CONSTANT = """
(role a) (role b) (init (step 1)) (succ 1 2) (succ 2 3)
(<= (legal a (go ?x)) (way ?x) (true (step 1))) (<= (legal b noop) (true (step 1))) (way left) (way right)
(<= (legal b (go ?x)) (way ?x) (true (step 2))) (<= (legal a noop) (true (step 2)))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n)) (<= (next (went ?r ?x)) (does ?r (go ?x)))
(<= terminal (true (step 3))) (goal a 40) (goal b 60)
"""

ALONE = CONSTANT.replace("(role b)", "").replace("(goal b 60)", "").replace("(<= (legal b noop) (true (step 1)))", "")
ALONE = ALONE.replace("(<= (legal b (go ?x)) (way ?x) (true (step 2)))", "").replace("(goal a 40)", "(goal a 0)")

GAMES = {
    "in turns": "connect_four",
    "at once": "goofspiel(cards=4)",
    "alone": "lights_on",
    "three players": "connect_four(players=3)",
    "chance": CHANCE,
    "hidden": "kuhn_poker",
    "constant goals": CONSTANT,
    "constant goals, alone": ALONE,
    "odd": "odd",
    "ropasci": "ropasci",
    "tables": "tables 29",
    "tables at once": "tables 24",
}

EARLY, LATE = (0, 1, 2, 4, 9), (*range(20), *range(20, 80, 6))
LOOKS = [pytest.param(1, EARLY, id="early"), pytest.param(2, LATE, id="late", marks=pytest.mark.slow)]
"""In how many positions, and at which looks the clock ends."""


TREES = ("champion", "uct", "grave", "cadia", "duct", "exp3", "scissors", "sequential_uct", "ropasci_best_1")


@functools.cache
def loaded(kind: str) -> LoadedGame[Any]:
    name = GAMES[kind]
    if name.startswith("tables "):
        return random_table_game(int(name.split()[1]), roles=2, open_start=True)
    game = ludens.load(name)
    if isinstance(game.engine, Engine):
        game.engine.wait()
    return game


@functools.cache
def places(kind: str) -> list[tuple[Any, int]]:
    """A position near the start and one near the end, or what a role knows of them, with the role that has a choice."""
    game, rng = loaded(kind), random.Random(kind)
    found: list[tuple[Any, int]] = []
    while not found:
        states, history = random_game(game, rng)
        for step, state in enumerate(states[:-1]):
            for role in game.info.players:
                if len(game.legal_moves(state, role)) > 1:
                    seen = View(role, observations(game, history[:step], role), game.legal_moves(state, role))
                    found.append((seen if game.info.hidden else state, role))
    return [found[0], found[-1]]


def legal(game: LoadedGame[Any], position: Any, role: int) -> tuple[str, ...]:
    return position.legal or () if isinstance(position, View) else game.legal_moves(position, role)


def seated(agent: str, game: LoadedGame[Any], role: int) -> Agent[Any]:
    try:
        if agent in PLAYED_BY_NETWORKS:
            give_network(game)
        return make_agent(agent, game, role, 1)
    except UnsuitableGameError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize(("count", "looks"), LOOKS)
def test_there_is_a_legal_move_whenever_the_clock_ends(agent: str, kind: str, count: int, looks: Sequence[int]) -> None:
    """And however little may be spent."""
    game = loaded(kind)
    for position, role in places(kind)[:count]:
        player = seated(agent, game, role)
        for look in looks:
            with pytest.MonkeyPatch.context() as patch:
                put_up(LateAtLook(look), patch)
                decision = player.decide(position, Limit(seconds=1.0))
            assert decision.move in legal(game, position, role), f"at look {look}"
        for limit in (Limit(playouts=0), Limit(playouts=1), Limit(0.0), Limit(0.0, 0), Limit(playouts=3, depth=1)):
            assert player.decide(position, limit).move in legal(game, position, role), str(limit)


def tree_of(player: Agent[Any]) -> TreeAgent[Any, Any] | None:
    found = player.player if isinstance(player, ChampionAgent) else player
    return found if isinstance(found, TreeAgent) else None


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("agent", TREES)
@pytest.mark.parametrize(("count", "looks"), LOOKS)
def test_there_is_a_legal_move_whenever_a_tree_is_stopped(
    agent: str, kind: str, count: int, looks: Sequence[int]
) -> None:
    game = loaded(kind)
    for position, role in places(kind)[:count]:
        player = seated(agent, game, role)
        tree = tree_of(player)
        if tree is None:
            pytest.skip("it has no tree for this game")
        for look in looks:
            with pytest.MonkeyPatch.context() as patch:
                put_up(CallsAtLook(look, tree.stop), patch)
                decision = player.decide(position, Limit(seconds=0.3))
            assert decision.move in legal(game, position, role), f"at look {look}"
