"""UCT-RAVE (Gelly and Silver 2007): (1 − β)·mean + β·AMAF + c·√(ln N / n), with β = √(k / (3N + k))."""

from __future__ import annotations

import math

import numpy as np

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.random_stream import Random
from ludens.search.tree.arrays import Tree
from ludens.search.tree.policies.selection import EXPLORATION, Candidate, Parameters, Selection

EQUIVALENCE = 1
"""k: visits of the node at which AMAF and the mean weigh the same."""

PARAMETERS = {"exploration": 0.4, "equivalence": 50_000.0}


@bare_part
def score(tree: Tree, parameters: Parameters, candidate: Candidate, random: Random) -> float:
    amaf = tree.amaf[candidate.edge]
    return blended(parameters, candidate, amaf["total"], np.int64(amaf["visits"]))


@bare_part
def blended(parameters: Parameters, candidate: Candidate, amaf_total: float, amaf_visits: Whole) -> float:
    """The mean of an edge and its AMAF value, as far as there are such."""
    total, visits = candidate.total, candidate.visits
    if visits == 0 and amaf_visits == 0:
        return total
    exploration = parameters[EXPLORATION] * math.sqrt(candidate.log_visits / max(1, visits))
    if amaf_visits == 0:
        return total / visits + exploration
    if visits == 0:
        return amaf_total / amaf_visits + exploration
    beta = math.sqrt(parameters[EQUIVALENCE] / (3.0 * candidate.node_visits + parameters[EQUIVALENCE]))
    return (1.0 - beta) * total / visits + beta * amaf_total / amaf_visits + exploration


RAVE = Selection("rave", score, PARAMETERS, amaf=True)
