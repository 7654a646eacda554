"""Progressive history (Nijssen and Winands 2011): UCB1 + W · history / (losses + 1)."""

from __future__ import annotations

from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.random_stream import Random
from ludens.search.tree.arrays import Tree, move_of_edge
from ludens.search.tree.policies.selection import EXPLORATION, Candidate, Parameters, Selection, value, width

WEIGHT = 1
"""W; the constant of UCB1 comes before it."""


@bare_part
def score(tree: Tree, parameters: Parameters, candidate: Candidate, random: Random) -> float:
    bound = value(candidate) + parameters[EXPLORATION] * width(candidate)
    past = tree.history[move_of_edge(tree, candidate.edge)]
    if candidate.visits == 0 or past["visits"] == 0:
        return bound
    losses = (1.0 - value(candidate)) * candidate.visits
    return bound + parameters[WEIGHT] * past["total"] / past["visits"] / (losses + 1.0)  # type: ignore[no-any-return]


PROGRESSIVE_HISTORY = Selection("progressive_history", score, {"exploration": 0.4, "weight": 0.1}, amaf=True)
