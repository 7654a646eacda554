"""In which order the fluents of a position stand: in large games, those that become each other near each other.

What is true next is read from what is true now. If both fit into the processor's nearest memory, that is quick. So
fluents are sorted first by the argument that moves change most seldom: flipping a pile of pancakes seldom changes the
lowest one.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.gate_arrays import Numbers
from ludens.rules.ground_rules import FACT, Ground, GroundRules, ground_text, packed

MANY_FLUENTS = 8_192
"""The values of fewer, 64 bytes each, are near however they stand."""


def ordered_fluents(rules: GroundRules) -> list[Ground]:
    """All fluents, in a fixed order."""
    fluents = sorted(rules.true, key=ground_text)
    if len(fluents) <= MANY_FLUENTS:
        return fluents
    orders = {kind: np.argsort(often, kind="stable").tolist() for kind, often in _changes(rules, fluents).items()}
    return sorted(fluents, key=lambda fluent: _key(fluent, orders))


Kind = tuple[Ground, int]
"""The name of a fluent and the number of its arguments."""


def _key(fluent: Ground, orders: dict[Kind, list[int]]) -> tuple[str, ...]:
    if isinstance(fluent, str):
        return (fluent,)
    name, *arguments = map(ground_text, fluent)
    return (name, *(arguments[place] for place in orders[fluent[0], len(arguments)]))


def _changes(rules: GroundRules, fluents: list[Ground]) -> dict[Kind, NDArray[np.float64]]:
    """For each kind of fluent how often each argument differs from what it is read from."""
    targets, sources = _reads(rules, {fluent: number for number, fluent in enumerate(fluents)})
    kinds: defaultdict[Kind, list[int]] = defaultdict(list)
    for number, fluent in enumerate(fluents):
        if not isinstance(fluent, str):
            kinds[fluent[0], len(fluent) - 1].append(number)
    found = {}
    for (name, count), members in kinds.items():
        place_of = np.full(len(fluents), -1, dtype=np.int64)
        place_of[members] = np.arange(len(members))
        own = (place_of[targets] >= 0) & (place_of[sources] >= 0)
        after, before = place_of[targets[own]], place_of[sources[own]]
        often = np.zeros(count)
        for place in range(count):
            numbers: dict[Ground, int] = {}
            values = np.array([numbers.setdefault(fluents[member][1 + place], len(numbers)) for member in members])
            often[place] = (values[after] != values[before]).mean() if len(after) else 0.0
        found[name, count] = often
    return found


def _reads(rules: GroundRules, numbers: dict[Ground, int]) -> tuple[Numbers, Numbers]:
    """Numbers of fluents that may be true next, each with that of a fluent that one of its rules reads."""
    heads, bodies = np.asarray(rules.heads, dtype=np.int64), packed(rules.bodies)
    tables = (rules.true, rules.next)
    given = (atom for table in tables for atom in table.values())
    most = max(int(np.abs(bodies.atoms).max(initial=0)), int(heads.max(initial=0)), *given)
    now, following = (np.full(most + 1, -1, dtype=np.int64) for _ in tables)
    for table, places in zip(tables, (now, following), strict=True):
        for fluent, atom in table.items():
            if atom != FACT:
                places[atom] = numbers[fluent]
    targets = np.repeat(following[heads], np.diff(bodies.starts))
    sources = np.where(bodies.atoms > 0, now[np.maximum(bodies.atoms, 0)], -1)
    kept = (targets >= 0) & (sources >= 0)
    return targets[kept], sources[kept]
