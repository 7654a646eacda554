"""The end and the goals of a whole game from the signs of its parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Literal
from ludens.circuit.part import Cutting, Part
from ludens.circuit.planes import Bits


@dataclass(frozen=True, slots=True)
class Standing:
    """What a whole game says of positions: whether they are over, goals of shape (positions, roles) with -1 where none
    or several hold, and, of the same shape, whether a role has a legal move that belongs to no part.
    """

    over: NDArray[np.bool_]
    goals: NDArray[np.int16]
    passes: NDArray[np.bool_]


class Rejoining:
    """Works the standing out from the signs of all parts and the shared fluents."""

    def __init__(self, cutting: Cutting, parts: Sequence[Part]) -> None:
        self._cutting, self._circuit = cutting, cutting.circuit
        self._signs = [sign >> 1 for part in parts for sign in part.signs]
        self._shared = cutting.factors.shared
        self._order = self._gates(cutting.outputs())

    def _gates(self, outputs: Sequence[Literal]) -> list[int]:
        """The gates between the signs and the outputs, in order."""
        circuit, known = self._circuit, set(self._signs)
        found: set[int] = set()
        waiting = [literal >> 1 for literal in outputs]
        while waiting:
            node = waiting.pop()
            if node >= circuit.first_gate and node not in found and node not in known:
                found.add(node)
                gate = node - circuit.first_gate
                waiting += [int(circuit.left[gate]) >> 1, int(circuit.right[gate]) >> 1]
        return sorted(found)

    def standing(self, signs: Bits, shared: Sequence[bool]) -> Standing:
        """The standing where parts have these signs, shape (positions, signs of all parts one after the other)."""
        circuit, count = self._circuit, len(signs)
        values: dict[int, NDArray[np.bool_]] = {0: np.zeros(count, dtype=np.bool_)}
        for fluent, holds_now in zip(self._shared, shared, strict=True):
            values[fluent + 1] = np.full(count, holds_now)
        values.update(zip(self._signs, signs.T, strict=True))

        def value(literal: Literal) -> NDArray[np.bool_]:
            found = values[literal >> 1]
            return ~found if literal & 1 else found

        for node in self._order:
            gate = node - circuit.first_gate
            values[node] = value(int(circuit.left[gate])) & value(int(circuit.right[gate]))
        goals = np.full((count, len(circuit.roles)), -1, dtype=np.int16)
        passes = np.zeros(goals.shape, dtype=np.bool_)
        for role, listed in enumerate(circuit.goals):
            if listed:
                holds = np.array([value(literal) for _, literal in listed], dtype=np.bool_)
                one = holds.sum(axis=0) == 1
                goals[one, role] = np.array([goal for goal, _ in listed], dtype=np.int16)[holds[:, one].argmax(axis=0)]
            for move in self._cutting.passes[role]:
                passes[:, role] |= value(circuit.legal[role][move])
        return Standing(value(circuit.terminal), goals, passes)
