"""Random games on a circuit, many at once, remembered: they refute what is not so before anything is proved.

Bit *i* of every value belongs to game *i*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Circuit

GAMES = 256
EVERY = (1 << GAMES) - 1
MOST_STEPS = 400
MOST_GATE_VALUES = 3_000_000
"""Gates evaluated at most, all steps together, so that large circuits take no longer."""


@dataclass(frozen=True, slots=True)
class Step:
    """One position of every game.

    ``going`` marks the games that had not ended before; ``over`` those of them that end here. ``legal`` and
    ``goals`` have a value for each literal, ``made`` one for each move of each role.
    """

    state: list[int]
    going: int
    over: int
    legal: tuple[list[int], ...]
    goals: tuple[list[int], ...]
    made: tuple[list[int], ...]


@dataclass(frozen=True, slots=True)
class Record:
    """The steps of all games; ``ended`` counts the games that came to their end."""

    steps: tuple[Step, ...]
    ended: int


def play(evaluator: Evaluator, seed: int = 0) -> Record:
    """Plays random games from the start; those that take too long are left unfinished."""
    circuit = evaluator.circuit
    generator = np.random.default_rng(seed)
    state = [EVERY if value else 0 for value in circuit.initial]
    going, ended = EVERY, 0
    steps: list[Step] = []
    while going and len(steps) < min(MOST_STEPS, MOST_GATE_VALUES // (circuit.gates + 1) + 2):
        values = evaluator.look(state)
        legal = tuple([values[literal] for literal in literals] for literals in circuit.legal)
        over = values[circuit.terminal] & going
        ended += over.bit_count()
        made = tuple(_chosen(planes, going & ~over, generator) for planes in legal)
        moving = going & ~over
        for planes in made:
            moving &= _any(planes)
        goals = tuple([values[literal] for _, literal in listed] for listed in circuit.goals)
        steps.append(Step(state, going, over, legal, goals, made))
        state = evaluator.move(values, made)
        going = moving
    return Record(tuple(steps), ended)


class Evaluator:
    """Evaluates a circuit in many positions at once, again and again."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit
        left, right = circuit.left.tolist(), circuit.right.tolist()
        self._gates = [
            [(left[gate], right[gate], 2 * (circuit.first_gate + gate)) for gate in range(block.first, block.last)]
            for block in circuit.blocks
        ]

    def look(self, state: Sequence[int]) -> list[int]:
        """The values by literal, of what does not rest on moves."""
        circuit = self.circuit
        values = [0] * (2 * (circuit.first_gate + circuit.gates))
        values[1] = EVERY
        _give(values, 1, state)
        self._evaluate(values, range(circuit.state_blocks))
        return values

    def move(self, values: list[int], made: Sequence[Sequence[int]]) -> list[int]:
        """Adds the values of what rests on moves; returns the fluents that are true next."""
        _give(values, self.circuit.first_move, [plane for planes in made for plane in planes])
        self._evaluate(values, range(self.circuit.state_blocks, len(self.circuit.blocks)))
        return [values[literal] for literal in self.circuit.following]

    def _evaluate(self, values: list[int], blocks: range) -> None:
        for number in blocks:
            loops = self.circuit.blocks[number].loops
            for variable, _ in loops:
                _give(values, variable, [0])
            while True:
                for left, right, output in self._gates[number]:
                    both = values[left] & values[right]
                    values[output] = both
                    values[output + 1] = both ^ EVERY
                now = [values[literal] for _, literal in loops]
                if now == [values[2 * variable] for variable, _ in loops]:
                    break
                for (variable, _), plane in zip(loops, now, strict=True):
                    _give(values, variable, [plane])


def _give(values: list[int], first: int, planes: Sequence[int]) -> None:
    for node, plane in enumerate(planes, start=first):
        values[2 * node] = plane
        values[2 * node + 1] = plane ^ EVERY


def _any(planes: Sequence[int]) -> int:
    found = 0
    for plane in planes:
        found |= plane
    return found


def _chosen(legal: Sequence[int], going: int, generator: np.random.Generator) -> list[int]:
    """One legal move in each game that goes on and has one."""
    if not legal:
        return []
    bits = unpacked([plane & going for plane in legal])
    keys = generator.random(bits.shape, dtype=np.float32) + 1
    best = (keys * bits).argmax(axis=0)
    made = np.zeros_like(bits)
    made[best, np.arange(GAMES)] = bits[best, np.arange(GAMES)]
    packed = np.packbits(made, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]


def unpacked(planes: Sequence[int]) -> NDArray[np.uint8]:
    data = b"".join(plane.to_bytes(GAMES // 8, "little") for plane in planes)
    rows = np.frombuffer(data, dtype=np.uint8).reshape(len(planes), -1)
    return np.unpackbits(rows, axis=1, bitorder="little")
