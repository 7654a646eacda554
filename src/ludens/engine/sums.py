"""Weighted sums of what is true in positions, in machine code: all lanes of a block at once.

``plain_sums`` is the twin in NumPy.
"""

from __future__ import annotations

import json
import threading
import zlib
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass

import numpy as np
from numpy.typing import NDArray

from ludens import cache
from ludens.circuit.network import Circuit, Literal
from ludens.circuit.planes import Looking
from ludens.engine.code.adders import AND, MAJORITY, XOR, Operation, Program, Reference, adding_program
from ludens.engine.code.assembly import ZEROS, Function
from ludens.engine.code.batch_code import batch_addresses, turning_functions
from ludens.engine.compiled import CompiledSums
from ludens.engine.machine_code import MachineCode, compile_assembly
from ludens.engine.rows import Rows, row_words, unpack_rows
from ludens.engine.target import Target

SEGMENT = 256
"""Operations in one function; LLVM's time grows faster than the length of a function."""

Terms = Sequence[tuple[Literal, int]]
"""Literals of a circuit with whole weights."""

Totals = NDArray[np.int64]


def plain_sums(circuit: Circuit, sums: Sequence[Terms], rows: Rows) -> Totals:
    """The sums in positions, shape (positions, sums)."""
    looking = Looking(circuit, unpack_rows(rows, len(circuit.fluents)))
    found = np.zeros((len(rows), len(sums)), dtype=np.int64)
    for number, terms in enumerate(sums):
        if terms:
            weights = np.array([weight for _, weight in terms], dtype=np.int64)
            found[:, number] = looking.values([literal for literal, _ in terms]) @ weights
    return found


@dataclass(frozen=True, slots=True)
class SumsCode:
    """The assembly of some sums, and what one has to know to call it.

    ``fluents``: how many there are. ``bits`` of each sum, and ``offsets`` to be added. ``planes``: of its workspace.
    """

    text: str
    fluents: int
    operations: int
    bits: tuple[int, ...]
    offsets: tuple[int, ...]
    planes: int


