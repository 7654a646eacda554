"""Fluents that always equal another one, or its inverse: only one of them is kept.

Random games suggest which are equal; then all are taken to be, and what does not follow from that by the structure
of the network is taken back until the rest proves itself by induction (van Eijk 2000).
"""

from __future__ import annotations

from collections import defaultdict

from ludens.circuit.draft import Draft, Rebuilding
from ludens.circuit.network import Literal
from ludens.circuit.passes.sampling import EVERY, sampled_states

MOST_STEPS = 60
WORK = 400_000
"""Literals looked at by the random games; larger networks are sampled less."""

Classes = list[list[int]]
"""Nodes of fluents that are taken to be equal, up to their values in the first position; the first of each stays."""


def without_duplicates(draft: Draft) -> Draft:
    """The network with one fluent for all that are equal."""
    classes = _candidates(draft)
    while classes:
        rebuilding = Rebuilding(draft, _values(draft, classes))
        refined = [part for members in classes for part in _parts(draft, rebuilding, members)]
        if refined == classes:
            return rebuilding.draft()
        classes = refined
    return draft


def _candidates(draft: Draft) -> Classes:
    """Fluents that were equal in every sampled position."""
    size = sum(map(len, draft.gates)) + sum(map(len, draft.moves)) * 64 + 1
    steps = min(MOST_STEPS, WORK // size)
    seen: list[list[int]] = [[] for _ in draft.fluents]
    for state in sampled_states(draft, steps) if steps > 2 else ():
        for values, value, initial in zip(seen, state, draft.initial, strict=True):
            values.append(value ^ EVERY if initial else value)
    classes: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for node, values in enumerate(seen, start=1):
        if any(values):
            classes[tuple(values)].append(node)
    return [members for members in classes.values() if len(members) > 1]


def _values(draft: Draft, classes: Classes) -> dict[int, Literal]:
    """For every fluent but the first of its class, the literal of the first that equals it."""
    return {
        node: 2 * first + (draft.initial[node - 1] != draft.initial[first - 1])
        for first, *others in classes
        for node in others
    }


def _parts(draft: Draft, rebuilding: Rebuilding, members: list[int]) -> Classes:
    """The members by what they become, if the classes are right."""
    parts: defaultdict[Literal, list[int]] = defaultdict(list)
    for node in members:
        parts[rebuilding.new(draft.following[node - 1]) ^ draft.initial[node - 1]].append(node)
    return [part for part in parts.values() if len(part) > 1]
