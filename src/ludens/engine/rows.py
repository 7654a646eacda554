"""Positions as rows of packed bits, and as planes: the same bits, turned by a quarter."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.uint64]
"""Shape (positions, words): bit ``f`` of a row says whether fluent ``f`` is true."""

Planes = NDArray[np.uint64]
"""Shape (bits, words): bit ``n`` of a plane belongs to lane ``n``."""


def row_words(bits: int) -> int:
    return max(1, -(-bits // 64))


def pack_rows(values: NDArray[np.bool_]) -> Rows:
    """Rows from an array of shape (positions, fluents)."""
    wide = np.zeros((len(values), 64 * row_words(values.shape[1])), dtype=np.bool_)
    wide[:, : values.shape[1]] = values
    return np.packbits(wide, axis=1, bitorder="little").view(np.uint64)


def unpack_rows(rows: Rows, bits: int) -> NDArray[np.bool_]:
    """An array of shape (positions, bits)."""
    return np.unpackbits(np.ascontiguousarray(rows).view(np.uint8), axis=1, bitorder="little", count=bits).view(
        np.bool_
    )


def to_planes(values: NDArray[np.bool_], lanes: int) -> Planes:
    """Planes from an array of shape (positions, bits), one position a lane, the rest of ``lanes`` left false."""
    turned = np.zeros((values.shape[1], lanes), dtype=np.bool_)
    turned[:, : len(values)] = values.T
    return np.packbits(turned, axis=1, bitorder="little").view(np.uint64)


def repeated_planes(values: NDArray[np.bool_], times: int, lanes: int) -> Planes:
    """Planes as ``to_planes`` makes them with every position on so many lanes, one beside the other."""
    if 64 % times or times < 4:
        return to_planes(np.repeat(values, times, axis=0), lanes)
    groups = 64 // times
    wide = np.zeros((lanes // times, values.shape[1]), dtype=np.uint64)
    wide[: len(values)] = values
    masks = _group_masks(times)
    found = np.zeros((lanes // 64, values.shape[1]), dtype=np.uint64)
    for group, mask in enumerate(masks):
        found |= wide[group::groups] * mask
    return np.ascontiguousarray(found.T)


def counts_by_position(planes: Planes, positions: int, times: int) -> NDArray[np.int64]:
    """How many lanes of each position have a bit set, (bits, positions), when every position has so many lanes."""
    if 64 % times or times < 4:
        bits = from_planes(planes, positions * times)
        return np.asarray(bits.T.reshape(len(planes), positions, times).sum(axis=2, dtype=np.int64))
    masks = _group_masks(times)
    words = -(-positions * times // 64)
    counts = np.bitwise_count(planes[:, :words, None] & masks)
    return np.asarray(counts.reshape(len(planes), words * masks.size)[:, :positions], dtype=np.int64)


def _group_masks(times: int) -> NDArray[np.uint64]:
    """The bits of a word that belong to each of the positions that share it."""
    mask = (1 << times) - 1
    return np.array([mask << (group * times) for group in range(64 // times)], dtype=np.uint64)


def from_planes(planes: Planes, lanes: int) -> NDArray[np.bool_]:
    """An array of shape (lanes, bits)."""
    bits = np.unpackbits(np.ascontiguousarray(planes).view(np.uint8), axis=1, bitorder="little", count=lanes)
    return bits.T.view(np.bool_)
