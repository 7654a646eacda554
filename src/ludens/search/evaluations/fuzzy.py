"""And-inverter networks with truth values between 0 and 1, for many positions at once.

A node holds LANES values, one for each position. The conjunction is the product; with a threshold, one of two values
that both lean towards true never falls below it (the thresholded t-norm of Schiffel and Thielscher 2007). A
disjunction is the inverse of a conjunction of inverses, here as there, so the network needs no rule of its own for it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import ONE, Whole
from ludens.engine.kernels.compiling import bare_kernel
from ludens.engine.rows import Rows

LANES = 32
"""Positions that are valued at once: two registers of sixteen numbers."""

ROUNDS = 24
"""How often a cyclic part is gone through at most. Its values only ever rise, and a position's do not depend on those
of the positions beside it: all lanes go on until nothing changes in any.
"""

_ZERO, _HALF, _WHOLE = np.float32(0), np.float32(0.5), np.float32(1)
_WORD = np.int64(64)

Truths = NDArray[np.float32]


class Cone(NamedTuple):
    """The part of a network that some literals rest on, its nodes numbered anew: inputs, loop variables, gates.

    Node 0 is the constant false. ``inputs``: the fluent of each input. ``left`` and ``right``: the literals that each
    gate joins. ``blocks``: for each block its first gate, the gate after its last, its first loop and the one after its
    last. ``loops``: pairs of a variable's node and the literal that feeds it.
    """

    inputs: NDArray[np.int64]
    variables: int
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    blocks: NDArray[np.int64]
    loops: NDArray[np.int64]


@bare_kernel
def value_rows(
    rows: Rows,
    cone: Cone,
    literals: NDArray[np.int64],
    truth: np.float32,
    threshold: np.float32,
    values: Truths,
    found: Truths,
) -> None:
    """Writes the truth of each literal in each position; ``values`` of shape (nodes, LANES) is scratch.

    A fluent that is true is worth ``truth``, one that is not the rest up to 1.
    """
    for first in range(0, len(rows), LANES):
        lanes = min(LANES, len(rows) - first)
        _enter(rows, first, lanes, cone, truth, values)
        for block in range(len(cone.blocks)):
            _value_block(cone, cone.blocks[block], threshold, values)
        for number in range(len(literals)):
            node, inverse = literals[number] >> 1, literals[number] & 1
            for lane in range(lanes):
                value = values[node, lane]
                found[first + lane, number] = _WHOLE - value if inverse else value


@bare_kernel
def _enter(rows: Rows, first: Whole, lanes: Whole, cone: Cone, truth: np.float32, values: Truths) -> None:
    """Writes the constant, the fluents and the loop variables."""
    values[0, :] = _ZERO
    for number in range(len(cone.inputs)):
        word, place = cone.inputs[number] // _WORD, np.uint64(cone.inputs[number] % _WORD)
        for lane in range(lanes):
            holds = (rows[first + lane, word] >> place) & ONE == ONE
            values[1 + number, lane] = truth if holds else _WHOLE - truth
    for number in range(cone.variables):
        values[1 + len(cone.inputs) + number, :] = _ZERO


@bare_kernel
def _value_block(cone: Cone, block: NDArray[np.int64], threshold: np.float32, values: Truths) -> None:
    first, last, first_loop, last_loop = block
    for _ in range(ROUNDS):
        _value_gates(cone, first, last, threshold, values)
        settled = True
        for loop in range(first_loop, last_loop):
            variable, literal = cone.loops[loop]
            for lane in range(LANES):
                value = values[literal >> 1, lane]
                value = _WHOLE - value if literal & 1 else value
                settled &= value == values[variable, lane]
                values[variable, lane] = value
        if settled:
            return


@bare_kernel
def _value_gates(cone: Cone, first: Whole, last: Whole, threshold: np.float32, values: Truths) -> None:
    node = 1 + len(cone.inputs) + cone.variables + first
    for gate in range(first, last):
        one, other = cone.left[gate], cone.right[gate]
        offset, slope = np.float32(one & 1), np.float32(1 - 2 * (one & 1))
        other_offset, other_slope = np.float32(other & 1), np.float32(1 - 2 * (other & 1))
        mine, first_values, second_values = values[node], values[one >> 1], values[other >> 1]
        for lane in range(LANES):
            left = offset + slope * first_values[lane]
            right = other_offset + other_slope * second_values[lane]
            both = left * right
            leaning = (left if left < right else right) > _HALF
            floor = threshold if leaning else _ZERO
            mine[lane] = both if both > floor else floor
        node += 1
