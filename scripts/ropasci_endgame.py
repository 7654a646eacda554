"""Solves the endgame of RoPaSci 360 with three tokens (``games/ropasci/endgame.py``) and writes its table.

    python scripts/ropasci_endgame.py [--turns 1 2 4 8 16 32 64 128 256] [--output FILE]

It takes two minutes, a turn after another; what each number of turns brings is printed.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from ludens.games.hexagon.cells import CELLS
from ludens.games.ropasci.endgame import PATH, SCALE, classes, one_turn_more


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, nargs="+", default=[1, 2, 4, 8, 16, 32, 64, 128, 256])
    parser.add_argument("--output", type=Path, default=PATH)
    given = parser.parse_args()
    chances, kept, cells = np.zeros((CELLS,) * 3), [], classes()[0]
    for turn in range(1, max(given.turns) + 1):
        begin = time.process_time()
        chances = one_turn_more(chances)
        if turn in given.turns:
            values = chances[tuple(cells.T)]
            kept.append(np.floor(values * SCALE).astype(np.uint16))
            seconds = time.process_time() - begin
            print(f"{turn:4} turns: a capture in {100 * values.mean():.2f} %, {seconds:.1f} s a turn", flush=True)
    given.output.parent.mkdir(exist_ok=True)
    np.savez_compressed(given.output, turns=np.array(sorted(given.turns)), chances=np.array(kept))


if __name__ == "__main__":
    main()
