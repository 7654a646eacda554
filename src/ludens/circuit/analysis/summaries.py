"""Goals that mix parts of a game: allowed where they see only a summary of each part, otherwise they tie the parts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludens.circuit.analysis.games import Evaluator, Record, unpacked
from ludens.circuit.analysis.supports import Supports, bits
from ludens.circuit.analysis.ties import Ties, members
from ludens.circuit.network import Literal

SAMPLED_STEPS = 16


def tie_goals(ties: Ties, supports: Supports, evaluator: Evaluator, record: Record) -> None:
    """Ties the parts that a goal mixes, unless it is a list of conditions on one part each or sees summaries only."""
    sample = _Sample(evaluator, record)
    for listed in evaluator.circuit.goals:
        for _, literal in listed:
            mixed = ties.met(supports.fluents(literal))
            if len(mixed) > 1 and not _is_one_list(ties, supports, literal):
                leaves = _leaves(supports, literal, mixed)
                if not all(sample.is_coarse(part, leaves[part]) for part in mixed):
                    ties.tie(supports.fluents(literal))


def _is_one_list(ties: Ties, supports: Supports, literal: Literal) -> bool:
    """Whether the literal is one conjunction, or disjunction, of conditions on one part each."""
    return all(len(ties.met(supports.fluents(member))) <= 1 for member in members(supports, literal))


def _leaves(supports: Supports, literal: Literal, parts: Sequence[int]) -> dict[int, list[Literal]]:
    """For each part, the largest conditions on it alone from which the literal is made."""
    found: dict[int, list[Literal]] = {part: [] for part in parts}
    circuit = supports.circuit
    seen: set[int] = set()
    waiting = [literal >> 1]
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        met = [part for part in parts if part & supports.fluents(2 * node)]
        gate = node - circuit.first_gate
        if len(met) == 1:
            found[met[0]].append(2 * node)
        elif met and gate >= 0:
            waiting += [int(circuit.left[gate]) >> 1, int(circuit.right[gate]) >> 1]
    return found


class _Sample:
    """Positions of random games, to see how much a summary tells."""

    def __init__(self, evaluator: Evaluator, record: Record) -> None:
        self._evaluator = evaluator
        self._steps = record.steps[:: max(1, len(record.steps) // SAMPLED_STEPS)]
        self._values: list[list[int]] = []

    def is_coarse(self, part: int, leaves: Sequence[Literal]) -> bool:
        """Whether the leaves tell at most half as many cases apart as there are positions of the part."""
        positions = self._distinct([2 * (fluent + 1) for fluent in bits(part)])
        return 2 * self._distinct(leaves) <= positions

    def _distinct(self, literals: Sequence[Literal]) -> int:
        if not self._values:
            self._values = [self._evaluator.look(step.state) for step in self._steps]
        seen: set[bytes] = set()
        for step, values in zip(self._steps, self._values, strict=True):
            going = unpacked([step.going])[0].astype(np.bool_)
            rows = np.packbits(unpacked([values[literal] for literal in literals])[:, going].T, axis=1)
            seen.update(row.tobytes() for row in rows)
        return len(seen)
