"""Conditions that goals are made of and that never hold together, such as two players' winning on one board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ludens.circuit.analysis.games import Evaluator, Record
from ludens.circuit.analysis.invariants import Candidate, inductive
from ludens.circuit.analysis.prover import Prover
from ludens.circuit.network import Circuit, Literal

MOST_NODES = 64
MOST_STEPS = 24
MOST_PAIRS = 600


def prove_exclusions(evaluator: Evaluator, record: Record, prover: Prover) -> int:
    """Proves by induction which of the goals' conditions exclude each other; the prover assumes it from then on."""
    literals = [2 * node + inverse for node in _upper_nodes(evaluator.circuit) for inverse in (0, 1)]
    stride = max(1, len(record.steps) // MOST_STEPS)
    planes: dict[Literal, list[int]] = {literal: [] for literal in literals}
    for step in record.steps[::stride]:
        values = evaluator.look(step.state)
        for literal in literals:
            planes[literal].append(values[literal] & step.going)
    occurring = [literal for literal in literals if any(planes[literal])]
    pairs = [
        Candidate(pair, True)
        for pair in combinations(occurring, 2)
        if pair[0] ^ pair[1] != 1 and not _meet(planes[pair[0]], planes[pair[1]])
    ]
    return len(inductive(pairs[:MOST_PAIRS], prover))


def _meet(one: Sequence[int], other: Sequence[int]) -> bool:
    return any(first & second for first, second in zip(one, other, strict=True))


def _upper_nodes(circuit: Circuit) -> list[int]:
    """The gates nearest to the goals."""
    found: dict[int, None] = {}
    level = [literal >> 1 for listed in circuit.goals for _, literal in listed]
    while level and len(found) < MOST_NODES:
        below = []
        for node in level:
            gate = node - circuit.first_gate
            if gate >= 0 and node not in found and len(found) < MOST_NODES:
                found[node] = None
                below += [int(circuit.left[gate]) >> 1, int(circuit.right[gate]) >> 1]
        level = below
    return list(found)
