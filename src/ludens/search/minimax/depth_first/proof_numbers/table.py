"""Proof and disproof numbers in the transposition table: entries of another kind in the same buckets.

An entry has what is certain of a position, as any other, and for one goal how many positions at least must be decided
to prove that the position is worth it, and to disprove it. Numbers are kept in 15 bits, as ten digits and a power of
two, and never made smaller by that: a search that left a position because its number was too large must find it so.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_part
from ludens.search.minimax.depth_first.table import (
    HIGH,
    LEVEL_BITS,
    LOW,
    NUMBERED,
    enter,
    entry_for,
    put,
    spent_on,
)

ASKED, PROOF, DISPROOF = np.uint64(14), np.uint64(21), np.uint64(42)
"""The first bit of the level that numbers are for, and of each number."""

DIGITS = 10
MOST = 1 << 40
"""The largest number; what is larger counts as this."""

INFINITE = 1 << 60
"""Of what cannot be proved, or disproved, any more."""

_LEVEL, _FIFTEEN = np.uint64((1 << LEVEL_BITS) - 1), np.uint64((1 << 15) - 1)


@bare_part
def shortened(number: Whole) -> np.uint64:
    """A number in 15 bits, rounded up."""
    number, power = min(number, np.int64(MOST)), np.int64(0)
    while number >= 1 << DIGITS:
        number, power = (number + 1) >> 1, power + 1
    return np.uint64((power << DIGITS) | number)


@bare_part
def lengthened(bits: np.uint64) -> Whole:
    """The number that was shortened."""
    digits = np.int64(bits & np.uint64((1 << DIGITS) - 1))
    return np.int64(digits << np.int64((bits & _FIFTEEN) >> np.uint64(DIGITS)))


@bare_part
def read_numbers(data: np.uint64, level: Whole, numbers: NDArray[np.int64]) -> bool:
    """Writes the proof and the disproof number that an entry has for a level; whether it has any."""
    if data == np.uint64(0):
        return False
    wanted = np.uint64(level)
    if (data >> np.uint64(LOW)) & _LEVEL >= wanted:
        numbers[0], numbers[1] = 0, INFINITE
        return True
    if (data >> np.uint64(HIGH)) & _LEVEL < wanted:
        numbers[0], numbers[1] = INFINITE, 0
        return True
    if data & NUMBERED == np.uint64(0) or (data >> ASKED) & _LEVEL != wanted:
        return False
    numbers[0], numbers[1] = lengthened(data >> PROOF), lengthened(data >> DISPROOF)
    return True


@bare_part
def enter_numbers(
    table: NDArray[np.uint64],
    spot: NDArray[np.uint64],
    levels: Whole,
    level: Whole,
    numbers: NDArray[np.int64],
    work: Whole,
) -> None:
    """Writes the numbers of a position for a level; where one is 0, that is certain."""
    if numbers[0] == 0 or numbers[1] == 0:
        enter(table, spot, levels, level, bool(numbers[0] == 0), True, np.int64(0), work)
        return
    bucket = table[np.int64(spot[0])]
    chosen = entry_for(bucket, spot[1])
    data = bucket[2 * chosen + 1]
    if bucket[2 * chosen] ^ data != spot[1]:
        data = np.uint64(0)
    low, high = np.uint64(0), np.uint64(levels - 1)
    if data != np.uint64(0):
        low, high = (data >> np.uint64(LOW)) & _LEVEL, (data >> np.uint64(HIGH)) & _LEVEL
    after = low | (high << np.uint64(HIGH)) | (np.uint64(level) << ASKED) | NUMBERED
    after |= (shortened(numbers[0]) << PROOF) | (shortened(numbers[1]) << DISPROOF)
    put(bucket, chosen, spot[1], after | spent_on(data, work))
