"""A game's network, and the part of it that some of its outputs rest on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Circuit, Literal
from ludens.engine.contract import LoadedGame
from ludens.game import UnsuitableGameError
from ludens.search.evaluations.fuzzy import Cone


def circuit_of(game: LoadedGame[Any], name: str) -> Circuit:
    """The network that a game's positions are rows of; raises UnsuitableGameError, for what has that name, without."""
    circuit = game.engine.circuit
    if circuit is None:
        reason = "it reads the rules as a network, and this game is not played from the network of a rulesheet"
        raise UnsuitableGameError(name, game.info.name, reason)
    return circuit


def cone_of(circuit: Circuit, literals: Sequence[Literal]) -> tuple[Cone, NDArray[np.int64]]:
    """The cone of literals that depend on the position alone, and the same literals as the cone numbers them."""
    needed = _needed(circuit, literals)
    variables = [node for node in range(circuit.first_variable, circuit.first_gate) if node in needed]
    inputs = [node for node in range(1, circuit.first_move) if node in needed]
    gates = [node for node in range(circuit.first_gate, circuit.first_gate + circuit.gates) if node in needed]
    numbers = {node: number for number, node in enumerate([0, *inputs, *variables, *gates])}

    def renamed(literal: Literal) -> int:
        return 2 * numbers[literal >> 1] + (literal & 1)

    places = [node - circuit.first_gate for node in gates]
    cone = Cone(
        np.array(inputs, dtype=np.int64) - 1,
        len(variables),
        np.array([renamed(int(circuit.left[gate])) for gate in places], dtype=np.int64),
        np.array([renamed(int(circuit.right[gate])) for gate in places], dtype=np.int64),
        *_blocks(circuit, places, numbers),
    )
    return cone, np.array([renamed(literal) for literal in literals], dtype=np.int64)


def _needed(circuit: Circuit, literals: Sequence[Literal]) -> set[int]:
    """The nodes that literals rest on, through loops as well."""
    fed = {variable: literal for block in circuit.blocks for variable, literal in block.loops}
    found, waiting = {0}, [literal >> 1 for literal in literals]
    while waiting:
        node = waiting.pop()
        if node in found:
            continue
        found.add(node)
        if node >= circuit.first_gate:
            gate = node - circuit.first_gate
            waiting += [int(circuit.left[gate]) >> 1, int(circuit.right[gate]) >> 1]
        elif node in fed:
            waiting.append(fed[node] >> 1)
    return found


def _blocks(
    circuit: Circuit, gates: Sequence[int], numbers: dict[int, int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The blocks that are left and their loops, as the fields of a cone."""
    blocks: list[list[int]] = []
    loops: list[list[int]] = []
    for block in circuit.blocks[: circuit.state_blocks]:
        first, last = np.searchsorted(gates, [block.first, block.last])
        kept = [[numbers[v], 2 * numbers[fed >> 1] + (fed & 1)] for v, fed in block.loops if v in numbers]
        if last > first or kept:
            blocks.append([int(first), int(last), len(loops), len(loops) + len(kept)])
            loops += kept
    return np.array(blocks, dtype=np.int64).reshape(-1, 4), np.array(loops, dtype=np.int64).reshape(-1, 2)
