"""Steps a second of thousands of games at once, ``GameVectorEnv``, with random actions.

    python benchmarks/vector_env.py [--device cpu] [--seconds 1] [GAME …]

Processor time of ``step`` alone, on one core: the learner's own work, here the choice of actions, does not count.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from ludens.adapters.vector_env import GameVectorEnv

GAMES = ["tic_tac_toe", "connect_four", "reversi", "breakthrough", "hex"]
SIZES = (64, 1024, 16_384)


def speed(name: str, size: int, device: str, seconds: float) -> float:
    """Steps of single games a second."""
    env, random = GameVectorEnv(name, size, device=device), np.random.default_rng(1)
    env.engine.wait()
    _, infos = env.reset(seed=1)
    clock = time.thread_time if device == "cpu" else time.perf_counter
    spent, steps = 0.0, 0
    while spent < seconds:
        mask = infos["action_mask"]
        actions = (random.random(mask.shape) * mask).argmax(axis=1)
        begin = clock()
        _, _, _, _, infos = env.step(actions)
        spent, steps = spent + clock() - begin, steps + size
    return steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each speed")
    arguments = parser.parse_args()
    print(f"{'game':20}", *(f"{size:>9,}" for size in SIZES), "games at once")
    for name in arguments.games:
        speeds = (speed(name, size, arguments.device, arguments.seconds) for size in SIZES)
        print(f"{name:20}", *(f"{value:9.2g}" for value in speeds), flush=True)


if __name__ == "__main__":
    main()
