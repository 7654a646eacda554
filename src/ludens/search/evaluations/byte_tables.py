"""Linear functions of the bits of rows: for every byte of a row, what each of its 256 values adds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.compiling import bare_kernel
from ludens.engine.rows import Rows

_BYTE, _BITS = np.uint64(255), np.uint64(8)

BYTES = 8
"""Of a word."""


@bare_kernel
def add_up(rows: Rows, tables: NDArray[np.float32], found: NDArray[np.float64]) -> None:
    """Adds to ``found``, shape (rows, outputs), what the rows' bytes are worth.

    ``tables``: shape (bytes, 256, outputs); bytes beyond the last table are worth nothing.
    """
    for row in range(len(rows)):
        for byte in range(len(tables)):
            word = rows[row, byte // BYTES] >> (_BITS * np.uint64(byte % BYTES))
            place = np.int64(word & _BYTE)
            for output in range(found.shape[1]):
                found[row, output] += tables[byte, place, output]


def byte_tables(weights: NDArray[np.float64]) -> NDArray[np.float32]:
    """The tables of weights, one for each bit and output, shape (bits, outputs)."""
    size = -(-len(weights) // BYTES)
    padded = np.zeros((size * BYTES, weights.shape[1]))
    padded[: len(weights)] = weights
    bits = np.arange(256)[:, None] >> np.arange(BYTES) & 1
    return np.asarray(np.einsum("vb,sbo->svo", bits, padded.reshape(size, BYTES, -1)), dtype=np.float32)
