"""The network: AND gates with inverted edges (an and-inverter graph), from what is true and done to what follows.

A node is a number: 0 is the constant false, then come the fluents, the moves of each role, the loop variables, and
the gates. A literal is ``2 * node``, or ``2 * node + 1`` for the node inverted, so that 0 is false and 1 is true.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ludens.rules.ground_rules import Ground

FALSE, TRUE = 0, 1
Literal = int


def inverted(literal: Literal) -> Literal:
    return literal ^ 1


@dataclass(frozen=True, slots=True)
class Block:
    """The gates ``first`` to ``last - 1``, by gate number, which follow each other without a cycle.

    With ``loops``, pairs of a loop variable's node and the literal that feeds it, the block is a cyclic part of the
    rules: its variables start false, and its gates are evaluated again, each variable taking the value of its
    literal after each round, until no variable changes. The rules are monotone in them, so this is the least
    fixpoint.
    """

    first: int
    last: int
    loops: tuple[tuple[int, Literal], ...] = ()


@dataclass(frozen=True, eq=False)
class Circuit:
    """A game as a network.

    ``left`` and ``right`` hold the literals that each gate joins. ``blocks`` cover all gates in the order of
    evaluation; the first ``state_blocks`` of them depend on the position alone, and ``terminal``, ``legal`` and
    ``goals`` read only those. ``goals`` lists, for each role, the values it can get and the literal of each.
    ``following`` has one literal a fluent: whether it is true next.
    Of the game's fluents that have no place here, ``always`` are true in every position, ``copies`` are true whenever
    a literal of a fluent here is, and the rest is never true.
    ``marks``: classes of moves that stand out in a position, such as captures: by class and role, a literal a move.
    Where a role has more than one move given, or none, the outputs that rest on moves are undefined.
    """

    roles: tuple[str, ...]
    fluents: tuple[Ground, ...]
    moves: tuple[tuple[Ground, ...], ...]
    initial: NDArray[np.bool_]
    variables: int
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    blocks: tuple[Block, ...]
    state_blocks: int
    terminal: Literal
    legal: tuple[tuple[Literal, ...], ...]
    goals: tuple[tuple[tuple[int, Literal], ...], ...]
    following: tuple[Literal, ...]
    always: tuple[Ground, ...] = ()
    copies: tuple[tuple[Ground, Literal], ...] = ()
    marks: tuple[tuple[tuple[Literal, ...], ...], ...] = ()

    def state(self, values: NDArray[np.bool_]) -> frozenset[Ground]:
        """The position as the set of fluents that are true."""
        true = {fluent for fluent, value in zip(self.fluents, values, strict=True) if value}
        true.update(fluent for fluent, literal in self.copies if bool(values[(literal >> 1) - 1]) != bool(literal & 1))
        return frozenset(true.union(self.always))

    @cached_property
    def digest(self) -> str:
        """A hash of all of it, the same in every process: what is made from a circuit is kept by it."""
        arrays = {"initial": self.initial, "left": self.left, "right": self.right}
        rest = {name: value for name, value in vars(self).items() if name not in arrays and (value or name != "marks")}
        blocks = [asdict(block) for block in self.blocks]
        code = hashlib.sha256(json.dumps({**rest, "blocks": blocks}).encode())
        for array in arrays.values():
            code.update(f"{array.dtype} {array.shape}".encode())
            code.update(array.tobytes())
        return code.hexdigest()

    @property
    def gates(self) -> int:
        return len(self.left)

    @property
    def first_move(self) -> int:
        """The node of the first role's first move; those of the other roles and moves follow."""
        return 1 + len(self.fluents)

    @property
    def first_variable(self) -> int:
        return self.first_move + sum(map(len, self.moves))

    @property
    def first_gate(self) -> int:
        """The node of gate 0."""
        return self.first_variable + self.variables


def evaluate(circuit: Circuit, state: NDArray[np.bool_], joint_move: Sequence[int] | None = None) -> NDArray[np.bool_]:
    """The value of every node in one position, slow and obviously right; ``joint_move`` numbers each role's move.

    Without a joint move the blocks that rest on moves are left false.
    """
    values = np.zeros(circuit.first_gate + circuit.gates, dtype=np.bool_)
    values[1 : circuit.first_move] = state
    if joint_move is not None:
        first = circuit.first_move
        for moves, chosen in zip(circuit.moves, joint_move, strict=True):
            values[first + chosen] = True
            first += len(moves)
    for block in circuit.blocks[: circuit.state_blocks if joint_move is None else None]:
        _evaluate_block(circuit, block, values)
    return values


def value_of(values: NDArray[np.bool_], literal: Literal) -> bool:
    """The value of a literal, given those of the nodes."""
    return bool(values[literal >> 1]) != bool(literal & 1)


def _evaluate_block(circuit: Circuit, block: Block, values: NDArray[np.bool_]) -> None:
    while True:
        for gate in range(block.first, block.last):
            left, right = int(circuit.left[gate]), int(circuit.right[gate])
            values[circuit.first_gate + gate] = value_of(values, left) and value_of(values, right)
        now = [value_of(values, literal) for _, literal in block.loops]
        if now == [bool(values[variable]) for variable, _ in block.loops]:
            return
        for (variable, _), value in zip(block.loops, now, strict=True):
            values[variable] = value
