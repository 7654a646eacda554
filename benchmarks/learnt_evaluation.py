"""The learnt evaluation: how well it tells the winner, what it costs, and how well agents play with it.

    python benchmarks/learnt_evaluation.py [GAME …] [--pairs 20] [--seconds 0.3] [--playouts N] [--only NAME,…]
        [--processes N] [--seed N]

First the evaluation is learnt, or taken from the cache. Then, on games between evaluations that nothing was fitted to:
the logarithmic loss and the ranking of won above lost positions, beside those of ``features``, which is fitted to
random games; the share of points against it where both look at a move and its replies; and nanoseconds a position, in
planes and from rows, beside a step of random playouts. At last agents with it play against agents without, in pairs of
games from the same random opening with sides changed, on all cores; mean scores with their 95 % intervals by pairs.
With ``--playouts`` agents have so many simulations for a move instead of a time. With ``--pairs 0`` nobody plays.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from ludens.arena.pairs import Conditions, Pairing
from ludens.arena.statistics import estimate
from ludens.game import Limit
from ludens.games.loading import load
from ludens.search.evaluations.features import fit_features
from ludens.search.evaluations.learnt.games import play_games
from ludens.search.evaluations.learnt.judging import duel, judge, of_engine
from ludens.search.evaluations.learnt.knowledge import learnt_evaluation
from ludens.search.evaluations.learnt.model import Learnt
from ludens.search.evaluations.learnt.schedule import Manner
from ludens.search.random_games import cut_after

GAMES = ("breakthrough", "reversi", "checkers_small", "connect_four", "hex", "cephalopod", "pentago_swap")
LEARNING_SECONDS = 600.0
HELD_OUT = 10_000
"""The seed of the games that judge."""

MATCHES = {
    "k=0": ("uct(evaluation=learnt)", "uct"),
    "k=4": ("uct(evaluation=learnt,cut=4)", "uct"),
    "k=8": ("uct(evaluation=learnt,cut=8)", "uct"),
    "dynamic": ("uct(evaluation=learnt,cut=60,decided=0.8)", "uct"),
    "alphabeta": ("mtdf(evaluation=learnt)", "uct"),
    "old": ("mtdf(evaluation=learnt)", "mtdf(evaluation=features)"),
}
"""Who plays whom, by name."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.3, help="for a move")
    parser.add_argument("--playouts", type=int, default=0, help="for a move, instead of a time")
    parser.add_argument("--only", default=",".join(MATCHES), help="matches, with commas between them")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1, help="of openings and players")
    given = parser.parse_args()
    limit = Limit(playouts=given.playouts) if given.playouts else Limit(given.seconds)
    for name in given.games:
        show_learning(name)
        if given.pairs:
            show_matches(name, given.only.split(","), limit, given)


def show_learning(name: str) -> None:
    """Prints what the evaluation of a game is worth, and what it costs."""
    game = load(name)
    game.engine.wait()
    begin = time.process_time()
    learnt = learnt_evaluation(game, seconds=LEARNING_SECONDS)
    taken = time.process_time() - begin
    print(
        f"{name:15} learnt or fetched in {taken:.1f} s; {learnt.model.weights.astype(bool).sum()} weights", flush=True
    )
    features = fit_features(game).features
    value, old = of_engine(game, learnt), of_engine(game, features)
    # Half of the games that judge are played by either evaluation, so that neither knows all of their positions better.
    for player, players in (("learnt", [value] * 2), ("features", [old] * 2)):
        played = play_games(game, players, Manner(games=256), HELD_OUT)
        one, other = judge(value, played), judge(old, played)
        print(
            f"{name:15} games by {player:8} loss {one.loss:.4f} (features {other.loss:.4f}),"
            f" ranking {one.ranking:.4f} (features {other.ranking:.4f})"
        )
    share = duel(game, value, old, Manner(games=128, noise=0.0, blunders=0.0), HELD_OUT)
    print(f"{name:15} against features, a move and its replies: {100 * share:.1f} % of 256 games")
    show_costs(name, learnt)


def show_costs(name: str, learnt: Learnt) -> None:
    """Prints what a position costs, beside a step of playouts, the two taking turns."""
    game = load(name)
    game.engine.wait()
    limit = cut_after(game.info)
    rows = np.repeat(game.engine.initial(), 16_384, axis=0)
    taken: dict[str, list[float]] = {"rows": [], "planes": [], "step": []}
    for number in range(5):
        begin = time.thread_time()
        learnt.sums(rows)
        taken["rows"].append((time.thread_time() - begin) / len(rows))
        begin = time.thread_time()
        learnt.sums.add_up_again(200)
        taken["planes"].append((time.thread_time() - begin) / 200 / 512)
        begin = time.thread_time()
        found = game.engine.playouts(rows[:512], 64, number, max_steps=limit)
        taken["step"].append((time.thread_time() - begin) / int(found.steps.sum()))
    best = {what: 1e9 * min(times) for what, times in taken.items()}
    print(
        f"{name:15} {learnt.sums.operations} operations; {best['planes']:.1f} ns a position in planes,"
        f" {best['rows']:.1f} from rows; a step of a playout {best['step']:.1f} ns",
        flush=True,
    )


def show_matches(name: str, wanted: list[str], limit: Limit, given: argparse.Namespace) -> None:
    """Prints the scores of agents with the evaluation."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(given.processes, mp_context=context) as pool:
        for match in wanted:
            one, other = MATCHES[match]
            jobs = [(name, one, other, limit, given.seed, number) for number in range(given.pairs)]
            found = estimate(list(pool.map(play_pair, jobs)))
            low, high = 100 * found.by_pairs.low, 100 * found.by_pairs.high
            print(
                f"{name:15} {match:10} {one} against {other}: {100 * found.mean:5.1f} % ({low:.0f} to {high:.0f}),"
                f" {given.pairs} pairs",
                flush=True,
            )


def play_pair(job: tuple[str, str, str, Limit, int, int]) -> float:
    """The score of one pair, in a process of its own."""
    name, one, other, limit, seed, number = job
    return pairing(name, limit, seed).play(one, other, number).score


@cache
def pairing(name: str, limit: Limit, seed: int) -> Pairing[Any]:
    game = load(name)
    game.engine.wait()
    learnt_evaluation(game, seconds=LEARNING_SECONDS)
    return Pairing(game, Conditions(limit, opening=4, seed=seed))


if __name__ == "__main__":
    main()
