"""Turns and sums alone, or sets alone: what others rely on, in a fraction of the time that a whole survey takes."""

from __future__ import annotations

from ludens.circuit.analysis.counters import course
from ludens.circuit.analysis.games import Evaluator, play
from ludens.circuit.analysis.invariants import one_of_sets
from ludens.circuit.analysis.prover import Prover, Stopwatch
from ludens.circuit.analysis.sums import find_constant_sum
from ludens.circuit.analysis.supports import Supports
from ludens.circuit.analysis.turns import find_turns
from ludens.circuit.findings import ConstantSum, TurnStructure
from ludens.circuit.network import Circuit, Literal

SECONDS = 10.0


def turns_and_sum(circuit: Circuit, stopwatch: Stopwatch | None = None) -> tuple[TurnStructure, ConstantSum | None]:
    """Who has a choice, and what goals add up to, as ``structure`` finds it."""
    evaluator = Evaluator(circuit)
    record = play(evaluator)
    prover = Prover(circuit, stopwatch or Stopwatch(SECONDS))
    one_of_sets(circuit, record, prover)
    turns = find_turns(circuit, record, course(Supports(circuit)), prover)
    return turns, find_constant_sum(evaluator, record, prover)


def exact_sets(circuit: Circuit, stopwatch: Stopwatch | None = None) -> tuple[tuple[Literal, ...], ...]:
    """Sets of literals of fluents of which it is proved that exactly one is true in every position of a game."""
    record = play(Evaluator(circuit))
    found = one_of_sets(circuit, record, Prover(circuit, stopwatch or Stopwatch(SECONDS)))
    return tuple(group.literals for group in found if group.exactly)
