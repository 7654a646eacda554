"""The mixer of words: published outputs, and the same numbers for arrays as in kernels."""

from __future__ import annotations

import numpy as np

from ludens.engine.kernels.hashing import GAMMA, mixed, mixed_words, row_hash

PUBLISHED = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
"""The first outputs of splitmix64 for the seed 0."""


def test_the_mixer_is_that_of_splitmix64() -> None:
    with np.errstate(over="ignore"):
        assert mixed_words(np.arange(1, 4, dtype=np.uint64) * GAMMA).tolist() == PUBLISHED


def test_kernels_and_arrays_agree() -> None:
    words = np.random.default_rng(1).integers(0, 1 << 64, 500, dtype=np.uint64)
    with np.errstate(over="ignore"):
        assert [int(mixed(word)) for word in words] == mixed_words(words).tolist()


def test_a_hash_depends_on_every_word_and_its_place() -> None:
    with np.errstate(over="ignore"):
        one, swapped, longer = (row_hash(np.array(row, dtype=np.uint64)) for row in ([1, 2], [2, 1], [1, 2, 0]))
        assert len({int(one), int(swapped), int(longer)}) == 3
        assert one == mixed(mixed(np.uint64(1)) ^ np.uint64(2))
