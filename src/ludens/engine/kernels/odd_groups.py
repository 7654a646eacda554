"""Odd's groups and its position's key kept up to date move by move, with taking back, for search.

Union-find without path compression, so that a union is undone by cutting one link (Westbrook and Tarjan, "Amortized
analysis of algorithms for set union with backtracking", 1989). The smaller set is hung below the larger, so that a walk
to the root takes at most five links.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.engine.hexagon import CELLS, NEIGHBOURS
from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import kernel
from ludens.engine.kernels.odd import SMALLEST_GROUP
from ludens.engine.kernels.random_stream import random_table

WHITE, BLACK, EMPTY = 0, 1, 2
"""What can be on a cell."""

KEYS = random_table(2 * CELLS).reshape(2, CELLS)
"""Zobrist's keys: of a white and of a black stone on each cell. Whose turn it is follows from the number of stones."""

_AROUND = np.array([[*cells, *[-1] * (6 - len(cells))] for cells in NEIGHBOURS], dtype=np.int64)
_STONES, _LINKS, _GROUPS = 0, 1, 2


class Groups(NamedTuple):
    """A board that remembers how it came about.

    ``content``, ``parent``, ``size``: of each cell; a cell without a stone is its own parent.
    ``stones``: the cells in the order they were filled, with the number of links there were before, shape (61, 2).
    ``links``: the roots that were hung below others. ``totals``: of stones, links and groups of at least five.
    ``key``: of the position, one word.
    """

    content: NDArray[np.int64]
    parent: NDArray[np.int64]
    size: NDArray[np.int64]
    stones: NDArray[np.int64]
    links: NDArray[np.int64]
    totals: NDArray[np.int64]
    key: NDArray[np.uint64]


def new_groups() -> Groups:
    """An empty board."""
    return Groups(
        np.full(CELLS, EMPTY, dtype=np.int64),
        np.arange(CELLS, dtype=np.int64),
        np.ones(CELLS, dtype=np.int64),
        np.zeros((CELLS, 2), dtype=np.int64),
        np.zeros(CELLS, dtype=np.int64),
        np.zeros(3, dtype=np.int64),
        np.zeros(1, dtype=np.uint64),
    )


@kernel
def number_of_groups(groups: Groups) -> Whole:
    """The groups of at least five on the board as it is."""
    number: np.int64 = groups.totals[_GROUPS]
    return number


@kernel
def place(groups: Groups, cell: Whole, colour: Whole) -> None:
    """Puts a stone on a cell, which must be empty."""
    groups.stones[groups.totals[_STONES], 0] = cell
    groups.stones[groups.totals[_STONES], 1] = groups.totals[_LINKS]
    groups.totals[_STONES] += 1
    groups.content[cell] = colour
    groups.key[0] ^= KEYS[colour, cell]
    for neighbour in _AROUND[cell]:
        if neighbour >= 0 and groups.content[neighbour] == colour:
            _link(groups, _root(groups, cell), _root(groups, neighbour))


@kernel
def take_back(groups: Groups) -> None:
    """Removes the stone that was placed last; there must be one."""
    groups.totals[_STONES] -= 1
    cell, links = groups.stones[groups.totals[_STONES]]
    while groups.totals[_LINKS] > links:
        groups.totals[_LINKS] -= 1
        child = groups.links[groups.totals[_LINKS]]
        root = groups.parent[child]
        groups.totals[_GROUPS] -= groups.size[root] >= SMALLEST_GROUP
        groups.size[root] -= groups.size[child]
        groups.parent[child] = child
        groups.totals[_GROUPS] += groups.size[root] >= SMALLEST_GROUP
        groups.totals[_GROUPS] += groups.size[child] >= SMALLEST_GROUP
    groups.key[0] ^= KEYS[groups.content[cell], cell]
    groups.content[cell] = EMPTY


@kernel
def _root(groups: Groups, cell: Whole) -> Whole:
    while groups.parent[cell] != cell:
        cell = groups.parent[cell]
    return cell


@kernel
def _link(groups: Groups, one: Whole, other: Whole) -> None:
    """Makes one set of two, given by their roots."""
    if one == other:
        return
    if groups.size[one] < groups.size[other]:
        one, other = other, one
    groups.totals[_GROUPS] -= groups.size[one] >= SMALLEST_GROUP
    groups.totals[_GROUPS] -= groups.size[other] >= SMALLEST_GROUP
    groups.parent[other] = one
    groups.size[one] += groups.size[other]
    groups.totals[_GROUPS] += groups.size[one] >= SMALLEST_GROUP
    groups.links[groups.totals[_LINKS]] = other
    groups.totals[_LINKS] += 1
