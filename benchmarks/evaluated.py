"""Alpha-beta with an evaluation, depth first and on batches: how fast and how deep, and games at equal clocks.

    python benchmarks/evaluated.py                                  # depths and positions/s in half a second
    python benchmarks/evaluated.py --pairs 10 --against uct         # games: both seats of random openings

Speeds are of processor time. Games have equal clocks, in the same process, one after another.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import ludens
from ludens import Limit
from ludens.arena.statistics import wilson_interval
from ludens.players import make_agent

GAMES = ["checkers_small", "breakthrough", "reversi", "connect_four"]
AGENT = "negascout(evaluation=learnt)"
BATCHES = "negascout(evaluation=learnt, depth_first=false)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--agent", default=AGENT)
    parser.add_argument("--against", default=BATCHES)
    parser.add_argument("--pairs", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--positions", type=int, help="for each move, instead of a clock: the same on every machine")
    parser.add_argument("--opening", type=int, default=4, help="random moves before the first")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for name in given.games:
        game: Any = ludens.load(name)
        if given.pairs:
            play(game, given)
            continue
        for agent in (given.agent, BATCHES):
            measure(game, agent)


def measure(game: Any, name: str) -> None:
    """Prints how deep an agent looks from the start, and how many positions it makes."""
    agent = make_agent(name, game, 0, 1)
    begin = time.process_time()
    notes = agent.decide(game.initial_state(), Limit(0.5)).notes
    rate = int(notes["positions"]) / (time.process_time() - begin)
    print(f"{game.info.name}: {name}: depth {notes['depth']}, {rate / 1e6:.2f} million positions/s", flush=True)


def play(game: Any, given: argparse.Namespace) -> None:
    """Plays pairs of games and prints the score of the agent."""
    rng = random.Random(given.seed)
    limit = Limit(playouts=given.positions) if given.positions else Limit(given.seconds)
    scores: list[float] = []
    for pair in range(given.pairs):
        start = opening(game, rng, given.opening)
        for seat in (0, 1):
            names = [given.agent, given.against] if seat == 0 else [given.against, given.agent]
            agents = [make_agent(name, game, role, given.seed + pair) for role, name in enumerate(names)]
            scores.append(played(game, start, agents, limit)[seat] / 100)
    interval = wilson_interval(sum(scores) / len(scores), len(scores))
    drawn, percent = sum(score == 0.5 for score in scores), 100 * sum(scores) / len(scores)
    print(
        f"{game.info.name}: {given.agent} v {given.against}, {limit}: {percent:.0f} % "
        f"({100 * interval.low:.0f}-{100 * interval.high:.0f}) of {len(scores)} games, {drawn} drawn",
        flush=True,
    )


def opening(game: Any, rng: random.Random, moves: int) -> Any:
    """A position after random moves that is not over."""
    while True:
        state = game.initial_state()
        for _ in range(moves):
            if game.is_terminal(state):
                break
            state = game.next_state(state, [rng.choice(game.legal_moves(state, role)) for role in (0, 1)])
        if not game.is_terminal(state):
            return state


def played(game: Any, state: Any, agents: list[Any], limit: Limit) -> Any:
    """The goals of a game; whoever has no choice is not asked."""
    while not game.is_terminal(state):
        legal = [game.legal_moves(state, role) for role in (0, 1)]
        joint = [
            moves[0] if len(moves) == 1 else agent.decide(state, limit).move
            for agent, moves in zip(agents, legal, strict=True)
        ]
        state = game.next_state(state, joint)
    return game.goals(state)


if __name__ == "__main__":
    main()
