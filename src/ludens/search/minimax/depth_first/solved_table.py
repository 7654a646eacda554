"""What the table knows of many positions at once, for compiled loops of other searches.

Packing a position, and each of its images, is to collect bits. Half a byte at a time it is a look into a small table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.calling import address_of, prefetch
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.engine.rows import Rows
from ludens.search.minimax.depth_first.table import HIGH, LEVEL_BITS, WORDS, look_up, spot_of

NIBBLES, NIBBLE = 16, np.uint64(15)
"""Halves of bytes in a word, and all bits of one."""

LEVEL = np.uint64((1 << LEVEL_BITS) - 1)
TOP = 100


class SolvedTable(NamedTuple):
    """``table``: of the search; none where nobody may be asked. ``collect`` (images, nibbles of a row, 16, words of a
    key): the bits of a key that a nibble brings. ``goals``: of the first role, by level. ``root``: the words of a
    position that is not to be taken for over. ``keys`` (positions, words), ``image`` and ``spot``: room.
    """

    table: NDArray[np.uint64]
    collect: NDArray[np.uint64]
    goals: NDArray[np.int16]
    root: NDArray[np.uint64]
    keys: NDArray[np.uint64]
    image: NDArray[np.uint64]
    spot: NDArray[np.uint64]


def no_table() -> SolvedTable:
    """In place of a table, where there is none."""
    none = np.zeros(0, dtype=np.uint64)
    return SolvedTable(
        np.zeros((0, WORDS), dtype=np.uint64),
        np.zeros((0, 0, 0, 0), dtype=np.uint64),
        np.zeros(0, dtype=np.int16),
        none,
        np.zeros((0, 0), dtype=np.uint64),
        none,
        none,
    )


def collecting(kept: Sequence[int], images: Sequence[Sequence[int]], row_words: int, key_words: int) -> Rows:
    """Tables by which bits are collected: fluent ``kept[b]`` becomes bit b of a key, and that of each image."""
    orders = [list(kept), *([kept[bit] for bit in image] for image in images)]
    found = np.zeros((len(orders), NIBBLES * row_words, 16, key_words), dtype=np.uint64)
    values = np.arange(16)
    for number, order in enumerate(orders):
        for bit, fluent in enumerate(order):
            has = (values >> (fluent & 3) & 1).astype(np.uint64)
            found[number, fluent >> 2, :, bit >> 6] |= has << np.uint64(bit & 63)
    return found


@bare_kernel
def end_solved(solved: SolvedTable, rows: Rows, n: Whole, over: NDArray[np.bool_], goals: NDArray[np.int16]) -> None:
    """Takes the first ``n`` positions for over, as far as the table is certain of their goals, which add up to TOP."""
    table, buckets = address_of(solved.table), np.int64(len(solved.table))
    words = np.int64(solved.keys.shape[1])
    for number in range(n):
        if not over[number]:
            _collect(solved, rows, np.int64(number))
            spot_of(solved.keys[number], 0, words, buckets, solved.spot)
            prefetch(table + 8 * WORDS * np.int64(solved.spot[0]))
    for number in range(n):
        if over[number] or _is_root(solved, rows, np.int64(number)):
            continue
        spot_of(solved.keys[number], 0, words, buckets, solved.spot)
        data = look_up(solved.table, solved.spot)
        low, high = np.int64(data & LEVEL), np.int64(data >> np.uint64(HIGH) & LEVEL)
        if data != np.uint64(0) and low == high:
            over[number] = True
            goals[number, 0], goals[number, 1] = solved.goals[low], TOP - solved.goals[low]


@bare_part
def _collect(solved: SolvedTable, rows: Rows, number: Whole) -> None:
    """Writes the key of a position: the smallest of its images, by their last words first."""
    words = solved.keys.shape[1]
    for image in range(len(solved.collect)):
        for word in range(words):
            found = np.uint64(0)
            for place in range(rows.shape[1]):
                rest = rows[number, place]
                for nibble in range(NIBBLES):
                    value = rest >> np.uint64(4 * nibble) & NIBBLE
                    found |= solved.collect[image, NIBBLES * place + nibble, value, word]
            solved.image[word] = found
        if image == 0 or _is_less(solved, number):
            for word in range(words):
                solved.keys[number, word] = solved.image[word]


@bare_part
def _is_less(solved: SolvedTable, number: Whole) -> bool:
    """Whether an image is smaller than the key so far."""
    for word in range(solved.keys.shape[1] - 1, -1, -1):
        if solved.image[word] != solved.keys[number, word]:
            return bool(solved.image[word] < solved.keys[number, word])
    return False


@bare_part
def _is_root(solved: SolvedTable, rows: Rows, number: Whole) -> bool:
    for word in range(len(solved.root)):
        if rows[number, word] != solved.root[word]:
            return False
    return len(solved.root) > 0
