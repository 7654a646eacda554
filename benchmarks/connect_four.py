"""How often an agent's move changes the outcome of connect four: ``python benchmarks/connect_four.py FOLDER [AGENT …]``

FOLDER holds positions with their values, as in Pascal Pons' test sets for solvers: files of lines, each the columns
that were played (1 to 7) and the score of the side to move, positive where it wins and negative where it loses. In each
position the agent moves once. A move changes the outcome when it is worth less than the position was; lost positions
are left out, since no move can make them worse. Files that ``solved_positions.py`` has made (``--solved``) tell which
moves are right. Elsewhere the position after the move is solved (``bitboard.py``, or with ``--by-ludens`` Ludens's own
solver, which takes far longer). ``apprentice(search=false)`` is the policy of a network alone. Positions are shared out
among processes, each with its own agent and one thread, on all cores unless ``--processes`` says otherwise.
``--wrong FILE`` keeps the positions in which a move was wrong.
"""

from __future__ import annotations

import argparse
import math
import os
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before NumPy is imported, here and in the processes that follow

from ludens.game import Limit
from ludens.games.loading import load
from ludens.players import make_agent
from ludens.search.minimax.depth_first.available import expander_of
from ludens.search.minimax.depth_first.search import DepthFirst, Patience
from ludens.search.minimax.depth_first.splitting import Splitting
from ludens.search.minimax.depth_first.table import new_table
from solved_positions import positions, solved

NAMES = {
    "L3_R1": "End-Easy",
    "L2_R1": "Middle-Easy",
    "L2_R2": "Middle-Medium",
    "L1_R1": "Begin-Easy",
    "L1_R2": "Begin-Medium",
    "L1_R3": "Begin-Hard",
}
RIGHT: dict[str, int] = {}
"""The right moves of solved positions, as bits, by the columns played."""

Job = tuple[str, str, int, float, bool]
"""An agent, the columns played, the sign of the score, seconds a move, and whether Ludens's own solver is the judge."""


def know(right: dict[str, int]) -> None:
    """Tells a process the right moves."""
    RIGHT.update(right)


@cache
def the_game() -> Any:
    """The game: once in every process."""
    return load("connect_four")


@cache
def solver() -> Splitting:
    """Ludens's own judge."""
    game = the_game()
    expander = expander_of(game)
    assert expander is not None
    return Splitting(DepthFirst(game.engine, expander, new_table(512 << 20), longest=42))


@cache
def quick_judge() -> Callable[[str, int, int], bool]:
    """Whether a move, a column, keeps what a position is worth: once in every process."""
    from bitboard import empty_table, keeps  # noqa: PLC0415  (compiled by Numba, which not everybody has)

    return partial(keeps, empty_table())


@cache
def agent_of(name: str, role: int) -> Any:
    return make_agent(name, the_game(), role, seed=role)


def judge(job: Job) -> bool | None:
    """Whether a move changed the outcome; ``None`` in a position that is over or lost."""
    name, columns, sign, seconds, by_ludens = job
    game = the_game()
    state = game.initial_state()
    for number, played in enumerate(columns):
        state = game.next_state(state, joint(number % 2, f"(drop {played})"))
    if game.is_terminal(state) or sign < 0:
        return None
    role = len(columns) % 2
    decision = agent_of(name, role).decide(state, Limit(seconds=seconds))
    column = int(decision.move.split()[1].rstrip(")"))
    if columns in RIGHT:
        return not RIGHT[columns] >> column - 1 & 1
    if not by_ludens:
        return not quick_judge()(columns, sign, column)
    after = game.pack([game.next_state(state, joint(role, decision.move))])
    over, goals = game.engine.outcome(after)
    if over[0]:
        return bool(goals[0, role] < 50 + 50 * sign)
    level = 1 if sign == 0 else 2
    if role == 0:
        return not solver().holds(after, level, Patience())
    return solver().holds(after, 3 - level, Patience())


def joint(role: int, move: str) -> tuple[str, str]:
    return (move, "noop") if role == 0 else ("noop", move)


def interval(wrong: int, total: int) -> tuple[float, float]:
    """Wilson's interval of 95 % for a share."""
    if not total:
        return 0.0, 1.0
    share, z = wrong / total, 1.96
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return max(0.0, middle - half), min(1.0, middle + half)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("agents", nargs="*", default=["champion", "uct"], metavar="AGENT")
    parser.add_argument("--sets", nargs="*", default=list(NAMES), choices=list(NAMES))
    parser.add_argument("--positions", type=int, default=500, help="of each set, at most")
    parser.add_argument("--seconds", type=float, default=0.3, help="a move")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wrong", type=Path, help="a file for positions in which a move was wrong")
    parser.add_argument("--solved", type=Path, nargs="+", default=[], help="files of solved positions")
    parser.add_argument("--by-ludens", action="store_true", help="Ludens's own solver judges")
    given = parser.parse_args()
    print(f"{given.seconds} s a move, {given.processes} processes")
    print(f"{'set':14} {'agent':20} {'moves':>6} {'wrong':>6} {'share':>7}  95 %")
    known = {columns: right for path in given.solved for columns, right in solved(path).items()}
    with ProcessPoolExecutor(given.processes, initializer=know, initargs=(known,)) as pool:
        for name in given.sets:
            chosen = positions(given.folder / f"{name}.txt")
            random.Random(given.seed).shuffle(chosen)
            chosen = chosen[: given.positions]
            for agent in given.agents:
                jobs: list[Job] = [(agent, columns, sign, given.seconds, given.by_ludens) for columns, sign in chosen]
                found = list(pool.map(judge, jobs, chunksize=1))
                total, wrong = sum(answer is not None for answer in found), found.count(True)
                low, high = interval(wrong, total)
                print(
                    f"{NAMES[name]:14} {agent:20} {total:6} {wrong:6} {wrong / max(1, total):7.2%}"
                    f"  {low:6.2%}-{high:6.2%}",
                    flush=True,
                )
                if given.wrong is not None:
                    with given.wrong.open("a", encoding="utf-8") as file:
                        for job, answer in zip(jobs, found, strict=True):
                            file.write(f"{NAMES[name]} {agent} {job[1]}\n" if answer else "")


if __name__ == "__main__":
    main()
