"""Many games that stay on a device: their positions, what is legal, moves, ends. For learners that run there, too."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Circuit
from ludens.engine.checks import check_playouts
from ludens.engine.code.bulk import CUT, SUMS
from ludens.engine.cuda import code
from ludens.engine.cuda.arrays import DeviceArray, address_of
from ludens.engine.cuda.bulk import general_variant, shared_out
from ludens.engine.cuda.driver import Memory
from ludens.engine.cuda.engine import FEWEST_GAMES, CudaEngine
from ludens.engine.cuda.entry import DECLARATIONS, THREADS, kernel
from ludens.engine.rows import row_words
from ludens.game import HIGHEST_GOAL, ParameterError

UNPACK = kernel("""define void @unpack(ptr %rows, ptr %found, i64 %row_words, i64 %bits, i64 %word) nounwind {
entry:
  %row = udiv i64 %word, %bits
  %bit = urem i64 %word, %bits
  %first = mul i64 %row, %row_words
  %further = lshr i64 %bit, 6
  %place = add i64 %first, %further
  %address = getelementptr i64, ptr %rows, i64 %place
  %whole = load i64, ptr %address
  %within = and i64 %bit, 63
  %shifted = lshr i64 %whole, %within
  %short = trunc i64 %shifted to i8
  %one = and i8 %short, 1
  %target = getelementptr i8, ptr %found, i64 %word
  store i8 %one, ptr %target
  ret void
}""")
"""A byte for each bit of rows; a thread has one bit."""

BEGIN = kernel("""define void @begin(ptr %rows, ptr %first, ptr %over, i64 %row_words, i64 %word) nounwind {
entry:
  %row = udiv i64 %word, %row_words
  %column = urem i64 %word, %row_words
  %told = getelementptr i8, ptr %over, i64 %row
  %flag = load i8, ptr %told
  %again = icmp ne i8 %flag, 0
  br i1 %again, label %copy, label %end
copy:
  %source = getelementptr i64, ptr %first, i64 %column
  %value = load i64, ptr %source
  %target = getelementptr i64, ptr %rows, i64 %word
  store i64 %value, ptr %target
  br label %end
end:
  ret void
}""")
"""The first position in the rows of games that are over; a thread has one word."""


VALUES = kernel("""define void @values(ptr %sums, ptr %weights, ptr %found, i64 %all, i64 %roles, i64 %word) nounwind {
entry:
  %row = udiv i64 %word, %roles
  %role = urem i64 %word, %roles
  %first_sum = mul i64 %row, %all
  %first_weight = mul i64 %role, %all
  br label %add
add:
  %column = phi i64 [ 0, %entry ], [ %next, %add ]
  %total = phi float [ 0.0, %entry ], [ %more, %add ]
  %place = add i64 %first_sum, %column
  %address = getelementptr i64, ptr %sums, i64 %place
  %sum = load i64, ptr %address
  %times = sitofp i64 %sum to float
  %weight_place = add i64 %first_weight, %column
  %weight_address = getelementptr float, ptr %weights, i64 %weight_place
  %weight = load float, ptr %weight_address
  %part = fmul float %times, %weight
  %more = fadd float %total, %part
  %next = add i64 %column, 1
  %again = icmp ult i64 %next, %all
  br i1 %again, label %add, label %end
end:
  %target = getelementptr float, ptr %found, i64 %word
  store float %more, ptr %target
  ret void
}""")
"""What sums of games are worth to each role, given what each sum weighs for it; a thread has one role of a position."""

UNFINISHED = 0.5
"""What a game that was cut is worth to each role."""


class CudaLanes:
    """``count`` games of an engine, from the first position on. Nothing is copied but what is asked for.

    ``columns``: the columns of each role's moves in ``legal``. Moves must be legal; that is not checked.
    """

    def __init__(self, engine: CudaEngine, count: int) -> None:
        if count < 1:
            raise ParameterError(f"There cannot be {count} games; there may be 1 or more.")
        self.count, self._engine, self._device = count, engine, engine.device.number
        self.columns, self._legal_planes = engine.legal_columns, engine.legal_planes
        self._fluents, self._roles = len(engine.circuit.fluents), len(engine.roles)
        self._words = row_words(self._fluents)
        module = code.module(engine.device, "\n".join([DECLARATIONS, UNPACK, BEGIN, VALUES]))
        self._unpack, self._begin, self._values = (module.function(name) for name in ("unpack", "begin", "values"))
        self._first = Memory.of(self._device, engine.initial())
        self.rows = self._array((count, self._words), np.uint64)
        self.rows.memory.write(engine.initial(count))
        self._following = self._array((count, self._words), np.uint64)

    def observations(self) -> DeviceArray:
        """The positions, a byte for each fact: shape (games, facts), 8-bit zeros and ones."""
        return self._unpacked(self.rows, self._fluents)

    def legal(self) -> DeviceArray:
        """The legal moves of all roles, see ``columns``: shape (games, moves), 8-bit zeros and ones."""
        packed = self._array((self.count, row_words(self._legal_planes)), np.uint64)
        self._engine.device_kernels.batch(self.rows.memory, self.count, {"legal": packed.memory})
        return self._unpacked(packed, self._legal_planes)

    def values(self, games: int, seed: int, *, max_steps: int = 0) -> DeviceArray:
        """What each position is worth to each role by so many random games: shape (games, roles), 32-bit, 0 to 1.

        They are the games of ``playouts`` of any engine. A position in which a game is over is worth what it brings.
        """
        found, engine = self._array((self.count, self._roles), np.float32), self._engine
        ready = engine.kernel(general_variant(max_steps))
        if ready is None or games < FEWEST_GAMES:
            played = engine.playouts(self.rows.numpy(), games, seed, max_steps=max_steps)
            worth = played.goals / HIGHEST_GOAL + UNFINISHED * played.cut[:, None]
            found.memory.write((worth / games).astype(np.float32))
            return found
        check_playouts(self.count, games, max_steps, 1)
        weights = _weights_of_sums(engine.circuit) / np.float32(games)
        sums = self._array((self.count, weights.shape[1]), np.int64)
        sums.memory.clear()
        words, more = shared_out(games)
        arrays = [self.rows.memory, Memory.of(self._device, more), sums.memory]
        ready.launch(arrays, self.rows.shape, words, seed, max_steps)
        total = self.count * self._roles
        given = [sums.memory, Memory.of(self._device, weights), found.memory]
        self._values.launch(-(-total // THREADS), THREADS, [*given, weights.shape[1], self._roles, 0, total])
        return found

    def step(self, moves: object) -> tuple[DeviceArray, DeviceArray]:
        """Makes joint moves, numbers of shape (games, roles): whether games are over, and the goals, of 16 bits.

        ``moves``: an array of 64-bit whole numbers, of NumPy or on the device. Goals are -1 where none or several hold.
        """
        if isinstance(moves, np.ndarray):
            given: Memory | int = Memory.of(self._device, self._checked(moves))
        else:
            given = address_of(moves, (self.count, self._roles), np.int64)
        whole = -(-self.count // 64) * 64
        over, goals = self._array((whole,), np.bool_), self._array((self.count, self._roles), np.int16)
        goals.memory.clear(0xFF)
        results = {"following": self._following.memory, "over": over.memory, "goals": goals.memory}
        self._engine.device_kernels.batch(self.rows.memory, self.count, {"moves": given, **results})
        self.rows, self._following = self._following, self.rows
        over.shape = (self.count,)
        return over, goals

    def begin(self, which: object) -> None:
        """The first position again for some games: flags of shape (games,), as ``step`` gives them."""
        if isinstance(which, np.ndarray):
            flags: Memory | int = Memory.of(self._device, np.asarray(which, dtype=np.bool_).reshape(self.count))
        else:
            flags = address_of(which, (self.count,), np.bool_)
        words = self.count * self._words
        arguments: list[Memory | int] = [self.rows.memory, self._first, flags, self._words, 0, words]
        self._begin.launch(-(-words // THREADS), THREADS, arguments)

    def _checked(self, moves: NDArray[np.integer]) -> NDArray[np.int64]:
        if moves.shape != (self.count, self._roles):
            raise ParameterError(f"Moves of shape {moves.shape} instead of {(self.count, self._roles)}.")
        return np.ascontiguousarray(moves, dtype=np.int64)

    def _unpacked(self, rows: DeviceArray, bits: int) -> DeviceArray:
        found, total = self._array((self.count, bits), np.uint8), self.count * bits
        arguments: list[Memory | int] = [rows.memory, found.memory, rows.shape[1], bits, 0, total]
        self._unpack.launch(-(-total // THREADS), THREADS, arguments)
        return found

    def _array(self, shape: tuple[int, ...], kind: type[np.generic]) -> DeviceArray:
        return DeviceArray(self._device, shape, kind)


def _weights_of_sums(circuit: Circuit) -> NDArray[np.float32]:
    """What each sum of games counts for each role, shape (roles, sums)."""
    found, column = np.zeros((len(circuit.goals), SUMS + sum(map(len, circuit.goals))), dtype=np.float32), SUMS
    found[:, CUT] = UNFINISHED
    for role, goals in enumerate(circuit.goals):
        for value, _ in goals:
            found[role, column] = value / HIGHEST_GOAL
            column += 1
    return found
