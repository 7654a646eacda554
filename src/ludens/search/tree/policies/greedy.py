"""The best mean, without exploration."""

from __future__ import annotations

from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.random_stream import Random
from ludens.search.tree.arrays import Tree
from ludens.search.tree.policies.selection import Candidate, Parameters, Selection


@bare_part
def score(tree: Tree, parameters: Parameters, candidate: Candidate, random: Random) -> float:
    return candidate.value


GREEDY = Selection("greedy", score)
