"""Random numbers that depend only on a seed, a stream and a count, so that streams may run side by side or in turn.

The words are those of splitmix64 (Steele, Lea and Flood 2014).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.hashing import GAMMA, mixed_words

Words = NDArray[np.uint64]

_STREAM = np.uint64(0xD1B5_4A32_D192_ED03)


def draws(seed: int, streams: NDArray[np.integer], counts: NDArray[np.integer]) -> Words:
    """A random word for each pair of a stream and a count."""
    with np.errstate(over="ignore"):
        base = mixed_words(np.full(1, seed % (1 << 64), dtype=np.uint64))
        own = mixed_words(base + streams.astype(np.uint64) * _STREAM)
        return mixed_words(own + counts.astype(np.uint64) * GAMMA)


def choose(legal: NDArray[np.bool_], words: Words) -> NDArray[np.int64]:
    """A legal move in each row, chosen by a random word; every row needs one."""
    counts = legal.sum(axis=1)
    first = np.cumsum(counts) - counts
    # The remainder favours low places by less than one part in 2^40.
    return np.asarray(np.nonzero(legal)[1][first + (words % counts.astype(np.uint64)).astype(np.int64)])
