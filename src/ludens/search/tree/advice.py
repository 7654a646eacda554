"""Advice: somebody slow says of the most visited nodes what their moves may be worth.

Leaves are valued by who is fast, such as random games. Now and then the nodes with the most visits are shown to the
adviser, a network for instance, and what it expects of their moves counts for some visits, as priors do. So the most
important positions get the most careful look, however many others there are in the same time.

A search by the clock gives the adviser a part of the time. Otherwise he is asked of a node for every so many leaves:
the same number of playouts gives the same tree.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ludens.engine.rows import Rows
from ludens.search.tree.arrays import NODES, NOT_EXPANDED, OPEN, SEVERAL, Tree
from ludens.search.tree.positions import rows_of
from ludens.search.tree.priors import Expected, count_in

if TYPE_CHECKING:
    from ludens.search.tree.search import TreeSearch

PART = 0.1
"""The adviser's part of a search by the clock."""

LEAVES_PER_NODE = 16
"""Without a clock, the adviser is shown a node for so many leaves."""

AT_ONCE = 64
"""Nodes that are shown at a time, at most."""

LOOKED_THROUGH = 1 << 18
"""Nodes among which those with the most visits are looked for: the earlier they were made, the nearer to the root."""

SEED = 0x9E3779B97F4A7C15


@dataclass(slots=True, eq=False)
class Adviser:
    """Shows nodes to somebody, and enters what he expects of their moves.

    ``expected``: what he says of positions; his visits count as many leaves each.
    """

    expected: Callable[[Rows], Expected]
    part: float = PART
    nodes: int = 0
    """How many have been shown."""
    _shown: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    _credit: float = 0.0
    _longest: float = 0.0
    _simulations: int = 0

    def begin(self, search: TreeSearch) -> None:
        """Begins a search: the root is shown first, or the most visited node if the root has been shown before."""
        self._credit, self._simulations = 0.0, search.simulations
        self._show(search, 1)

    def tree_has_changed(self, old: Tree, new: Tree) -> None:
        """Finds out which nodes of a tree have been shown as nodes of an earlier one."""
        size = int(new.sizes[NODES])
        shown = np.flatnonzero(self._shown[: int(old.sizes[NODES])])
        self._shown = np.zeros(size, dtype=np.bool_)
        if len(shown) and size:
            self._shown[:] = np.isin(_digests(rows_of(new, slice(size))), _digests(rows_of(old, shown)))

    def forget(self) -> None:
        """Of an empty tree nothing has been shown."""
        self._shown = np.zeros(0, dtype=np.bool_)

    def advise(self, search: TreeSearch, seconds: float | None, deadline: float) -> None:
        """Shows nodes, as many as it is time for; ``seconds``: since the last call; None: without a clock."""
        if seconds is None:
            self._credit += (search.simulations - self._simulations) / search.playouts / LEAVES_PER_NODE
            self._simulations = search.simulations
            while self._credit >= AT_ONCE and self._show(search, AT_ONCE):
                self._credit -= AT_ONCE
            return
        self._credit += seconds * self.part / (1 - self.part)
        while self._credit > 0 and time.perf_counter() + self._longest < deadline:
            begin = time.perf_counter()
            if not self._show(search, AT_ONCE):
                self._credit = 0.0
                return
            spent = time.perf_counter() - begin
            self._longest = max(0.9 * self._longest, spent)
            self._credit -= spent

    def _show(self, search: TreeSearch, most: int) -> int:
        """Shows so many nodes at most; how many there were."""
        tree = search.tree
        nodes = self._most_visited(tree, most)
        if len(nodes):
            expected = self.expected(rows_of(tree, nodes))
            count_in(tree, nodes, expected, search.playouts * expected.visits)
            self._shown[nodes] = True
            self.nodes += len(nodes)
        return len(nodes)

    def _most_visited(self, tree: Tree, most: int) -> NDArray[np.int64]:
        """The nodes with the most visits of those that have not been shown, and where somebody has a choice."""
        size = min(int(tree.sizes[NODES]), LOOKED_THROUGH)
        if len(self._shown) < size:
            self._shown = np.append(self._shown, np.zeros(2 * size - len(self._shown), dtype=np.bool_))
        nodes = tree.nodes[:size]
        wanted = (nodes["first_edge"] != NOT_EXPANDED) & (nodes["kind"] == OPEN) & ~self._shown[:size]
        places = np.flatnonzero(wanted)
        places = places[(nodes["mover"][places] == SEVERAL) | (tree.counts[places].max(axis=1, initial=0) > 1)]
        if len(places) > most:
            places = places[np.argpartition(-nodes["visits"][places], most - 1)[:most]]
        return np.asarray(places, dtype=np.int64)


def _digests(rows: Rows) -> NDArray[np.uint64]:
    """A number of each row, by which rows may be told apart."""
    factors = np.random.default_rng(SEED).integers(1 << 63, size=rows.shape[1], dtype=np.uint64) | np.uint64(1)
    mixed = (rows ^ (rows >> np.uint64(31))) * factors
    return np.asarray((mixed ^ (mixed >> np.uint64(29))).sum(axis=1, dtype=np.uint64))
