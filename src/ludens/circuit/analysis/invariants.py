"""Sets of fluents of which one is true: a cell has one content, one role is to move, a counter shows one number.

Candidates are read off the names (fluents that differ in one argument only), random games refute most that do not
hold, and the rest is proved together by induction: whatever a counterexample breaks is dropped until none is left
(Flanagan and Leino 2001, *Houdini*).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from clingo import Backend, Model

from ludens.circuit.analysis.games import EVERY, Record
from ludens.circuit.analysis.prover import Atom, Prover
from ludens.circuit.analysis.terms import families, named_literals
from ludens.circuit.network import Circuit, Literal
from ludens.gdl.patterns import Ground

LARGEST = 512


@dataclass(frozen=True, slots=True)
class OneOf:
    """Literals of fluents of which at most one is true, and at least one if ``exactly``."""

    literals: tuple[Literal, ...]
    exactly: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """At most one of some literals of the position is true, or at least one is."""

    literals: tuple[Literal, ...]
    at_most: bool


def one_of_sets(circuit: Circuit, record: Record, prover: Prover) -> tuple[OneOf, ...]:
    """The sets that were proved; the prover assumes them from then on."""
    candidates = [c for literals in candidate_groups(circuit) for c in _surviving(literals, record)]
    proved = inductive(candidates, prover)
    at_least = {c.literals for c in proved if not c.at_most}
    found = [OneOf(c.literals, c.literals in at_least) for c in proved if c.at_most]
    return tuple(found)


def candidate_groups(circuit: Circuit) -> list[tuple[Literal, ...]]:
    """Literals of fluents that differ in one argument only, each set once."""
    literals = named_literals(circuit)
    found: dict[tuple[Literal, ...], None] = {}
    for (_, arity), fluents in families(circuit).items():
        for place in range(1, arity + 1):
            parts: defaultdict[tuple[Ground, ...], list[Literal]] = defaultdict(list)
            for fluent in fluents:
                parts[tuple(fluent[:place]) + tuple(fluent[place + 1 :])].append(literals[fluent])
            found.update((tuple(sorted(set(part))), None) for part in parts.values() if 1 < len(part) <= LARGEST)
        if arity > 1:
            found[tuple(sorted({literals[fluent] for fluent in fluents}))] = None
    return [group for group in found if 1 < len(group) <= LARGEST]


def _surviving(literals: tuple[Literal, ...], record: Record) -> list[Candidate]:
    several = none = False
    for step in record.steps:
        one = more = 0
        for literal in literals:
            plane = step.state[(literal >> 1) - 1] ^ (EVERY if literal & 1 else 0)
            more |= one & plane
            one |= plane
        several = several or bool(more & step.going)
        none = none or bool(step.going & ~one)
        if several and none:
            return []
    # "At least one" alone says little; it is tried only where "at most one" holds as well.
    if several:
        return []
    return [Candidate(literals, True)] if none else [Candidate(literals, True), Candidate(literals, False)]


def inductive(candidates: list[Candidate], prover: Prover) -> list[Candidate]:
    """The largest part of the candidates that every step keeps, which the prover assumes from then on.

    All of them must hold at the start.
    """
    broken_now: list[Atom] = []
    broken_then: list[Atom] = []
    switches: list[Atom] = []

    def write(backend: Backend) -> None:
        switches.extend(prover.free(backend, len(candidates)))
        for switch, candidate in zip(switches, candidates, strict=True):
            broken_now.append(_broken(backend, candidate, [prover.now(literal) for literal in candidate.literals]))
            broken_then.append(_broken(backend, candidate, [prover.then(literal) for literal in candidate.literals]))
            backend.add_rule([], [switch, broken_now[-1]])

    prover.write(write)
    left = set(range(len(candidates)))
    changed = True
    while changed:
        changed = False
        for number in sorted(left):
            if number in left:
                dropped = _counterexample(prover, [switches[other] for other in sorted(left)], broken_then, number)
                left -= dropped
                changed = changed or bool(dropped)
    _assume(prover, [broken for n in sorted(left) for broken in (broken_now[n], broken_then[n])])
    return [candidates[number] for number in sorted(left)]


def _counterexample(prover: Prover, assumed: Sequence[Atom], broken: Sequence[Atom], number: int) -> set[int]:
    """The candidates that a step from a position that keeps all of them breaks, if it can break this one."""
    dropped: set[int] = set()

    def look(model: Model) -> None:
        dropped.update(other for other, atom in enumerate(broken) if model.is_true(atom))

    answer = prover.possible(*assumed, broken[number], on_model=look)
    return {number} if answer is None else dropped


def _broken(backend: Backend, candidate: Candidate, atoms: Sequence[Atom]) -> Atom:
    broken = backend.add_atom()
    if candidate.at_most:
        backend.add_weight_rule([broken], 2, [(atom, 1) for atom in atoms])
    else:
        backend.add_rule([broken], [-atom for atom in atoms])
    return broken


def _assume(prover: Prover, impossible: Sequence[Atom]) -> None:
    def write(backend: Backend) -> None:
        for atom in impossible:
            backend.add_rule([], [atom])

    prover.write(write)
