"""What a search keeps beside its tree to conclude from batches: for bounds, proof numbers, minimax values."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.search.evaluations.static import Static
from ludens.search.tree.arrays import NODES, Tree
from ludens.search.tree.bounds import NOT_CONSTANT, NOT_SEEN
from ludens.search.tree.implicit_minimax import back_up_heuristics, value_new_nodes
from ludens.search.tree.lanes import Lanes


@dataclass(slots=True)
class Conclusions:
    """``goal_sum`` and ``aims`` are what ``tighten`` and ``update_proof_numbers`` keep from batch to batch.

    ``heuristic``: what implicit minimax carries up; needed where the policy gives it weight. ``settled``: of two roles,
    the goal of one decides that of the other. ``valued``: the nodes that have been evaluated.
    """

    engine: BatchEngine
    heuristic: Static | None
    settled: bool
    goal_sum: NDArray[np.int16] = field(init=False)
    aims: NDArray[np.int16] = field(init=False)
    valued: int = 0

    def __post_init__(self) -> None:
        roles = len(self.engine.roles)
        self.goal_sum = np.array([NOT_SEEN if self.settled and roles == 2 else NOT_CONSTANT], dtype=np.int16)
        self.aims = np.zeros(roles, dtype=np.int16)

    def begin(self, tree: Tree) -> None:
        """To be called when the tree has another root: all its nodes have been here before, or need no evaluation."""
        self.valued = int(tree.sizes[NODES])

    def value(self, tree: Tree, lanes: Lanes, batch: int) -> None:
        """Has the nodes that a batch has made evaluated, and carries that up."""
        assert self.heuristic is not None, "implicit minimax needs an evaluation"
        self.valued = value_new_nodes(tree, self.engine, self.heuristic, self.valued)
        back_up_heuristics(tree, lanes, batch)
