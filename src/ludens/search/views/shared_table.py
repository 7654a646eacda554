"""One table for two searches: what alpha-beta has proved, as a tree sees it."""

from __future__ import annotations

import numpy as np

from ludens.engine.rows import Rows
from ludens.search.minimax.graph import BEYOND, POSITIONS, WORTH, certain_worth
from ludens.search.minimax.prove import Proving
from ludens.search.views.solved_states import NO_GOAL
from ludens.search.views.wrapped import Goals


class SharedTable:
    """The positions that alpha-beta is certain of, for ``solved_states.SolvedJudge``."""

    def __init__(self, proving: Proving) -> None:
        self._proving = proving

    def __len__(self) -> int:
        return int(self._proving.search.graph.sizes[POSITIONS])

    def get(self, rows: Rows) -> Goals:
        """The goals of alpha-beta's role in positions, or NO_GOAL."""
        worth = np.empty(len(rows), dtype=np.int32)
        graph = self._proving.search.graph
        if graph.states.shape[1] != rows.shape[1]:
            return np.full(len(rows), NO_GOAL, dtype=np.int16)
        certain_worth(graph, np.ascontiguousarray(rows), worth)
        goals = (worth + WORTH) * 100 // (2 * WORTH)
        return np.where(worth == BEYOND, NO_GOAL, goals).astype(np.int16)
