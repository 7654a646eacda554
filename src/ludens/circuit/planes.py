"""Evaluating a circuit in many positions at once with NumPy alone: nothing to compile, so ready at once.

A plane is a row of packed bits, one bit for each position. Engines are faster in the long run; this is for circuits
that are asked a few times.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Circuit, Literal

Bits = NDArray[np.bool_]
"""Shape (positions, bits)."""

Planes = NDArray[np.uint8]
"""Shape (nodes, bytes): bit ``n`` of a row belongs to position ``n``."""


class Looking:
    """The values of a circuit's nodes in some positions, given as an array of shape (positions, fluents).

    With ``joint_moves``, of shape (positions, roles), also what rests on moves; a negative number is no move at all.
    """

    def __init__(self, circuit: Circuit, states: Bits, joint_moves: NDArray[np.integer] | None = None) -> None:
        self._circuit, self._positions = circuit, len(states)
        self._planes: Planes = np.zeros((circuit.first_gate + circuit.gates, -(-len(states) // 8)), dtype=np.uint8)
        self._planes[1 : circuit.first_move] = np.packbits(states.T, axis=1, bitorder="little")
        if joint_moves is not None:
            self._give_moves(np.asarray(joint_moves))
        for block in circuit.blocks[: circuit.state_blocks if joint_moves is None else None]:
            self._evaluate(block.first, block.last, block.loops)

    def values(self, literals: Sequence[Literal]) -> Bits:
        """The values of these literals, shape (positions, literals)."""
        nodes = np.array([literal >> 1 for literal in literals], dtype=np.int64)
        inverted = np.array([literal & 1 for literal in literals], dtype=np.bool_)
        unpacked = np.unpackbits(self._planes[nodes], axis=1, bitorder="little", count=self._positions)
        return np.asarray(unpacked.T.astype(np.bool_) ^ inverted)

    def _give_moves(self, joint: NDArray[np.integer]) -> None:
        first = self._circuit.first_move
        for role, moves in enumerate(self._circuit.moves):
            made = joint[:, role, None] == np.arange(len(moves))
            self._planes[first : first + len(moves)] = np.packbits(made.T, axis=1, bitorder="little")
            first += len(moves)

    def _evaluate(self, first: int, last: int, loops: Sequence[tuple[int, Literal]]) -> None:
        """The gates of one block, again and again while loop variables change (see ``network.Block``)."""
        left, right = self._circuit.left[first:last].tolist(), self._circuit.right[first:last].tolist()
        while True:
            for node, one, other in zip(range(self._circuit.first_gate + first, 1 << 62), left, right, strict=False):
                np.bitwise_and(self._plane(one), self._plane(other), out=self._planes[node])
            now = [self._plane(literal) for _, literal in loops]
            if all(np.array_equal(plane, self._planes[node]) for plane, (node, _) in zip(now, loops, strict=True)):
                return
            for plane, (node, _) in zip([plane.copy() for plane in now], loops, strict=True):
                self._planes[node] = plane

    def _plane(self, literal: Literal) -> NDArray[np.uint8]:
        plane = self._planes[literal >> 1]
        return np.bitwise_not(plane) if literal & 1 else np.asarray(plane)
