"""UCT-RAVE (Gelly and Silver 2007): (1 − β)·mean + β·AMAF + c·√(ln N / n), with β = √(k / (3N + k))."""

from __future__ import annotations

import math

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
    return blended(tree, parameters, candidate, candidate.edge)


@bare_part
def blended(tree: Tree, parameters: Parameters, candidate: Candidate, source: Whole) -> float:
    """The score of the edge with the AMAF values of another one."""
    record, amaf = tree.edges[candidate.edge], tree.amaf[source]
    if record["visits"] == 0 and amaf["visits"] == 0:
        return candidate.total
    exploration = parameters[EXPLORATION] * math.sqrt(candidate.log_visits / max(1, record["visits"]))
    if amaf["visits"] == 0:
        return record["total"] / record["visits"] + exploration  # type: ignore[no-any-return]
    if record["visits"] == 0:
        return amaf["total"] / amaf["visits"] + exploration  # type: ignore[no-any-return]
    beta = math.sqrt(parameters[EQUIVALENCE] / (3.0 * candidate.node_visits + parameters[EQUIVALENCE]))
    mean = (1.0 - beta) * record["total"] / record["visits"]
    return mean + beta * amaf["total"] / amaf["visits"] + exploration  # type: ignore[no-any-return]


RAVE = Selection("rave", score, PARAMETERS, amaf=True)
