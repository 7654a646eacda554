"""What can be measured of Odd without matches: how deep alpha-beta looks, and how much weights can learn."""

from __future__ import annotations

import random
from typing import Any

from ludens.game import Limit
from ludens.games.loading import load
from ludens.games.odd.learnt import learnt_odd
from ludens.players import make_agent
from ludens.studies.figures import mean
from ludens.studies.study import ByMode, Figure, Mode
from ludens.testing import random_game

POSITIONS = ByMode(6, 60)
BUDGET = 20_000
"""Positions that a search may make."""

SEARCHES = {
    "negamax(table=false, ordering=false)": "neither table nor order",
    "negamax(table=false)": "order of moves",
    "negamax(ordering=false)": "table",
    "negamax": "both",
    "negascout": "NegaScout, both",
    "mtdf": "MTD(f), both",
}
"""Players, and what helps them."""


def measure_depths(mode: Mode, seed: int) -> list[Figure]:
    """How many moves ahead alpha-beta looks with a number of positions, with and without table and order."""
    game, states = load("odd"), list[Any]()
    for number in range(POSITIONS.of(mode)):
        played = random_game(game, random.Random(1000 * seed + number))[0]
        states.append(played[len(played) * (number + 1) // (POSITIONS.of(mode) + 1)])
    figures = []
    for agent, words in SEARCHES.items():
        found = []
        for state in states:
            role = max((0, 1), key=lambda seat: len(game.legal_moves(state, seat)))
            decision = make_agent(agent, game, role, seed).decide(state, Limit(playouts=BUDGET))
            found.append(float(decision.notes["depth"]))
        figures.append(mean(f"moves ahead with {BUDGET:,} positions: {words}", found, "moves"))
    return figures


def measure_learnt(mode: Mode, seed: int) -> list[Figure]:
    """How much of what random games bring the learnt weights explain, on positions of other games."""
    found = learnt_odd(ByMode(1_024, 8_192).of(mode), 64, seed)
    return [
        Figure(
            what="learnt weights: share of the variance of random games' results that they explain",
            value=100 * found.explained,
            unit="%",
            samples=ByMode(1_024, 8_192).of(mode),
        )
    ]
