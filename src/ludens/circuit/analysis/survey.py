"""All findings about a game, together."""

from __future__ import annotations

from dataclasses import replace

from ludens.circuit.analysis.counters import course, find_counters, longest_game
from ludens.circuit.analysis.factors import find_factors
from ludens.circuit.analysis.games import Evaluator, play
from ludens.circuit.analysis.goals import find_goal_latches
from ludens.circuit.analysis.invariants import one_of_sets
from ludens.circuit.analysis.latches import find_latches, find_set_latches
from ludens.circuit.analysis.moves import find_dead_moves
from ludens.circuit.analysis.prover import Prover, Stopwatch
from ludens.circuit.analysis.sums import find_constant_sum
from ludens.circuit.analysis.supports import Questions, Supports
from ludens.circuit.analysis.symmetries import find_symmetries
from ludens.circuit.analysis.turns import find_turns
from ludens.circuit.findings import NOTHING_FOUND, Structure, is_readable
from ludens.circuit.network import Circuit
from ludens.processes.background import off_main_thread

SECONDS = 10.0


def structure(circuit: Circuit, *, seconds: float = SECONDS, seed: int = 0) -> Structure:
    """What can be found in the rules of a game.

    Most games take much less than a second. When the time is over nothing more is proved: large games have fewer
    findings, or findings that are only observed, never wrong ones, and huge ones have none.
    """
    return off_main_thread(lambda: _structure(circuit, seconds, seed)) if is_readable(circuit) else NOTHING_FOUND


def _structure(circuit: Circuit, seconds: float, seed: int) -> Structure:
    stopwatch = Stopwatch(seconds)
    evaluator = Evaluator(circuit)
    record = play(evaluator, seed)
    supports = Supports(circuit)
    questions = Questions(supports, record)
    prover = Prover(circuit, stopwatch)
    one_of = one_of_sets(circuit, record, prover)
    latches = find_latches(circuit, record, prover)
    set_latches = find_set_latches(circuit, record, one_of, supports.autonomous, prover)
    clock = course(supports)
    max_steps = longest_game(clock, record, prover)
    symmetries, symmetry_count = find_symmetries(evaluator, record, supports, one_of, stopwatch)
    found = Structure(
        games=record.ended,
        one_of=tuple((group.literals, group.exactly) for group in one_of),
        latches=latches,
        set_latches=set_latches,
        goal_latches=find_goal_latches(circuit, record, (*latches, *set_latches), prover),
        factors=find_factors(evaluator, record, supports, questions, prover),
        turns=find_turns(circuit, record, clock, prover),
        constant_sum=find_constant_sum(evaluator, record, prover),
        symmetries=symmetries,
        symmetry_count=symmetry_count,
        counters=find_counters(circuit, clock, max_steps),
        max_steps=max_steps,
        dead_moves=find_dead_moves(circuit, record, prover),
    )
    return replace(found, complete=not stopwatch.ran_out)
