"""Evaluating the gates, in two ways: from a table, at once and for any circuit; or as straight-line code.

Both define the functions ``state_cone`` and ``move_cone``, which bring the outputs, and the fluents of the next
position, up to date.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Block, Literal
from ludens.engine.code.assembly import ZEROS, Function
from ludens.engine.layout import Layout
from ludens.engine.target import Target

SEGMENT = 200
"""Gates in one function; LLVM's time grows faster than the length of a function."""

Stores = dict[int, list[tuple[int, bool]]]
"""By node: the planes its value goes to, each with whether inverted."""


def table_code(layout: Layout, target: Target) -> tuple[str, NDArray[np.int32]]:
    """The functions that read gates from a table, and the table."""
    table = _Table(layout)
    circuit = layout.circuit
    cones = []
    for name, blocks, literals, section in (
        ("state_cone", circuit.blocks[: circuit.state_blocks], layout.outputs, "outputs"),
        ("move_cone", circuit.blocks[circuit.state_blocks :], circuit.following, "following"),
    ):
        f = Function(target, name, [("ptr", "w"), ("ptr", "table")])
        for block in blocks:
            _emit_block(f, layout, block, [table.gates(block)])
        entries = [(layout.sections[section] + i, literal) for i, literal in enumerate(literals)]
        f.do(table.copies(entries))
        f.do("ret void")
        cones.append(f.text())
    return "\n".join([_interpreter(target), _copier(target), *cones]), table.data()


def straight_code(layout: Layout, target: Target) -> tuple[str, NDArray[np.int32]]:
    """The functions with the gates as instructions, and the table of the outputs that are no gates."""
    circuit = layout.circuit
    table = _Table(layout)
    functions: list[str] = []
    cones: list[str] = []
    needed = _needed_later(layout)
    for name, blocks, literals, section in (
        ("state_cone", circuit.blocks[: circuit.state_blocks], layout.outputs, "outputs"),
        ("move_cone", circuit.blocks[circuit.state_blocks :], circuit.following, "following"),
    ):
        stores: Stores = defaultdict(list)
        plain: list[tuple[int, Literal]] = []
        here = {circuit.first_gate + gate for block in blocks for gate in range(block.first, block.last)}
        for number, literal in enumerate(literals):
            place = layout.sections[section] + number
            if literal >> 1 in here:
                stores[literal >> 1].append((place, bool(literal & 1)))
            else:
                plain.append((place, literal))
        f = Function(target, name, [("ptr", "w"), ("ptr", "table")])
        for block in blocks:
            calls = []
            for first in range(block.first, block.last, SEGMENT):
                gates = range(first, min(first + SEGMENT, block.last))
                functions.append(_segment(layout, target, gates, needed, stores))
                calls.append(f"call void @gates{first}(ptr %w)")
            _emit_block(f, layout, block, calls)
        if plain:
            f.do(table.copies(plain))
        f.do("ret void")
        cones.append(f.text())
    return "\n".join([_copier(target), *functions, *cones]), table.data()


def _needed_later(layout: Layout) -> set[int]:
    """The gate nodes whose values must be kept in memory: read outside their segment, or by a loop variable."""
    circuit = layout.circuit
    segment = np.zeros(circuit.first_gate + circuit.gates, dtype=np.int64)
    number = 0
    for block in circuit.blocks:
        for first in range(block.first, block.last, SEGMENT):
            number += 1
            last = min(first + SEGMENT, block.last)
            segment[circuit.first_gate + first : circuit.first_gate + last] = number
    needed = {literal >> 1 for block in circuit.blocks for _, literal in block.loops}
    home = segment[circuit.first_gate :]
    for side in (circuit.left, circuit.right):
        nodes = side >> 1
        needed.update(nodes[(segment[nodes] != home) & (nodes >= circuit.first_gate)].tolist())
    state = {circuit.first_gate + g for b in circuit.blocks[: circuit.state_blocks] for g in range(b.first, b.last)}
    needed.update(node for literal in circuit.following if (node := literal >> 1) in state)
    return needed


def _segment(layout: Layout, target: Target, gates: range, needed: set[int], stores: Stores) -> str:
    """A function of some gates, one after the other. A value is a name and whether it stands inverted."""
    circuit = layout.circuit
    f = Function(target, f"gates{gates.start}", [("ptr", "w")])
    values: dict[int, tuple[str, bool]] = {0: (ZEROS, False)}

    def fetch(literal: Literal) -> tuple[str, bool]:
        node = literal >> 1
        if node not in values:
            values[node] = f.load("%w", int(layout.slots[node])), False
        name, is_inverted = values[node]
        return name, is_inverted != bool(literal & 1)

    def plain(name: str, is_inverted: bool) -> str:
        return f.invert(name) if is_inverted else name

    lefts, rights = (side[gates.start : gates.stop].tolist() for side in (circuit.left, circuit.right))
    for gate, left, right in zip(gates, lefts, rights, strict=True):
        node = circuit.first_gate + gate
        (a, not_a), (b, not_b) = fetch(left), fetch(right)
        if not_a and not_b:
            values[node] = f.either(a, b), True
        else:
            values[node] = f.both(plain(a, not_a), plain(b, not_b)), False
        if node in needed:
            f.store(plain(*values[node]), "%w", int(layout.slots[node]))
        for place, is_inverted in stores.get(node, ()):
            name, already = values[node]
            f.store(plain(name, already != is_inverted), "%w", place)
    f.do("ret void")
    return f.text()


