"""What never changes: fluents that keep their first value, and moves that are never legal.

Walks all positions at once, with each fluent false, true or either (ternary simulation: Bryant 1987): starts from
the first position with every legal move possible and lets "either" spread until nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.draft import Draft, MoveSet, substituted
from ludens.circuit.gate_arrays import Numbers, gate_arrays
from ludens.circuit.network import FALSE, TRUE, Literal

EITHER = 2


def without_constants(draft: Draft) -> Draft:
    """The network without fluents that never change, moves that are never legal, and loops that never start."""
    spread = _Spread(draft)
    constants: dict[int, Literal] = {}
    values = spread.values.tolist()
    for node in (*range(1, draft.first_move), *range(draft.first_variable, draft.first_gate)):
        if values[node] != EITHER:
            constants[node] = TRUE if values[node] else FALSE
    node = draft.first_move
    for moves, possible in zip(draft.moves, spread.possible, strict=True):
        constants.update((node + move, FALSE) for move in range(len(moves)) if not possible >> move & 1)
        node += len(moves)
    return substituted(draft, constants) if constants else draft


class _Spread:
    """The value of every node over all positions, and the moves of each role that are ever legal, as masks.

    A value becomes "either" at most once, and a move possible at most once. A gate does when it reads such a value and
    nothing that is false; so what is counted is how many of the literals it reads are false.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._legal = [np.array(literals, dtype=np.int64) for literals in draft.legal]
        self._first_moves = [draft.first_move + sum(map(len, draft.moves[:role])) for role in range(len(draft.moves))]
        self._sets = [(node, gate) for node, gate in enumerate(draft.gates, draft.first_gate) if type(gate) is MoveSet]
        inputs = [0, *map(int, draft.initial), *[0] * (draft.first_gate - draft.first_move)]
        self.values = self._evaluated(inputs, {})
        self.possible = self._now_legal()
        answers = {node: value for role in range(len(draft.moves)) for node, value in self._answers(role)}
        for node in range(draft.first_move, draft.first_variable):
            inputs[node] = answers.pop(node)
        self.values = self._evaluated(inputs, answers)
        self._note_uses()
        self._spread()

    def _evaluated(self, inputs: list[int], sets: dict[int, int]) -> NDArray[np.int8]:
        """The value of every node, given those of the first ones and of the sets of moves, or false for these."""
        both = bytearray()
        for value in inputs:
            both += _BOTH[value]
        of_literal = both.__getitem__
        for node, gate in enumerate(self._draft.gates, self._draft.first_gate):
            if type(gate) is MoveSet:
                both += _BOTH[sets.get(node, 0)]
            elif 0 in map(of_literal, gate):
                both += _BOTH[0]
            else:
                both += _BOTH[EITHER if EITHER in map(of_literal, gate) else 1]
        return np.frombuffer(both, dtype=np.int8)[::2].copy()

    def _note_uses(self) -> None:
        """Sorts what reads each node by the node: gates, and fluents and variables that it becomes."""
        draft, arrays = self._draft, gate_arrays(self._draft)
        literals = np.concatenate((arrays.literals, np.array((*draft.following, *draft.feeds), dtype=np.int64)))
        fluents, variables = np.arange(1, draft.first_move), np.arange(draft.first_variable, draft.first_gate)
        self._targets = np.concatenate((arrays.readers + draft.first_gate, fluents, variables))
        false = self._value(literals) == 0
        self._false = np.bincount(self._targets[false], minlength=len(self.values))
        order = np.argsort(literals >> 1, kind="stable")
        self._literals, self._targets, self._was_false = literals[order], self._targets[order], false[order]
        self._starts = np.searchsorted(self._literals >> 1, np.arange(len(self.values) + 1))
        # Fluents and variables do not wait for other literals: they become what feeds them.
        self._false[: draft.first_gate] = 0
        followed = self._value(np.array((*draft.following, *draft.feeds), dtype=np.int64))
        nodes = np.concatenate((fluents, variables))
        self._changing = nodes[(followed != self.values[nodes]) & (self.values[nodes] != EITHER)]

    def _spread(self) -> None:
        self.values[self._changing] = EITHER
        fresh = np.flatnonzero(self.values == EITHER)
        while True:
            while len(fresh):
                fresh = self._reached(fresh)
            fresh = self._newly_asked()
            if not len(fresh):
                return

    def _reached(self, fresh: Numbers) -> Numbers:
        """What becomes "either" because these nodes have."""
        lengths = self._starts[fresh + 1] - self._starts[fresh]
        ends = np.cumsum(lengths)
        places = np.repeat(self._starts[fresh] - (ends - lengths), lengths) + np.arange(ends[-1])
        targets = self._targets[places]
        np.subtract.at(self._false, targets[self._was_false[places] & (targets >= self._draft.first_gate)], 1)
        found = np.unique(targets[(self._false[targets] <= 0) & (self.values[targets] != EITHER)])
        self.values[found] = EITHER
        return found

    def _newly_asked(self) -> Numbers:
        """What asks about moves that have become legal, as far as its answer changes by that."""
        before, self.possible = self.possible, self._now_legal()
        found: list[int] = []
        for role, (old, new) in enumerate(zip(before, self.possible, strict=True)):
            if old != new:
                values = self.values
                found += [node for node, value in self._answers(role) if values[node] not in (value, EITHER)]
        self.values[found] = EITHER
        return np.array(found, dtype=np.int64)

    def _now_legal(self) -> list[int]:
        """The moves of each role that are legal in some position, as a mask."""
        masks = (np.packbits(self._value(literals) != 0, bitorder="little").tobytes() for literals in self._legal)
        return [int.from_bytes(mask, "little") for mask in masks]

    def _answers(self, role: int) -> Iterator[tuple[int, int]]:
        """Whether a role's move is the one, or one of those, that each node asks for."""
        possible, first = self.possible[role], self._first_moves[role]
        one = 1 if possible.bit_count() == 1 else EITHER
        for move in range(len(self._draft.moves[role])):
            yield first + move, one if possible >> move & 1 else 0
        for node, (asked, mask) in self._sets:
            if asked == role:
                yield node, 0 if not mask & possible else EITHER if possible & ~mask else 1

    def _value(self, literals: Numbers) -> NDArray[np.int8]:
        values = self.values[literals >> 1]
        return np.where(values == EITHER, EITHER, values ^ (literals & 1)).astype(np.int8)


_BOTH = (b"\0\1", b"\1\0", b"\2\2")
"""A value beside its inverse."""
