"""What a position is worth, with a proof."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ludens.api.progress import telling
from ludens.api.taking import GameLike, check_number, limit_of, take_session
from ludens.arena.executors import all_cores
from ludens.engine.any_game import with_engine
from ludens.game import JointMove, Limit, Move
from ludens.search.minimax.solve import Effort, Solution
from ludens.search.minimax.solve import solve as solution_of
from ludens.showing import Block, Shown, columns

METHODS = {
    "enumeration": "all positions listed",
    "alpha_beta": "by alpha-beta",
    "proof_numbers": "by proof numbers",
    "both": "by alpha-beta and proof numbers",
}
"""How a solution was found, in words."""


@dataclass(frozen=True, slots=True, repr=False)
class Solved(Shown):
    """What a position is worth if everybody plays as well as possible, proven; print it to see it.

    ``game``, ``roles``: what was solved.
    ``solution``: how it was proved, and how many positions that took.
    """

    game: str
    roles: tuple[str, ...]
    solution: Solution

    @property
    def goals(self) -> tuple[float, ...]:
        """What each role gets, 0 to 100."""
        return tuple(self.solution.goals)

    @property
    def moves(self) -> dict[Move, float | None]:
        """What each first move is worth to the role that makes it."""
        return {report.move: report.value for report in self.solution.moves}

    @property
    def line(self) -> tuple[JointMove, ...]:
        """How the game goes with best play."""
        return tuple(self.solution.line)

    def to_dict(self) -> dict[str, object]:
        """The solution as plain data."""
        found = self.solution
        return {
            "game": self.game,
            "goals": dict(zip(self.roles, found.goals, strict=True)),
            "role": None if found.mover is None else self.roles[found.mover],
            "moves": [{"move": report.move, "value": report.value} for report in found.moves],
            "line": [list(joint) for joint in found.line],
            "method": found.method,
            "positions": found.positions,
            "seconds": found.seconds,
        }

    def blocks(self) -> Sequence[Block]:
        solution = self.solution
        goals = ", ".join(f"{goal:g} to {role}" for role, goal in zip(self.roles, solution.goals, strict=True))
        found: list[Block] = [f"{self.game} is worth {goals}"]
        if solution.moves:
            heading = (f"move of {self.roles[solution.mover or 0]}", "value")
            found.append(columns(heading, [(each.move, f"{each.value:g}") for each in solution.moves], [1]))
        if solution.line:
            found.append(f"Best play: {', '.join(' '.join(joint) for joint in solution.line)}")
        found.append(
            f"Proven: {METHODS[solution.method]}, {solution.positions:,} positions in {solution.seconds:.2f} s"
        )
        if not solution.exact:
            found.append("Positions were compared by 64 bits: a comparison goes wrong with a probability of 2^-64.")
        return found


def solve(
    game: GameLike,
    *,
    moves: str = "",
    seconds: float | None = None,
    threads: int | None = None,
    table: str | os.PathLike[str] | None = None,
    effort: Effort | None = None,
) -> Solved:
    """Finds what a game, or a position of it, is worth if everybody plays as well as possible, and proves it.

    ``game``: a game, as ``load`` takes it, or a ``Position`` of one. It must have one role, or two that move one at a
    time for goals that always add up to the same.
    ``moves``: the moves so far, as in ``"2 2; 1 1"``.
    ``seconds``: when to give up, with BudgetError; by default never.
    ``threads``: how many threads search together, by default one for each core.
    ``table``: a file that saves the results, also on Ctrl-C; the next call continues from it.
    ``effort``: all settings at once, instead of these.

    Returns the value, that of each first move, and a line of best play.

    >>> ludens.solve("tic_tac_toe").goals
    (50.0, 50.0)
    >>> ludens.solve("nim(heaps=2-3)").moves["(reduce b 2)"]
    100.0
    """
    limit_of(seconds, None, Limit())
    if threads is not None:
        check_number("threads", threads, 1)
    session = take_session(game, moves)
    usual = Effort(
        seconds=math.inf if seconds is None else seconds,
        table=None if table is None else Path(table),
        threads=threads or all_cores(),
    )
    loaded = with_engine(session.game)
    with telling() as tell:
        tell(f"Compiling {loaded.info.name} …")
        found = solution_of(loaded, session.state, effort or usual, tell)
    return Solved(loaded.info.name, loaded.info.roles, found)
