"""Writes what the networks of the package scored into their files, where the champion reads it.

    python benchmarks/champion.py GAME … --agent apprentice --against uct --clocks 0.3 --store FILE
    python scripts/network_matches.py FILE

The file has one pair of games a line. Matches of a network that has been replaced must not be in it.
"""

from __future__ import annotations

import collections
import sys
from pathlib import Path

from ludens.arena.measured_pairs import read_pairs
from ludens.games.loading import load
from ludens.players.plans.candidates import BY_NETWORK, REFERENCE
from ludens.search.networks.store import SHIPPED, SUFFIX
from ludens.search.networks.trained import read_trained, with_match, write_trained
from ludens.search.rules_digest import rules_digest


def main() -> None:
    scores = collections.defaultdict[tuple[str, float], list[float]](list)
    for pair in read_pairs(Path(sys.argv[1])):
        if (pair.job.challenger, pair.job.opponent) == (BY_NETWORK, REFERENCE) and not pair.refused:
            scores[pair.job.game, pair.job.clock].append(pair.score)
    for (game, clock), own in scores.items():
        path = SHIPPED / f"{rules_digest(load(game))}{SUFFIX}"
        if path.exists():
            trained = with_match(read_trained(path), REFERENCE, clock, own)
            write_trained(path, trained)
            print(f"{game}: {trained.matches[-1]}")
        else:
            print(f"{game}: no network")


if __name__ == "__main__":
    main()
