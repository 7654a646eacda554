"""Matrix games a second, simulations a second of each way to search simultaneous moves, and what pruning leaves out.

    python benchmarks/simultaneous.py [--repeat 3]

Processor time of one thread, the best of some repetitions. Matrices are random, entries between 0 and 1; ``gap`` is
what best responses gain at most. Trees are searched from the first position, with one playout a leaf.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable

import numpy as np

from ludens.game import Limit
from ludens.games.loading import load
from ludens.search.evaluations.static import TerminalOnly
from ludens.search.matrix.game import by_linear_programming, solve
from ludens.search.matrix.simultaneous import SimultaneousMinimax
from ludens.search.tree.evaluate import RandomPlayouts
from ludens.search.tree.policies.selection import Selection
from ludens.search.tree.policy import EXP3, REGRET_MATCHING, UCB1, UCB1_TUNED, Policy
from ludens.search.tree.search import SearchSettings, TreeSearch

SHAPES = {(3, 3): 2000, (20, 20): 1000, (50, 50): 100, (200, 200): 5, (20, 2000): 10}
POLICIES = {"duct": UCB1, "duct, tuned": UCB1_TUNED, "exp3": EXP3, "regret_matching": REGRET_MATCHING}
TREES = ("rock_paper_scissors", "goofspiel", "oshi_zumo", "tron", "blocker")
DEPTHS = {"goofspiel(cards=4)": 4, "bidding_tic_tac_toe(coins=2)": 7, "tron(size=5)": 6, "tic_tac_toe": 6}


def seconds(work: Callable[[], object], repeat: int) -> float:
    """The least processor time that the work took."""
    taken = []
    for _ in range(repeat):
        begin = time.process_time()
        work()
        taken.append(time.process_time() - begin)
    return min(taken)


def matrices(repeat: int) -> None:
    rng = np.random.default_rng(1)
    for shape, count in SHAPES.items():
        drawn = [rng.random(shape) for _ in range(count)]
        worst = max(solve(matrix).gap for matrix in drawn)
        own = seconds(lambda drawn=drawn: [solve(matrix) for matrix in drawn], repeat) / count  # type: ignore[misc]
        few = drawn[:20]
        other = seconds(lambda few=few: [by_linear_programming(m) for m in few], 1) / len(few)  # type: ignore[misc]
        size, speeds = f"{shape[0]:4} × {shape[1]:<4}", f"{1 / own:12,.0f}/s {1e3 * own:9.3f} ms"
        print(f"{size} {speeds}  HiGHS {1e3 * other:9.2f} ms  gap {worst:.1e}", flush=True)


def trees(repeat: int) -> None:
    for name in TREES:
        game = load(name)
        for label, kind in POLICIES.items():

            def work(kind: Selection = kind) -> None:
                settings = SearchSettings(Policy(kind), playouts=1, shared=True, evaluation=RandomPlayouts(1_000))
                search = TreeSearch(game.engine, settings, 1)  # noqa: B023
                search.start(game.engine.initial())  # noqa: B023
                search.think(Limit(playouts=200_000))

            print(f"{name:20} {label:16} {200_000 / seconds(work, repeat):12,.0f} simulations/s", flush=True)


def pruning() -> None:
    for name, depth in DEPTHS.items():
        game = load(name)
        list(SimultaneousMinimax(game.engine, 0, TerminalOnly()).deepen(game.engine.initial(), math.inf, math.inf, 3))
        for pruned in (True, False):
            search = SimultaneousMinimax(game.engine, 0, TerminalOnly(), pruning=pruned)
            begin = time.process_time()
            *_, last = search.deepen(game.engine.initial(), math.inf, math.inf, depth)
            taken, how = time.process_time() - begin, "pruned" if pruned else "full"
            print(f"{name:30} depth {last.depth} {how:7} {search.positions:10,} positions {taken:6.2f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=3)
    repeat = parser.parse_args().repeat
    matrices(repeat)
    trees(repeat)
    pruning()


if __name__ == "__main__":
    main()
