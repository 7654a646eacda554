"""What each option of the tree brings: `uct` with it against `uct` without, by playouts and by time, game by game.

    python benchmarks/tree_options.py [--options NAME …] [--games GAME …] [--playouts N] [--seconds S] [--pairs N]
                                      [--processes N] [--seed N] [--agent NAME] [--list]

Both sides have the same number of playouts for a move, or the same time (`--seconds`, in place of `--playouts`). Pairs
are spread over processes, each with the core to itself if there are as many. A row has the score in percent with its
95 % interval; a line at the end has the mean over the games. `--list` names the options. Any option of the agent can be
tried as well, written as it is for the agent: `--options "exploration=0.2, ripe=4"`.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import statistics
import time
from collections import defaultdict
from typing import Any

import ludens
from ludens import Limit
from ludens.arena.pairs import Conditions, Pairing
from ludens.arena.statistics import estimate
from ludens.players import make_agent

GAMES = ("breakthrough", "connect_four", "hex", "odd", "pentago_swap", "reversi", "checkers_small", "cephalopod")

OPTIONS = {
    "no bounds": "solver=false",
    "c 0.2": "exploration=0.2",
    "c 0.3": "exploration=0.3",
    "c 0.6": "exploration=0.6",
    "c 0.8": "exploration=0.8",
    "c 1.1": "exploration=1.1",
    "tuned": "tuned=true",
    "tuned, c 0.8": "tuned=true, exploration=0.8",
    "sequential": "lanes=1",
    "sequential, 1 playout": "lanes=1, playouts=1",
    "64 lanes": "lanes=64",
    "growth 2": "growth=2",
    "growth 32": "growth=32",
    "growth 128": "growth=128",
    "virtual loss 0.5": "virtual_loss=0.5",
    "virtual loss 0.2": "virtual_loss=0.2",
    "virtual mean": "virtual_loss=0",
    "1 playout": "playouts=1",
    "2 playouts": "playouts=2",
    "4 playouts": "playouts=4",
    "16 playouts": "playouts=16",
    "even first": "initial=even",
    "parent first": "initial=parent",
    "parent first, 0.25": "initial=parent, reduction=0.25",
    "grandfather first": "initial=grandfather",
    "secure child": "choice=secure",
    "best mean": "choice=mean",
    "ripe 1": "ripe=1",
    "ripe 4": "ripe=4",
    "not shared": "shared=false",
    "proof numbers 0.1": "proof_numbers=0.1",
    "proof numbers 0.5": "proof_numbers=0.5",
    "proof numbers 1": "proof_numbers=1",
    "implicit 0.2, features": "implicit=0.2, heuristic=features",
    "implicit 0.4, features": "implicit=0.4, heuristic=features",
    "implicit 0.4, mobility": "implicit=0.4, heuristic=mobility",
    "adapted tree": "adapt=tree",
    "adapted leaves": "adapt=leaves",
    "adapted tree and leaves": "adapt=both",
}
"""By name, what one side is told and the other is not."""

_GAMES: dict[str, Any] = {}
"""The games, made before the processes that inherit them."""

Job = tuple[str, str, int, str, Conditions]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--options", nargs="*", default=list(OPTIONS))
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--agent", default="uct")
    parser.add_argument("--playouts", type=int, default=100_000, help="of a move; a leaf takes up to 64")
    parser.add_argument("--seconds", type=float, help="of a move, in place of playouts")
    parser.add_argument("--pairs", type=int, default=20, help="of each option in each game")
    parser.add_argument("--processes", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--seed", type=int, default=1, help="of openings and players")
    parser.add_argument("--list", action="store_true", help="names the options and ends")
    given = parser.parse_args()
    if given.list:
        for name, text in OPTIONS.items():
            print(f"{name:<26} {text}")
        return
    limit = Limit(playouts=given.playouts) if given.seconds is None else Limit(given.seconds)
    conditions = Conditions(limit, seed=given.seed)
    for name in given.games:
        _GAMES[name] = ludens.load(name)
        _GAMES[name].engine.wait()
        for option in ("", *(OPTIONS.get(option, option) for option in given.options)):
            make_agent(f"{given.agent}({option})", _GAMES[name], 0, 1)  # what is learnt or compiled is inherited
    jobs: list[Job] = [
        (name, option, number, given.agent, conditions)
        for number, option, name in itertools.product(range(given.pairs), given.options, given.games)
    ]
    begin = time.perf_counter()
    scores: dict[tuple[str, str], list[float]] = defaultdict(list)
    with multiprocessing.get_context("fork").Pool(given.processes) as pool:
        for option, name, score in pool.imap_unordered(play, jobs):
            scores[option, name].append(score)
            if len(scores[option, name]) == given.pairs:
                print(row(option, name, scores[option, name]), flush=True)
    print(f"{len(jobs)} pairs in {time.perf_counter() - begin:.0f} s, {conditions.limit}")
    for option in given.options:
        means = [statistics.fmean(scores[option, name]) for name in given.games]
        together = estimate([score for name in given.games for score in scores[option, name]]).by_pairs
        low, high = 100 * together.low, 100 * together.high
        print(f"{option:<26} mean of games {100 * statistics.fmean(means):5.1f} % ({low:.0f} to {high:.0f})")


def play(job: Job) -> tuple[str, str, float]:
    """Option, game, and the score from 0 to 1 of the side that has the option, in one pair."""
    name, option, number, agent, conditions = job
    challenger = f"{agent}({OPTIONS.get(option, option)})"
    return option, name, Pairing(_GAMES[name], conditions).play(challenger, agent, number).score


def row(option: str, name: str, scores: list[float]) -> str:
    found = estimate(scores)
    low, high = 100 * found.by_pairs.low, 100 * found.by_pairs.high
    return f"{option:<26} {name:<16} {100 * found.mean:5.1f} % ({low:.0f} to {high:.0f}) in {len(scores)} pairs"


if __name__ == "__main__":
    main()
