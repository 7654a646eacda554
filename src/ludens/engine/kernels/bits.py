"""Counting and finding bits. LLVM knows the idiom of ``count`` and makes one instruction of it."""

from __future__ import annotations

import numpy as np

from ludens.engine.kernels.compiling import part

Whole = int | np.int64
"""Whole numbers: of Python without the compiler, of 64 bits with it."""

Truth = bool | np.bool_

ONE = np.uint64(1)
_TWO, _FOUR, _TOP = np.uint64(2), np.uint64(4), np.uint64(56)
_PAIRS, _QUADS = np.uint64(0x5555_5555_5555_5555), np.uint64(0x3333_3333_3333_3333)
_BYTES, _SUM = np.uint64(0x0F0F_0F0F_0F0F_0F0F), np.uint64(0x0101_0101_0101_0101)


@part
def count(bits: np.uint64) -> Whole:
    """The number of bits that are set."""
    bits = bits - ((bits >> ONE) & _PAIRS)
    bits = (bits & _QUADS) + ((bits >> _TWO) & _QUADS)
    bits = (bits + (bits >> _FOUR)) & _BYTES
    return np.int64((bits * _SUM) >> _TOP)


@part
def lowest(bits: np.uint64) -> Whole:
    """The number of the lowest bit that is set; some bit must be."""
    return count((bits & (~bits + ONE)) - ONE)


@part
def nth(bits: np.uint64, number: Whole) -> Whole:
    """The bit that has ``number`` set bits below it; more bits than that must be set."""
    for _ in range(number):
        bits &= bits - ONE
    return lowest(bits)
