"""Times from loading a game to its first playout, and the speed of its playouts.

    python benchmarks/engine.py [--seconds 1] [GAME …]

``first``: load, circuit and 512 playouts from a table, with an empty cache. ``llvm``: until machine code is in use.
``again``: load and 512 playouts once more, with the cache filled.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time

from ludens.engine.backend import Backend
from ludens.engine.bench import measure
from ludens.game import BudgetError
from ludens.games.loading import load_rulesheet

GAMES = ["tic_tac_toe", "connect_four(columns=8)", "breakthrough", "pentago", "reversi", "hex", "pentago_swap"]


def times(name: str) -> tuple[float, float, float]:
    """Seconds to the first playouts, to machine code, and to the first playouts when all is in the cache."""
    begin = time.perf_counter()
    game = load_rulesheet(name)
    engine = game.engine
    if not engine.batch:
        _ = game.compiled  # raises with the reason
    engine.playouts(engine.initial(), 512, 1, max_steps=1_000)
    first = time.perf_counter() - begin
    engine.wait()
    llvm = time.perf_counter() - begin
    begin = time.perf_counter()
    again = load_rulesheet(name).engine
    again.playouts(again.initial(), 512, 1, max_steps=1_000)
    return first, llvm, time.perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each speed")
    arguments = parser.parse_args()
    headings = ["gates", "first s", "llvm s", "again s", "table /s", "llvm /s", "games/s", "length"]
    print(f"{'game':30}", *(f"{heading:>9}" for heading in headings))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LUDENS_CACHE"] = folder
        for name in arguments.games:
            try:
                first, llvm, again = times(name)
                game = load_rulesheet(name)
                limit = 0 if game.info.max_steps else 1_000
                table, fast = (measure(game, backend, 1, arguments.seconds, limit) for backend in Backend)
            except BudgetError as error:
                print(f"{name[-30:]:30} not compiled: {error}", flush=True)
                continue
            seconds = [f"{value:9.2f}" for value in (first, llvm, again)]
            speeds = (table.states_per_second, fast.states_per_second, fast.games_per_second)
            row = [f"{fast.gates:9,}", *seconds, *(f"{speed:9.3g}" for speed in speeds), f"{fast.mean_length:9.2f}"]
            print(f"{name[-30:]:30}", *row, flush=True)


if __name__ == "__main__":
    main()
