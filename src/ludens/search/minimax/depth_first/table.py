"""The transposition table: buckets of four entries, one line of a processor's cache each, shared by threads.

An entry is two words: what is known of a position, and its tag xor that (Hyatt and Mann 2002), so that an entry that
two threads wrote at once fits neither position. Bucket and tag together tell packed positions of up to 64 bits and as
many more as the number of a bucket has: the mixing can be undone, so that no two positions share both. Of longer ones
two have the same bucket and tag with a chance of 2 ** -64 a comparison.

What is known: bounds, as numbers of the first role's goals, that ends of the game prove; the work that went into it, as
a power of two, by which entries are kept; and one of two kinds of things that are not certain: bounds at some depth and
that depth, or proof numbers (``proof_numbers/table.py``). So two searches share what is certain.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.engine.kernels.hashing import GAMMA, mixed

ENTRIES = 4
WORDS = 2 * ENTRIES

LEVEL_BITS = 7
LOW, HIGH, DEPTH_LOW, DEPTH_HIGH, AT_DEPTH, WORK = 0, 7, 14, 21, 28, 36
"""The first bit of each field."""

NUMBERED = np.uint64(1 << 62)
"""The bit that says that an entry has proof numbers, in place of bounds at a depth."""

USED = np.uint64(1 << 63)

DEEPEST = 255
"""Depths are known up to this; beyond it only what ends prove is kept."""

UNKNOWN, FAILS, HOLDS, SEEMS_TO_FAIL, SEEMS_TO_HOLD = -1, 0, 1, 2, 3
"""Whether a position is worth at least some goal: for certain, or as far as a depth shows."""

_LEVEL = np.uint64((1 << LEVEL_BITS) - 1)
_DEPTH, _WORK = np.uint64(255), np.uint64(63)


def buckets_within(memory_bytes: int) -> int:
    """The number of buckets, a power of two, that fit into so much memory; a few at least."""
    return int(1 << max(4, (memory_bytes // (8 * WORDS)).bit_length() - 1))


def new_table(memory_bytes: int) -> NDArray[np.uint64]:
    """An empty table of at most so much memory."""
    raw = np.zeros((buckets_within(memory_bytes) + 1) * WORDS, dtype=np.uint64)
    offset = -raw.ctypes.data % (8 * WORDS) // 8  # a bucket lies in one line of the cache
    return raw[offset : offset + buckets_within(memory_bytes) * WORDS].reshape(-1, WORDS)


def is_exact(bits: int, table: NDArray[np.uint64]) -> bool:
    """Whether no two packed positions of so many bits can be taken for each other."""
    return bits <= 64 + len(table).bit_length() - 1


@bare_part
def spot_of(key: NDArray[np.uint64], first: Whole, words: Whole, buckets: Whole, spot: NDArray[np.uint64]) -> None:
    """Writes the bucket and the tag of a packed position, some words of an array."""
    high = np.uint64(0)
    if words == 2:
        high = key[first + 1]
    else:
        for word in range(1, words):
            high = mixed(high ^ key[first + word]) + GAMMA
    tag = mixed(key[first] ^ mixed(high + GAMMA))
    spot[0] = (high ^ mixed(tag)) & np.uint64(buckets - 1)
    spot[1] = tag


@bare_part
def look_up(table: NDArray[np.uint64], spot: NDArray[np.uint64]) -> np.uint64:
    """What is known of a position; 0 where nothing is."""
    bucket = table[np.int64(spot[0])]
    for entry in range(ENTRIES):
        data = bucket[2 * entry + 1]
        if data != np.uint64(0) and bucket[2 * entry] ^ data == spot[1]:
            return np.uint64(data)
    return np.uint64(0)


@bare_part
def verdict(data: np.uint64, level: Whole, depth: Whole) -> Whole:
    """Whether what is known decides if a position is worth a goal, searched to a depth."""
    if data == np.uint64(0):
        return UNKNOWN
    wanted = np.uint64(level)
    if (data >> np.uint64(LOW)) & _LEVEL >= wanted:
        return HOLDS
    if (data >> np.uint64(HIGH)) & _LEVEL < wanted:
        return FAILS
    if data & NUMBERED == np.uint64(0) and (data >> np.uint64(AT_DEPTH)) & _DEPTH == np.uint64(depth):
        if (data >> np.uint64(DEPTH_LOW)) & _LEVEL >= wanted:
            return SEEMS_TO_HOLD
        if (data >> np.uint64(DEPTH_HIGH)) & _LEVEL < wanted:
            return SEEMS_TO_FAIL
    return UNKNOWN


@bare_part
def entry_for(bucket: NDArray[np.uint64], tag: np.uint64) -> Whole:
    """The entry of a position in its bucket or, where it has none, the one with the least work, which may go."""
    chosen, least = np.int64(0), np.int64(1 << 40)
    for entry in range(ENTRIES):
        there = bucket[2 * entry + 1]
        if there != np.uint64(0) and bucket[2 * entry] ^ there == tag:
            return np.int64(entry)
        cost = np.int64((there >> np.uint64(WORK)) & _WORK) if there != np.uint64(0) else np.int64(-1)
        if cost < least:
            chosen, least = np.int64(entry), cost
    return chosen


@bare_part
def spent_on(data: np.uint64, work: Whole) -> np.uint64:
    """The work that is noted of an entry after some more, as a power of two in its place."""
    effort = np.uint64(0)
    while work > 0 and effort < np.uint64(62):
        effort, work = effort + np.uint64(1), work >> 1
    return np.uint64(max((data >> np.uint64(WORK)) & _WORK, effort) << np.uint64(WORK))


@bare_part
def put(bucket: NDArray[np.uint64], entry: Whole, tag: np.uint64, data: np.uint64) -> None:
    """Writes an entry."""
    data |= USED
    bucket[2 * entry] = tag ^ data
    bucket[2 * entry + 1] = data


@bare_part
def enter(
    table: NDArray[np.uint64],
    spot: NDArray[np.uint64],
    levels: Whole,
    level: Whole,
    holds: bool,
    certain: bool,
    depth: Whole,
    work: Whole,
) -> None:
    """Adds what has been found out of a position."""
    bucket = table[np.int64(spot[0])]
    chosen = entry_for(bucket, spot[1])
    data = bucket[2 * chosen + 1]
    if bucket[2 * chosen] ^ data != spot[1]:
        data = np.uint64(0)
    low, high = np.uint64(0), np.uint64(levels - 1)
    depth_low, depth_high, at_depth = low, high, np.uint64(0)
    if data != np.uint64(0):
        low, high = data & _LEVEL, (data >> np.uint64(HIGH)) & _LEVEL
        if data & NUMBERED == np.uint64(0):
            at_depth = (data >> np.uint64(AT_DEPTH)) & _DEPTH
            if at_depth == np.uint64(depth):
                depth_low = (data >> np.uint64(DEPTH_LOW)) & _LEVEL
                depth_high = (data >> np.uint64(DEPTH_HIGH)) & _LEVEL
    if certain:
        if holds:
            low = max(low, np.uint64(level))
        else:
            high = min(high, np.uint64(level - 1))
    elif depth <= DEEPEST:
        at_depth = np.uint64(depth)
        if holds:
            depth_low = max(depth_low, np.uint64(level))
        else:
            depth_high = min(depth_high, np.uint64(level - 1))
    after = low | (high << np.uint64(HIGH)) | (depth_low << np.uint64(DEPTH_LOW))
    after |= (depth_high << np.uint64(DEPTH_HIGH)) | (at_depth << np.uint64(AT_DEPTH))
    put(bucket, chosen, spot[1], after | spent_on(data, work))


@bare_kernel
def known(
    table: NDArray[np.uint64], key: NDArray[np.uint64], spot: NDArray[np.uint64], level: Whole, depth: Whole
) -> Whole:
    """What the table tells of a packed position; ``spot`` is room for two words."""
    spot_of(key, 0, len(key), len(table), spot)
    return verdict(look_up(table, spot), level, depth)


@bare_kernel
def certain_levels(
    table: NDArray[np.uint64], keys: NDArray[np.uint64], spot: NDArray[np.uint64], bounds: NDArray[np.int64]
) -> None:
    """Writes the bounds, shape (positions, 2), that are certain of packed positions, where the table has any."""
    for place in range(len(keys)):
        spot_of(keys[place], 0, keys.shape[1], len(table), spot)
        data = look_up(table, spot)
        if data != np.uint64(0):
            bounds[place, 0], bounds[place, 1] = np.int64(data & _LEVEL), np.int64((data >> np.uint64(HIGH)) & _LEVEL)
