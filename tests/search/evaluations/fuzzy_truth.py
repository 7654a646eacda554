"""The slow twin of fuzzy networks: one position, one node after another, in Python numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Block, Circuit
from ludens.search.evaluations.fuzzy import ROUNDS


def conjunction(first: float, second: float, threshold: float) -> float:
    if min(first, second) > 0.5:
        return max(first * second, threshold)
    return first * second


def truths(circuit: Circuit, state: NDArray[np.bool_], truth: float, threshold: float) -> dict[int, float]:
    """The truth of every literal that depends on the position alone."""
    found = {0: 0.0, 1: 1.0}

    def enter(node: int, value: float) -> None:
        found[2 * node], found[2 * node + 1] = value, 1 - value

    def value_block(block: Block) -> None:
        for gate in range(block.first, block.last):
            left, right = int(circuit.left[gate]), int(circuit.right[gate])
            enter(circuit.first_gate + gate, conjunction(found[left], found[right], threshold))

    for fluent, holds in enumerate(state):
        enter(1 + fluent, truth if holds else 1 - truth)
    for variable in range(circuit.first_variable, circuit.first_gate):
        enter(variable, 0.0)
    for block in circuit.blocks[: circuit.state_blocks]:
        for _ in range(ROUNDS if block.loops else 1):
            value_block(block)
            for variable, value in [(variable, found[literal]) for variable, literal in block.loops]:
                enter(variable, value)
    return found


def proximity(
    circuit: Circuit, state: NDArray[np.bool_], holding: list[int], truth: float, threshold: float
) -> list[float]:
    """Fluxplayer's value for each role; ``holding``: the goal value that each role has now."""
    found = truths(circuit, state, truth, threshold)
    end = found[circuit.terminal]
    values = []
    for role, goals in enumerate(circuit.goals):
        missing = 1.0
        for value, literal in goals:
            goal = found[literal]
            reached = goal + end - goal * end if holding[role] == value else goal * (1 - end)
            missing *= 1 - reached * value / 100
        values.append(1 - missing)
    return values
