"""Priors: new nodes get their moves at once, as if each had been tried a few times with what is expected of it.

That is how a heuristic for moves enters a tree with any policy (prior knowledge: Gelly and Silver 2007): what a move
is expected to be worth counts for some visits, and is outweighed by what the search finds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ludens.engine.rows import Rows, pack_rows
from ludens.search.tree.arrays import NOT_EXPANDED, Tree
from ludens.search.tree.expand import count_edges, expand

if TYPE_CHECKING:
    from ludens.search.tree.search import TreeSearch


@dataclass(frozen=True, slots=True, eq=False)
class Expected:
    """What moves of positions are expected to be worth to who makes them, from 0 to 1, and which are legal: by role.

    ``visits``: for how many each counts.
    """

    legal: Sequence[NDArray[np.bool_]]
    values: Sequence[NDArray[np.floating]]
    visits: int


@runtime_checkable
class ExpectsOfMoves(Protocol):
    """An evaluation that also knows what moves may be worth."""

    def expected(self, rows: Rows) -> Expected:
        """What is expected of the moves of positions; of those just valued it is known already."""


def plant(search: TreeSearch, nodes: NDArray[np.int64], expected: Expected) -> None:
    """Gives nodes, of which some may have them already, their edges with what is expected; whoever calls has the lock.

    Where there is no memory for more edges nothing happens: such nodes get theirs as others do, or stay leaves.
    """
    _, first = np.unique(nodes, return_index=True)
    first = first[search.tree.nodes["first_edge"][nodes[first]] == NOT_EXPANDED]
    if not len(first):
        return
    nodes, legal = nodes[first].astype(np.int64), [table[first] for table in expected.legal]
    bits, widths = pack_rows(np.concatenate(legal, axis=1)), [table.shape[1] for table in legal]
    spans = np.stack([np.cumsum([0, *widths[:-1]]), widths], axis=1).astype(np.int64)
    if not search.ensure(edges=int(count_edges(bits, spans, len(nodes)))):
        return
    expand(search.tree, nodes, bits, spans, len(nodes), True)
    tree = search.tree
    made = tree.nodes["first_edge"][nodes] != NOT_EXPANDED
    legal, values = [table[made] for table in legal], [own[first][made] for own in expected.values]
    count_in(tree, nodes[made], Expected(legal, values, expected.visits), expected.visits)


def count_in(tree: Tree, nodes: NDArray[np.int64], expected: Expected, visits: int) -> None:
    """Has what is expected of the moves of nodes, each there once and with its edges, count for so many visits."""
    starts = tree.nodes["first_edge"][nodes].astype(np.int64)
    for table, values in zip(expected.legal, expected.values, strict=True):
        counts = table.sum(axis=1)
        edges = np.repeat(starts - (np.cumsum(counts) - counts), counts) + np.arange(counts.sum())
        tree.edges["visits"][edges] += visits
        tree.edges["total"][edges] += visits * values[table]
        starts = starts + counts
