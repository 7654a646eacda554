"""How fast rulesheets are played beside a first one: machine code, in one process, taking turns.

    python benchmarks/beside.py reversi FOLDER/reversi.kif FOLDER/othelloHoles.kif [--rounds 4]

Each is a built-in game or the path of a rulesheet. Times are those of the processor; the best round counts, and the
last column says how many times slower than the first one a sheet is.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.games.loading import load_rulesheet

GAMES_A_LANE = 16
MOST_STEPS = 500


def states_a_second(engine: Engine) -> float:
    batch = GAMES_A_LANE * engine.lanes
    begin = time.process_time()
    found = engine.playouts(engine.initial(), batch, batch, max_steps=MOST_STEPS)
    return float(found.steps[0]) / (time.process_time() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("games", nargs="+")
    parser.add_argument("--rounds", type=int, default=4)
    arguments = parser.parse_args()
    engines: list[tuple[str, Engine, float]] = []
    for name in arguments.games:
        circuit = load_rulesheet(Path(name) if name.endswith(".kif") else name).compiled.circuit
        begin = time.process_time()
        engines.append((name, Engine(circuit, Backend.LLVM), time.process_time() - begin))
    best = [0.0] * len(engines)
    for _ in range(arguments.rounds):
        best = [max(speed, states_a_second(engine)) for speed, (_, engine, _) in zip(best, engines, strict=True)]
    for speed, (name, engine, seconds) in zip(best, engines, strict=True):
        gates = f"{engine.circuit.gates:,}"
        print(f"{name:60} {gates:>9} gates {seconds:6.2f} s {speed:9.2e} states/s {best[0] / speed:6.2f} ×")


if __name__ == "__main__":
    main()
