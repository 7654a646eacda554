"""UCB1 in a tree, UCT (Kocsis and Szepesvári 2006): mean + c·√(ln N / n)."""

from __future__ import annotations

from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.random_stream import Random
from ludens.search.tree.arrays import Tree
from ludens.search.tree.policies.selection import EXPLORATION, Candidate, Parameters, Selection


@bare_part
def score(tree: Tree, parameters: Parameters, candidate: Candidate, random: Random) -> float:
    return bound(candidate.total, candidate.inverse_root, parameters[EXPLORATION] * candidate.root_log)


@bare_part
def bound(total: float, inverse_root: float, exploration: float) -> float:
    """The mean and its bound from 1/√n and c·√(ln N), in three operations."""
    return (total * inverse_root + exploration) * inverse_root


UCB1 = Selection("ucb1", score, {"exploration": 0.4})
