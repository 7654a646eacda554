"""What alpha-beta has proved of the moves at its root, and which moves that leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ludens.game import HIGHEST_GOAL
from ludens.search.minimax.alphabeta import AlphaBeta, goal_of
from ludens.search.minimax.graph import MAXIMISER, MOVES_UNKNOWN

LOWEST_GOAL = 0


@dataclass(frozen=True, slots=True)
class Guarantee:
    """The goal that a move gives the role at least and at most, whatever the others do: true at any depth."""

    lowest: float = LOWEST_GOAL
    highest: float = HIGHEST_GOAL

    @property
    def exact(self) -> bool:
        return self.lowest == self.highest

    @property
    def won(self) -> bool:
        return self.lowest == HIGHEST_GOAL

    @property
    def lost(self) -> bool:
        return self.highest == LOWEST_GOAL


def guarantees(search: AlphaBeta) -> dict[int, Guarantee]:
    """By number, the moves of the role at the root of a search; none where it has not been there or has no choice."""
    graph = search.graph
    root = graph.nodes[search.root]
    if root["first_edge"] == MOVES_UNKNOWN or root["side"] != MAXIMISER:
        return {}
    children = graph.nodes[graph.edges["child"][root["first_edge"] : root["first_edge"] + root["edges"]]]
    numbers = np.flatnonzero(search.engine.legal(graph.states[search.root][None])[search.settings.role][0])
    return {
        int(number): Guarantee(goal_of(int(child["certain_low"])), goal_of(int(child["certain_high"])))
        for number, child in zip(numbers, children, strict=True)
    }


def not_lost(known: Mapping[int, Guarantee]) -> set[int]:
    """The moves that win for certain; if there are none, those that do not lose for certain; otherwise all."""
    winning = {move for move, guarantee in known.items() if guarantee.won}
    return winning or {move for move, guarantee in known.items() if not guarantee.lost} or set(known)


def undominated(known: Mapping[int, Guarantee]) -> set[int]:
    """The same, without moves that are certain to be no better than another one is certain to be."""
    kept = not_lost(known)
    secure = max((guarantee.lowest for guarantee in known.values()), default=LOWEST_GOAL)
    return {move for move in kept if known[move].highest > secure or known[move].lowest == secure}
