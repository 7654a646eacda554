"""UCB1-Tuned (Auer, Cesa-Bianchi and Fischer 2002): the variance of the values bounds the exploration."""

from __future__ import annotations

import math

from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.random_stream import Random
from ludens.search.tree.arrays import Tree
from ludens.search.tree.policies.selection import EXPLORATION, Candidate, Parameters, Selection, share, value


@bare_part
def score(tree: Tree, parameters: Parameters, candidate: Candidate, random: Random) -> float:
    bound = 1.0
    if candidate.visits > 0:
        variance = tree.squares[candidate.edge] / candidate.visits - value(candidate) * value(candidate)
        bound = min(0.25, max(0.0, variance) + math.sqrt(2.0 * share(candidate)))
    return value(candidate) + parameters[EXPLORATION] * math.sqrt(share(candidate) * bound)


UCB1_TUNED = Selection("ucb1_tuned", score, {"exploration": 0.4}, variance=True)
