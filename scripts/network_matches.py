"""Writes what the networks of the package scored into their files, where the champion reads it.

    python benchmarks/champion.py GAME … --agent apprentice --against uct --clocks 0.3 --store FILE
    python benchmarks/champion.py GAME … --agent 'apprentice(share=0.5)' --against apprentice --clocks 0.3 --store FILE
    python scripts/network_matches.py FILE

The file has one pair of games a line, of networks with any options against UCT, or against the same with none. Matches
of a network that has been replaced must not be in it.
"""

from __future__ import annotations

import collections
import sys
from pathlib import Path

from ludens.arena.measuring.measured_pairs import read_pairs
from ludens.games.loading import load
from ludens.players.plans.by_network import is_by_network
from ludens.players.plans.candidates import REFERENCE
from ludens.search.networks.store import SHIPPED, SUFFIX
from ludens.search.networks.trained import BY_NETWORK, read_trained, with_match, write_trained
from ludens.search.rules_digest import rules_digest


def main() -> None:
    scores = collections.defaultdict[tuple[str, str, str, float], list[float]](list)
    for pair in read_pairs(Path(sys.argv[1])):
        job = pair.job
        if is_by_network(job.challenger) and job.opponent in {REFERENCE, BY_NETWORK} and not pair.refused:
            scores[job.game, job.challenger, job.opponent, job.clock].append(pair.score)
    for (game, plan, opponent, clock), own in scores.items():
        path = SHIPPED / f"{rules_digest(load(game))}{SUFFIX}"
        if path.exists():
            trained = with_match(read_trained(path), opponent, clock, own, plan)
            write_trained(path, trained)
            print(f"{game}: {trained.matches[-1]}")
        else:
            print(f"{game}: no network")


if __name__ == "__main__":
    main()
