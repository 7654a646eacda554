"""Random numbers that depend only on a seed, a stream and a count, so that streams may run side by side or in turn.

The words are those of splitmix64 (Steele, Lea and Flood 2014).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]

_STEP = np.uint64(0x9E37_79B9_7F4A_7C15)
_STREAM = np.uint64(0xD1B5_4A32_D192_ED03)


def draws(seed: int, streams: NDArray[np.integer], counts: NDArray[np.integer]) -> Words:
    """A random word for each pair of a stream and a count."""
    with np.errstate(over="ignore"):
        base = _mix(np.full(1, seed % (1 << 64), dtype=np.uint64))
        own = _mix(base + streams.astype(np.uint64) * _STREAM)
        return _mix(own + counts.astype(np.uint64) * _STEP)


def choose(legal: NDArray[np.bool_], words: Words) -> NDArray[np.int64]:
    """A legal move in each row, chosen by a random word; every row needs one."""
    counts = legal.sum(axis=1)
    first = np.cumsum(counts) - counts
    # The remainder favours low places by less than one part in 2^40.
    return np.asarray(np.nonzero(legal)[1][first + (words % counts.astype(np.uint64)).astype(np.int64)])


def _mix(z: Words) -> Words:
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58_476D_1CE4_E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D0_49BB_1331_11EB)
    return z ^ (z >> np.uint64(31))
