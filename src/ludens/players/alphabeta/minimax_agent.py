"""What the agents that search by alpha-beta have in common: deepening, the report, and which games they can play."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Decision, Limit, MoveReport, UnsuitableGameError
from ludens.players.agent import SeatedAgent
from ludens.players.evaluations import EvaluationOptions, Made, evaluation_of
from ludens.players.options import option
from ludens.search.facts import facts_of
from ludens.search.minimax.alphabeta import AlphaBeta, Budget, Deepened, Method, Settings, warm_up_alphabeta
from ludens.search.minimax.depth_first.evaluated.search import EvaluatedSearch, parts_of
from ludens.search.minimax.depth_first.search import UnsuitedError
from ludens.search.minimax.report import Outcome, outcome
from ludens.search.stopwatch import SECONDS
from ludens.search.suitability import unsuitable


@dataclass(frozen=True)
class MinimaxOptions(EvaluationOptions):
    """Options of every agent that searches by alpha-beta."""

    memory: int = option(256, "MiB of the transposition table", lowest=1, highest=65536)
    quiescence: int = option(
        0, "captures to follow beyond the depth of the search; without effect if only ends count", lowest=0, highest=64
    )
    depth: int = option(
        0, "moves that are looked ahead at once, without deepening; 0 deepens until the limit", lowest=0, highest=1_000
    )
    table: bool = option(True, "bounds of positions are kept and used again; otherwise memory is for positions alone")
    ordering: bool = option(True, "moves that are likely to suffice are tried first; otherwise as they stand")
    depth_first: bool = option(
        True,
        "searches one position after another in machine code, if game and evaluation allow it; otherwise on batches",
    )


class MinimaxAgent(SeatedAgent[Any, MinimaxOptions]):
    """Deepens a search by alpha-beta until its limit, and plays the best move of the last depth it finished.

    A limit of playouts counts the playouts with ``monte_carlo``, the positions that are made where only ends count, and
    the positions that are valued with any other evaluation.
    """

    method = "mtdf"
    """How the windows are driven: a value of ``alphabeta.Method``."""

    def __init__(self, game: LoadedGame[Any], role: int, options: MinimaxOptions, seed: int | None = None) -> None:
        super().__init__(game, role, options, seed)
        self._check()
        self.made = self._evaluation()
        settings = Settings(
            Method(self.method),
            role,
            self.made.evaluation,
            options.memory << 20,
            remember=options.table,
            quiescence=options.quiescence,
            ordered=options.ordering,
        )
        self.search = self._depth_first(settings) or self._on_batches(settings)

    def _depth_first(self, settings: Settings) -> EvaluatedSearch | None:
        switched_off = self.options.depth or not (self.options.table and self.options.ordering)
        parts = None if switched_off or not self.options.depth_first else parts_of(self.game, settings)
        if parts is None:
            return None
        search = EvaluatedSearch(self.engine, parts, settings)
        search.warm_up()
        return search

    def _on_batches(self, settings: Settings) -> AlphaBeta:
        warm_up_alphabeta(self.engine, settings)
        return AlphaBeta(self.engine, settings)

    def _evaluation(self) -> Made:
        """What positions are worth where the search ends."""
        return evaluation_of(self.options, self.game, self.random)

    def _check(self) -> None:
        """Raises UnsuitableGameError for a game that is not two roles' alternate play for a constant sum."""
        reason = unsuitable(self.game)
        if reason:
            raise UnsuitableGameError(self.method, self.game.info.name, reason)

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        begin = time.perf_counter()
        search, played = self.search, self.search.playouts
        search.start(position)
        if limit == Limit():
            limit = Limit(SECONDS)
        until = math.inf if limit.seconds is None else begin + limit.seconds
        budget = Budget(until, math.inf if limit.playouts is None else limit.playouts)
        notes: dict[str, float | int | str] = {"depth": 0, "positions": 0}
        found = Outcome((), ())
        try:
            for step in self._deepen(budget, limit):
                notes = {"depth": step.depth, "positions": step.positions}
                if isinstance(search, AlphaBeta):
                    latest = outcome(search, step.depth)
                    found = latest if latest.moves else found
        except UnsuitedError:  # both roles choose at once: found out on the way
            self.search = self._on_batches(search.settings)
            return self._choose(position, limit)
        if isinstance(search, EvaluatedSearch):
            found = search.outcome(self.role, int(notes["depth"]))
        notes |= {**self.made.notes, "simulations": search.playouts - played}
        notes["seconds"] = time.perf_counter() - begin
        if not found.moves:
            return Decision(self._any_move(position), notes=notes)
        moves = tuple(self._vouched(report) for report in found.moves)
        return Decision(moves[0].move, moves[0].value, moves, found.line, notes)

    def _deepen(self, budget: Budget, limit: Limit) -> Iterator[Deepened]:
        """One depth after another, or the one that is asked for."""
        most = min((depth for depth in (self.options.depth, limit.depth) if depth), default=self.max_steps)
        if isinstance(self.search, AlphaBeta):
            return self.search.deepen(budget, most, self.options.depth or 1)
        return self.search.deepen(budget, most)

    def _vouched(self, report: MoveReport) -> MoveReport:
        """The report, proven only where what is sure against all others together is certain to be the value."""
        return replace(report, proven=report.proven and facts_of(self.game).certain.vouched(report))
