"""Max^n (Luckhardt and Irani 1986): it expects every role to seek its own best, not to harm the others.

It works for any number of roles, any order of turns and goals of any sum. If several roles move at the same time, this
one chooses first and the others after it, one by one in their order, each in knowledge of the moves before. If they
have more than 4,096 joint answers, only that many are looked at, and the one that gives the others most in sum is
taken. All positions are made layer by layer, each position of a layer once. Nothing is pruned, so it does not look as
far ahead as the others of its family.
"""

from __future__ import annotations

import math
import time
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Decision, Limit
from ludens.players.agent import SeatedAgent
from ludens.players.evaluations import EvaluationOptions, evaluation_of
from ludens.players.kind import AgentKind
from ludens.search.minimax.maxn import MaxN
from ludens.search.stopwatch import SECONDS


class MaxnAgent(SeatedAgent[Any, EvaluationOptions]):
    """Deepens a max^n search until its limit, and plays the best move of the last depth it finished."""

    def __init__(self, game: LoadedGame[Any], role: int, options: EvaluationOptions, seed: int | None = None) -> None:
        super().__init__(game, role, options, seed)
        self.made = evaluation_of(options, game, self.random)
        self.search = MaxN(self.engine, role, self.made.evaluation)
        if not self.engine.outcome(self.engine.initial())[0][0]:
            list(self.search.deepen(self.engine.initial(), math.inf, math.inf, 1))

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        begin = time.perf_counter()
        if limit == Limit():
            limit = Limit(SECONDS)
        until = math.inf if limit.seconds is None else begin + limit.seconds
        left = math.inf if limit.playouts is None else limit.playouts
        self.search.playouts = 0
        found = None
        for deeper in self.search.deepen(position, until, left, limit.depth or self.max_steps):
            found = deeper
        notes: dict[str, float | int | str] = {
            **self.made.notes,
            "depth": found.depth if found else 0,
            "positions": found.positions if found else 0,
            "simulations": self.search.playouts,
            "seconds": time.perf_counter() - begin,
        }
        if found is None:
            return Decision(self._any_move(position), notes=notes)
        return Decision(found.moves[0].move, found.moves[0].value, found.moves, found.line, notes)


AGENT = AgentKind(
    name="maxn",
    summary="searches deeper and deeper, and expects every role to seek its own best",
    source="Luckhardt and Irani 1986; the maximax model of Cheng, Krauthamer, Ofir and Siddiqui",
    agent=MaxnAgent,
    options=EvaluationOptions,
)
