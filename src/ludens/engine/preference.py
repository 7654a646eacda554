"""What playouts prefer, as data: the same machine code reads it for every guide and every game.

A role's moves lie in levels, which are tried in order. A level that has a legal move is taken with its chance, and then
one of its moves is made, each as likely as the others, or in proportion to weights. Where no level is taken, any legal
move is made. A move is in one level wherever it is made, and in others where a condition holds: a fluent, a mark of the
circuit, or a feature, which is something remembered of the moves before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ludens.engine.code.choice import GROUP, padded
from ludens.engine.layout import Layout

Numbers = NDArray[np.int64]

NO_LEVEL = -1
"""The level of a move that is in none."""

CHANCE_BITS = 6
"""Chances are multiples of one over two to the power of these."""

ALWAYS = 1 << CHANCE_BITS
ANY_MOVE = 2 * ALWAYS
"""Added to the chance of a level that stands for all legal moves."""

KIND = 1 << 24
FLUENT, FEATURE, MARK = 0 * KIND, 1 * KIND, 2 * KIND
"""Conditions of cases: added to the number of a fluent, of a feature, of a class of marks."""

MADE, NEW, BEFORE = 0 * KIND, 1 * KIND, 2 * KIND
"""Sources of features: added to the number of a move, counted through all roles; of a feature, after this step as far
as it has been worked out; of a feature before this step."""

HEAD, FIELDS = 7, 7
"""Words of the table before those of the roles, and words of a role."""


def no_cases() -> Numbers:
    return np.zeros((0, 4), dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """The preferences of one role.

    ``chances``: of each level, in the order in which they are tried. ``free``: which of them stand for all legal moves.
    ``moves``: the level of each move, or NO_LEVEL. ``cases``: rows of a move, two conditions (the same one twice if
    there is only one) and the level that the move is in where both hold. ``weights``: logarithms to base 2, from 0 to
    MOST_SHIFT, that make moves of a level likelier; none where they are equally likely.
    """

    chances: NDArray[np.float64]
    free: NDArray[np.bool_]
    moves: Numbers
    cases: Numbers = field(default_factory=no_cases)
    weights: Numbers | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Preference:
    """What all roles prefer. A role with ``None`` makes any legal move.

    ``features``: how many there are. ``sources``: rows of a feature and what it is the disjunction of, worked out in
    this order after each step; a feature holds until the next step, and none holds when a playout begins.
    """

    roles: tuple[Levels | None, ...]
    features: int = 0
    sources: Numbers = field(default_factory=lambda: np.zeros((0, 2), dtype=np.int64))
    _tables: dict[int, tuple[Layout, Numbers]] = field(default_factory=dict)

    def table(self, layout: Layout) -> Numbers:
        """The numbers that the code of a layout reads."""
        known = self._tables.get(id(layout))
        if known is None:
            known = self._tables[id(layout)] = layout, _table(self, layout)
        return known[1]


def preferred(moves: Sequence[NDArray[np.bool_]], chance: float = 0.75) -> Preference:
    """Some moves of each role before others, with a chance."""
    one = np.array([chance])
    return Preference(tuple(Levels(one, np.zeros(1, dtype=np.bool_), np.where(own, 0, NO_LEVEL)) for own in moves))


def quantised(chances: NDArray[np.float64]) -> Numbers:
    """Chances as whole numbers up to ALWAYS; one that is possible never becomes impossible."""
    found = np.rint(np.asarray(chances) * ALWAYS).astype(np.int64)
    return np.where(np.asarray(chances) > 0, np.maximum(found, 1), 0)


def _table(preference: Preference, layout: Layout) -> Numbers:
    at, parts = layout.sections, list[Numbers]()
    length = HEAD + FIELDS * len(preference.roles)
    head = np.zeros(length, dtype=np.int64)

    def append(numbers: Numbers) -> int:
        nonlocal length
        parts.append(np.ascontiguousarray(numbers, dtype=np.int64).ravel())
        length += parts[-1].size
        return length - parts[-1].size

    targets, sources = preference.sources.T
    starts = np.array([layout.does[0], at["fresh"], at["features"]])
    flat = np.concatenate([first + np.arange(len(moves)) for first, moves in _moves(layout)]) - layout.does[0]
    kinds, numbers = sources // KIND, sources % KIND
    made = kinds == MADE // KIND
    numbers = np.where(made, flat[np.where(made, numbers, 0)], numbers)
    head[:3] = preference.features, len(sources), append(np.stack([targets + at["fresh"], starts[kinds] + numbers], 1))
    for role, levels in enumerate(preference.roles):
        if levels is not None:
            own = head[HEAD + FIELDS * role : HEAD + FIELDS * (role + 1)]
            count = len(levels.chances)
            own[0] = count
            own[1] = append(quantised(levels.chances) + ANY_MOVE * levels.free)
            every = np.full(padded(len(levels.moves)), count)
            every[: len(levels.moves)] = np.where(levels.moves == NO_LEVEL, count, levels.moves)
            own[2] = append(every)
            own[3:5] = len(levels.cases), append(_cases(levels.cases, layout, role))
            if levels.weights is not None:
                planes, shifts = _leaves(levels.weights, layout, role)
                own[5:7] = append(planes), append(shifts)
    return np.concatenate([head, *parts])


def _moves(layout: Layout) -> list[tuple[int, tuple[object, ...]]]:
    return list(zip(layout.does, layout.circuit.moves, strict=True))


def _cases(cases: Numbers, layout: Layout, role: int) -> Numbers:
    """The cases with planes in place of conditions."""
    at, found = layout.sections, cases.copy()
    marks = [layout.mark_planes(mark, role) for mark in range(len(layout.circuit.marks))]
    for column in (1, 2):
        kinds, numbers = cases[:, column] // KIND * KIND, cases[:, column] % KIND
        for kind, first in ((FLUENT, at["values"] + 1), (FEATURE, at["features"])):
            found[kinds == kind, column] = first + numbers[kinds == kind]
        for mark, planes in enumerate(marks):
            held = (kinds == MARK) & (numbers == mark)
            found[held, column] = planes[cases[held, 0]]
    return found


def _leaves(weights: Numbers, layout: Layout, role: int) -> tuple[Numbers, Numbers]:
    """The moves in groups of equal weight: the planes that each leaf reads and writes, and the weight of each group.

    A leaf that is no move reads what is always false, and writes where nobody reads.
    """
    groups = layout.weighted[role].levels[0]
    planes = np.tile([0, layout.sections["waste"]], (groups * GROUP, 1))
    shifts, group = np.zeros(groups, dtype=np.int64), 0
    for weight in np.unique(weights):
        moves = np.flatnonzero(weights == weight)
        leaves = slice(group * GROUP, group * GROUP + len(moves))
        planes[leaves] = np.stack([layout.sections["allowed"] + moves, layout.does[role] + moves], axis=1)
        count = -(-len(moves) // GROUP)
        shifts[group : group + count] = weight
        group += count
    return planes, shifts
