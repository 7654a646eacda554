"""What a preference means, in plain Python: the chance of each move in one position."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ludens.engine.preference import ALWAYS, BEFORE, FEATURE, FLUENT, KIND, NEW, Levels, Preference, quantised

Flags = NDArray[np.bool_]


def move_chances(
    levels: Levels | None, legal: Flags, fluents: Flags, features: Flags, marks: list[Flags]
) -> NDArray[np.float64]:
    """How likely each move of a role is; ``marks``: of its moves, by class."""
    if levels is None:
        return np.asarray(legal / legal.sum())
    tables = {FLUENT: fluents, FEATURE: features}

    def holds(condition: int, move: int) -> bool:
        kind, number = condition // KIND * KIND, condition % KIND
        return bool(tables[kind][number] if kind in tables else marks[number][move])

    chances = np.zeros(len(legal))
    left = 1.0
    for level, chance in enumerate(quantised(levels.chances) / ALWAYS):
        members = legal if levels.free[level] else members_of(levels, level, legal, holds)
        if members.any():
            chances += left * chance * spread(levels, members)
            left *= 1 - chance
    return chances + left * spread(levels, legal)


def members_of(levels: Levels, level: int, legal: Flags, holds: Callable[[int, int], bool]) -> Flags:
    members: Flags = legal & (levels.moves == level)
    for move, one, other, case_level in levels.cases.tolist():
        if case_level == level and legal[move] and holds(one, move) and holds(other, move):
            members[move] = True
    return members


def spread(levels: Levels, members: Flags) -> NDArray[np.float64]:
    """The chances of some moves by their weights."""
    weights = members * (np.ones(len(members)) if levels.weights is None else 2.0**levels.weights)
    return np.asarray(weights / weights.sum())


def remembered(preference: Preference, before: Flags, made: set[int]) -> Flags:
    """The features after a step in which these moves were made, counted through all roles."""
    after = np.zeros(preference.features, dtype=np.bool_)
    for target, source in preference.sources.tolist():
        kind, number = source // KIND * KIND, source % KIND
        if kind == BEFORE:
            after[target] |= before[number]
        elif kind == NEW:
            after[target] |= after[number]
        else:
            after[target] |= number in made
    return after
