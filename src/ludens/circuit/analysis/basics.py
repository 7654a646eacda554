"""Turns and sums alone: what searches rely on, in a fraction of the time that a whole survey takes."""

from __future__ import annotations

from ludens.circuit.analysis.counters import course
from ludens.circuit.analysis.findings import ConstantSum, TurnStructure
from ludens.circuit.analysis.games import Evaluator, play
from ludens.circuit.analysis.invariants import one_of_sets
from ludens.circuit.analysis.prover import Prover, Stopwatch
from ludens.circuit.analysis.sums import find_constant_sum
from ludens.circuit.analysis.supports import Supports
from ludens.circuit.analysis.turns import find_turns
from ludens.circuit.network import Circuit

SECONDS = 10.0


def turns_and_sum(circuit: Circuit, *, seconds: float = SECONDS) -> tuple[TurnStructure, ConstantSum | None]:
    """Who has a choice, and what goals add up to, as ``structure`` finds it."""
    evaluator = Evaluator(circuit)
    record = play(evaluator)
    prover = Prover(circuit, Stopwatch(seconds))
    one_of_sets(circuit, record, prover)
    turns = find_turns(circuit, record, course(Supports(circuit)), prover)
    return turns, find_constant_sum(evaluator, record, prover)
