"""What each level for people scores against the one below, on five games, by fixed numbers of playouts.

    python benchmarks/levels.py [PAIRS]

Every pair is two games with seats swapped. A level is meant to score about 64 of 100 against the one below, which is a
hundred points of Elo; the ratings printed are sums of such steps, with level 1 at 0 and intervals of 95 %.
"""

from __future__ import annotations

import math
import random
import sys
from dataclasses import dataclass

from ludens.engine.contract import LoadedGame
from ludens.game import Limit
from ludens.games.loading import load
from ludens.players import make_agent
from ludens.players.level import HIGHEST, LOWEST

GAMES = ("connect_four", "reversi(size=6)", "breakthrough(size=6)", "hex(size=7)", "pentago_swap")
PAIRS = 10
FULL = 100


@dataclass(frozen=True, slots=True)
class Score:
    """Points of a level against the one below, of so many games."""

    points: float
    games: int

    @property
    def share(self) -> float:
        return (self.points + 0.5) / (self.games + 1)

    @property
    def elo(self) -> float:
        return -400 * math.log10(1 / self.share - 1)

    @property
    def margin(self) -> float:
        """Of the Elo, by the normal approximation of the share."""
        deviation = math.sqrt(self.share * (1 - self.share) / self.games)
        return 1.96 * deviation * 400 / math.log(10) / (self.share * (1 - self.share))


def play(game: LoadedGame[object], levels: tuple[int, int], seed: int) -> tuple[int, ...]:
    """The goals of a game between two levels; the first move is drawn, so that games differ."""
    agents = [make_agent(f"level(level={level})", game, role, seed + role) for role, level in enumerate(levels)]
    rng, state, first = random.Random(seed), game.initial_state(), True
    while not game.is_terminal(state):
        legal = [game.legal_moves(state, role) for role in (0, 1)]
        joint = [
            rng.choice(moves) if first else agents[role].decide(state, Limit()).move if len(moves) > 1 else moves[0]
            for role, moves in enumerate(legal)
        ]
        state, first = game.next_state(state, joint), False
    return game.goals(state)


def score(name: str, level: int, pairs: int) -> Score:
    """What a level scores against the one below."""
    game, points = load(name), 0.0
    for pair in range(pairs):
        points += play(game, (level, level - 1), 1000 * level + pair)[0] / FULL
        points += play(game, (level - 1, level), 1000 * level + pair)[1] / FULL
    return Score(points, 2 * pairs)


def main(pairs: int) -> None:
    rating, variance = 0.0, 0.0
    print(f"| level | {' | '.join(GAMES)} | all | rating |")
    print(f"|---|{'---|' * (len(GAMES) + 2)}")
    print(f"| {LOWEST} | {'| ' * len(GAMES)}| 0 |")
    for level in range(LOWEST + 1, HIGHEST + 1):
        found = [score(name, level, pairs) for name in GAMES]
        whole = Score(sum(one.points for one in found), sum(one.games for one in found))
        rating, variance = rating + whole.elo, variance + whole.margin**2
        cells = " | ".join(f"{FULL * one.share:.0f}" for one in found)
        print(
            f"| {level} | {cells} | {FULL * whole.share:.0f} | {rating:.0f} ± {math.sqrt(variance):.0f} |", flush=True
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS)
