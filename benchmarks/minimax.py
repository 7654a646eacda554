"""How deep alpha-beta looks, and how fast: depth by time, positions made and nodes visited per second.

    python benchmarks/minimax.py [--seconds 8] [--method mtdf] [--memory 1500] [--peers] [GAME …]

From the first position, full width, every position worth 50 unless the game is over, one thread; seconds are those of
the processor. Where the rules allow it the search is depth first: ``expanded`` are the positions whose children it
made, ``positions`` these children, each of which was tested for the end of the game, its goals and its legal moves;
``replies`` are positions one move later in which only ends were looked for, and they are not counted. Otherwise, and
with ``--batches``, ``positions`` are those made by the engine, ``visits`` those that the search passed through, in the
table or not. With ``--peers``, for each game the rates of others and how many times as many positions Ludens makes:

- OpenSpiel's alpha-beta for Python, on its C++ states; it has none in C++ that can be called from Python;
- OpenSpiel's C++ loop of random playouts, which makes a move and lists the legal ones in every position, as a plain
  alpha-beta does, so it is about what one could reach with its states;
- a plain alpha-beta written for this one game on 64-bit boards (plain_alphabeta.py), with the depth it reaches.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

from ludens.adapters.open_spiel_speed import OPEN_SPIEL, measure_open_spiel
from ludens.games.loading import load
from ludens.search.minimax.alphabeta import AlphaBeta, Budget, Method, Settings, warm_up_alphabeta
from ludens.search.minimax.depth_first.available import expander_of, longest_path
from ludens.search.minimax.depth_first.search import DepthFirst, Patience, StoppedError
from ludens.search.minimax.depth_first.table import new_table
from plain_alphabeta import PLAIN, measure_plain

DEEPEST = 200


def measure(name: str, settings: Settings, seconds: float) -> float:
    """Prints a line for each depth that is finished in time; returns the positions made a second."""
    game = load(name)
    engine = game.engine
    getattr(engine, "wait", lambda: None)()
    warm_up_alphabeta(engine, settings)
    search = AlphaBeta(engine, settings)
    search.start(engine.initial())
    print(f"{name}, {settings.method.value}\n{'depth':>5} {'seconds':>8} {'positions':>12} {'visits':>12} value")
    begin, clock = time.process_time(), time.perf_counter()
    for step in search.deepen(Budget(clock + seconds), DEEPEST):
        print(
            f"{step.depth:5} {time.process_time() - begin:8.3f} {step.positions:12,} {step.visits:12,} {step.value:g}"
            f"{' certain' if step.certain else ''}",
            flush=True,
        )
    taken = time.process_time() - begin
    print(f"{search.positions / taken:,.0f} positions/s, {search.visits / taken:,.0f} visits/s", flush=True)
    return search.positions / taken


def measure_depth_first(name: str, memory: int, seconds: float, *, threats: bool) -> float | None:
    """The same for the search depth first, which asks at each depth for every goal; ``None`` where there is none."""
    game = load(name)
    expander = expander_of(game, threats=threats)
    if expander is None:
        return None
    game.engine.wait()
    search = DepthFirst(game.engine, expander, new_table(memory << 20), longest=longest_path(game))
    row = game.engine.initial()
    search.ask(row, 1, 2)
    search.table[:] = 0  # memory is given when it is first written to
    print(f"{name}, depth first\n{'depth':>5} {'seconds':>8} {'expanded':>12} {'positions':>12} {'replies':>12} value")
    begin, before, patience = time.process_time(), search.positions, Patience(time.perf_counter() + seconds)
    try:
        for depth in range(1, search.longest + 2):
            answers = [search.ask(row, level, depth, patience) for level in range(1, len(search.levels))]
            value = search.levels[sum(answer.holds for answer in answers)]
            certain = " certain" if all(answer.certain for answer in answers) else ""
            counts = f"{search.nodes:12,} {search.positions:12,} {search.replies:12,}"
            print(f"{depth:5} {time.process_time() - begin:8.3f} {counts} {value}{certain}", flush=True)
            if certain:
                break
    except StoppedError:
        pass
    rate = (search.positions - before) / (time.process_time() - begin)
    print(f"{rate:,.0f} positions/s", flush=True)
    return rate


def peers(name: str, seconds: float, ours: float) -> None:
    """Prints what others do on the same game, as far as they have it."""
    if name in PLAIN:
        depth, rate = measure_plain(name, seconds)
        show(f"plain alpha-beta on words, depth {depth}", rate, ours)
    theirs = name.partition("(")[0]
    if theirs not in OPEN_SPIEL:
        return
    import pyspiel  # noqa: PLC0415 (an extra)

    game = pyspiel.load_game(OPEN_SPIEL[theirs])
    show("OpenSpiel, Python alpha-beta", python_rate(game, seconds), ours)
    show("OpenSpiel, C++ playouts", cpp_rate(theirs) * mean_length(game), ours)


def cpp_rate(name: str) -> float:
    """Random games of OpenSpiel in C++ a second of the processor, which is measured by the clock."""
    clock, processor = time.perf_counter(), time.process_time()
    by_clock = measure_open_spiel(name, 2.0).in_cpp
    return by_clock * (time.perf_counter() - clock) / (time.process_time() - processor)


def show(what: str, rate: float, ours: float) -> None:
    print(f"{what}: {rate:,.0f} positions/s; Ludens makes {ours / rate:.2f} times as many", flush=True)


def python_rate(game: Any, seconds: float) -> float:
    """Positions a second of OpenSpiel's alpha-beta for Python, deeper and deeper."""
    from open_spiel.python.algorithms import minimax  # noqa: PLC0415 (an extra)

    nodes = 0

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

    depth, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        depth += 1
        minimax.alpha_beta_search(game, Counted(game.new_initial_state()), lambda state: 0.0, depth, 0)
        print(f"OpenSpiel, Python alpha-beta: depth {depth} after {time.process_time() - begin:.3f} s", flush=True)
    return nodes / (time.process_time() - begin)


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
    parser.add_argument("names", nargs="*", default=["connect_four(columns=8)", "breakthrough"], metavar="GAME")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--method", choices=[method.value for method in Method], default="mtdf")
    parser.add_argument("--memory", type=int, default=1500, help="MiB of the table")
    parser.add_argument(
        "--batches", action="store_true", help="the search on batches, also where it could be depth first"
    )
    parser.add_argument("--threats", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--peers", action="store_true")
    arguments = parser.parse_args()
    settings = Settings(Method(arguments.method), memory_bytes=arguments.memory << 20)
    for name in arguments.names:
        rate = None
        if not arguments.batches:
            rate = measure_depth_first(name, arguments.memory, arguments.seconds, threats=arguments.threats)
        if rate is None:
            rate = measure(name, settings, arguments.seconds)
        if arguments.peers:
            peers(name, arguments.seconds / 2, rate)


if __name__ == "__main__":
    main()
