"""The fluents of a game by their names: each with its literal, also those that have no place of their own."""

from __future__ import annotations

from collections import defaultdict

from ludens.circuit.network import Circuit, Literal
from ludens.gdl.patterns import Ground, ground_text

Family = tuple[str, int]
"""A fluent's name and the number of its arguments."""


def named_literals(circuit: Circuit) -> dict[Ground, Literal]:
    """The literal of every fluent that changes: those of the circuit and those that equal one of them."""
    found = {fluent: 2 * node for node, fluent in enumerate(circuit.fluents, start=1)}
    found.update(circuit.copies)
    return found


def families(circuit: Circuit) -> dict[Family, list[Ground]]:
    """The fluents that have arguments, by name and number of arguments."""
    found: defaultdict[Family, list[Ground]] = defaultdict(list)
    for fluent in named_literals(circuit):
        if isinstance(fluent, tuple):
            found[ground_text(fluent[0]), len(fluent) - 1].append(fluent)
    return dict(found)


def literal_text(fluent: Ground, value: bool) -> str:
    """That a fluent is true, or false, in words."""
    return ground_text(fluent) if value else f"not {ground_text(fluent)}"
