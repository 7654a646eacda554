"""Evaluating the gates, in two ways: from a table, at once and for any circuit; or as straight-line code.

Both define the functions ``state_cone``, ``goal_cone`` and ``move_cone``, which bring the outputs but for goals, the
goals, and the fluents of the next position up to date. The last two want ``state_cone`` to be called before.
``playing_cone`` is ``state_cone`` for positions that follow each other: it evaluates growing blocks only ``sweeps``
times, and leaves the lanes in which that was not enough in ``unsettled``. Those of ``begun`` start anew. It may leave
out what only says which moves are legal, and ``legal_cone`` makes up for that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Block, Literal
from ludens.circuit.one_step import over_after_one_step
from ludens.engine.code.assembly import ZEROS, Function
from ludens.engine.code.groups import gate_levels, rows_in_groups
from ludens.engine.layout import Layout
from ludens.engine.target import Target

SEGMENT = 200
"""Gates in one function; LLVM's time grows faster than the length of a function."""

MANY_LOOPS = 8
"""Loop variables of a block from which on the table has them."""

MANY_GATES = 4_000
"""Gates from which on those for goals that wait stay in the table: they are run so seldom that LLVM's time is lost."""

GATE_ROW, PAIR = 3, 2
"""Numbers in a row of the table."""

Stores = dict[int, list[tuple[int, bool]]]
"""By node: the planes its value goes to, each with whether inverted."""


def table_code(layout: Layout, target: Target) -> tuple[str, NDArray[np.int32]]:
    """The functions that read gates from a table, and the table."""
    table = _Table(layout, target)
    cones = [function for cone in _cones(layout) for function in _table_cone(layout, target, table, cone)]
    return "\n".join([*table.readers(), _legal_cone(layout, target, []), *cones]), table.data()


def straight_code(layout: Layout, target: Target) -> tuple[str, NDArray[np.int32]]:
    """The functions with the gates as instructions, and the table of the outputs that are no gates."""
    table = _Table(layout, target)
    apart = [entry for entry in _cones(layout)[0].outputs if entry[1] >> 1 in layout.only_legal]
    functions: list[str] = [*table.readers(), _legal_cone(layout, target, apart)]
    needed = _needed_later(layout)
    for cone in _cones(layout):
        gates = sum(block.last - block.first for block in cone.blocks)
        seldom = cone.name == "goal_cone" and layout.goals_wait and gates > MANY_GATES
        if seldom and not over_after_one_step(layout.circuit):
            functions += _table_cone(layout, target, table, cone)
        else:
            functions += _straight_cone(layout, target, table, cone, needed)
    return "\n".join(functions), table.data()


class _Cone(NamedTuple):
    """The gates of some blocks, and the planes that literals are written to."""

    name: str
    blocks: tuple[Block, ...]
    outputs: list[tuple[int, Literal]]


class _Evaluated(NamedTuple):
    """A block, the calls that evaluate its gates, and the one that then sets its loop variables, if it is one."""

    block: Block
    calls: list[str]
    loops: str = ""


def _cones(layout: Layout) -> list[_Cone]:
    circuit = layout.circuit
    goals, moves = layout.first_goal_block, circuit.state_blocks
    outputs = list(enumerate(layout.outputs, start=layout.sections["outputs"]))
    wanted = slice(1, 1 + layout.goals)
    others = [*outputs[:1], *outputs[wanted.stop :]]
    following = list(enumerate(circuit.following, start=layout.sections["following"]))
    return [
        _Cone("state_cone", circuit.blocks[:goals], others),
        _Cone("goal_cone", circuit.blocks[goals:moves], outputs[wanted]),
        _Cone("move_cone", circuit.blocks[moves:], following),
    ]


def _table_cone(layout: Layout, target: Target, table: _Table, cone: _Cone) -> list[str]:
    blocks = [_Evaluated(block, [table.gates(block)], table.loops(block)) for block in cone.blocks]
    return _cone_functions(layout, target, cone.name, blocks, table.copies(cone.outputs))


