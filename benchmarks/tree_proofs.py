"""How many simulations a tree needs to prove the value of a small game, by the weight of proof numbers.

    python benchmarks/tree_proofs.py [GAME …] [--weights W …] [--simulations N] [--seeds N]

One playout a leaf, sixteen lanes, equal positions shared. What is not proven within the limit counts as the limit.
"""

from __future__ import annotations

import argparse
import statistics
import time

import ludens
from ludens import Limit
from ludens.search.facts import facts_of
from ludens.search.tree.arrays import ROOT
from ludens.search.tree.policy import Policy
from ludens.search.tree.search import SearchSettings, TreeSearch

GAMES = ("tic_tac_toe", "connect_four(columns=4, rows=4)", "nim")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--weights", nargs="*", type=float, default=[0.0, 0.2, 0.5, 1.0])
    parser.add_argument("--simulations", type=int, default=600_000, help="the limit")
    parser.add_argument("--seeds", type=int, default=3)
    given = parser.parse_args()
    for name in given.games:
        game = ludens.load(name)
        settled = facts_of(game).certain.settled
        for weight in given.weights:
            settings = SearchSettings(Policy(proofs=weight), lanes=16, playouts=1, shared=True)
            taken, proven, begin = [], set(), time.process_time()
            for seed in range(given.seeds):
                search = TreeSearch(game.engine, settings, seed, settled=settled)
                search.start(game.engine.initial())
                search.think(Limit(playouts=given.simulations))
                taken.append(search.simulations)
                proven.add(tuple(search.tree.exact[ROOT].tolist()) if search.root_is_proven else "open")
            seconds = (time.process_time() - begin) / given.seeds
            found = ", ".join(map(str, sorted(proven, key=str)))
            print(
                f"{name:<34} weight {weight:<4} {statistics.fmean(taken):>9,.0f} simulations {seconds:6.2f} s  {found}"
            )


if __name__ == "__main__":
    main()
