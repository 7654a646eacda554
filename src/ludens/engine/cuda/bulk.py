"""Very many games on a device: how they lie on words, and the kernel that plays them in registers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.code.bulk import Variant, bulk_declarations, bulk_function, results_of
from ludens.engine.code.spilling import spilled
from ludens.engine.cuda import code
from ludens.engine.cuda.driver import Device, Kernel, Memory
from ludens.engine.cuda.entry import DECLARATIONS, THREADS, kernel
from ludens.engine.kernels.hashing import mixed_words
from ludens.engine.layout import Layout
from ludens.engine.playouts import GAMES_PER_LANE, Words
from ludens.engine.rows import Rows, row_words
from ludens.engine.target import Target

HALF = Target(1, 32)
"""Half of a 64-bit word a thread: what such a processor computes with, and twice as many values find room."""

HALVES = 2

MOST_WORDS = 1 << 17
"""Words for one position as long as its lanes have few games."""

GAME_BITS = 8
MOST_GAMES = 1 << GAME_BITS
"""Games of a lane."""

LAUNCHED = 2048
"""Threads of one launch for each processor: few enough for an end soon, since some systems stop what takes seconds."""

MOST_LIVE = 200
"""Planes in registers at a time. A thread has 255 of these, and needs some for addresses, counters and the like."""

AGE_STEP = 5
"""Limits of steps are counted in multiples of so many bits, so that few variants of the code are needed."""


@dataclass(frozen=True, slots=True)
class Games:
    """Games from each of some positions on whole words.

    Up to MOST_WORDS of ``playouts`` words these are the games that ``spread`` lays out for the CPU.
    ``words``: of one position. ``more``: shape (bits, words), the games of each lane after its first.
    """

    rows: Rows
    words: int
    more: Words

    @classmethod
    def of(cls, rows: Rows, per_state: int) -> Games:
        words = min(MOST_WORDS, max(1, per_state // (64 * GAMES_PER_LANE)))
        words = max(words, -(-per_state // (64 * MOST_GAMES)))
        each, extra = divmod(per_state, 64 * words)
        first = np.zeros(words, dtype=np.uint64)
        first[: extra // 64] = (1 << 64) - 1
        first[extra // 64] = (1 << extra % 64) - 1
        more = np.zeros((GAME_BITS, words), dtype=np.uint64)
        for bit in range(GAME_BITS):
            more[bit] = first * np.uint64(each >> bit & 1) | ~first * np.uint64(each - 1 >> bit & 1)
        return cls(rows, words, more)


def variant_of(layout: Layout, rows: Rows, limit: int) -> Variant:
    """The code that games from some positions need."""
    first = np.zeros((1, 64 * row_words(len(layout.circuit.fluents))), dtype=np.bool_)
    first[0, : len(layout.circuit.fluents)] = layout.circuit.initial
    initial = np.packbits(first, axis=1, bitorder="little").view(np.uint64)
    bits = -(-limit.bit_length() // AGE_STEP) * AGE_STEP
    return Variant(GAME_BITS, bits, bool((rows == initial).all()))


def bulk_module(layout: Layout, variant: Variant) -> str:
    """The module whose kernel is ``bulk``."""
    function = bulk_function(layout, HALF, variant)
    planned = spilled(function.split("\n"), HALF.plane, MOST_LIVE)
    return "\n".join([DECLARATIONS, bulk_declarations(HALF), kernel("\n".join(planned.lines))])


class BulkKernel:
    """The kernel of one variant on a device."""

    def __init__(self, layout: Layout, variant: Variant, device: Device, level: int) -> None:
        self._layout, self._device, self.level = layout, device, level
        self.kernel: Kernel = code.module(device, bulk_module(layout, variant), level).function("bulk")

    def play(self, games: Games, seed: int, limit: int) -> NDArray[np.int64]:
        """The sums of each position, shape (positions, sums)."""
        found = np.zeros((len(games.rows), results_of(self._layout)), dtype=np.int64)
        number = self._device.number
        start, more = Memory.of(number, games.rows), Memory.of(number, games.more.view(np.uint32))
        results = Memory.of(number, found)
        each = HALVES * games.words
        fixed: list[Memory | int] = [
            start,
            more,
            results,
            int(mixed_words(np.full(1, seed % (1 << 64), dtype=np.uint64))[0]),
            limit,
        ]
        together = LAUNCHED * self._device.processors
        for first in range(0, len(games.rows) * each, together):
            count = min(together, len(games.rows) * each - first)
            numbers = [first, each, HALVES * games.rows.shape[1], count]
            self.kernel.launch(-(-count // THREADS), THREADS, [*fixed, *numbers])
        results.read(found)
        return found