class Sums:
    """The same in machine code. Threads may share it.

    ``fluents``: how many there are. ``bits`` of each sum. ``planes``: of a workspace.
    """

    def __init__(
        self,
        circuit: Circuit | SumsCode,
        sums: Sequence[Terms] = (),
        target: Target | None = None,
        *,
        again: Callable[[Target], Sums] | None = None,
    ) -> None:
        """``circuit``, with the weighted literals of it, or code that was written before for the target.

        ``again``: what makes the same for another target, where there is only code.
        """
        self._target = target = target or Target(8)
        if isinstance(circuit, SumsCode):
            code, self._again = circuit, again
        else:
            written = circuit
            code, self._again = written_sums(written, sums, target), lambda target: Sums(written, sums, target)
        self._others: dict[Target, Sums] = {}
        self.fluents, self.operations, self.planes = code.fluents, code.operations, code.planes
        self._offsets, self.bits = np.array(code.offsets, dtype=np.int64), code.bits
        self._words = row_words(sum(self.bits))
        self._code = MachineCode(compile_assembly(code.text, target))
        self._sums = self._code.function("sums", 2, 0)
        self._enter, self._leave = turning_functions(target)
        self._local = threading.local()

    def on(self, target: Target) -> Sums:
        """The same sums for planes of a target."""
        if target == self._target:
            return self
        if target not in self._others:
            if self._again is None:
                raise ValueError(f"sums for {self._target.name} instead of {target.name}")
            self._others[target] = self._again(target)
        return self._others[target]

    @property
    def address(self) -> int:
        """Of the function ``sums(fluents, w)``: from planes of fluents to those of sums, first in a workspace."""
        return self._code.address("sums")

    def compiled(self, outputs: Sequence[int], lowest: Sequence[int], worth: NDArray[np.float64]) -> CompiledSums:
        """The sums as compiled loops of this thread call them.

        ``outputs``: the sum that counts for each role, ascending; ``lowest``: the value of the first row of ``worth``.
        """
        _, enter, leave = batch_addresses(self._target)
        begins, planes = np.cumsum([0, *self.bits]), self.workspace()
        fields = [
            (begins[output], self.bits[output], self._offsets[output] - low)
            for output, low in zip(outputs, lowest, strict=True)
        ]
        return CompiledSums(
            np.array([self.address, enter, leave], dtype=np.int64),
            np.array(fields, dtype=np.int64),
            np.ascontiguousarray(worth),
            planes[: self.planes],
            planes[self.planes :],
            np.zeros((self._target.lanes, self._words), dtype=np.uint64),
        )

    def raw_bounds(self, bounds: tuple[int, int]) -> tuple[int, int, int]:
        """The number of bits of the first sum, and two of its values, as they stand in its planes."""
        return self.bits[0], bounds[0] - int(self._offsets[0]), bounds[1] - int(self._offsets[0])

    def __call__(self, rows: Rows) -> Totals:
        """The sums in positions, shape (positions, sums)."""
        rows, lanes, words = np.ascontiguousarray(rows), self._target.lanes, row_words(self.fluents)
        entered, packed = self._entered(), np.zeros((len(rows), self._words), dtype=np.uint64)
        for first in range(0, len(rows), lanes):
            count = min(lanes, len(rows) - first)
            self._enter(entered, rows.ctypes.data + 8 * words * first, count, words, self.fluents)
            self._add_up(entered, packed[first : first + count])
        return self.unpacked(packed)

    def packed_planes(self, fluents: int) -> Rows:
        """The sums of a whole block whose planes of fluents begin at an address, as packed bits."""
        packed = np.zeros((self._target.lanes, self._words), dtype=np.uint64)
        self._add_up(fluents, packed)
        return packed

    def _add_up(self, fluents: int, packed: Rows) -> None:
        workspace = self.workspace().ctypes.data
        self._sums(fluents, workspace)
        self._leave(workspace, packed.ctypes.data, len(packed), self._words, sum(self.bits))

    def add_up_again(self, times: int) -> None:
        """Adds up what was entered last, so many times, for whoever wants to know how long that takes."""
        addresses = self._entered(), self.workspace().ctypes.data
        for _ in range(times):
            self._sums(*addresses)

    def unpacked(self, packed: Rows) -> Totals:
        """The sums from their packed bits."""
        found, first = np.zeros((len(packed), len(self.bits)), dtype=np.int64), 0
        for number, bits in enumerate(self.bits):
            word, shift = divmod(first, 64)
            value = packed[:, word] >> np.uint64(shift) if bits else np.zeros(len(packed), dtype=np.uint64)
            if shift + bits > 64:
                value |= packed[:, word + 1] << np.uint64(64 - shift)
            found[:, number] = (value & np.uint64((1 << bits) - 1)).astype(np.int64) + self._offsets[number]
            first += bits
        return found

    def workspace(self) -> NDArray[np.uint64]:
        """This thread's planes; those of the sums come first, lowest bit first, one sum after another."""
        if not hasattr(self._local, "planes"):
            target, planes = self._target, self.planes + self.fluents
            raw = np.zeros((planes + 1) * target.words, dtype=np.uint64)
            offset = -raw.ctypes.data % target.alignment // 8
            self._local.planes = raw[offset : offset + planes * target.words].reshape(-1, target.words)
        found: NDArray[np.uint64] = self._local.planes
        return found

    def _entered(self) -> int:
        """Where this thread's planes of fluents begin, after those of the sums."""
        return int(self.workspace()[self.planes :].ctypes.data)


def written_sums(circuit: Circuit, sums: Sequence[Terms], target: Target) -> SumsCode:
    """The code of sums for a target."""
    program = adding_program(circuit, sums)
    text, planes = sums_code(program, target)
    bits = tuple(map(len, program.sums))
    return SumsCode(text, len(circuit.fluents), len(program.operations), bits, program.offsets, planes)


