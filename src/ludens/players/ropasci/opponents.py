"""RoPaSci 360 in which both sides look at different sets of moves: what a player expects of its opponent."""

from __future__ import annotations

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.views.wrapped import Table, WrappedEngine

SETS = ("greedy", "wide", "evaluation", "none")
"""Sets of moves that the game knows; none is all that are legal."""


class TwoSets(WrappedEngine):
    """The game with one set of moves for a role, and another for the other side; playouts are those of a policy."""

    def __init__(self, engine: BatchEngine, role: int, own: str, other: str, playouts: str) -> None:
        guided = engine.guided
        assert guided is not None, "RoPaSci 360 has policies"
        super().__init__(guided(moves=_named(own), playouts="" if playouts == "uniform" else playouts))
        self._role, self._others = role, guided(moves=_named(other))

    def legal(self, states: Rows) -> list[Table]:
        found = self._others.legal(states)
        found[self._role] = self.inner.legal(states)[self._role]
        return found


def _named(moves: str) -> str:
    return "" if moves == "none" else moves
