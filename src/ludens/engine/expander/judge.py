"""Code that makes the children of eight positions at once, a word of up to 64 lanes each, and looks at nothing else.

It tells which are ends of the game, with what goals, and leaves the planes of all fluents to be summed up
(``engine/sums.py``). What may follow these children is not asked: a search needs this where its depth is used up.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ludens.circuit.network import Circuit
from ludens.engine.code.assembly import ZEROS, Function
from ludens.engine.expander.cones import Cone, Value
from ludens.engine.expander.goal_levels import goal_levels
from ludens.engine.expander.packing import Packing
from ludens.engine.machine_code import MachineCode, compile_assembly, kept_code
from ludens.engine.target import Target

SIDE = 64
WIDE = Target(8)
"""A word for each of eight positions."""

ARGUMENTS = [("ptr", "positions"), ("ptr", "moves"), ("ptr", "found"), ("ptr", "fluents")]


class Judge:
    """The code of a circuit without cycles, for packed positions. Threads may share it."""

    def __init__(self, circuit: Circuit, packing: Packing) -> None:
        self.circuit, self.packing = circuit, packing

    @cached_property
    def levels(self) -> tuple[int, ...]:
        return goal_levels(self.circuit)

    @kept_code
    def _code(self) -> MachineCode:
        return MachineCode(compile_assembly(judge_code(self.circuit, self.packing, self.levels), WIDE))

    @property
    def address(self) -> int:
        """Where the function ``judge(positions, moves, found, fluents)`` begins. All of these are planes.

        ``positions``: a plane has the same word of eight packed positions. ``moves``: of all roles, one after the
        other, the lanes that make each. ``found``: ends, and for each goal of the first role but the lowest the ends
        that bring at least that. ``fluents``: of the children.
        """
        return self._code.address("judge")


def judge_code(circuit: Circuit, packing: Packing, levels: tuple[int, ...]) -> str:
    """The function ``judge``."""
    f = Function(WIDE, "judge", ARGUMENTS)
    bits = {fluent: bit for bit, fluent in enumerate(packing.kept)}
    words = [f.load("%positions", word) for word in range(packing.words)]

    def given(node: int) -> Value:
        if node >= circuit.first_move:
            return f.load("%moves", node - circuit.first_move), False
        if node - 1 in bits:
            word, bit = divmod(bits[node - 1], SIDE)
            high = f.shift_left(words[word], SIDE - 1 - bit) if bit < SIDE - 1 else words[word]
            return f.value(f"ashr {f.plane} {high}, {f.all(SIDE - 1)}"), False
        return position.any(packing.derived[node - 1]), True

    position = Cone(f, circuit, given)
    children = [position.name(literal) for literal in circuit.following]
    for fluent, plane in enumerate(children):
        f.store(plane, "%fluents", fluent)
    child = Cone(f, circuit, lambda node: (children[node - 1], False))
    over = child.name(circuit.terminal)
    f.store(over, "%found", 0)
    for number, level in enumerate(levels[1:]):
        reached = child.any(literal for value, literal in circuit.goals[0] if value >= level)
        f.store(f.both(over, reached) if reached != ZEROS else ZEROS, "%found", 1 + number)
    f.do("ret void")
    return f.text()


def planes(count: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
    """So many planes of zeros, where such code can read them."""
    raw = np.zeros((count + 1) * WIDE.words, dtype=np.uint64)
    offset = -raw.ctypes.data % WIDE.alignment // 8
    return raw[offset : offset + count * WIDE.words].reshape(-1, WIDE.words)
