"""Independent parts of a game: Cox, Schkufza, Madsen and Genesereth 2009; Günther, Schiffel and Thielscher 2009.

Fluents belong together when one decides what becomes of another, when a move touches both, or when the legality of
a move that touches one rests on the other. A move touches a fluent when the fluent tells it from the bulk of the
moves. Fluents that no move changes, such as turns and counters, tie nothing together: every part sees them.

The end ties together what one of its conditions mixes: ``terminal`` is read as one conjunction or disjunction, and
each of its members must belong to one part. So the lines of tic-tac-toe tie its cells, although no rule of play
does. Goals may mix parts in any way, but only through a summary of each part that is coarser than its positions:
otherwise they are tied as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludens.circuit.analysis.findings import PROVED, READ, Combination, Factor, Factors
from ludens.circuit.analysis.games import Evaluator, Record
from ludens.circuit.analysis.products import choices_in, is_product, tie_choices
from ludens.circuit.analysis.prover import Prover
from ludens.circuit.analysis.series import in_series, phase_literals
from ludens.circuit.analysis.summaries import tie_goals
from ludens.circuit.analysis.supports import Questions, Supports, bits
from ludens.circuit.analysis.ties import Ties, tie_end, tie_moves, tie_transitions
from ludens.circuit.network import Circuit


def find_factors(
    evaluator: Evaluator, record: Record, supports: Supports, questions: Questions, prover: Prover
) -> Factors | None:
    """The parts of the game, or ``None`` when it is one piece."""
    return (
        _interleaved(evaluator, record, supports, questions, prover)
        or _simultaneous(evaluator, record, supports, questions)
        or _phases(evaluator, record, supports, questions, prover)
    )


def _interleaved(
    evaluator: Evaluator, record: Record, supports: Supports, questions: Questions, prover: Prover
) -> Factors | None:
    """Parts of which every move belongs to one."""
    ties = Ties(_free(supports))
    tie_transitions(ties, supports)
    tie_moves(ties, supports, questions)
    combination = tie_end(ties, supports)
    tie_goals(ties, supports, evaluator, record)
    factors = _factors(evaluator.circuit, ties.parts(), questions)
    if len(factors) < 2:
        return None
    shared = tuple(bits(supports.autonomous))
    order = in_series(evaluator.circuit, factors, prover)
    if order is not None:
        return Factors(order, Combination.SERIAL, False, shared, PROVED)
    return Factors(factors, combination, False, shared, READ)


def _simultaneous(evaluator: Evaluator, record: Record, supports: Supports, questions: Questions) -> Factors | None:
    """Parts in each of which every move makes a choice."""
    ties = Ties(_free(supports))
    tie_transitions(ties, supports)
    tie_choices(ties, supports, questions)
    combination = tie_end(ties, supports)
    tie_goals(ties, supports, evaluator, record)
    parts = ties.parts()
    factors = _factors(evaluator.circuit, parts, questions)
    if len(factors) < 2 or not is_product(parts, supports, questions):
        return None
    return Factors(factors, combination, True, tuple(bits(supports.autonomous)), READ)


def _phases(
    evaluator: Evaluator, record: Record, supports: Supports, questions: Questions, prover: Prover
) -> Factors | None:
    """Parts of which the second sees nothing of the first but whether that is over."""
    circuit = evaluator.circuit
    for phase in phase_literals(supports, questions):
        cut = Supports(circuit, phase >> 1)
        ties = Ties(_free(supports))
        tie_transitions(ties, cut)
        tie_moves(ties, cut, questions)
        ties.tie(supports.fluents(phase))
        tie_end(ties, cut)
        tie_goals(ties, cut, evaluator, record)
        factors = _factors(circuit, ties.parts(), questions)
        order = in_series(circuit, factors, prover) if len(factors) == 2 else None
        if order is not None and not supports.fluents(phase) & sum(1 << fluent for fluent in order[1].fluents):
            return Factors(order, Combination.SERIAL, False, tuple(bits(supports.autonomous)), PROVED)
    return None


def _free(supports: Supports) -> int:
    return ((1 << len(supports.circuit.fluents)) - 1) & ~supports.autonomous


def _factors(circuit: Circuit, parts: Sequence[int], questions: Questions) -> tuple[Factor, ...]:
    """The parts with their moves; none if there is a part without any."""
    found = []
    for part in parts:
        choices = tuple(
            tuple(choices_in(part, role, questions, len(moves))) for role, moves in enumerate(circuit.moves)
        )
        if not any(map(any, choices)):
            return ()
        found.append(Factor(tuple(bits(part)), choices))
    return tuple(found)
