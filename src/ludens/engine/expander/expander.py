"""An expander of a game: code for one position and all that follows it, made once and kept with what made it."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ludens.circuit.findings import Structure
from ludens.circuit.network import Circuit
from ludens.engine.contract import BatchEngine
from ludens.engine.expander.code import GROUP, PLANE, Plan, expander_code
from ludens.engine.expander.packing import Packing, packing_of
from ludens.engine.machine_code import MachineCode, compile_assembly
from ludens.engine.rows import Rows, pack_rows, unpack_rows

MOST_GATES = 12_000
"""Compiling longer code takes too long."""


def suits(circuit: Circuit | None) -> bool:
    """Whether there is an expander for a game: one of one role or two, whose rules are not too long nor cyclic."""
    if circuit is None or circuit.gates > MOST_GATES:
        return False
    return len(circuit.roles) in (1, 2) and not any(block.loops for block in circuit.blocks)


class Expander:
    """The code of a circuit. Threads may share it.

    ``symmetries``: of positions that are images of each other one stands for all. ``replies``: where no role has more
    than eight moves, ends of the game are also seen a reply later.
    """

    def __init__(
        self, circuit: Circuit, structure: Structure | None = None, *, symmetries: bool = True, replies: bool = True
    ) -> None:
        self.packing: Packing = packing_of(circuit, structure, symmetries=symmetries)
        narrow = max(map(len, circuit.moves)) <= GROUP
        self.plan = Plan(circuit, self.packing, replies and narrow)

    @cached_property
    def _code(self) -> MachineCode:
        return MachineCode(compile_assembly(expander_code(self.plan), PLANE))

    @property
    def address(self) -> int:
        """Where the function ``expand`` begins."""
        return self._code.address("expand")

    def record(self, engine: BatchEngine, row: Rows) -> Rows:
        """A position as a record: packed, with the legal moves of each role."""
        parts = [self.packing.pack(row), *(pack_rows(table) for table in engine.legal(row))]
        return np.concatenate(parts, axis=1)[0]

    def key(self, record: Rows) -> Rows:
        """The smallest image of the position of a record, by its last words first."""
        packed = record[: self.plan.key_words][None]
        values = unpack_rows(packed, self.packing.bits)
        images = [packed, *(pack_rows(values[:, list(image)]) for image in self.packing.images)]
        return min((image[0] for image in images), key=lambda words: tuple(reversed(words.tolist())))