def _emit_block(f: Function, layout: Layout, block: Block, calls: Sequence[str]) -> None:
    """The calls once, or, for a block with loop variables, until none of these changes."""
    if not block.loops:
        for call in calls:
            f.do(call)
        return
    for variable, _ in block.loops:
        f.store(ZEROS, "%w", int(layout.slots[variable]))
    start, end = f.new_label(), f.new_label()
    f.do(f"br label %{start}")
    f.label(start)
    for call in calls:
        f.do(call)
    changes = ZEROS
    for variable, literal in block.loops:
        source = f.load("%w", int(layout.slots[literal >> 1]))
        new = f.invert(source) if literal & 1 else source
        changes = f.either(changes, f.differ(new, f.load("%w", int(layout.slots[variable]))))
        f.store(new, "%w", int(layout.slots[variable]))
    f.do(f"br i1 {f.any(changes)}, label %{start}, label %{end}")
    f.label(end)


class _Table:
    """Numbers for kernels to read: pairs of slot literals for gates, of plane and slot literal for copies."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.parts: list[NDArray[np.int32]] = []
        self.length = 0

    def gates(self, block: Block) -> str:
        """The call that evaluates the gates of a block."""
        circuit, slots = self.layout.circuit, self.layout.slots
        pairs = np.empty((block.last - block.first, 2), dtype=np.int32)
        for column, side in enumerate((circuit.left, circuit.right)):
            literals = side[block.first : block.last]
            pairs[:, column] = 2 * slots[literals >> 1] + (literals & 1)
        first = int(slots[circuit.first_gate + block.first]) if len(pairs) else 0
        return f"call void @run_gates(ptr %w, ptr %table, i64 {self._append(pairs)}, i64 {len(pairs)}, i64 {first})"

    def copies(self, entries: Iterable[tuple[int, Literal]]) -> str:
        """The call that copies the values of literals to planes."""
        pairs = np.array([(target, self.layout.slot_literal(literal)) for target, literal in entries], dtype=np.int32)
        return f"call void @run_copies(ptr %w, ptr %table, i64 {self._append(pairs)}, i64 {len(pairs)})"

    def data(self) -> NDArray[np.int32]:
        return np.concatenate([*(part.ravel() for part in self.parts), np.zeros(2, dtype=np.int32)])

    def _append(self, pairs: NDArray[np.int32]) -> int:
        start = self.length
        self.parts.append(pairs)
        self.length += len(pairs)
        return start


def _interpreter(target: Target) -> str:
    """``run_gates``: the gates of the table from ``start`` on, into the slots from ``first`` on."""
    f = Function(
        target, "run_gates", [("ptr", "w"), ("ptr", "table"), ("i64", "start"), ("i64", "n"), ("i64", "first")]
    )

    def body(i: str) -> None:
        pair = _pair(f, i)
        value = f.both(_fetch(f, pair, 0), _fetch(f, pair, 1))
        f.store(value, "%w", f.value(f"add i64 %first, {i}"))

    _counted(f, body)
    return f.text()


def _copier(target: Target) -> str:
    """``run_copies``: the copies of the table from ``start`` on."""
    f = Function(target, "run_copies", [("ptr", "w"), ("ptr", "table"), ("i64", "start"), ("i64", "n")])

    def body(i: str) -> None:
        pair = _pair(f, i)
        target = f.value(f"sext i32 {f.value(f'load i32, ptr {pair}')} to i64")
        f.store(_fetch(f, pair, 1), "%w", target)

    _counted(f, body)
    return f.text()


def _pair(f: Function, i: str) -> str:
    row = f.value(f"add i64 %start, {i}")
    return f.value(f"getelementptr [2 x i32], ptr %table, i64 {row}")


def _fetch(f: Function, pair: str, column: int) -> str:
    """The value of a slot literal of the table."""
    address = f.value(f"getelementptr i32, ptr {pair}, i64 {column}")
    literal = f.value(f"zext i32 {f.value(f'load i32, ptr {address}')} to i64")
    plane = f.load("%w", f.value(f"lshr i64 {literal}, 1"))
    mask = f.value(f"sub i64 0, {f.value(f'and i64 {literal}, 1')}")
    return f.differ(plane, f.spread(mask))


def _counted(f: Function, body: Callable[[str], None]) -> None:
    """A loop from 0 to ``%n - 1``, which may be empty."""
    f.lines[-1:] = ["entry:", "  %empty = icmp eq i64 %n, 0", "  br i1 %empty, label %end, label %loop", "loop:"]
    f.block = "loop"
    f.do("%i = phi i64 [ 0, %entry ], [ %next, %loop ]")
    body("%i")
    f.do("%next = add i64 %i, 1")
    f.do("%more = icmp ult i64 %next, %n")
    f.do("br i1 %more, label %loop, label %end")
    f.label("end")
    f.do("ret void")
