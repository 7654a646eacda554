"""A caller for parts that are only ever inlined into kernels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.search.tree.arrays import Tree
from ludens.search.tree.policy import Policy
from ludens.search.tree.select import Earlier, choose
from ludens.search.tree.sharing import scores_stay, share_out, share_out_by_scores


def chosen_edge(tree: Tree, policy: Policy, random: NDArray[np.uint64], grandfather: int = -1) -> int:
    """The edge that role 0 chooses at node 0, two steps below the grandfather, if there is one."""
    first = int(tree.nodes[0]["first_edge"])
    with np.errstate(over="ignore"):
        return int(choose(tree, policy.for_kernels(), 0, Earlier(0, grandfather), 0, first, random))


def shared_out(tree: Tree, policy: Policy, lanes: int, weight: int, random: NDArray[np.uint64]) -> list[int]:
    """How many of so many lanes of role 0 take each edge of node 0."""
    first, count = int(tree.nodes[0]["first_edge"]), int(tree.counts[0, 0])
    shares, scores = np.zeros(count, dtype=np.int32), np.zeros((2, count))
    with np.errstate(over="ignore"):
        share_out(tree, policy.for_kernels(), 0, 0, first, lanes, weight, shares, scores, random)
    return shares.tolist()


def shared_out_by_scores(tree: Tree, policy: Policy, lanes: int, weight: int, random: NDArray[np.uint64]) -> list[int]:
    """The same by a policy that need not be UCB1."""
    first, count, kernel = int(tree.nodes[0]["first_edge"]), int(tree.counts[0, 0]), policy.for_kernels()
    shares, scores = np.zeros(count, dtype=np.int32), np.zeros((2, count))
    assert scores_stay(tree, kernel, 0, 0)
    with np.errstate(over="ignore"):
        share_out_by_scores(tree, kernel, 0, Earlier(0, -1), 0, first, lanes, weight, shares, scores, random)
    return shares.tolist()
