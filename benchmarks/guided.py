"""What guided playouts cost: processor time a game beside random ones, guide by guide and game by game.

    python benchmarks/guided.py [GAME …] [--playout NAME …]

Guides that learn have learnt from a few thousand games before. Both sides alternate, and the fastest of several tries
counts. Beside the ratio for a whole game stands how long games are, in parts of random ones: they may be shorter.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from typing import Any

import ludens
from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.playouts import Playouts
from ludens.engine.preference import Preference
from ludens.game import UnsuitableGameError
from ludens.search.playouts.by_name import PLAYOUTS, playouts_by_name
from ludens.search.playouts.foresight import EnginePlayouts
from ludens.search.playouts.on_lanes import FIRST, LanePlayouts
from ludens.search.random_games import cut_after

GAMES = (
    "breakthrough",
    "cephalopod",
    "checkers_small",
    "connect_four",
    "hex",
    "pentago_swap",
    "reversi",
    "tic_tac_toe",
)
POSITIONS, EACH, TRIES = 64, 64, 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--playout", nargs="+", default=PLAYOUTS[1:], help="names; by default all but random")
    given = parser.parse_args()
    print("game             playouts                cost  length  watching")
    ratios = []
    for name in given.games:
        game = ludens.load(name)
        game.engine.wait()
        for playout in given.playout:
            try:
                cost, length, watching = measured(game, playout)
            except UnsuitableGameError as error:
                print(f"{name:<16} {playout:<20} {error}", flush=True)
                continue
            ratios.append(cost)
            print(f"{name:<16} {playout:<20} {cost:6.2f}  {length:6.2f}  {1e3 * watching:5.1f} ms", flush=True)
    print(f"median {statistics.median(ratios):.2f}, highest {max(ratios):.2f}")


def measured(game: LoadedGame[Any], playout: str) -> tuple[float, float, float]:
    """The cost of a game beside a random one, its length likewise, and the seconds that one look at games takes."""
    evaluation = playouts_by_name(game, playout)
    preference, watching = None, 0.0
    if isinstance(evaluation, LanePlayouts):
        engine = evaluation._engine
        engine.wait()
        for seed in range(FIRST):
            begin = time.process_time()
            evaluation._watch(engine.initial(POSITIONS), seed)
            watching = time.process_time() - begin
        preference = evaluation.preference
    else:
        assert isinstance(evaluation, EnginePlayouts)
        engine = evaluation.engine
        engine.wait()
    fastest, slowest = math.inf, math.inf
    for seed in range(TRIES):
        guided, seconds = timed(game, engine, seed, preference)
        slowest = min(slowest, seconds)
        random, seconds = timed(game, game.engine, seed, None)
        fastest = min(fastest, seconds)
    return slowest / fastest, float(guided.steps.sum() / random.steps.sum()), watching


def timed(
    game: LoadedGame[Any], engine: BatchEngine, seed: int, preference: Preference | None
) -> tuple[Playouts, float]:
    """Playouts from the first position, and their processor time."""
    assert engine.preferring is not None
    begin = time.process_time()
    found = engine.preferring(
        engine.initial(POSITIONS), EACH, seed, max_steps=cut_after(game.info), preference=preference
    )
    return found, time.process_time() - begin


if __name__ == "__main__":
    main()
