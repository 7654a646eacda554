"""Random numbers for kernels: a stream of its own for every playout, so that threads cannot change what is drawn.

The generator is splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014). A
stream is one word, its state; ``begin`` makes it from the seed, the number of the position and that of the playout.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import part
from ludens.engine.kernels.hashing import GAMMA, mixed, mixed_words

_S32 = np.uint64(32)
_LOW = np.uint64(0xFFFF_FFFF)


@part
def begin(seed: np.uint64, row: Whole, playout: Whole) -> np.uint64:
    """The state of the stream of one playout from one position."""
    return mixed(mixed(mixed(seed + GAMMA) + np.uint64(row) * GAMMA) + np.uint64(playout) * GAMMA)


@part
def below(state: np.uint64, limit: Whole) -> tuple[np.uint64, Whole]:
    """The next state, and a number from 0 to ``limit`` - 1, each as likely; ``limit`` is less than 2 ** 32.

    Lemire's multiplication with rejection ("Fast random integer generation in an interval", 2019).
    """
    wide = np.uint64(limit)
    while True:
        state = state + GAMMA
        product = (mixed(state) >> _S32) * wide
        if (product & _LOW) >= wide or (product & _LOW) >= ((~wide + np.uint64(1)) & _LOW) % wide:
            return state, np.int64(product >> _S32)


def random_table(size: int) -> NDArray[np.uint64]:
    """The first ``size`` words of a stream: the same on every machine, for keys of positions."""
    with np.errstate(over="ignore"):
        return mixed_words(np.arange(1, size + 1, dtype=np.uint64) * GAMMA)
