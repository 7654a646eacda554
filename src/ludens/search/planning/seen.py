"""A set of positions, by hash: which of many rows are new."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.hashing import GAMMA, mixed_words
from ludens.engine.rows import Rows

FIRST_ROOM = 1 << 14
EMPTY = np.uint64(0)


class SeenPositions:
    """Hashes of 64 bits by open addressing, for many at once. ``mask``: the bits of a row that count.

    Two positions of the same hash count as one, which happens to one pair in a million among some millions.
    """

    def __init__(self, mask: NDArray[np.uint64]) -> None:
        self._mask = mask
        self._table = np.zeros(FIRST_ROOM, dtype=np.uint64)
        self._count = 0

    def add(self, rows: Rows) -> NDArray[np.int64]:
        """Takes in some rows; returns the places of those that are new, each once, in their order."""
        keys = self._keys(rows)
        _, places = np.unique(keys, return_index=True)
        places.sort()
        while 2 * (self._count + len(places)) > len(self._table):
            self._grow()
        new = places[self._insert(keys[places])]
        self._count += len(new)
        return new

    def _keys(self, rows: Rows) -> NDArray[np.uint64]:
        found = np.zeros(len(rows), dtype=np.uint64)
        for word in range(rows.shape[1]):
            found = mixed_words((found ^ (rows[:, word] & self._mask[word])) + GAMMA)
        return np.where(found == EMPTY, GAMMA, found)

    def _insert(self, keys: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Puts different keys in their places; says which were not there."""
        new = np.zeros(len(keys), dtype=np.bool_)
        waiting, slots = np.arange(len(keys)), self._slots(keys)
        while len(waiting):
            there = self._table[slots]
            empty = there == EMPTY
            self._table[slots[empty]] = keys[waiting[empty]]
            mine = self._table[slots] == keys[waiting]
            new[waiting[mine & empty]] = True
            waiting, slots = waiting[~mine], (slots[~mine] + 1) & (len(self._table) - 1)
        return new

    def _slots(self, keys: NDArray[np.uint64]) -> NDArray[np.int64]:
        return (keys & np.uint64(len(self._table) - 1)).astype(np.int64)

    def _grow(self) -> None:
        keys = self._table[self._table != EMPTY]
        self._table = np.zeros(4 * len(self._table), dtype=np.uint64)
        self._insert(keys)