def kept_sums(
    made_from: str, make: Callable[[], tuple[Circuit, Sequence[Terms]]], target: Target | None = None
) -> Sums:
    """The sums that a function finds, from the cache or new; ``made_from`` tells what it finds, and by which code."""
    target = target or Target(8)
    key = f"{target}\n{made_from}"
    data = cache.fetch("sums", key)
    if data is None:
        code = written_sums(*make(), target)
        cache.keep("sums", key, zlib.compress(json.dumps(astuple(code)).encode(), 1))
    else:
        code = SumsCode(*json.loads(zlib.decompress(data)))
    return Sums(code, target=target, again=lambda other: kept_sums(made_from, make, other))


def sums_code(program: Program, target: Target) -> tuple[str, int]:
    """The module with the function ``sums(fluents, w)``, and how many planes it needs at ``w``."""
    writing = _Writing(program, target)
    functions = [writing.segment(first) for first in range(0, len(program.operations), SEGMENT)]
    f = Function(target, "sums", [("ptr", "fluents"), ("ptr", "w")])
    for number in range(len(functions)):
        f.do(f"call void @sums{number * SEGMENT}(ptr %fluents, ptr %w)")
    for place, bit in enumerate(bit for bits in program.sums for bit in bits):
        if bit >> 1 < program.first:
            plane = f.load("%fluents", (bit >> 1) - 1) if bit >> 1 else ZEROS
            f.store(f.invert(plane) if bit & 1 else plane, "%w", place)
    f.do("ret void")
    return "\n".join([*functions, f.text()]), writing.planes


class _Writing:
    """Writes operations as functions; a value that a later one reads has a plane for as long as it is needed."""

    def __init__(self, program: Program, target: Target) -> None:
        self._program, self._target = program, target
        self._outputs: dict[int, list[tuple[int, bool]]] = {}
        for place, bit in enumerate(bit for bits in program.sums for bit in bits):
            self._outputs.setdefault(bit >> 1, []).append((place, bool(bit & 1)))
        self._last: dict[int, int] = {}
        for number, (_, *parts) in enumerate(program.operations):
            for part in parts:
                self._last[part >> 1] = number // SEGMENT
        self.planes = sum(map(len, program.sums))
        self._place: dict[int, int] = {}
        self._free: list[int] = []

    def segment(self, first: int) -> str:
        """The function of the operations from one on."""
        program, own = self._program, first // SEGMENT
        f = Function(self._target, f"sums{first}", [("ptr", "fluents"), ("ptr", "w")])
        values: dict[int, str] = {0: ZEROS}
        for number in range(first, min(first + SEGMENT, len(program.operations))):
            made = self._write(f, program.operations[number], values)
            value = program.first + number
            values[value] = made
            for place, is_inverted in self._outputs.get(value, ()):
                f.store(f.invert(made) if is_inverted else made, "%w", place)
            if self._last.get(value, -1) > own:
                f.store(made, "%w", self._new_place(value))
        f.do("ret void")
        for value in [value for value in self._place if self._last[value] <= own]:
            self._free.append(self._place.pop(value))
        return f.text()

    def _new_place(self, value: int) -> int:
        if self._free:
            self._place[value] = self._free.pop()
        else:
            self._place[value] = self.planes
            self.planes += 1
        return self._place[value]

    def _write(self, f: Function, operation: Operation, values: dict[int, str]) -> str:
        kind, *parts = operation
        a, b, c = (self._read(f, part, values) for part in parts)
        if kind == AND:
            return f.both(a, b)
        if kind == XOR:
            return f.differ(a, b)
        if kind == MAJORITY:
            return f.either(f.both(a, b), f.both(c, f.either(a, b)))
        return f.differ(f.differ(a, b), c)

    def _read(self, f: Function, part: Reference, values: dict[int, str]) -> str:
        value = part >> 1
        if value not in values:
            is_fluent = value < self._program.first
            values[value] = f.load("%fluents", value - 1) if is_fluent else f.load("%w", self._place[value])
        return f.invert(values[value]) if part & 1 else values[value]
