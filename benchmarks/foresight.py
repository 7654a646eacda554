"""Random games with foresight beside plain ones: games per second, lengths, gates.

python benchmarks/foresight.py [GAME …]
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

import ludens
from ludens.engine.contract import LoadedGame
from ludens.engine.engine import Engine
from ludens.engine.playouts import Playouts
from ludens.search.playouts.foresight import engine_with_foresight
from ludens.search.random_games import longest

GAMES = ("tic_tac_toe", "connect_four", "pentago", "breakthrough", "reversi")
POSITIONS, EACH = 64, 512


def main() -> None:
    print("game           playouts          games/s   mean length    gates")
    for name in sys.argv[1:] or GAMES:
        game = ludens.load(name)
        engine = game.engine
        assert isinstance(engine, Engine)
        kinds: list[tuple[str, Engine | None]] = [
            ("random", engine),
            ("decisive", engine_with_foresight(game, blocks=False)),
            ("foresight", engine_with_foresight(game, blocks=True)),
        ]
        for kind, which in kinds:
            if which is None:
                print(f"{name:<14} {kind:<12} too many gates")
                continue
            which.wait()
            show(game, name, kind, which)


def show(game: LoadedGame[Any], name: str, kind: str, engine: Engine) -> None:
    found, seconds = timed(game, engine)
    games, length = found.finished.sum() / seconds, found.steps.sum() / max(1, found.finished.sum())
    print(f"{name:<14} {kind:<12} {games:>12,.0f}  {length:>12.1f}  {engine.circuit.gates:>7,}")


def timed(game: LoadedGame[Any], engine: Engine) -> tuple[Playouts, float]:
    """Playouts from the first position, and the processor time that the fastest of three tries took."""
    limit, rows = longest(game.info), engine.initial(POSITIONS)
    seconds = np.inf
    for seed in range(3):
        begin = time.process_time()
        found = engine.playouts(rows, EACH, seed, max_steps=limit)
        seconds = min(seconds, time.process_time() - begin)
    return found, float(seconds)


if __name__ == "__main__":
    main()
