"""From a drawn or won start, a player that proves what it can does not lose."""

from __future__ import annotations

from typing import Any

import pytest

import ludens
from ludens.engine.contract import LoadedGame
from ludens.game import Limit
from ludens.players import make_agent

PLAYOUTS = 400_000
"""A few thousand positions: less than a tenth of a second."""


def result(game: LoadedGame[Any], agents: list[str], seed: int, playouts: int) -> tuple[int, ...]:
    players = [make_agent(agent, game, role, seed + role) for role, agent in enumerate(agents)]
    state = game.initial_state()
    while not game.is_terminal(state):
        state = game.next_state(state, [player.decide(state, Limit(playouts=playouts)).move for player in players])
    return game.goals(state)


def lost(name: str, role: int, opponents: list[str], *, games: int, worst: int) -> list[int]:
    """The seeds of the games in which uct, in one role, got less than ``worst``."""
    game = ludens.load(name)
    found = []
    for seed in range(games):
        agents = [opponents[seed % len(opponents)]] * 2
        agents[role] = "uct"
        if result(game, agents, 2 * seed, PLAYOUTS)[role] < worst:
            found.append(seed)
    return found


@pytest.mark.parametrize("role", [0, 1])
def test_tic_tac_toe_is_not_lost(role: int) -> None:
    assert lost("tic_tac_toe", role, ["random", "search_light", "uct"], games=30, worst=50) == []


def test_nim_is_won() -> None:
    """1 ⊕ 5 ⊕ 4 ⊕ 2 = 2, so the first player wins."""
    assert lost("nim", 0, ["random", "search_light", "uct"], games=30, worst=100) == []


@pytest.mark.slow
@pytest.mark.parametrize(("name", "role", "worst"), [("tic_tac_toe", 0, 50), ("tic_tac_toe", 1, 50), ("nim", 0, 100)])
def test_a_thousand_games(name: str, role: int, worst: int) -> None:
    assert lost(name, role, ["random", "search_light", "monte_carlo", "uct"], games=1_000, worst=worst) == []
