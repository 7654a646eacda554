"""Games solved by their parts and as a whole, side by side: ``python benchmarks/factored.py [--seconds 60] [GAME]…``.

Seconds of processor time from the loaded game to the value of its first position. By parts: finding the parts, going
through each, and combining them. As a whole: ``search/minimax/solve.py``, all positions or, where they are too many,
alpha-beta, for at most so many seconds; a ratio is then a lower bound. Both values must be the same.
"""

from __future__ import annotations

import argparse
import time

from ludens.engine.contract import LoadedGame
from ludens.game import BudgetError
from ludens.games.loading import load
from ludens.search.minimax.solve import Effort, solve
from ludens.search.parts.factored import FactoredSearch

GAMES = (
    *(f"lights_on(lamps=5, boards={boards})" for boards in range(1, 7)),
    *(f"blocks(blocks=4, tables={tables})" for tables in range(2, 5)),
    *(f"blocks(blocks=4, tables={tables}, series=false)" for tables in range(2, 5)),
    "nim",
    "nim(heaps=5-6-7-8)",
    "nim(heaps=10-11-12-13-14)",
    "double_tic_tac_toe",
)


def by_parts(game: LoadedGame[object]) -> tuple[float, float | None]:
    """Processor seconds, and the first role's value if it was found."""
    begin = time.process_time()
    search = FactoredSearch(game)
    value = search.value(game.engine.initial(), 0)
    return time.process_time() - begin, value


def as_a_whole(game: LoadedGame[object], seconds: float) -> tuple[float, float | None]:
    """The same by solving the whole game."""
    begin = time.process_time()
    try:
        value: float | None = solve(game, game.initial_state(), Effort(seconds=seconds)).goals[0]
    except BudgetError:
        value = None
    return time.process_time() - begin, value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("games", nargs="*")
    options = parser.parse_args()
    warm = load("nim(heaps=1-1)")
    by_parts(warm)
    as_a_whole(warm, 1.0)
    for name in options.games or GAMES:
        game = load(name)
        getattr(game.engine, "wait", lambda: None)()
        parts_seconds, parts_value = by_parts(game)
        whole_seconds, whole_value = as_a_whole(game, options.seconds)
        if None not in (parts_value, whole_value) and parts_value != whole_value:
            raise SystemExit(f"{name}: {parts_value} by parts, {whole_value} as a whole")
        ratio = f"{'' if whole_value is not None else '> '}{whole_seconds / parts_seconds:,.1f}"
        shown = ["not solved" if value is None else f"{value:g}" for value in (parts_value, whole_value)]
        by = f"parts {parts_seconds:7.3f} s {shown[0]:>10}  whole {whole_seconds:7.3f} s {shown[1]:>10}"
        print(f"{name:45} {by}  {ratio:>9}", flush=True)


if __name__ == "__main__":
    main()
