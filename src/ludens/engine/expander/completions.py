"""How near a position is to an outcome: the number of fluents of which one alone, if it were true, would bring it.

In games of lines these are the threats. What a gate needs is followed from the outcome back to the fluents: an AND that
should become true needs one input where the other is true already, one that should become false any input that is true.
Several ways to one fluent count once. Only a guide to the order of moves rests on it.
"""

from __future__ import annotations

from collections import defaultdict

from ludens.circuit.network import Circuit, Literal
from ludens.engine.code.assembly import ZEROS, Function
from ludens.engine.expander.cones import Cone
from ludens.engine.expander.places import BITS

MOST_GATES = 1_500
"""Gates that are followed back at most."""


def completions(f: Function, cone: Cone, outcome: Literal, open_fluents: dict[int, str]) -> list[str]:
    """The planes of the number of fluents, lowest first; ``open_fluents``: by node, where one may still become true."""
    circuit = cone.circuit
    rising: defaultdict[int, str] = defaultdict(lambda: ZEROS)
    falling: defaultdict[int, str] = defaultdict(lambda: ZEROS)

    def want(literal: Literal, where: str) -> None:
        """The literal should become true somewhere."""
        wanted = falling if literal & 1 else rising
        wanted[literal >> 1] = f.either(wanted[literal >> 1], where)

    want(outcome, f.ones)
    for node in sorted(_below(circuit, outcome), reverse=True):
        gate = node - circuit.first_gate
        left, right = int(circuit.left[gate]), int(circuit.right[gate])
        if node in rising:
            want(left, f.both(rising[node], cone.name(right)))
            want(right, f.both(rising[node], cone.name(left)))
        if node in falling:
            where = f.both(falling[node], cone.name(2 * node))
            want(left ^ 1, where)
            want(right ^ 1, where)
    planes = [
        f.both(f.without(rising[node], cone.name(2 * node)), is_open)
        for node, is_open in open_fluents.items()
        if node in rising
    ]
    return _counted(f, planes)


def can_count(circuit: Circuit) -> bool:
    """Whether the best and the worst goal of the first role rest on several fluents each, and on few enough gates."""
    goals = dict(circuit.goals[0])
    gates = [_below(circuit, goals[level]) for level in (max(goals), min(goals))]
    return all(0 < len(found) <= MOST_GATES for found in gates)


def _below(circuit: Circuit, outcome: Literal) -> set[int]:
    """The gates that an outcome rests on."""
    found: set[int] = set()
    waiting = [outcome >> 1]
    while waiting:
        node = waiting.pop()
        if node >= circuit.first_gate and node not in found:
            found.add(node)
            gate = node - circuit.first_gate
            waiting += [int(circuit.left[gate]) >> 1, int(circuit.right[gate]) >> 1]
    return found


def _counted(f: Function, planes: list[str]) -> list[str]:
    """The number of planes that are set, in BITS planes: columns of equal weight, three of which become two."""
    columns: list[list[str]] = [list(planes)]
    digits: list[str] = []
    while len(digits) < BITS:
        column = columns.pop(0)
        carries: list[str] = columns.pop(0) if columns else []
        while len(column) > 1:
            a, b, c = column.pop(), column.pop(), column.pop() if len(column) > 0 else ZEROS
            total, carry = f.full_add(a, b, c)
            column.append(total)
            carries.append(carry)
        digits.append(column[0] if column else ZEROS)
        columns.insert(0, carries)
    beyond = ZEROS
    for plane in columns[0]:
        beyond = f.either(beyond, plane)
    return [f.either(digit, beyond) for digit in digits]
