"""Thompson sampling (Thompson 1933), with a normal distribution around the mean (Agrawal and Goyal 2013)."""

from __future__ import annotations

from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.random_stream import Random, random_normal
from ludens.search.tree.arrays import Tree
from ludens.search.tree.policies.selection import EXPLORATION, Candidate, Parameters, Selection, value, width


@bare_part
def score(tree: Tree, parameters: Parameters, candidate: Candidate, random: Random) -> float:
    if candidate.visits == 0:
        return value(candidate) + parameters[EXPLORATION] * width(candidate)
    return value(candidate) + parameters[EXPLORATION] * random_normal(random) * candidate.inverse_root


THOMPSON = Selection("thompson", score, {"exploration": 0.4}, drawn=True)
