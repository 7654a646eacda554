"""UCB1 in a tree, UCT (Kocsis and Szepesvári 2006): mean + c·√(ln N / n)."""

from __future__ import annotations

from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.random_stream import Random
from ludens.search.tree.arrays import Tree
from ludens.search.tree.policies.selection import EXPLORATION, Candidate, Parameters, Selection, value, width


@bare_part
def score(tree: Tree, parameters: Parameters, candidate: Candidate, random: Random) -> float:
    return value(candidate) + parameters[EXPLORATION] * width(candidate)


UCB1 = Selection("ucb1", score, {"exploration": 0.4})
