"""The champion against other agents, game by game, with the plan it found before the first move.

    python benchmarks/champion.py [GAME …] [--against AGENT] [--seconds S] [--pairs N] [--prepare S] [--seed N]

Both have the same time for each move. Before a game's first pair the champion prepares once, as with a start clock.
"""

from __future__ import annotations

import argparse
import statistics

import ludens
from ludens import Limit
from ludens.arena.pairs import Conditions, Pairing
from ludens.arena.statistics import estimate
from ludens.players import make_agent
from ludens.players.champion import ChampionAgent

GAMES = (
    "breakthrough",
    "cephalopod",
    "checkers_small",
    "connect_four",
    "hex",
    "odd",
    "oshi_zumo",
    "pentago_swap",
    "reversi",
    "tron",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--against", default="uct")
    parser.add_argument("--seconds", type=float, default=0.5, help="of a move")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--prepare", type=float, default=30.0, help="seconds before the first move")
    parser.add_argument("--seed", type=int, default=1, help="of openings and players")
    given = parser.parse_args()
    means = []
    for name in given.games:
        conditions = Conditions(Limit(given.seconds), seed=given.seed)
        scores, plan = play(name, given.against, conditions, given.pairs, given.prepare)
        found = estimate(scores)
        means.append(100 * found.mean)
        low, high = 100 * found.by_pairs.low, 100 * found.by_pairs.high
        print(f"{name:<20} {means[-1]:5.1f} % ({low:.0f} to {high:.0f}) in {len(scores)} pairs  {plan}", flush=True)
    print(f"mean {statistics.fmean(means):.1f} %, lowest {min(means):.1f} %")


def play(name: str, against: str, conditions: Conditions, pairs: int, prepare: float) -> tuple[list[float], str]:
    """The champion's scores pair by pair, from 0 to 1, and what it found out in preparation."""
    game = ludens.load(name)
    game.engine.wait()
    champion = make_agent("champion", game, 0, 1)
    assert isinstance(champion, ChampionAgent)
    champion.prepare(game.initial_state(), Limit(prepare))
    pairing = Pairing(game, conditions)
    scores = [pairing.play("champion", against, number).score for number in range(pairs)]
    notes = champion.decide(game.initial_state(), Limit(playouts=100)).notes
    return scores, f"{notes['plan']} [{notes.get('trials', 'no trials')}]"


if __name__ == "__main__":
    main()
