"""Learns the evaluations that come with the package, anew, on all cores.

    python scripts/learnt.py [GAME …] [--jobs N]

Without games, all that ship: built-in games for two in turns whose rules compile, and variants of them. The file is
``src/ludens/search/evaluations/learnt/data/learnt.jsonl``; a game that is named replaces its line. The same seed gives
the same weights on the same kind of processor: one thread adds up numbers in one order.
"""

from __future__ import annotations

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before NumPy is imported, here and in the processes that follow

import argparse
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.games import GAMES
from ludens.games.loading import load
from ludens.players.plans.candidates import FREELY, IN_TURNS, family_of
from ludens.search.evaluations.learnt.game_features import features_of
from ludens.search.evaluations.learnt.judging import of_engine
from ludens.search.evaluations.learnt.learning import Course
from ludens.search.evaluations.learnt.model import Learnt, features_digest
from ludens.search.evaluations.learnt.shipped import PATH, Shipped, shipped, to_text
from ludens.search.evaluations.learnt.skill import measured_skill
from ludens.search.facts import facts_of
from ludens.search.rules_digest import rules_digest

VARIANTS = (
    "breakthrough(size=5)", "breakthrough(size=6)", "breakthrough(size=7)", "checkers_small(size=8)",
    "connect_four(columns=5, rows=4)", "connect_four(columns=5, rows=5)", "connect_four(columns=6, rows=5)",
    "connect_four(columns=8)", "connect_four(columns=8, rows=7)", "connect_four(columns=8, rows=8)",
    "connect_four(columns=9, rows=7)", "connect_four(suicide=true)", "hex(size=4)", "hex(size=5)", "hex(size=6)",
    "hex(size=7)", "hex(size=8)", "hex(size=11)", "hex(swap=true)", "hex(size=11, swap=true)",
    "nim(heaps=9-12-15-7, misere=true)", "reversi(size=4)", "reversi(size=6)", "sheep(size=7)",
)  # fmt: skip
"""Games with parameters that benchmarks and examples use."""


def learn(name: str) -> tuple[str, Shipped | None, float]:
    """What is learnt of a game, and seconds; nothing where it is not for two in turns, or has no circuit."""
    begin, game = time.perf_counter(), load(name)
    if len(game.info.players) != 2 or game.info.hidden or game.info.chance_role is not None:
        return name, None, 0.0
    if game.engine.circuit is None or family_of(game) not in (IN_TURNS, FREELY):
        return name, None, 0.0
    game.engine.wait()
    course = Course(game)
    while not course.is_complete:
        course.generation()
    learnt, features = course.evaluation, features_digest(features_of(game))
    entry = Shipped(rules_digest(game), features, game.info.name, learnt.model.to_text(), skill(game, learnt))
    return name, entry, time.perf_counter() - begin


def skill(game: LoadedGame[Any], learnt: Learnt) -> tuple[float, ...]:
    """How good an evaluation is, where that can be told."""
    if not facts_of(game).seems_opposed:
        return ()
    return tuple(round(figure, 4) for figure in astuple(measured_skill(game, of_engine(game, learnt))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    given = parser.parse_args()
    names = given.games or [*GAMES, *VARIANTS]
    found = dict(shipped()) if given.games else {}
    PATH.parent.mkdir(exist_ok=True)
    with ProcessPoolExecutor(given.jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        for name, entry, seconds in pool.map(learn, names):
            if entry is None:
                print(f"{name}: not for two in turns, or without a circuit", flush=True)
                continue
            print(f"{name}: {len(entry.model)} bytes in {seconds:.0f} s", flush=True)
            found[entry.rules] = entry
            PATH.write_text(to_text(found.values()), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
