"""The same game with two more goals: to have won alone, and that all have got the same.

Sums of playouts tell how often each goal came up, but not which goals came up together. With these outputs they tell
who won, however many games are played.
"""

from __future__ import annotations

from ludens.circuit.added_gates import AddedGates
from ludens.circuit.network import Circuit, Literal, inverted

WON, EVEN = 1_000, 1_001
"""The new goals, beyond all that rules may give. Every role may have WON; EVEN is one of the first role's."""


def with_winners(circuit: Circuit) -> Circuit:
    """The circuit with these goals beside its own; who has none of its own has less than everybody else."""
    gates, roles = AddedGates(circuit), range(len(circuit.goals))
    goals = [dict(own) for own in circuit.goals]
    for role in roles:
        goals[role][WON] = gates.any(
            gates.all([has, *(_has_less(gates, circuit, other, value) for other in roles if other != role)])
            for value, has in circuit.goals[role]
        )
    if len(roles) > 1:
        goals[0][EVEN] = _all_the_same(gates, circuit)
    return gates.circuit(goals=goals)


def _has_less(gates: AddedGates, circuit: Circuit, role: int, value: int) -> Literal:
    return gates.all(inverted(has) for other, has in circuit.goals[role] if other >= value)


def _all_the_same(gates: AddedGates, circuit: Circuit) -> Literal:
    values = {value for own in circuit.goals for value, _ in own}
    tables = [dict(own) for own in circuit.goals]
    shared = [value for value in sorted(values) if all(value in table for table in tables)]
    nothing = gates.all(inverted(has) for own in circuit.goals for _, has in own)
    return gates.any([nothing, *(gates.all(table[value] for table in tables) for value in shared)])
