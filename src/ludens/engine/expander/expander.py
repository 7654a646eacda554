"""An expander of a game: code for one position and all that follows it, made once and kept with what made it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludens.circuit.findings import Structure
from ludens.circuit.network import Circuit
from ludens.engine.contract import BatchEngine
from ludens.engine.expander.code import GROUP, PLANE, Plan, expander_code
from ludens.engine.expander.completions import can_count
from ludens.engine.expander.packing import Packing, packing_of
from ludens.engine.machine_code import MachineCode, compile_assembly, kept_code
from ludens.engine.rows import Rows, pack_rows, unpack_rows

EVERY, REPEATED = (1 << 64) - 1, 0x0101_0101_0101_0101
"""All lanes of a word, and the first of every eight."""

MOST_GATES = 12_000
"""Compiling longer code takes too long."""


def suits(circuit: Circuit | None) -> bool:
    """Whether there is an expander for a game: one of one role or two, whose rules are not too long nor cyclic.

    There must be something to tell apart, too: two goals of the first role.
    """
    if circuit is None or circuit.gates > MOST_GATES or len(dict(circuit.goals[0])) < 2:
        return False
    return len(circuit.roles) in (1, 2) and not any(block.loops for block in circuit.blocks)


class Expander:
    """The code of a circuit. Threads may share it.

    ``symmetries``: of positions that are images of each other one stands for all. ``replies``: where no role has more
    than eight moves, ends of the game are also seen a reply later. ``threats``: how near children are to the best and
    the worst outcome is counted (completions.py), where these rest on few enough gates.
    """

    def __init__(
        self,
        circuit: Circuit,
        structure: Structure | None = None,
        *,
        symmetries: bool = True,
        replies: bool = True,
        threats: bool = True,
    ) -> None:
        self.packing: Packing = packing_of(circuit, structure, symmetries=symmetries)
        narrow = max(map(len, circuit.moves)) <= GROUP
        nearest = threats and bool(self.packing.derived) and can_count(circuit)
        self.plan = Plan(circuit, self.packing, replies and narrow, nearest)

    @kept_code
    def _code(self) -> MachineCode:
        return MachineCode(compile_assembly(expander_code(self.plan), PLANE))

    @property
    def addresses(self) -> tuple[int, int, int]:
        """Where the functions ``expand``, ``turn`` and ``threaten`` begin; the last is 0 where nothing is counted."""
        threaten = self._code.address("threaten") if self.plan.threats else 0
        return self._code.address("expand"), self._code.address("turn"), threaten

    def expand(self, record: Rows, moves: Sequence[int], forced: int | None = None) -> Rows:
        """What the code writes of up to 64 children, one for each of some moves, for whoever wants to look at it.

        Moves of all roles are numbered one after the other; ``forced`` is what the other role does.
        """
        plan = self.plan
        scratch, found = np.zeros(plan.scratch, dtype=np.uint64), np.zeros(plan.size, dtype=np.uint64)
        repeated = REPEATED if plan.replies else 1
        for lane, move in enumerate(moves):
            scratch[move] = (1 << lane) * repeated
        if forced is not None:
            scratch[forced] = EVERY
        lanes = ((1 << len(moves)) - 1) * repeated
        given = np.ascontiguousarray(record)
        addresses = given.ctypes.data, scratch.ctypes.data, found.ctypes.data
        numbers = lanes - (1 << 64) if lanes >> 63 else lanes, -(-len(moves) // GROUP)
        for name in ("expand", "turn", "threaten"):
            self._code.function(name, 3, 2)(*addresses, *numbers)
        return found

    def record(self, engine: BatchEngine, row: Rows) -> Rows:
        """A position as a record: packed, with the legal moves of each role."""
        parts = [self.packing.pack(row), *(pack_rows(table) for table in engine.legal(row))]
        found: Rows = np.concatenate(parts, axis=1)[0]
        return found

    def key(self, record: Rows) -> Rows:
        """The smallest image of the position of a record, by its last words first."""
        found: Rows = self._smallest(record[: self.plan.key_words][None])[0]
        return found

    def keys(self, rows: Rows) -> Rows:
        """The same of the rows of an engine."""
        return self._smallest(self.packing.pack(rows))

    def _smallest(self, packed: Rows) -> Rows:
        if not self.packing.images:
            return packed
        values, best = unpack_rows(packed, self.packing.bits), packed.copy()
        for image in self.packing.images:
            other = pack_rows(values[:, list(image)])
            less, same = np.zeros(len(best), dtype=np.bool_), np.ones(len(best), dtype=np.bool_)
            for word in reversed(range(best.shape[1])):
                less |= same & (other[:, word] < best[:, word])
                same &= other[:, word] == best[:, word]
            best[less] = other[less]
        return best
