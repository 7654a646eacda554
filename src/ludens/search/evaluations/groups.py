"""Fluents that are likely to mean the same: those of one name that agree in one or two of their arguments.

``(cell 3 4 white)`` belongs with all white cells, a kind of piece, with everything in column 3 and in row 4, and with
all white cells of column 3 and of row 4. Nothing tells which argument is a coordinate and which a piece, and nothing
needs to: groups that mean nothing get no weight.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ludens.rules.ground_rules import Ground

MOST_GROUPS = 4_000


def fluent_groups(fluents: Sequence[Ground]) -> list[tuple[int, ...]]:
    """Sets of at least two fluents, by number, each set once; the larger ones first."""
    found: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
    for number, fluent in enumerate(fluents):
        if not isinstance(fluent, tuple):
            continue
        arguments = list(enumerate(fluent[1:]))
        shape = fluent[0], len(arguments)
        found[shape].append(number)
        for size in (1, 2):
            for chosen in combinations(arguments, size):
                found[(*shape, *chosen)].append(number)
    sets = {tuple(members) for members in found.values() if len(members) > 1}
    return sorted(sets, key=lambda members: (-len(members), members))[:MOST_GROUPS]


def memberships(groups: Sequence[tuple[int, ...]], fluents: int) -> NDArray[np.float64]:
    """Which fluents are in which group, shape (fluents, groups)."""
    table = np.zeros((fluents, len(groups)))
    for column, members in enumerate(groups):
        table[list(members), column] = 1.0
    return table
