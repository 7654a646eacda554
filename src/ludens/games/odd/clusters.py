"""Odd before the board is full: clusters counted as if the game ended now, in three ways.

These are the static evaluations that El Bouhali 2013, 2.5, considers: clusters of fewer stones count; empty cells
belong to the clusters of both colours; clusters are merged where enough disjoint paths lead from one to the other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import ONE, Whole, count, lowest
from ludens.engine.kernels.compiling import kernel
from ludens.engine.rows import Rows
from ludens.games.hexagon.cells import CELLS, NEIGHBOUR_SETS
from ludens.games.odd.kernels import BOARD, SMALLEST_GROUP

_NONE = np.uint64(0)
_AROUND = np.array(NEIGHBOUR_SETS, dtype=np.uint64)

UNUSED, FROM_START, TO_END = -1, -2, -3
"""In place of the cell before or after a cell on a path: it is on none; it is the first; it is the last."""

_UNSEEN = -1
_START = 2 * CELLS


@kernel
def around(cells: np.uint64) -> np.uint64:
    """All cells next to one of these."""
    found = _NONE
    while cells:
        found |= _AROUND[lowest(cells)]
        cells &= cells - ONE
    return found


@kernel
def connected(seed: np.uint64, cells: np.uint64) -> np.uint64:
    """The cells that are connected to the seed, one of them, within a set."""
    reached, fresh = seed, seed
    while fresh:
        fresh = around(fresh) & cells & ~reached
        reached |= fresh
    return reached


@kernel
def count_clusters(cells: np.uint64, stones: np.uint64, smallest: Whole) -> Whole:
    """The clusters within a set that have at least so many cells and one of the stones."""
    found: Whole = 0
    while cells & stones:
        left = cells & stones
        cluster = connected(left & (~left + ONE), cells)
        cells &= ~cluster
        found += count(cluster) >= smallest
    return found


@kernel
def small_clusters(rows: Rows, smallest: Whole, found: NDArray[np.int64]) -> None:
    """Writes for each board how many clusters of at least so many stones there are."""
    for row in range(len(rows)):
        white, black = rows[row, 0], rows[row, 1]
        found[row] = count_clusters(white, white, smallest) + count_clusters(black, black, smallest)


@kernel
def clusters_with_empty_cells(rows: Rows, found: NDArray[np.int64]) -> None:
    """Writes for each board how many clusters of at least five cells there are when empty cells are of both colours."""
    for row in range(len(rows)):
        white, black = rows[row, 0], rows[row, 1]
        empty = BOARD & ~(white | black)
        found[row] = count_clusters(white | empty, white, SMALLEST_GROUP)
        found[row] += count_clusters(black | empty, black, SMALLEST_GROUP)


@kernel
def merged_clusters(rows: Rows, threshold: Whole, found: NDArray[np.int64]) -> None:
    """Writes for each board how many clusters of at least five stones there are after merging.

    Two clusters of a colour are merged when more than ``threshold`` paths that have no cell in common lead from one to
    the other, over empty cells and cells of that colour; so are clusters that are merged with the same one.
    """
    clusters, parents = np.zeros(CELLS, dtype=np.uint64), np.zeros(CELLS, dtype=np.int64)
    links, seen = np.zeros((2, CELLS), dtype=np.int64), np.zeros(2 * CELLS, dtype=np.int64)
    waiting = np.zeros(2 * CELLS, dtype=np.int64)
    for row in range(len(rows)):
        empty = BOARD & ~(rows[row, 0] | rows[row, 1])
        found[row] = 0
        for colour in range(2):
            stones = rows[row, colour]
            number = _list_clusters(stones, clusters)
            _merge(clusters[:number], stones | empty, threshold + 1, parents, links, seen, waiting)
            found[row] += _count_merged(clusters[:number], parents)


@kernel
def _list_clusters(stones: np.uint64, clusters: NDArray[np.uint64]) -> Whole:
    number = 0
    while stones:
        clusters[number] = connected(stones & (~stones + ONE), stones)
        stones &= ~clusters[number]
        number += 1
    return number


@kernel
def _merge(
    clusters: NDArray[np.uint64],
    passable: np.uint64,
    enough: Whole,
    parents: NDArray[np.int64],
    links: NDArray[np.int64],
    seen: NDArray[np.int64],
    waiting: NDArray[np.int64],
) -> None:
    """Writes which earlier cluster each is merged with, directly or by way of others; itself if none."""
    for one in range(len(clusters)):
        parents[one] = one
    for one in range(len(clusters)):
        for other in range(one + 1, len(clusters)):
            first, second = _root(parents, one), _root(parents, other)
            if first == second:
                continue
            if disjoint_paths(clusters[one], clusters[other], passable, enough, links, seen, waiting) == enough:
                parents[max(first, second)] = min(first, second)


@kernel
def _root(parents: NDArray[np.int64], cluster: Whole) -> Whole:
    while parents[cluster] != cluster:
        cluster = parents[cluster]
    return cluster


@kernel
def _count_merged(clusters: NDArray[np.uint64], parents: NDArray[np.int64]) -> Whole:
    found: Whole = 0
    for root in range(len(clusters)):
        size: Whole = 0
        for cluster in range(len(clusters)):
            if _root(parents, cluster) == root:
                size += count(clusters[cluster])
        found += size >= SMALLEST_GROUP
    return found


@kernel
def disjoint_paths(
    start: np.uint64,
    end: np.uint64,
    passable: np.uint64,
    most: Whole,
    links: NDArray[np.int64],
    seen: NDArray[np.int64],
    waiting: NDArray[np.int64],
) -> Whole:
    """How many paths between two sets have no cell in common, at most ``most``; the sets must not touch.

    The paths lead through passable cells outside the sets. Each search for one more may lead a path that was found
    another way: the augmenting paths of Ford and Fulkerson 1956, with every cell split into an entrance and an exit
    (Menger's theorem). ``links``: the cell before and the cell after each cell; with ``seen`` and ``waiting`` scratch.
    """
    passable &= ~(start | end)
    first, last = around(start) & passable, around(end) & passable
    most = min(most, count(first), count(last))
    links[:] = UNUSED
    for paths in range(most):
        exit_cell = _search(first, last, passable, links, seen, waiting)
        if exit_cell == UNUSED:
            return paths
        _lead(exit_cell, links, seen)
    return most


@kernel
def _search(
    first: np.uint64,
    last: np.uint64,
    passable: np.uint64,
    links: NDArray[np.int64],
    seen: NDArray[np.int64],
    waiting: NDArray[np.int64],
) -> Whole:
    """The cell from which one more path reaches the end, or UNUSED; ``seen`` tells how each place was come to.

    Places are the entrances, 0 to 60, and the exits, 61 to 121, of cells.
    """
    before, after = links[0], links[1]
    seen[:] = _UNSEEN
    size: Whole = 0
    while first:
        entrance = lowest(first)
        first &= first - ONE
        if before[entrance] != FROM_START:
            seen[entrance], waiting[size] = _START, entrance
            size += 1
    done = 0
    while done < size:
        place: np.int64 = waiting[done]
        done += 1
        cell = np.int64(place % CELLS)
        if place >= CELLS and (last >> np.uint64(cell)) & ONE == ONE and after[cell] != TO_END:
            return cell
        size = _spread(place, passable, links, seen, waiting, size)
    return UNUSED


@kernel
def _spread(
    place: Whole,
    passable: np.uint64,
    links: NDArray[np.int64],
    seen: NDArray[np.int64],
    waiting: NDArray[np.int64],
    size: Whole,
) -> Whole:
    """Notes the places that can be come to from a place; how many are noted then."""
    before, after = links[0], links[1]
    cell = place % CELLS
    if place < CELLS:
        if before[cell] == UNUSED:
            return _note(cell + CELLS, place, seen, waiting, size)
        if before[cell] >= 0:  # back along the path that enters here, which will go another way
            return _note(before[cell] + CELLS, place, seen, waiting, size)
        return size
    neighbours = _AROUND[cell] & passable
    while neighbours:
        neighbour = lowest(neighbours)
        neighbours &= neighbours - ONE
        if after[cell] != neighbour:
            size = _note(neighbour, place, seen, waiting, size)
    if before[cell] != UNUSED:  # the path through this cell leaves it free
        size = _note(cell, place, seen, waiting, size)
    return size


@kernel
def _note(place: Whole, origin: Whole, seen: NDArray[np.int64], waiting: NDArray[np.int64], size: Whole) -> Whole:
    if seen[place] != _UNSEEN:
        return size
    seen[place], waiting[size] = origin, place
    return size + 1


@kernel
def _lead(exit_cell: Whole, links: NDArray[np.int64], seen: NDArray[np.int64]) -> None:
    """Enters the path that was found, from its end back: first what it takes from others, then what it adds."""
    before, after = links[0], links[1]
    place = exit_cell + CELLS
    while place != _START:
        origin = seen[place]
        if origin != _START and origin < CELLS and place >= CELLS and origin != place - CELLS:
            before[origin], after[place - CELLS] = UNUSED, UNUSED
        place = origin
    place = exit_cell + CELLS
    after[exit_cell] = TO_END
    while place != _START:
        origin = seen[place]
        if origin == _START:
            before[place] = FROM_START
        elif origin >= CELLS and place < CELLS and origin != place + CELLS:
            before[place], after[origin - CELLS] = origin - CELLS, place
        place = origin