def _legal_cone(layout: Layout, target: Target, outputs: list[tuple[int, Literal]]) -> str:
    """The function that works out the gates which only say what is legal."""
    f = Function(target, "legal_cone", [("ptr", "w")])
    circuit = layout.circuit
    for place, literal in outputs:
        gate = (literal >> 1) - circuit.first_gate
        planes = []
        for side in (int(circuit.left[gate]), int(circuit.right[gate])):
            plane = f.load("%w", int(layout.slots[side >> 1]))
            planes.append(f.invert(plane) if side & 1 else plane)
        f.store(f.both(*planes), "%w", place)
    f.do("ret void")
    return f.text()


def _cone_functions(layout: Layout, target: Target, name: str, blocks: list[_Evaluated], copies: str) -> list[str]:
    """The function of a cone, from the calls that evaluate its blocks, and for ``state_cone`` also the one for play."""
    functions = []
    for playing in (False, True) if name == "state_cone" else (False,):
        f = Function(target, "playing_cone" if playing else name, [("ptr", "w"), ("ptr", "table")])
        unsettled = begun = f.load("%w", layout.sections["begun"]) if playing and layout.growing else ZEROS
        for each in blocks:
            if playing and each.block in layout.growing:
                changes = _emit_once(f, layout, each, begun)
                for _ in range(layout.sweeps - 1):
                    changes = _emit_once(f, layout, each)
                unsettled = f.either(unsettled, changes)
            else:
                _emit_block(f, layout, each)
        if playing:
            f.store(unsettled, "%w", layout.sections["unsettled"])
        elif name == "state_cone":
            f.do("call void @legal_cone(ptr %w)")
        f.do(copies)
        f.do("ret void")
        functions.append(f.text())
    return functions


def _straight_cone(layout: Layout, target: Target, table: _Table, cone: _Cone, needed: set[int]) -> list[str]:
    """The function of a cone, after those of its segments."""
    first_gate = layout.circuit.first_gate
    here = {first_gate + gate for block in cone.blocks for gate in range(block.first, block.last)}
    stores: Stores = defaultdict(list)
    plain: list[tuple[int, Literal]] = []
    for place, literal in cone.outputs:
        if literal >> 1 in here:
            stores[literal >> 1].append((place, bool(literal & 1)))
        else:
            plain.append((place, literal))
    functions: list[str] = []
    blocks: list[_Evaluated] = []
    for block in cone.blocks:
        blocks.append(_Evaluated(block, []))
        for first in range(block.first, block.last, SEGMENT):
            gates = range(first, min(first + SEGMENT, block.last))
            functions.append(_segment(layout, target, gates, needed, stores))
            blocks[-1].calls.append(f"call void @gates{first}(ptr %w)")
    return [*functions, *_cone_functions(layout, target, cone.name, blocks, table.copies(plain))]


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
    segment[list(layout.only_legal)] = -1
    needed = {literal >> 1 for block in circuit.blocks for _, literal in block.loops}
    home = segment[circuit.first_gate :]
    for side in (circuit.left, circuit.right):
        nodes = side >> 1
        needed.update(nodes[(segment[nodes] != home) & (nodes >= circuit.first_gate)].tolist())
    for cone in _cones(layout)[1:]:
        gates = {circuit.first_gate + g for block in cone.blocks for g in range(block.first, block.last)}
        read = {literal >> 1 for _, literal in cone.outputs}
        needed |= {node for node in read - gates if node >= circuit.first_gate}
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
        if node in layout.only_legal:
            continue
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


def _emit_block(f: Function, layout: Layout, each: _Evaluated) -> None:
    """The calls once, or, for a block with loop variables, until none of these changes."""
    if not each.block.loops:
        for call in each.calls:
            f.do(call)
        return
    if each.loops:
        f.value(_set_loops(f, each, f.ones))
    else:
        for variable, _ in each.block.loops:
            f.store(ZEROS, "%w", int(layout.slots[variable]))
    start, end = f.new_label(), f.new_label()
    f.do(f"br label %{start}")
    f.label(start)
    changes = _emit_once(f, layout, each)
    f.do(f"br i1 {f.any(changes)}, label %{start}, label %{end}")
    f.label(end)


