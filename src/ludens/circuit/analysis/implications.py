"""Latches by the implication graph: the method of Cheng, Krauthamer, Ofir and Siddiqui (*AlwaysPlayScissors*).

The vertices are literals. A conjunction implies each of its inputs, and the inverse of an input implies the inverse
of the conjunction; what a fluent will be implies, one step later, what it is. A strongly connected component with
exactly one literal of a fluent, and with the literal of what that fluent will be, is a latch: the way from the one to
the other passes no other fluent, so it lies within one position. With two fluents it need not, as turns that
alternate show.

It sees only chains of single causes; ``latches`` proves many more. It is quick, and uses no solver.
"""

from __future__ import annotations

from ludens.circuit.network import Circuit, Literal, inverted
from ludens.rules.components import components


def implication_graph(circuit: Circuit) -> list[list[Literal]]:
    """For each literal those that it implies, in the same position or, for what a fluent will be, in the next."""
    graph: list[list[Literal]] = [[] for _ in range(2 * (circuit.first_gate + circuit.gates))]

    def add(cause: Literal, effect: Literal) -> None:
        graph[cause].append(effect)
        graph[inverted(effect)].append(inverted(cause))

    for node, (left, right) in enumerate(
        zip(circuit.left.tolist(), circuit.right.tolist(), strict=True), start=circuit.first_gate
    ):
        add(2 * node, left)
        add(2 * node, right)
    for block in circuit.blocks:
        for variable, literal in block.loops:
            add(2 * variable, literal)
            add(literal, 2 * variable)
    for node, literal in enumerate(circuit.following, start=1):
        if literal >> 1:
            graph[literal].append(2 * node)
            graph[inverted(literal)].append(2 * node + 1)
    return graph


def implied_latches(circuit: Circuit) -> list[Literal]:
    """The literals of fluents that are found to stay true once they are."""
    graph = implication_graph(circuit)
    found = []
    for component in components(graph):
        fluents = [literal for literal in component if 2 <= literal < 2 * circuit.first_move]
        if len(fluents) == 1 and circuit.following[(fluents[0] >> 1) - 1] ^ (fluents[0] & 1) in component:
            found.append(fluents[0])
    return sorted(found)
