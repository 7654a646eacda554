"""TD(λ) and TDLeaf(λ) in RoPaSci 360 and Odd: what the authors of the two reports meant, and what works.

    python benchmarks/temporal_difference.py [TABLE …] [--quick] [--seed N]

| table | is |
|---|---|
| labels | RoPaSci 360: how many positions get a utility in the way of the report |
| fitted | RoPaSci 360: weights fitted to labels of several kinds |
| ropasci, odd | weights by temporal differences, with one thing changed at a time |
| stages | Odd: how much of the result is known while the board fills |
| deeper | Odd: the same two moves ahead |
| weights | those of ``evaluation=ropasci_td`` and ``evaluation=odd_td`` |

A table of weights has a line for each way to learn, with the share of the variance of fresh games' results that the
evaluation explains and its scores in % against several opponents, both looking equally far ahead: the 95 % interval,
then games won, drawn and lost.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable

from ludens.arena.statistics import wilson_interval
from ludens.learning.temporal_difference.games import Match
from ludens.learning.temporal_difference.judging import Judged
from ludens.learning.temporal_difference.learning import learn
from ludens.studies.documents import odd_learning, ropasci_learning
from ludens.studies.study import Figure, Mode

TABLES: dict[str, Callable[[Mode, int], None]] = {
    "labels": lambda mode, seed: tell(ropasci_learning.measure_labels(mode, seed)),
    "fitted": lambda mode, seed: show(ropasci_learning.judged_labels(mode, seed)),
    "ropasci": lambda mode, seed: show(ropasci_learning.judged_changes(mode, seed)),
    "stages": lambda mode, seed: tell(odd_learning.measure_stages(mode, seed)),
    "odd": lambda mode, seed: show(odd_learning.judged_changes(mode, seed)),
    "deeper": lambda mode, seed: show(odd_learning.judged_deeper(mode, seed)),
    "weights": lambda mode, seed: write_weights(seed),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", default=list(TABLES), metavar="TABLE", help=", ".join(TABLES))
    parser.add_argument("--quick", action="store_true", help="small sizes")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    for table in given.tables:
        begin = time.process_time()
        TABLES[table](Mode.QUICK if given.quick else Mode.FULL, given.seed)
        print(f"{table}: {time.process_time() - begin:.0f} s of a processor\n", flush=True)


def tell(figures: Iterable[Figure]) -> None:
    for figure in figures:
        print(f"{figure.what}: {figure.value:.3g} {figure.unit} {figure.note}")


def write_weights(seed: int) -> None:
    found = ropasci_learning.logistic_weights(seed), learn(odd_learning.setting(), odd_learning.BASE, seed).weights
    for weights in found:
        print(f"TD_WEIGHTS = ({', '.join(f'{weight:.4f}' for weight in weights)})")


def show(judged: Iterable[tuple[str, Judged]]) -> None:
    """Each line as soon as it is known."""
    opponents: list[str] = []
    for name, found in judged:
        if not opponents:
            opponents = list(found.matches)
            print(f"| way | tells | {' | '.join(f'against {each}' for each in opponents)} |")
            print("|---" * (2 + len(opponents)) + "|")
        cells = [shown(found.matches[each]) if each in found.matches else "" for each in opponents]
        print(f"| {name} | {100 * found.told:.0f} % | {' | '.join(cells)} |", flush=True)


def shown(match: Match) -> str:
    interval = wilson_interval(match.score, match.games)
    scores = f"{100 * match.score:.0f} ({100 * interval.low:.0f} to {100 * interval.high:.0f})"
    return f"{scores}: {match.won}–{match.drawn}–{match.lost}"


if __name__ == "__main__":
    main()
