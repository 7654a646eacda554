"""The speed of the native games' engines: random playouts, steps, and the other batch operations.

    python benchmarks/native.py [--seconds 2] [--threads 1]

``playouts``: whole random games from the start. ``steps``: joint moves made in them. ``legal``, ``step``, ``outcome``:
positions of random games, in batches of 1,024, one call after another.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from ludens.engine.bench import measure_native
from ludens.games.loading import load

GAMES = ("odd", "ropasci")
TARGETS = {"odd": {"playouts": 1_000_000}, "ropasci": {"playouts": 25_000, "steps": 3_000_000}}
ROWS = 1_024


def rate(work: Callable[[], object], seconds: float) -> float:
    """Calls a second."""
    work()
    calls, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        work()
        calls += 1
    return calls / (time.perf_counter() - begin)


def measured(name: str, seconds: float, threads: int) -> dict[str, float]:
    """Each speed in its unit a second."""
    game = load(name)
    engine, rng = game.engine, np.random.default_rng(1)
    speed = measure_native(game, threads, seconds, 0)
    rows = engine.initial(2 * ROWS)
    for _ in range(20):
        rows = rows[~engine.outcome(rows)[0]]
        legal = engine.legal(rows)
        rows = engine.step(rows, np.stack([_pick(table, rng) for table in legal], axis=1))
    rows = rows[~engine.outcome(rows)[0]][:ROWS]
    moves = np.stack([_pick(table, rng) for table in engine.legal(rows)], axis=1)
    return {
        "playouts": speed.games_per_second,
        "steps": speed.states_per_second,
        "legal": ROWS * rate(lambda: engine.legal(rows), seconds / 4),
        "step": ROWS * rate(lambda: engine.step(rows, moves), seconds / 4),
        "outcome": ROWS * rate(lambda: engine.outcome(rows), seconds / 4),
    }


def _pick(legal: np.typing.NDArray[np.bool_], rng: np.random.Generator) -> np.typing.NDArray[np.intp]:
    return np.asarray(np.where(legal, rng.random(legal.shape), -1.0).argmax(axis=1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="for each speed of playouts")
    parser.add_argument("--threads", type=int, default=1, help="for the playouts")
    arguments = parser.parse_args()
    for name in GAMES:
        for what, speed in measured(name, arguments.seconds, arguments.threads).items():
            target = TARGETS[name].get(what)
            wanted = f"   wanted: {target:>9,}, {speed / target:.1f} times that" if target else ""
            print(f"{name:8} {what:9} {speed:>13,.0f} /s{wanted}", flush=True)


if __name__ == "__main__":
    main()
