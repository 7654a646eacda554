"""The best mean, without exploration."""

from __future__ import annotations

from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.random_stream import Random
from ludens.search.tree.arrays import Tree
from ludens.search.tree.policies.selection import Candidate, Parameters, Selection, value


@bare_part
def score(tree: Tree, parameters: Parameters, candidate: Candidate, random: Random) -> float:
    return value(candidate)


GREEDY = Selection("greedy", score)
