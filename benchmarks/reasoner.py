"""Steps per second of the reasoner in uniformly random play, for built-in games or for any rulesheets given.

    python benchmarks/reasoner.py [--seconds 3] [GAME …]

A step is one joint move: terminal, legal moves of every role, successor; and the goals at each end. For the GGP
rulesheets in JAVA_PROVER, given as files, the ratio to the prover of GGP Base is printed, which was measured
on the same class of machine.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import time
from dataclasses import dataclass
from pathlib import Path

import ludens
from ludens.game import GoalError

BUILT_IN = [
    "tic_tac_toe",
    "connect_four(columns=8)",
    "breakthrough",
    "reversi",
    "checkers_small",
    "hex",
    "pentago_swap",
]
JAVA_PROVER = {
    "ticTacToe.kif": 9_600,
    "connectFour.kif": 2_500,
    "breakthrough.kif": 1_000,
    "reversi.kif": 28,
    "checkers.kif": 440,
    "hex.kif": 360,
}


@dataclass(frozen=True)
class Measured:
    load_seconds: float
    steps_per_second: float
    games: int
    mean_length: float


def measure(name: str, seconds: float) -> Measured:
    begin = time.perf_counter()
    game = ludens.load(name)
    loaded = time.perf_counter()
    rng = random.Random(1)
    roles = range(len(game.info.roles))
    steps, lengths = 0, []
    while time.perf_counter() - loaded < seconds:
        state, length = game.initial_state(), 0
        while not game.is_terminal(state) and time.perf_counter() - loaded < 2 * seconds:
            state = game.next_state(state, [rng.choice(game.legal_moves(state, role)) for role in roles])
            length += 1
        steps += length
        if game.is_terminal(state):
            lengths.append(length)
            with contextlib.suppress(GoalError):
                game.goals(state)
    elapsed = time.perf_counter() - loaded
    mean = sum(lengths) / len(lengths) if lengths else float("nan")
    return Measured(loaded - begin, steps / elapsed, len(lengths), mean)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("games", nargs="*", default=BUILT_IN)
    parser.add_argument("--seconds", type=float, default=3.0, help="per game")
    arguments = parser.parse_args()
    print(f"{'game':32} {'load s':>7} {'steps/s':>9} {'games':>6} {'length':>7} {'Java':>6} {'ratio':>6}")
    for name in arguments.games:
        found = measure(name, arguments.seconds)
        java = JAVA_PROVER.get(Path(name).name)
        compared = f"{java:6} {found.steps_per_second / java:5.1f}x" if java else ""
        print(
            f"{name[-32:]:32} {found.load_seconds:7.2f} {found.steps_per_second:9.1f} {found.games:6} "
            f"{found.mean_length:7.1f} {compared}",
            flush=True,
        )


if __name__ == "__main__":
    main()
