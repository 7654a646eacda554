"""Minimax for simultaneous moves, with alpha-beta by domination (Saffidine, Finnsson and Buro 2012).

Every position is a matrix game of the positions that follow it, and its value is that of the equilibrium. The move is
drawn by the probabilities of the equilibrium at the root. It is the alternative that Yu and Krishnan (2021) consider
for RoPaSci 360, where an invincible token tightens the bounds of a position. If one role has a choice, it plays as
``negamax`` does.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Decision, Limit, MoveReport, UnsuitableGameError
from ludens.players.agent import SeatedAgent
from ludens.players.evaluations import EvaluationOptions, evaluation_of
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.search.facts import facts_of
from ludens.search.matrix.simultaneous import Deepened, HasBounds, SimultaneousMinimax, warm_up_simultaneous
from ludens.search.stopwatch import SECONDS


@dataclass(frozen=True)
class SimultaneousMinimaxOptions(EvaluationOptions):
    """Options of minimax for simultaneous moves."""

    pruning: bool = option(True, "leaves out what is dominated; otherwise every entry of every matrix is searched")
    bounds: bool = option(True, "uses what a game knows of positions before their end: who can no longer lose")


class SimultaneousMinimaxAgent(SeatedAgent[Any, SimultaneousMinimaxOptions]):
    """Deepens the search until its limit, and draws its move by the strategy of the last depth it finished."""

    def __init__(
        self, game: LoadedGame[Any], role: int, options: SimultaneousMinimaxOptions, seed: int | None = None
    ) -> None:
        super().__init__(game, role, options, seed)
        self._check()
        evaluation = evaluation_of(options, game, self.random).evaluation
        limits = game.bounds if options.bounds and isinstance(game, HasBounds) else None
        self.search = SimultaneousMinimax(self.engine, role, evaluation, pruning=options.pruning, limits=limits)
        warm_up_simultaneous()
        if not self.engine.outcome(self.engine.initial())[0][0]:
            list(self.search.deepen(self.engine.initial(), math.inf, math.inf, 1))

    def _check(self) -> None:
        """Raises UnsuitableGameError for a game that is not between two roles for a constant sum."""
        roles, reason = len(self.game.info.roles), ""
        if roles != 2:
            reason = f"it is for two roles, and there {'is' if roles == 1 else 'are'} {roles}"
        elif not facts_of(self.game).seems_constant_sum:
            reason = "it is for games in which one role's gain is the other's loss"
        if reason:
            raise UnsuitableGameError("sm_minimax", self.game.info.name, reason)

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        begin = time.perf_counter()
        if limit == Limit():
            limit = Limit(SECONDS)
        until = math.inf if limit.seconds is None else begin + limit.seconds
        left = math.inf if limit.playouts is None else limit.playouts
        found = None
        for deeper in self.search.deepen(position, until, left, limit.depth or self.max_steps):
            found = deeper
        notes: dict[str, float | int | str] = {
            "depth": found.depth if found else 0,
            "positions": self.search.positions,
            "simulations": self.search.playouts,
            "seconds": time.perf_counter() - begin,
        }
        if found is None or found.found.row is None:
            return Decision(self._any_move(position), notes=notes)
        moves = reports(found, self.engine.moves(self.role), proven=facts_of(self.game).certain.settled)
        chances = np.array([report.chance for report in moves], dtype=np.float64)
        drawn = int(self.random.choice(len(moves), p=chances / chances.sum()))
        return Decision(moves[drawn].move, 100 * found.found.value.low, moves, notes=notes)


def reports(deepened: Deepened, names: tuple[str, ...], *, proven: bool) -> tuple[MoveReport, ...]:
    """The moves, likeliest first, with their values against the other's best strategy, unless they are never made.

    ``proven``: what the search calls certain is so, for goals are certain to add up to the same.
    What moves that are not made are worth is not known exactly, for that is how they came to be left out.
    """
    row, column = deepened.found.row, deepened.found.column
    assert row is not None
    assert column is not None
    values, proven = 100 * (deepened.found.matrix @ column), proven and deepened.found.value.certain
    listed = [
        MoveReport(names[int(number)], value=float(value), chance=float(chance), proven=proven)
        if chance > 0
        else MoveReport(names[int(number)], chance=0.0)
        for number, value, chance in zip(deepened.opened.own, values, row, strict=True)
    ]
    return tuple(sorted(listed, key=lambda report: report.chance or 0.0, reverse=True))


AGENT = AgentKind(
    name="sm_minimax",
    summary="searches deeper and deeper, with an equilibrium of simultaneous moves at every position",
    source="Saffidine, Finnsson and Buro 2012; Yu and Krishnan 2021",
    agent=SimultaneousMinimaxAgent,
    options=SimultaneousMinimaxOptions,
)
