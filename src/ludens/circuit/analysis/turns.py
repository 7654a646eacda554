"""Who has a choice, and when."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from clingo import Backend

from ludens.circuit.analysis.counters import Course
from ludens.circuit.analysis.findings import PROVED, READ, SHOWN, Evidence, TurnStructure, Way
from ludens.circuit.analysis.games import Record, Step
from ludens.circuit.analysis.prover import Atom, Prover
from ludens.circuit.analysis.supports import bits
from ludens.circuit.network import Circuit
from ludens.game import Turns

LONGEST_ORDER = 64


def find_turns(circuit: Circuit, record: Record, found: Course, prover: Prover) -> TurnStructure:
    """Whether one role at a time has a choice; certain unless the evidence says that it was only observed."""
    if len(circuit.roles) == 1:
        return TurnStructure(Turns.SINGLE, None, READ)
    pairs = list(combinations(range(len(circuit.roles)), 2))
    for step in record.steps:
        choosing = [_with_choice(step, role) for role in range(len(circuit.roles))]
        if any(choosing[first] & choosing[second] for first, second in pairs):
            return TurnStructure(Turns.SIMULTANEOUS, None, SHOWN)
    choices = _choice_atoms(circuit, prover)
    if all(prover.possible(choices[first], choices[second]) is False for first, second in pairs):
        return TurnStructure(Turns.SEQUENTIAL, _order(found, choices, prover), PROVED)
    return TurnStructure(Turns.SEQUENTIAL, None, Evidence(Way.OBSERVED, record.ended))


def _with_choice(step: Step, role: int) -> int:
    """The games in which the role has more than one legal move."""
    one = more = 0
    for plane in step.legal[role]:
        more |= one & plane
        one |= plane
    return more & step.going & ~step.over


def _choice_atoms(circuit: Circuit, prover: Prover) -> list[Atom]:
    atoms: list[Atom] = []

    def write(backend: Backend) -> None:
        for literals in circuit.legal:
            atoms.append(backend.add_atom())
            backend.add_weight_rule([atoms[-1]], 2, [(prover.now(literal), 1) for literal in literals])

    prover.write(write)
    return atoms


def _order(found: Course, choices: list[Atom], prover: Prover) -> tuple[int, ...] | None:
    """The only role that can have a choice at each step, over and over, by the fluents that repeat from the start."""
    for fluents, states in _cycles(found):
        order = []
        for state in states:
            known = [prover.now(2 * (fluent + 1) + (not state >> fluent & 1)) for fluent in bits(fluents)]
            able = [role for role, atom in enumerate(choices) if prover.possible(*known, atom) is not False]
            order.append(able[0] if len(able) == 1 else -1)
        if -1 not in order:
            return tuple(order)
    return None


def _cycles(found: Course) -> Iterator[tuple[int, list[int]]]:
    """Autonomous fluents that come back to their first values after a few steps, with their values till then."""
    states = list(found.states)
    if found.back is not None:
        states += (states[found.back :] * (LONGEST_ORDER + 1))[: 2 * LONGEST_ORDER]
    changing = 0
    for state in states:
        changing |= state ^ states[0]
    for period in range(2, min(LONGEST_ORDER, len(states) // 2) + 1):
        same = found.fluents & changing
        for step in range(len(states) - period):
            same &= ~(states[step] ^ states[step + period])
        if same:
            yield same, [state & same for state in states[:period]]
