"""Whether the parts of a game are played one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from clingo import Backend

from ludens.circuit.analysis.prover import Atom, Prover
from ludens.circuit.analysis.supports import Questions, Supports
from ludens.circuit.findings import Factor
from ludens.circuit.network import Circuit, Literal, evaluate, value_of


def in_series(circuit: Circuit, factors: Sequence[Factor], prover: Prover) -> tuple[Factor, ...] | None:
    """The parts in the order in which they are played, if it is proved that they are played one after the other.

    A part is open when one of its moves is legal. No two are open at once, the first is open at the start, and once
    it and those before it are closed they stay closed.
    """
    now, then = _open_atoms(circuit, factors, prover)
    if any(prover.possible(now[one], now[other]) is not False for one, other in combinations(range(len(factors)), 2)):
        return None
    order: list[int] = []
    left = list(range(len(factors)))
    values = evaluate(circuit, circuit.initial)
    first = [
        part
        for part in left
        if any(value_of(values, circuit.legal[role][move]) for role, move in _moves(factors[part]))
    ]
    while len(left) > 1:
        candidates = first if not order else left
        closed = [-now[part] for part in order]
        following = [p for p in candidates if prover.possible(*closed, -now[p], then[p]) is False]
        if len(following) != 1:
            return None
        order.append(following[0])
        left.remove(following[0])
    return tuple(factors[part] for part in (*order, *left))


def phase_literals(supports: Supports, questions: Questions) -> list[Literal]:
    """Literals that every move that touches anything needs to be true or needs to be false, and some moves each."""
    needs: Counter[Literal] = Counter()
    moves = 0
    for literals, masks in zip(supports.circuit.legal, questions.touched, strict=True):
        for literal, mask in zip(literals, masks, strict=True):
            if mask:
                moves += 1
                needs.update(supports.implied(literal))
    return [
        literal
        for literal, count in needs.items()
        if literal & 1 and needs[literal ^ 1] and count + needs[literal ^ 1] == moves
    ]


def _moves(factor: Factor) -> list[tuple[int, int]]:
    return [(role, move) for role in range(len(factor.choices)) for move in factor.moves(role)]


def _open_atoms(circuit: Circuit, factors: Sequence[Factor], prover: Prover) -> tuple[list[Atom], list[Atom]]:
    now: list[Atom] = []
    then: list[Atom] = []

    def write(backend: Backend) -> None:
        for factor in factors:
            for atoms, atom_of in ((now, prover.now), (then, prover.then)):
                atoms.append(backend.add_atom())
                for role, move in _moves(factor):
                    backend.add_rule([atoms[-1]], [atom_of(circuit.legal[role][move])])

    prover.write(write)
    return now, then
