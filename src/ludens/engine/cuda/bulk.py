"""Very many games on a device: how they lie on words, and the kernel that plays them in registers."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ludens.engine.code.bulk import Variant, bulk_declarations
from ludens.engine.code.spilling import NEAR, NEAR_MEMORY
from ludens.engine.cuda import code
from ludens.engine.cuda.driver import Device, HostMemory, Kernel, Memory, Stream
from ludens.engine.cuda.entry import DECLARATIONS, kernel
from ludens.engine.cuda.ways import HALF, PLACE_BYTES, THREADS, planned
from ludens.engine.kernels.hashing import mixed_words
from ludens.engine.layout import Layout
from ludens.engine.playouts import GAMES_PER_LANE, Words
from ludens.engine.rows import Rows, row_words

HALVES = 2

MOST_WORDS = 1 << 17
"""Words for one position as long as its lanes have few games."""

GAME_BITS = 8
MOST_GAMES = 1 << GAME_BITS
"""Games of a lane."""

WAVES = 8
"""How many blocks of one launch come after each other: few enough that it ends soon, since some systems stop what takes
seconds, and so many that the last ones, which not all processors are busy with, matter little."""

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
        return cls(rows, *shared_out(per_state))


@functools.lru_cache(maxsize=16)
def shared_out(per_state: int) -> tuple[int, Words]:
    """The words of a position with so many games, and what its lanes play after their first one."""
    words = min(MOST_WORDS, max(1, per_state // (64 * GAMES_PER_LANE)))
    words = max(words, -(-per_state // (64 * MOST_GAMES)))
    each, extra = divmod(per_state, 64 * words)
    first = np.zeros(words, dtype=np.uint64)
    first[: extra // 64] = (1 << 64) - 1
    first[extra // 64] = (1 << extra % 64) - 1
    more = np.zeros((GAME_BITS, words), dtype=np.uint64)
    for bit in range(GAME_BITS):
        more[bit] = first * np.uint64(each >> bit & 1) | ~first * np.uint64(each - 1 >> bit & 1)
    return words, more


def variant_of(layout: Layout, rows: Rows, limit: int) -> Variant:
    """The code that games from some positions need."""
    first = np.zeros((1, 64 * row_words(len(layout.circuit.fluents))), dtype=np.bool_)
    first[0, : len(layout.circuit.fluents)] = layout.circuit.initial
    initial = np.packbits(first, axis=1, bitorder="little").view(np.uint64)
    return replace(general_variant(limit), from_initial=bool((rows == initial).all()))


def general_variant(limit: int) -> Variant:
    """The code for games from any positions that are cut after so many steps."""
    return Variant(GAME_BITS, -(-limit.bit_length() // AGE_STEP) * AGE_STEP)


@dataclass(frozen=True, slots=True)
class BulkModule:
    """A module whose kernel is ``bulk``: LLVM's assembly, and the near memory of a block in bytes."""

    assembly: str
    near_bytes: int


def bulk_module(layout: Layout, variant: Variant, near_bytes: int) -> BulkModule:
    """The module of a variant; ``near_bytes``: what a processor has of near memory."""
    best = planned(layout, variant, near_bytes)
    lines = best.plan.text(best.near)
    entry = lines.index("entry:") + 1
    lines[entry:entry] = [f"  {NEAR_MEMORY} = getelementptr {HALF.plane}, ptr addrspace({NEAR}) @near, i32 %thread"]
    memory = f"@near = external addrspace({NEAR}) global [0 x {HALF.plane}], align 4"
    function = kernel("\n".join(lines), THREADS)
    assembly = "\n".join([memory, DECLARATIONS, bulk_declarations(HALF), function])
    return BulkModule(assembly, PLACE_BYTES * min(best.plan.places, best.near.places))


class BulkKernel:
    """The kernel of one variant on a device."""

    def __init__(self, layout: Layout, module: BulkModule, device: Device, level: int) -> None:
        self._layout, self._device, self.near_bytes, self.level = layout, device, module.near_bytes, level
        self.kernel: Kernel = code.module(device, module.assembly, level).function("bulk")
        self._resident = max(1, self.kernel.resident_blocks(THREADS, module.near_bytes))

    def begin(self, room: Room, games: Games, seed: int, limit: int) -> None:
        """Begins to play; ``room`` gives the sums when that is done, and keeps the code until then."""
        room.kernel = self
        room.enter(games)
        arrays: list[Memory | int] = [room.start, room.more, room.results]
        self.launch(arrays, games.rows.shape, games.words, seed, limit, stream=room.stream)
        room.fetch()

    def launch(
        self,
        arrays: Sequence[Memory | int],
        shape: tuple[int, ...],
        words: int,
        seed: int,
        limit: int,
        *,
        stream: Stream | None = None,
    ) -> None:
        """Begins to play with arrays on the device: positions, games of each lane, and the sums to which it adds.

        ``shape``: of the positions' rows. ``words``: of one position.
        """
        mixed = int(mixed_words(np.full(1, seed % (1 << 64), dtype=np.uint64))[0])
        each, together = HALVES * words, WAVES * self._resident * self._device.processors * THREADS
        for first in range(0, shape[0] * each, together):
            count = min(together, shape[0] * each - first)
            numbers = [mixed, limit, first, each, HALVES * shape[1], count]
            self.kernel.launch(-(-count // THREADS), THREADS, [*arrays, *numbers], self.near_bytes, stream)


class Room:
    """Memory for games from up to so many positions, on a device and beside it, and the stream that they are played on.

    ``shape``: of the rows. It can be used again and again, for one call at a time.
    """

    def __init__(self, device: int, shape: tuple[int, ...], sums: int) -> None:
        self.positions, self._device, self._played = shape[0], device, 0
        self.kernel: BulkKernel | None = None
        self.stream = Stream(device)
        self._rows, self._sums = HostMemory(device, shape, np.uint64), HostMemory(device, (shape[0], sums), np.int64)
        self.start, self.results = Memory(device, self._rows.array.nbytes), Memory(device, self._sums.array.nbytes)
        self.more, self._more = Memory(device, 0), np.zeros(0, dtype=np.uint64)

    def enter(self, games: Games) -> None:
        """Begins to write the games to the device. How many each lane has is written where that has changed."""
        if games.more is not self._more:
            self.more, self._more = Memory.of(self._device, games.more), games.more
        self._played = len(games.rows)
        self._rows.array[: self._played] = games.rows
        self.stream.write(self.start, self._rows.array[: self._played])
        self.stream.clear(self.results, self._sums.array[: self._played].nbytes)

    def fetch(self) -> None:
        """Begins to read the sums."""
        self.stream.read(self.results, self._sums.array[: self._played])

    def found(self) -> NDArray[np.int64]:
        """The sums of each position, when the games have been played."""
        self.stream.wait()
        found: NDArray[np.int64] = self._sums.array[: self._played].copy()
        return found

    def __del__(self) -> None:
        with suppress(Exception):
            self.stream.wait()  # what is given back must not be written any more
