"""Features that symmetries of the rules turn into each other share one weight: a column.

Where the roles are exchanged, the weight changes its sign: what is good for one is bad for the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from ludens.circuit.findings import Symmetry
from ludens.search.evaluations.learnt.collecting import Features
from ludens.search.evaluations.learnt.feature import image


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """How columns are made of features: ``members``, shape (columns, features), and what is added to each column.

    ``groups``, shape (columns, groups): how strongly each column belongs to each group of columns.
    """

    members: sparse.csr_array
    added: np.ndarray
    groups: sparse.csr_array
    has_offset: bool


def tie(found: Features, symmetries: Sequence[Symmetry], opposed: bool) -> Columns:
    """The columns of features. ``opposed``: values are those of the first of two roles, the other has the rest.

    Without that, symmetries that exchange roles do not count.
    """
    used = [s for s in symmetries if opposed or all(role == other for role, other in enumerate(s.roles))]
    features = found.features
    orbits = _orbits(found, used)
    rows, places, signs, added = [], [], [], np.zeros(len(orbits))
    weights: list[defaultdict[object, float]] = []
    for column, orbit in enumerate(orbits):
        share: defaultdict[object, float] = defaultdict(float)
        for number, sign, flipped in orbit:
            rows.append(column)
            places.append(number)
            signs.append(-sign if flipped else sign)
            added[column] += sign if flipped else 0
            for label, strength in features[number].labels:
                share[label] += strength * signs[-1] / len(orbit)
        weights.append(share)
    shape = len(orbits), len(features)
    members = sparse.csr_array((signs, (rows, places)), shape=shape, dtype=np.float32)
    members.sum_duplicates()
    return Columns(members, added, _grouped(weights), not any(s.roles[0] for s in used))


_Member = tuple[int, int, bool]
"""The number of a feature, its sign, and whether it counts where it does not hold."""


def _orbits(features: Features, symmetries: Sequence[Symmetry]) -> list[list[_Member]]:
    """Sets of features that have a weight together; those that symmetries turn into their opposite have none."""
    found: list[list[_Member]] = []
    done: set[int] = set()
    for number in range(len(features.features)):
        if number in done:
            continue
        first: _Member = number, 1, False
        seen, waiting = {first}, [first]
        while waiting:
            member, sign, flipped = waiting.pop()
            for symmetry in symmetries:
                turned = image(symmetry, features.features[member].key)
                if turned is None or turned[0] not in features.known:
                    continue
                other, is_inverted = features.known[turned[0]]
                after = other, -sign if symmetry.roles[0] else sign, flipped ^ turned[1] ^ is_inverted
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        done |= {member for member, _, _ in seen}
        if not any((member, -sign, flipped) in seen for member, sign, flipped in seen):
            found.append(sorted(seen))
    return found


def _grouped(weights: Sequence[dict[object, float]]) -> sparse.csr_array:
    """Groups that at least two columns belong to."""
    counts: defaultdict[object, int] = defaultdict(int)
    for share in weights:
        for label, strength in share.items():
            counts[label] += strength != 0
    numbers = {label: n for n, label in enumerate(label for label, count in counts.items() if count > 1)}
    entries = [
        (column, numbers[label], strength)
        for column, share in enumerate(weights)
        for label, strength in share.items()
        if label in numbers and strength
    ]
    rows, places, values = zip(*entries, strict=True) if entries else ((), (), ())
    return sparse.csr_array((values, (rows, places)), shape=(len(weights), len(numbers)), dtype=np.float64)
