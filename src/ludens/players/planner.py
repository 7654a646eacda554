"""Plans single-player games: it looks for a line of play that reaches the highest goal, and plays it.

It uses the time before the first move to look for such a line. As long as it does not know that the line is the best
there is, it looks for a better one at every move, and never leaves a line for a worse one. In a position that the line
does not pass through, it plans again.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Decision, Limit, MoveReport, S, UnsuitableGameError
from ludens.players.agent import SeatedAgent
from ludens.players.kind import AgentKind
from ludens.players.options import Options, option
from ludens.search.planning.line import Line
from ludens.search.planning.nrpa import Nesting
from ludens.search.planning.portfolio import METHODS, Portfolio
from ludens.search.stopwatch import Stopwatch

RESERVE = 0.03
"""Part of the time that is left unused: batches end a little late."""


@dataclass(frozen=True)
class PlannerOptions(Options):
    """Options of the planner."""

    method: str = option("all", "how to find plans: all ways side by side, or one of them", choices=("all", *METHODS))
    levels: int = option(2, "levels of nested rollout policy adaptation", lowest=1, highest=5)
    iterations: int = option(
        30, "searches of a level that each search of the next level makes", lowest=1, highest=10_000
    )
    learning: float = option(1.0, "the step size of policy adaptation", lowest=0, highest=100)


def can_plan(game: LoadedGame[Any]) -> bool:
    """Whether a game is for one player alone, so that a line of play can be relied on."""
    return len(game.info.roles) == 1 and game.info.chance_role is None


class PlannerAgent(SeatedAgent[S, PlannerOptions]):
    """Plays the best line that it has found. ``line``: what is left of it."""

    def __init__(self, game: LoadedGame[S], role: int, options: PlannerOptions, seed: int | None = None) -> None:
        if not can_plan(game):
            alone = len(game.info.roles) == 1
            reason = "chance takes part in it" if alone else f"it has {len(game.info.roles)} roles, not one"
            raise UnsuitableGameError("planner", game.info.name, reason)
        super().__init__(game, role, options, seed)
        self._stopped = False
        self.line: Line | None = None
        self.portfolio = Portfolio(
            self.engine,
            self.max_steps,
            self.random,
            frozenset(METHODS if options.method == "all" else (options.method,)),
            Nesting(levels=options.levels, iterations=options.iterations, learning=options.learning),
            enough=lambda: self._stopped,
        )

    def prepare(self, state: S, limit: Limit) -> None:
        """Looks for a plan before the first move."""
        if not self.game.is_terminal(state):
            self._stopped = False
            self._search(self.game.pack([state]), limit)

    def decision_so_far(self) -> Decision | None:
        """The first move of the best line that is known now."""
        return None if self.portfolio.best is None else self._first(self.portfolio.best, 0.0, 0)

    def stop(self) -> None:
        """Makes ``decide``, which runs in another thread, answer soon; not if it begins only after this."""
        self._stopped = True

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        begin = time.perf_counter()
        self._stopped = False
        if self.line is not None:
            self.line = self.line.from_here(position)
        played = self._search(position, limit)
        seconds = time.perf_counter() - begin
        if self.line is None:
            return Decision(self._any_move(position), notes={"simulations": played, "seconds": seconds})
        return self._first(self.line, seconds, played)

    def _search(self, position: Rows, limit: Limit) -> int:
        """Looks for a line that is better than the known one; returns how many games it played."""
        watch = Stopwatch(limit)
        if watch.timed:
            watch.end -= RESERVE * watch.left
        self.line = self.portfolio.search(position, watch, self.line)
        return watch.played

    def _first(self, line: Line, seconds: float, played: int) -> Decision:
        texts = self.engine.moves(self.role)
        move = texts[line.moves[0]]
        return Decision(
            move,
            float(line.goal),
            (MoveReport(move, value=float(line.goal)),),
            tuple((texts[number],) for number in line.moves),
            {"simulations": played, "seconds": seconds, "plan": self.portfolio.found_by, "moves": len(line.moves)},
        )


AGENT = AgentKind(
    name="planner",
    summary="for one player: finds a line of play to the goal by search, learnt rollouts or clingo, and plays it",
    source="Rosin 2011; Kautz and Selman 1992; Lifschitz 2002",
    agent=PlannerAgent,
    options=PlannerOptions,
)