def _emit_once(f: Function, layout: Layout, each: _Evaluated, begun: str = ZEROS) -> str:
    """The calls once; returns the lanes in which a loop variable changed. ``begun``: where all become false instead."""
    for call in each.calls:
        f.do(call)
    if each.loops:
        return f.value(_set_loops(f, each, begun))
    changes = ZEROS
    for variable, literal in each.block.loops:
        source = f.load("%w", int(layout.slots[literal >> 1]))
        new = f.invert(source) if literal & 1 else source
        new = new if begun == ZEROS else f.without(new, begun)
        changes = f.either(changes, f.differ(new, f.load("%w", int(layout.slots[variable]))))
        f.store(new, "%w", int(layout.slots[variable]))
    return changes


def _set_loops(f: Function, each: _Evaluated, begun: str) -> str:
    """The call that sets the loop variables of a block, false where games have ``begun``; gives where they change."""
    return f"call {f.plane} @run_loops({each.loops}, {f.plane} {begun})"


class _Table:
    """Numbers for kernels to read, in rows.

    A gate is a row of two slot literals and the slot for its value, a copy or a loop one of plane and slot literal.
    Gates and copies that are read together do not need each other; what is missing in a group is a row of zeros, which
    writes what is always false where it is.
    """

    def __init__(self, layout: Layout, target: Target) -> None:
        self.layout, self._target = layout, target
        self._together = target.together if layout.has_own_slots else 1
        self.parts: list[NDArray[np.int32]] = []
        self.length = 0

    def gates(self, block: Block) -> str:
        """The call that evaluates the gates of a block."""
        circuit, slots = self.layout.circuit, self.layout.slots
        rows = np.empty((block.last - block.first, GATE_ROW), dtype=np.int32)
        for column, side in enumerate((circuit.left, circuit.right)):
            literals = side[block.first : block.last]
            rows[:, column] = 2 * slots[literals >> 1] + (literals & 1)
        rows[:, 2] = slots[circuit.first_gate + block.first : circuit.first_gate + block.last]
        if self._together > 1:
            rows = rows_in_groups(rows, gate_levels(circuit, block), self._together)
        groups = len(rows) // self._together
        return f"call void @run_gates(ptr %w, ptr %table, i64 {self._append(rows)}, i64 {groups})"

    def copies(self, entries: Iterable[tuple[int, Literal]]) -> str:
        """The call that copies the values of literals to planes."""
        pairs = np.array([(target, self.layout.slot_literal(literal)) for target, literal in entries], dtype=np.int32)
        if self._together > 1 and len(pairs):
            pairs = rows_in_groups(pairs, np.zeros(len(pairs), dtype=np.int64), self._together)
        groups = len(pairs) // self._together
        return f"call void @run_copies(ptr %w, ptr %table, i64 {self._append(pairs)}, i64 {groups})"

    def loops(self, block: Block) -> str:
        """The arguments by which the loop variables of a block are set; those of few are set one by one."""
        if len(block.loops) < MANY_LOOPS:
            return ""
        slots = self.layout.slots
        pairs = np.array([(slots[node], self.layout.slot_literal(literal)) for node, literal in block.loops], np.int32)
        return f"ptr %w, ptr %table, i64 {self._append(pairs)}, i64 {len(pairs)}"

    def readers(self) -> list[str]:
        """The functions that read the table."""
        return [
            _interpreter(self._target, self._together),
            _copier(self._target, self._together),
            _looper(self._target),
        ]

    def data(self) -> NDArray[np.int32]:
        return np.concatenate([*(part.ravel() for part in self.parts), np.zeros(2, dtype=np.int32)])

    def _append(self, rows: NDArray[np.int32]) -> int:
        """Where the rows begin, in numbers."""
        start = self.length
        self.parts.append(rows)
        self.length += rows.size
        return start


