"""Guided playouts against random ones in the same tree, at the same time or with the same number of playouts a move.

    python benchmarks/playout_strength.py [GAME …] [--playout NAME …] [--pairs N] [--seconds S | --playouts N]
        [--agent NAME] [--workers N] [--seed N]

Each line: an agent with such playouts, by default ``uct``, against the same agent with random ones: its score with a
95 % interval. Pairs of games are played on all cores. With seconds the cost of a guide counts, with playouts it does
not.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import multiprocessing
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

import ludens
from ludens import Limit
from ludens.arena.executors import all_cores
from ludens.arena.pairs import Conditions, Pairing
from ludens.arena.statistics import estimate
from ludens.game import UnsuitableGameError
from ludens.players import make_agent
from ludens.search.playouts.by_name import PLAYOUTS

GAMES = (
    "breakthrough",
    "cephalopod",
    "checkers_small",
    "connect_four",
    "hex",
    "pentago_swap",
    "reversi",
    "tron",
)

Job = tuple[str, str, int]
"""A game, the name of playouts, and the number of a pair."""


def play(job: Job, agent: str, conditions: Conditions) -> tuple[str, str, float]:
    """The score of a pair, in a process that keeps what it has loaded."""
    name, playout, number = job
    score = pairing(name, conditions).play(with_playout(agent, playout), agent, number).score
    return name, playout, score


@functools.cache
def pairing(name: str, conditions: Conditions) -> Pairing[Any]:
    game = ludens.load(name)
    game.engine.wait()
    return Pairing(game, conditions)


def with_playout(agent: str, playout: str) -> str:
    """The agent with such playouts, besides the options it has."""
    name, _, options = agent.partition("(")
    return f"{name}({', '.join(filter(None, [options.rstrip(')'), f'playout={playout}']))})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--playout", nargs="+", default=PLAYOUTS[1:], help="names; by default all but random")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.3, help="of a move")
    parser.add_argument("--playouts", type=int, help="of a move, instead of seconds")
    parser.add_argument("--agent", default="uct")
    parser.add_argument("--workers", type=int, default=all_cores())
    parser.add_argument("--seed", type=int, default=1, help="of openings and players")
    given = parser.parse_args()
    limit = Limit(playouts=given.playouts) if given.playouts else Limit(given.seconds)
    conditions = Conditions(limit, seed=given.seed)
    matches = [pair for pair in itertools.product(given.games, given.playout) if possible(*pair, given.agent)]
    jobs = [(game, playout, number) for game, playout in matches for number in range(given.pairs)]
    scores: dict[tuple[str, str], list[float]] = defaultdict(list)
    with ProcessPoolExecutor(given.workers, multiprocessing.get_context("spawn")) as pool:
        for done in as_completed(pool.submit(play, job, given.agent, conditions) for job in jobs):
            game, playout, score = done.result()
            scores[game, playout].append(score)
            if len(scores[game, playout]) == given.pairs:
                show(game, playout, scores[game, playout])


def possible(game: str, playout: str, agent: str) -> bool:
    """Whether the game allows such playouts; also has what they need compiled and kept for all processes."""
    try:
        make_agent(with_playout(agent, playout), ludens.load(game), 0, 1)
    except UnsuitableGameError as error:
        print(f"{game:<16} {playout:<22} {error}", flush=True)
        return False
    return True


def show(game: str, playout: str, scores: list[float]) -> None:
    found = estimate(scores)
    low, high = 100 * found.by_pairs.low, 100 * found.by_pairs.high
    print(
        f"{game:<16} {playout:<22} {100 * found.mean:5.1f} % ({low:.0f} to {high:.0f}) in {len(scores)} pairs",
        flush=True,
    )


if __name__ == "__main__":
    main()
