"""Random numbers for kernels.

The generator is splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014). A
stream is one word, its state. Every playout has a stream of its own, so that threads cannot change what is drawn:
``begin`` makes it from the seed, the number of the position and that of the playout. A tree has one stream for all of a
search, kept in an array of one word.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import part
from ludens.engine.kernels.hashing import GAMMA, mixed, mixed_words

Random = NDArray[np.uint64]
"""The state of a stream, in an array of one word."""

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


@part
def random_word(random: Random) -> np.uint64:
    """The next word of a stream."""
    random[0] += GAMMA
    return mixed(random[0])


@part
def random_unit(random: Random) -> float:
    """A number from 0 to 1, neither included."""
    return (np.float64(random_word(random) >> np.uint64(12)) + 0.5) / 4503599627370496.0


@part
def random_normal(random: Random) -> float:
    """A number of the normal distribution (Box and Muller 1958)."""
    radius = math.sqrt(-2.0 * math.log(random_unit(random)))
    return radius * math.cos(6.283185307179586 * random_unit(random))


def random_table(size: int) -> NDArray[np.uint64]:
    """The first ``size`` words of a stream: the same on every machine, for keys of positions."""
    with np.errstate(over="ignore"):
        return mixed_words(np.arange(1, size + 1, dtype=np.uint64) * GAMMA)
