"""What merging companions would save, roughly: the same walk as in ``companions``, on arrays and without making gates.

In a few operations a level it tells the networks in which there is nothing to merge, which are most, from the few in
which there is a lot. What a gate is used for stands in one number, a sum over its users, so that gates with the same
number are companions. A literal that stands in merged alternatives is used by what it stands beside there: ``u`` in
``(u ∧ a) ∨ (v ∧ a)`` is used beside ``a``, as ``v`` is, and factoring will ask for ``u ∨ v``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.draft import Draft
from ludens.circuit.gate_arrays import Numbers, gate_arrays, repeated, scattered
from ludens.circuit.passes.factoring import MANY_LITERALS

PLAIN, INVERTED, BOTH = 1, 2, 3
"""How the users of a node read it."""

OUTPUT, ALONE = 1 << 40, 1 << 41
"""Where the numbers of outputs begin, and those of gates that are nobody's companion."""

Codes = NDArray[np.uint64]


def saved_by_merging(draft: Draft) -> int:
    """About how many literals fewer gates read when all that are used in the same way have been merged."""
    walk = _Walk(draft)
    return sum(map(walk.merge, reversed(walk.arrays.levels())))


class _Walk:
    """For each node how it is read, how many read it, and the sum of their codes."""

    def __init__(self, draft: Draft) -> None:
        self.arrays = gate_arrays(draft)
        self._first = draft.first_gate
        nodes = draft.first_gate + len(draft.gates)
        self._sums, self._uses = np.zeros(nodes, dtype=np.uint64), np.zeros(nodes, dtype=np.int64)
        self._signs = np.zeros(nodes, dtype=np.int8)
        outputs = np.array([*draft.outputs(), *draft.feeds], dtype=np.int64)
        self._read(outputs, scattered(np.arange(len(outputs)) + OUTPUT))

    def merge(self, gates: Numbers) -> int:
        """Finds the companions among the gates of a level, notes what they read, and returns what merging saves."""
        gates = gates[self.arrays.live[gates]]
        nodes = gates + self._first
        signs = self._signs[nodes]
        codes = np.where(signs == BOTH, scattered(nodes + ALONE), self._sums[nodes] + signs.astype(np.uint64))
        _, groups, sizes = np.unique(codes, return_inverse=True, return_counts=True)
        uses = np.zeros(len(sizes), dtype=np.int64)
        uses[groups] = self._uses[nodes]
        literals = np.bincount(groups, weights=self.arrays.lengths[gates])
        factored = ((sizes > 1) & (literals <= MANY_LITERALS))[groups] & (signs == INVERTED)
        factored_out = self._note_inputs(gates, scattered(codes), factored)
        return factored_out + int(np.maximum(0, (sizes - 1) * (uses - 1) - 1).sum())

    def _note_inputs(self, gates: Numbers, codes: Codes, factored: NDArray[np.bool_]) -> int:
        """Notes what the gates read; returns how often alternatives that become one gate read what another one does."""
        literals, owners = self.arrays.of(gates)
        own = scattered(literals)
        sums = np.zeros(len(gates), dtype=np.uint64)
        np.add.at(sums, owners, own)
        factored = factored[owners]
        read_together = np.sort(codes[owners[factored]] + own[factored])
        codes = codes[owners] + scattered(np.where(factored, sums[owners] - own, np.uint64(0)))
        # What stands beside the same literals becomes a disjunction, which reads it inverted.
        self._read(literals ^ (factored & repeated(codes)), codes)
        return int(np.count_nonzero(read_together[1:] == read_together[:-1]))

    def _read(self, literals: Numbers, codes: Codes) -> None:
        nodes = literals >> 1
        _, once = np.unique(scattered(nodes) * np.uint64(3) + codes, return_index=True)
        np.add.at(self._sums, nodes[once], codes[once])
        np.add.at(self._uses, nodes[once], 1)
        np.bitwise_or.at(self._signs, nodes, np.where(literals & 1, INVERTED, PLAIN).astype(np.int8))
