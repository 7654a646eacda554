"""What evaluations are worth: how well they tell what random games bring, and how well alpha-beta plays with them.

    python benchmarks/evaluations.py [--pairs 6] [--seconds 0.2] [--agent mtdf] [--opponents terminal,uct]
        [--only features,…] [GAME …]

First, for each game and evaluation: the correlation of its values with the mean results of 64 random games, over
positions of random games that it was not fitted to, and the time a position takes in batches of 1,024. Then the agent
with the evaluation against ``mtdf`` without one and against ``uct``, with the same time a move, in pairs of games from
the same random opening with sides changed; the mean score of pairs with its 95 % interval. What is learnt is learnt
anew for every game, before its clock starts. With ``--pairs 0`` only the first table is made.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludens.arena.pairs import Conditions, Pairing
from ludens.arena.statistics import estimate
from ludens.engine.contract import LoadedGame
from ludens.game import Limit, UnsuitableGameError
from ludens.games.loading import load
from ludens.players.evaluations import NAMES, Request, make_evaluation
from ludens.search.evaluations.sample import Sample, valued_sample
from ludens.search.evaluations.static import Static

GAMES = ("connect_four", "breakthrough", "reversi", "hex", "checkers_small", "odd")
OPPONENTS = {"terminal": "mtdf(evaluation=terminal)", "uct": "uct"}
LEFT_OUT = ("terminal", "best")


@dataclass(frozen=True, slots=True)
class Matches:
    """How many pairs are played, and the time for a move."""

    pairs: int
    seconds: float


def suitable(game: LoadedGame[Any], names: list[str]) -> dict[str, Static]:
    """The evaluations, by name, that can value a game."""
    found = {}
    for name in names:
        try:
            found[name] = make_evaluation(name, Request(game, seed=1)).evaluation
        except UnsuitableGameError:
            continue
    return found


def correlation(game: LoadedGame[Any], evaluation: Static, sample: Sample) -> tuple[float, float]:
    """With the first role's values in a sample, and the microseconds that a position takes."""
    rows = sample.positions.rows
    values = evaluation(game.engine, rows)[:, 0]
    begin = time.perf_counter()
    evaluation(game.engine, rows[:1024])
    taken = (time.perf_counter() - begin) / len(rows[:1024]) * 1e6
    if np.ptp(values) == 0:
        return 0.0, taken
    return float(np.corrcoef(values, sample.values[:, 0])[0, 1]), taken


def show_correlations(name: str, names: list[str]) -> list[str]:
    """Prints the first table of a game; the names of the evaluations that are suitable."""
    game = load(name)
    getattr(game.engine, "wait", lambda: None)()
    found = suitable(game, names)
    sample = valued_sample(game, 2_048, 64, 12_345)
    for evaluation, static in found.items():
        related, taken = correlation(game, static, sample)
        print(f"{name:15} {evaluation:20} correlation {related:6.3f}  {taken:8.2f} µs a position", flush=True)
    return list(found)


def show_matches(name: str, agent: str, evaluations: list[str], opponents: list[str], matches: Matches) -> None:
    """Prints the score of the agent with every evaluation against every opponent."""
    pairing = Pairing(load(name), Conditions(Limit(matches.seconds), opening=4, seed=1))
    for opponent in opponents:
        for evaluation in evaluations:
            begin = time.perf_counter()
            challenger = f"{agent}(evaluation={evaluation})"
            scores = [pairing.play(challenger, OPPONENTS[opponent], number).score for number in range(matches.pairs)]
            found = estimate(scores)
            print(
                f"{name:15} {agent} {evaluation:20} against {opponent:8} {100 * found.mean:5.1f} %"
                f"  ({100 * found.by_pairs.low:.0f} to {100 * found.by_pairs.high:.0f}), {matches.pairs} pairs,"
                f" {time.perf_counter() - begin:.0f} s",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--pairs", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=0.2, help="for a move")
    parser.add_argument("--agent", choices=("negamax", "negascout", "mtdf", "paranoid"), default="mtdf")
    parser.add_argument("--opponents", default="terminal,uct", help="terminal, uct or both")
    parser.add_argument("--only", default="", help="evaluations, with commas between them")
    arguments = parser.parse_args()
    names = arguments.only.split(",") if arguments.only else [name for name in NAMES if name not in LEFT_OUT]
    for name in arguments.games:
        found = show_correlations(name, names)
        if arguments.pairs:
            matches = Matches(arguments.pairs, arguments.seconds)
            show_matches(name, arguments.agent, found, arguments.opponents.split(","), matches)


if __name__ == "__main__":
    main()
