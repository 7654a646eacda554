"""How deep alpha-beta looks, and how fast: depth by time, positions made and nodes visited per second.

    python benchmarks/minimax.py [--seconds 8] [--method mtdf] [--memory 1500] [--peers] [GAME …]

From the first position, full width, every position worth 50 unless the game is over, one thread. ``positions`` are
those made by the engine, ``visits`` those that the search passed through, in the table or not. With ``--peers``,
connect four on 7 × 6 in OpenSpiel: the alpha-beta that it has for Python, on its C++ states; and the positions a second
of its C++ loop of random playouts, for its C++ alpha-beta cannot be called from Python: that loop makes a move and
lists the legal ones in every position, as a plain alpha-beta does, so it is about what one could reach.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

from ludens.engine.peers import measure_open_spiel
from ludens.games.loading import load
from ludens.search.alphabeta import AlphaBeta, Budget, Method, Settings, warm_up_alphabeta

DEEPEST = 200


def measure(name: str, settings: Settings, seconds: float) -> None:
    """Prints a line for each depth that is finished in time."""
    game = load(name)
    engine = game.engine
    getattr(engine, "wait", lambda: None)()
    warm_up_alphabeta(engine, settings)
    search = AlphaBeta(engine, settings)
    search.start(engine.initial())
    print(f"{name}, {settings.method.value}\n{'depth':>5} {'seconds':>8} {'positions':>12} {'visits':>12} value")
    begin = time.perf_counter()
    for step in search.deepen(Budget(begin + seconds), DEEPEST):
        print(
            f"{step.depth:5} {step.seconds:8.3f} {step.positions:12,} {step.visits:12,} {step.value:g}"
            f"{' certain' if step.certain else ''}",
            flush=True,
        )
    taken = time.perf_counter() - begin
    print(f"{search.positions / taken:,.0f} positions/s, {search.visits / taken:,.0f} visits/s", flush=True)


def peers(seconds: float) -> None:
    """Prints what OpenSpiel does on connect four."""
    import pyspiel  # noqa: PLC0415 (an extra)
    from open_spiel.python.algorithms import minimax  # noqa: PLC0415

    game = pyspiel.load_game("connect_four")
    nodes = 0

    def value(state: Any) -> float:
        return 0.0

    class Counted:
        """A state that counts how many of its kind are made."""

        def __init__(self, state: Any) -> None:
            nonlocal nodes
            nodes += 1
            self.state = state

        def __getattr__(self, name: str) -> Any:
            return getattr(self.state, name)

        def clone(self) -> Counted:
            return Counted(self.state.clone())

        def child(self, action: int) -> Counted:
            return Counted(self.state.child(action))

    depth, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        depth += 1
        minimax.alpha_beta_search(game, Counted(game.new_initial_state()), value, depth, 0)
        print(f"OpenSpiel, Python alpha-beta: depth {depth} after {time.perf_counter() - begin:.3f} s", flush=True)
    print(f"OpenSpiel, Python alpha-beta: {nodes / (time.perf_counter() - begin):,.0f} positions/s")
    rate = measure_open_spiel("connect_four", 2.0).in_cpp * mean_length(game)
    print(f"OpenSpiel, C++ playouts: {rate:,.0f} positions/s")


def mean_length(game: Any, games: int = 500) -> float:
    """The mean number of moves of random games."""
    rng, moves = random.Random(1), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
    return moves / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", default=["connect_four(columns=8)"], metavar="GAME")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--method", choices=[method.value for method in Method], default="mtdf")
    parser.add_argument("--memory", type=int, default=1500, help="MiB of the table")
    parser.add_argument("--peers", action="store_true")
    arguments = parser.parse_args()
    settings = Settings(Method(arguments.method), memory_bytes=arguments.memory << 20)
    for name in arguments.names:
        measure(name, settings, arguments.seconds)
    if arguments.peers:
        peers(arguments.seconds)


if __name__ == "__main__":
    main()
