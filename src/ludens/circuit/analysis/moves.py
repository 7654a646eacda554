"""Moves that are never legal."""

from __future__ import annotations

from ludens.circuit.analysis.findings import PROVED, DeadMove, Evidence, Way
from ludens.circuit.analysis.games import Record
from ludens.circuit.analysis.prover import Prover
from ludens.circuit.network import Circuit


def find_dead_moves(circuit: Circuit, record: Record, prover: Prover) -> tuple[DeadMove, ...]:
    """The moves that are proved never to be legal before the end, and those that never were in the random games."""
    found = []
    for role, literals in enumerate(circuit.legal):
        for move, literal in enumerate(literals):
            if any(step.legal[role][move] & step.going & ~step.over for step in record.steps):
                continue
            certain = prover.never_before_the_end(literal)
            found.append(DeadMove(role, move, PROVED if certain else Evidence(Way.OBSERVED, record.ended)))
    return tuple(found)
