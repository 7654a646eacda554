"""Whose turn it is, where the network shows it by itself: each of two roles has a move that it makes while it waits."""

from __future__ import annotations

from ludens.circuit.network import Circuit, Literal


def waiting_moves(circuit: Circuit) -> tuple[int, int] | None:
    """The numbers of the moves that two roles make while they wait, or None where the network does not show them.

    In every position, whether it can be reached or not, exactly one role can make its own, and no other move.
    """
    if len(circuit.roles) != 2:
        return None
    first, second = circuit.legal
    places = {literal: number for number, literal in enumerate(second)}
    for own, literal in enumerate(first):
        other = places.get(literal ^ 1)
        if other is None or literal >> 1 == 0 or max(len(first), len(second)) < 2:
            continue
        if _rules_out(circuit, literal, first, own) and _rules_out(circuit, literal ^ 1, second, other):
            return own, other
    return None


def _rules_out(circuit: Circuit, waits: Literal, legal: tuple[Literal, ...], waiting: int) -> bool:
    """Whether no other move is legal while a role waits, as far as single gates show it."""
    turn = waits ^ 1
    nodes = circuit.first_gate + circuit.gates
    told = [False] * (2 * nodes)
    """By literal: whether it is the role's turn wherever that is true."""
    told[turn] = told[0] = True
    gates = zip(circuit.left.tolist(), circuit.right.tolist(), strict=True)
    for literal, (left, right) in zip(range(2 * circuit.first_gate, 2 * nodes, 2), gates, strict=True):
        told[literal] = told[literal] or told[left] or told[right]
        told[literal + 1] = told[literal + 1] or (told[left ^ 1] and told[right ^ 1])
    return all(told[literal] for number, literal in enumerate(legal) if number != waiting)
