"""Whether the goals of all roles add up to the same at every end."""

from __future__ import annotations

from itertools import product
from math import prod

from clingo import Backend

from ludens.circuit.analysis.exclusions import prove_exclusions
from ludens.circuit.analysis.findings import PROVED, ConstantSum, Evidence, Way
from ludens.circuit.analysis.games import Evaluator, Record
from ludens.circuit.analysis.prover import Atom, Prover
from ludens.circuit.network import Circuit

MOST_RESULTS = 20_000
"""Combinations of goals that are looked at; more are only observed."""


def find_constant_sum(evaluator: Evaluator, record: Record, prover: Prover) -> ConstantSum | None:
    """The sum, or ``None`` for one role, where games ended with different sums, or none ended."""
    circuit = evaluator.circuit
    if len(circuit.roles) == 1:
        return None
    total = _observed_total(circuit, record)
    if total is None:
        return None
    certain = prod(map(len, circuit.goals)) <= MOST_RESULTS and _proved(evaluator, record, total, prover)
    return ConstantSum(total, PROVED if certain else Evidence(Way.OBSERVED, record.ended))


def _observed_total(circuit: Circuit, record: Record) -> int | None:
    totals: set[int | None] = set()
    for step in record.steps:
        sums = {0: step.over} if step.over else {}
        for listed, planes in zip(circuit.goals, step.goals, strict=True):
            after: dict[int, int] = {}
            for total, games in sums.items():
                for (value, _), plane in zip(listed, planes, strict=True):
                    if games & plane:
                        after[total + value] = after.get(total + value, 0) | games & plane
            if sum(games.bit_count() for games in after.values()) != step.over.bit_count():
                totals.add(None)
            sums = after
        totals.update(sums)
    return totals.pop() if len(totals) == 1 else None


def _proved(evaluator: Evaluator, record: Record, total: int, prover: Prover) -> bool:
    """Whether no end can be reached in which a role has no goal or several, or the goals add up to something else."""
    wrong = _wrong_end(evaluator.circuit, total, prover)
    answer = prover.possible(wrong)
    if answer and prove_exclusions(evaluator, record, prover):
        answer = prover.possible(wrong)
    return answer is False


def _wrong_end(circuit: Circuit, total: int, prover: Prover) -> Atom:
    wrong: list[Atom] = []

    def write(backend: Backend) -> None:
        wrong.append(backend.add_atom())
        end = prover.then(circuit.terminal)
        for listed in circuit.goals:
            atoms = [prover.then(literal) for _, literal in listed]
            backend.add_rule(wrong, [end, *(-atom for atom in atoms)])
            several = backend.add_atom()
            backend.add_weight_rule([several], 2, [(atom, 1) for atom in atoms])
            backend.add_rule(wrong, [end, several])
        for result in product(*circuit.goals):
            if sum(value for value, _ in result) != total:
                backend.add_rule(wrong, [end, *(prover.then(literal) for _, literal in result)])

    prover.write(write)
    return wrong[0]
