"""Whose turn it is, where the network shows it: a literal of a fluent for each role, of which at most one is true."""

from __future__ import annotations

from itertools import product

from ludens.circuit.growing import exclusive
from ludens.circuit.network import Circuit, Literal

MOST_CANDIDATES = 64
"""Literals that are tried for one role."""

MOST_COMBINATIONS = 16
"""Ways to give each role one of its literals that are tried."""

LARGE_CIRCUIT = 50_000
"""Gates of a circuit in which to choose moves is so small a part of a step that nothing is looked for."""


def turn_literals(circuit: Circuit) -> tuple[Literal, ...] | None:
    """For each role a literal that is true wherever one of its moves is legal, but for one move at most.

    No two of them are true in the same position. None where there are no such literals.
    """
    if len(circuit.roles) < 2 or circuit.gates > LARGE_CIRCUIT:
        return None
    candidates = [_implied(circuit, legal) for legal in circuit.legal]
    for number, chosen in enumerate(product(*candidates)):
        if number == MOST_COMBINATIONS:
            return None
        if exclusive(circuit, chosen):
            return chosen
    return None


def waiting_move(circuit: Circuit, role: int, turn: Literal) -> int | None:
    """The one move of a role that may be legal when it is not its turn."""
    told = _told(circuit, [turn])
    left = [number for number, literal in enumerate(circuit.legal[role]) if not told[literal]]
    return left[0] if left else None


def _implied(circuit: Circuit, legal: tuple[Literal, ...]) -> list[Literal]:
    """The literals of fluents that are true wherever a move is legal, but for one move at most."""
    counts: dict[Literal, int] = {}
    for literal in legal[:3]:  # one of them may be the exception
        for found in _conditions(circuit, literal):
            counts[found] = counts.get(found, 0) + 1
    candidates = sorted(literal for literal, count in counts.items() if count + 1 >= min(3, len(legal)))
    candidates = candidates[:MOST_CANDIDATES]
    told = _told(circuit, candidates)
    missing = [sum(not told[literal] >> bit & 1 for literal in legal) for bit in range(len(candidates))]
    return [literal for literal, count in zip(candidates, missing, strict=True) if count <= 1]


def _conditions(circuit: Circuit, literal: Literal) -> set[Literal]:
    """The literals of fluents that a literal implies, as far as a walk down its ANDs and ORs shows."""
    known: dict[Literal, set[Literal]] = {}

    def walk(at: Literal, depth: int) -> set[Literal]:
        node = at >> 1
        if 0 < node < circuit.first_move:
            return {at}
        if node < circuit.first_gate or depth == 0:
            return set()
        if at not in known:
            gate, sign = node - circuit.first_gate, at & 1
            left, right = (walk(int(side[gate]) ^ sign, depth - 1) for side in (circuit.left, circuit.right))
            known[at] = left & right if sign else left | right
        return known[at]

    return walk(literal, 12)


def _told(circuit: Circuit, literals: list[Literal]) -> list[int]:
    """By literal: which of some literals are true wherever it is, a bit each. Of false, all are."""
    told = [0] * (2 * (circuit.first_gate + circuit.gates))
    told[0] = (1 << len(literals)) - 1
    for bit, literal in enumerate(literals):
        told[literal] |= 1 << bit
    gates = zip(circuit.left.tolist(), circuit.right.tolist(), strict=True)
    for literal, (left, right) in enumerate(gates, start=circuit.first_gate):
        told[2 * literal] = told[left] | told[right]
        told[2 * literal + 1] = told[left ^ 1] & told[right ^ 1]
    return told
