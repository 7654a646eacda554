"""Greed: the move whose next position has the best goal, on average over the others' replies.

The value of a position is the role's goal if the game is over there; otherwise the goal that the rules give it there,
if they do, or UNKNOWN. The value of a move is the mean over all simultaneous joint moves of the others, all equally
likely. The agent takes the highest value, and any of several equal ones.
"""

from __future__ import annotations

import numpy as np

from ludens.engine.rows import Rows
from ludens.game import Decision, Limit, S
from ludens.players.agent import SeatedAgent
from ludens.players.kind import AgentKind
from ludens.players.options import Options
from ludens.search.playouts.lookahead import children
from ludens.search.stopwatch import Stopwatch
from ludens.search.tally import Figures

UNKNOWN = 50
"""What a position counts that has no goal yet: more than a loss, less than a win."""


class GreedyGoalAgent(SeatedAgent[S, Options]):
    """Chooses the move with the best expected goal in the next position."""

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        watch = Stopwatch(limit)
        found = children(self.engine, position, self.role, self.random)
        goals = found.goals[:, :, self.role]
        values = np.where(goals < 0, UNKNOWN, goals).mean(axis=1)
        place = self._any(np.flatnonzero(values == values.max()))
        notes = {"expected": float(values[place])}
        none = np.zeros(len(values))
        figures = Figures(none.astype(np.int64), np.where(found.over.all(axis=1), values, np.nan), none)
        return self._decision(found.moves, place, watch, figures=figures, proven=found.certain(self.role), notes=notes)


AGENT = AgentKind(
    name="greedy_goal",
    summary="takes the move whose next position has the best goal, on average over the others' replies",
    source="a yardstick of our own",
    agent=GreedyGoalAgent,
)
