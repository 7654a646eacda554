"""What can be measured of Odd without matches: how deep alpha-beta looks, and how much weights can learn."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any

from ludens.game import HIGHEST_GOAL, Limit
from ludens.games.loading import load
from ludens.games.odd.learnt import learnt_odd
from ludens.players import make_agent
from ludens.studies.figures import at_least, mean, share
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

TIMED = {
    "uct_rave(playout=history)": "first-order history",
    "uct_rave(initial=grandfather)": "grandfather values",
    "uct_rave(initial=even)": "even-game values",
    "uct_rave(playout=proximity)": "proximity",
    "uct_rave(evaluation=odd_merged_clusters, cut=10)": "a static evaluation",
}
"""Heuristics whose time is taken."""

TIMED_PLAYOUTS, TIMED_STEP = ByMode(300, 2_000), 5
"""Simulations for which time is taken, and every which position of a game."""

SLOWER, FEWER = 40, 25
"""How many times as long a simulation by proximity takes as a random one, and simulations of a move by it."""

EQUAL_TIME_GAMES = ByMode(2, 20)


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


def measure_costs(mode: Mode, seed: int) -> list[Figure]:
    """What a simulation with a heuristic costs, in processor time, for one of UCT-RAVE without: after some moves."""
    game = load("odd")
    played = random_game(game, random.Random(seed))[0]
    states = played[: len(played) // 2 : TIMED_STEP]
    plain, figures = _seconds("uct_rave", game, states, mode, seed), []
    for agent, words in TIMED.items():
        part = [own / other for own, other in zip(_seconds(agent, game, states, mode, seed), plain, strict=True)]
        cost = mean(f"time of a simulation: {words}", part, "of one with random playouts")
        # Only what guides playouts is said to take time; the others value moves that have not been tried.
        guided = "initial=" not in agent
        figures.append(at_least(cost, 1.0, "takes time that more simulations would use better") if guided else cost)
    return figures


def _seconds(agent: str, game: Any, states: Sequence[Any], mode: Mode, seed: int) -> list[float]:
    """The processor's time for a simulation in each position."""
    found = []
    for state in states:
        role = max((0, 1), key=lambda seat: len(game.legal_moves(state, seat)))
        make_agent(agent, game, role, seed).decide(state, Limit(playouts=64))
        player, begin = make_agent(agent, game, role, seed), time.process_time()
        decision = player.decide(state, Limit(playouts=TIMED_PLAYOUTS.of(mode)))
        found.append((time.process_time() - begin) / float(decision.notes["simulations"]))
    return found


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


def measure_equal_time(mode: Mode, seed: int) -> list[Figure]:
    """How often playouts near the last move win where they are as many as random ones in the same time."""
    game, wins = load("odd"), 0.0
    players = {"uct_rave(playout=proximity)": FEWER, "uct_rave": SLOWER * FEWER}
    for number in range(EQUAL_TIME_GAMES.of(mode)):
        seats = list(players) if number % 2 == 0 else list(reversed(players))
        agents = [make_agent(name, game, role, seed + number) for role, name in enumerate(seats)]
        state = game.initial_state()
        while not game.is_terminal(state):
            limits = [Limit(playouts=players[name]) for name in seats]
            moves = tuple(agent.decide(state, limit).move for agent, limit in zip(agents, limits, strict=True))
            state = game.next_state(state, moves)
        wins += game.goals(state)[number % 2] == HIGHEST_GOAL
    words = f"proximity with {FEWER} simulations v random playouts with {SLOWER * FEWER:,}: games won"
    return [
        share(words, int(wins), EQUAL_TIME_GAMES.of(mode), "games", f"equal time: one takes {SLOWER} times as long")
    ]
