"""What the transposition table tells where the depth is limited: entries of another kind in the same buckets.

What is known of a position is a lower and an upper bound, the depth for which they hold, the best move, and the search
that they come from. Bounds that rest on ends of the game alone hold for the depth ENDLESS. What was found by an earlier
search goes first, then what was searched least deep.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.hashing import GAMMA, mixed, mixed_words
from ludens.search.minimax.depth_first.table import ENTRIES, new_table

VALUE_BITS = 20
"""Values are smaller than 2 to the power of this."""

ENDLESS = 255
"""In place of a depth: the bounds hold at any."""

NO_MOVE = (1 << 12) - 1
"""In place of a move: nobody knows; moves with numbers as large as this are not remembered."""

GENERATIONS = 8

_HIGH, _DEPTH, _MOVE, _GENERATION = np.uint64(20), np.uint64(40), np.uint64(48), np.uint64(60)
_VALUE, _BYTE, _TWELVE = np.uint64((1 << VALUE_BITS) - 1), np.uint64(255), np.uint64(NO_MOVE)
_SEVEN, _USED = np.uint64(7), np.uint64(1 << 63)


def is_half_full(table: NDArray[np.uint64]) -> bool:
    """Whether at least every second entry is in use."""
    return 2 * int(np.count_nonzero(table[:, 1::2])) >= table.size // 2


def grown(table: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A table of four times the size that has the same entries, each in the same place of a bucket."""
    found = new_table(4 * table.nbytes)
    buckets, entries = np.nonzero(table[:, 1::2])
    tags = table[buckets, 2 * entries] ^ table[buckets, 2 * entries + 1]
    places = (mixed_words(tags) & np.uint64(len(found) - 1)).astype(np.int64)
    found[places, 2 * entries], found[places, 2 * entries + 1] = (
        table[buckets, 2 * entries],
        table[buckets, 2 * entries + 1],
    )
    return found


@bare_part
def place_of(
    key: NDArray[np.uint64], first: Whole, words: Whole, salt: Whole, buckets: Whole, spot: NDArray[np.uint64]
) -> None:
    """Writes the bucket and the tag of a packed position, some words of an array; another salt, another tag."""
    tag = np.uint64(salt)
    for word in range(words):
        tag = mixed(tag ^ key[first + word]) + GAMMA
    spot[0] = mixed(tag) & np.uint64(buckets - 1)
    spot[1] = tag


@bare_part
def lower(data: np.uint64) -> Whole:
    return np.int64(data & _VALUE)


@bare_part
def upper(data: np.uint64) -> Whole:
    return np.int64((data >> _HIGH) & _VALUE)


@bare_part
def depth_of(data: np.uint64) -> Whole:
    return np.int64((data >> _DEPTH) & _BYTE)


@bare_part
def move_of(data: np.uint64) -> Whole:
    return np.int64((data >> _MOVE) & _TWELVE)


@bare_part
def enter_bounds(
    table: NDArray[np.uint64],
    spot: NDArray[np.uint64],
    low: Whole,
    high: Whole,
    depth: Whole,
    move: Whole,
    generation: Whole,
) -> None:
    """Writes what has been found out; bounds for the same depth are narrowed, others replaced."""
    bucket = table[np.int64(spot[0])]
    chosen: Whole = np.int64(0)
    least: Whole = np.int64(1 << 40)
    for entry in range(ENTRIES):
        there = bucket[2 * entry + 1]
        if there != np.uint64(0) and bucket[2 * entry] ^ there == spot[1]:
            chosen = np.int64(entry)
            if move == NO_MOVE:
                move = move_of(there)
            if depth_of(there) == depth:
                low, high = max(low, lower(there)), min(high, upper(there))
            break
        cost: Whole = np.int64(-1)
        if there != np.uint64(0):
            cost = depth_of(there)
            if np.int64((there >> _GENERATION) & _SEVEN) == generation:
                cost += 256
        if cost < least:
            chosen, least = np.int64(entry), cost
    data = np.uint64(low) | (np.uint64(high) << _HIGH) | (np.uint64(depth) << _DEPTH)
    data |= (np.uint64(min(move, NO_MOVE)) << _MOVE) | (np.uint64(generation) << _GENERATION) | _USED
    bucket[2 * chosen] = spot[1] ^ data
    bucket[2 * chosen + 1] = data