def _interpreter(target: Target, together: int) -> str:
    """``run_gates``: ``n`` groups of gates of the table from ``start`` on."""
    f = Function(target, "run_gates", [("ptr", "w"), ("ptr", "table"), ("i64", "start"), ("i64", "n")])

    def body(i: str) -> None:
        rows = _rows(f, i, GATE_ROW, together)
        values = [f.both(_fetch(f, row, 0), _fetch(f, row, 1)) for row in rows]
        for row, value in zip(rows, values, strict=True):
            f.store(value, "%w", _number(f, row, 2))

    _counted(f, body)
    return f.text()


def _copier(target: Target, together: int) -> str:
    """``run_copies``: ``n`` groups of copies of the table from ``start`` on."""
    f = Function(target, "run_copies", [("ptr", "w"), ("ptr", "table"), ("i64", "start"), ("i64", "n")])

    def body(i: str) -> None:
        rows = _rows(f, i, PAIR, together)
        values = [_fetch(f, row, 1) for row in rows]
        for row, value in zip(rows, values, strict=True):
            f.store(value, "%w", _number(f, row, 0))

    _counted(f, body)
    return f.text()


def _looper(target: Target) -> str:
    """``run_loops``: the variables of the table from ``start`` on become their literals, but for lanes of ``begun``."""
    given = [("ptr", "w"), ("ptr", "table"), ("i64", "start"), ("i64", "n"), (target.plane, "begun")]
    f = Function(target, "run_loops", given, target.plane)

    def body(i: str) -> None:
        f.do(f"%before = phi {f.plane} [ {ZEROS}, %entry ], [ %changes, %loop ]")
        (row,) = _rows(f, i, PAIR, 1)
        variable = _number(f, row, 0)
        new = f.without(_fetch(f, row, 1), "%begun")
        changed = f.differ(new, f.load("%w", variable))
        f.do(f"%changes = or {f.plane} %before, {changed}")
        f.store(new, "%w", variable)

    _counted(f, body, lambda: f"ret {f.plane} {f.merged([(ZEROS, 'entry'), ('%changes', 'loop')])}")
    return f.text()


def _rows(f: Function, i: str, width: int, together: int) -> list[str]:
    """The addresses of the rows of group ``i`` after ``%start``; rows have this many numbers."""
    first = f.value(f"add i64 %start, {f.value(f'mul i64 {i}, {width * together}')}")
    row = f.value(f"getelementptr i32, ptr %table, i64 {first}")
    return [row, *(f.value(f"getelementptr i32, ptr {row}, i64 {width * k}") for k in range(1, together))]


def _number(f: Function, row: str, column: int) -> str:
    """A number of the table."""
    address = f.value(f"getelementptr i32, ptr {row}, i64 {column}")
    return f.value(f"zext i32 {f.value(f'load i32, ptr {address}')} to i64")


def _fetch(f: Function, row: str, column: int) -> str:
    """The value of a slot literal of the table."""
    literal = _number(f, row, column)
    plane = f.load("%w", f.value(f"lshr i64 {literal}, 1"))
    mask = f.value(f"sub i64 0, {f.value(f'and i64 {literal}, 1')}")
    return f.differ(plane, f.spread(mask))


def _counted(f: Function, body: Callable[[str], None], end: Callable[[], str] = lambda: "ret void") -> None:
    """A loop from 0 to ``%n - 1``, which may be empty; ``end`` writes what comes after it."""
    f.do("%empty = icmp eq i64 %n, 0")
    f.do("br i1 %empty, label %end, label %loop")
    f.label("loop")
    f.do("%i = phi i64 [ 0, %entry ], [ %next, %loop ]")
    body("%i")
    f.do("%next = add i64 %i, 1")
    f.do("%more = icmp ult i64 %next, %n")
    f.do("br i1 %more, label %loop, label %end")
    f.label("end")
    f.do(end())
