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


def from_planes(planes: Planes, lanes: int) -> NDArray[np.bool_]:
    """An array of shape (lanes, bits)."""
    bits = np.unpackbits(np.ascontiguousarray(planes).view(np.uint8), axis=1, bitorder="little", count=lanes)
    return bits.T.view(np.bool_)
