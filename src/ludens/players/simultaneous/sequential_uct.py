"""UCT on the game as if simultaneous moves were made one after another: ours first, and the others know it.

It is included for comparison. It is too pessimistic about simultaneous moves: it expects every one of its moves to be
foreseen, and never mixes them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Decision, JointMove, Limit, Move
from ludens.players.agent import check_role
from ludens.players.kind import AgentKind
from ludens.players.tree_agent import TreeAgent, TreePlan
from ludens.players.trees.uct import UcbOptions, uct_policy
from ludens.search.facts import facts_of
from ludens.search.tree.positions import rows_of
from ludens.search.tree.report import principal_line
from ludens.search.views.sequential_view import SequentialView


class SequentialUctAgent(TreeAgent[Any, UcbOptions]):
    """UCT in which others answer in knowledge of the role's move."""

    def __init__(self, game: LoadedGame[Any], role: int, options: UcbOptions, seed: int | None = None) -> None:
        check_role(game, role)
        self._view = SequentialView(game.engine, role)
        plan = TreePlan(uct_policy(options, game), engine=self._view, row=self._view.whole)
        super().__init__(game, role, options, plan, seed)

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        """What it proves it calls so only where roles never choose at once: it takes their moves for answers."""
        found = super()._choose(position, limit)
        if facts_of(self.game).certain.in_turns:
            return found
        return replace(found, moves=tuple(replace(report, proven=False) for report in found.moves))

    def _line(self, first: Move) -> tuple[JointMove, ...]:
        view, row, line = self._view, rows_of(self.search.tree, slice(1)), []
        for joint in principal_line(self.search.tree, view, first, self.role):
            numbers = [[view.moves(role).index(move) for role, move in enumerate(joint)]]
            row = view.step(row, np.array(numbers))
            if row[0, -1] == 0:
                line.append(joint)
        return tuple(line)


AGENT = AgentKind(
    name="sequential_uct",
    summary="UCT that expects the others to know its simultaneous moves",
    source="for comparison, as in Tak, Lanctot and Winands 2014",
    agent=SequentialUctAgent,
    options=UcbOptions,
)
