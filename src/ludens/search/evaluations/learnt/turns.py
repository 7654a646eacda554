"""What each role could do if it were on turn: legal moves with the fluents changed that say whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.added_gates import AddedGates
from ludens.circuit.network import FALSE, TRUE, Circuit, Literal, inverted

FEWEST = 8
"""Positions in which a role is on turn, to see which fluents say so."""


def turn_fluents(bits: NDArray[np.bool_], legal: Sequence[NDArray[np.bool_]]) -> list[dict[int, bool]]:
    """For each role the fluents that tell whose turn it is, with the value they have on its turn.

    They are those that had one value whenever a role alone had a choice and another value on the turns of others, in
    the positions given. Empty where roles choose at once.
    """
    choices = np.stack([table.sum(axis=1) > 1 for table in legal], axis=1)
    alone = [choices[:, role] & (choices.sum(axis=1) == 1) for role in range(len(legal))]
    if (choices.sum(axis=1) > 1).any() or any(own.sum() < FEWEST for own in alone):
        return [{} for _ in legal]
    means = np.stack([bits[own].mean(axis=0) for own in alone])
    fixed = ((means == 0) | (means == 1)).all(axis=0) & (means.min(axis=0) != means.max(axis=0))
    return [{int(fluent): bool(own[fluent]) for fluent in np.flatnonzero(fixed)} for own in means]


class OnTurn:
    """Makes, for one role, what literals are were it on turn while it is not."""

    def __init__(self, circuit: Circuit, gates: AddedGates, values: dict[int, bool]) -> None:
        self._circuit, self._gates = circuit, gates
        self._done: dict[int, Literal | None] = {0: FALSE}
        self._done |= {fluent + 1: TRUE if value else FALSE for fluent, value in values.items()}
        is_on_turn = gates.all(2 * (fluent + 1) + (not value) for fluent, value in values.items())
        self._waits = inverted(is_on_turn)

    def could(self, literal: Literal) -> Literal:
        """Whether the role waits and the literal would be true on its turn; false where that rests on a cycle."""
        found = self._restated(literal)
        return FALSE if found is None else self._gates.both(found, self._waits)

    def _restated(self, literal: Literal) -> Literal | None:
        first, stack = self._circuit.first_gate, [literal >> 1]
        while stack:
            node = stack[-1]
            if node in self._done:
                stack.pop()
                continue
            if node < first:
                self._done[node] = None if node >= self._circuit.first_move else 2 * node
                stack.pop()
                continue
            left, right = self._gates.pair(node)
            missing = [part >> 1 for part in (left, right) if part >> 1 not in self._done]
            if missing:
                stack += missing
                continue
            one, other = self._done[left >> 1], self._done[right >> 1]
            if one is None or other is None:
                self._done[node] = None
            else:
                self._done[node] = self._gates.both(one ^ (left & 1), other ^ (right & 1))
            stack.pop()
        found = self._done[literal >> 1]
        return None if found is None else found ^ (literal & 1)
