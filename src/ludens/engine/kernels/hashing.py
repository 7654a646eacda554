"""The one way in which words are mixed: hashes of positions, keys, and the outputs of random generators.

It is the finaliser of splitmix64 (Steele, Lea and Flood 2014; the constants are Stafford's variant 13). ``mixed_words``
takes arrays of words, ``mixed`` single ones in kernels; both are the same few lines, so that they agree.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.compiling import part

GAMMA = np.uint64(0x9E37_79B9_7F4A_7C15)
"""The step from one state of splitmix64 to the next: 2 ** 64 divided by the golden ratio, made odd."""

_FIRST, _SECOND = np.uint64(0xBF58_476D_1CE4_E5B9), np.uint64(0x94D0_49BB_1331_11EB)
_S30, _S27, _S31 = np.uint64(30), np.uint64(27), np.uint64(31)

Words = TypeVar("Words", np.uint64, NDArray[np.uint64])


def mixed_words(words: Words) -> Words:
    """Each word with every bit made to depend on every other; no two words give the same."""
    words = (words ^ (words >> _S30)) * _FIRST
    words = (words ^ (words >> _S27)) * _SECOND
    return words ^ (words >> _S31)


mixed = part(mixed_words)


@part
def row_hash(row: NDArray[np.uint64]) -> np.uint64:
    """A hash of a position, given as its words."""
    key = np.uint64(0)
    for word in range(len(row)):
        key = mixed(key ^ row[word])
    return key
