"""Slow twins of the clusters of Odd: sets of coordinates and a flow solver."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import maximum_flow

from ludens.games.hexagon.cells import PLACES
from ludens.games.odd import OddState

Place = tuple[int, int]
Cluster = frozenset[Place]
STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]


def places(cells: int) -> set[Place]:
    return {place for number, place in enumerate(PLACES) if cells >> number & 1}


def neighbours(place: Place) -> set[Place]:
    return {(place[0] + dr, place[1] + dq) for dr, dq in STEPS}


def clusters(cells: Iterable[Place]) -> list[Cluster]:
    left, found = set(cells), []
    while left:
        reached: set[Place] = set()
        waiting = [left.pop()]
        while waiting:
            place = waiting.pop()
            reached.add(place)
            near = neighbours(place) & left
            left -= near
            waiting += near
        found.append(frozenset(reached))
    return found


def board(state: OddState) -> tuple[list[set[Place]], set[Place]]:
    white, black = places(state.white), places(state.black)
    return [white, black], set(PLACES) - white - black


def small(state: OddState, smallest: int) -> int:
    return sum(len(cluster) >= smallest for stones in board(state)[0] for cluster in clusters(stones))


def with_empty_cells(state: OddState) -> int:
    colours, empty = board(state)
    return sum(
        len(cluster) >= 5 and bool(cluster & stones) for stones in colours for cluster in clusters(stones | empty)
    )


def paths(start: Cluster, end: Cluster, passable: set[Place]) -> int:
    """The greatest number of paths without a common cell, as the greatest flow through cells of capacity 1."""
    inner = sorted(passable - start - end)
    entrance = {place: 2 + 2 * number for number, place in enumerate(inner)}
    capacity = np.zeros((2 + 2 * len(inner),) * 2, dtype=np.int32)
    for place, number in entrance.items():
        capacity[number, number + 1] = 1
        for near in neighbours(place):
            if near in entrance:
                capacity[number + 1, entrance[near]] = 1
            if near in start:
                capacity[0, number] = 1
            if near in end:
                capacity[number + 1, 1] = 1
    return int(maximum_flow(csr_matrix(capacity), 0, 1).flow_value)


def merged(state: OddState, threshold: int) -> int:
    colours, empty = board(state)
    found = 0
    for stones in colours:
        groups = [{cluster} for cluster in clusters(stones)]
        pairs = [(one, other) for one in clusters(stones) for other in clusters(stones) if one != other]
        for one, other in pairs:
            if paths(one, other, stones | empty) > threshold:
                joined = [group for group in groups if one in group or other in group]
                groups = [group for group in groups if group not in joined] + [set().union(*joined)]
        found += sum(sum(map(len, group)) >= 5 for group in groups)
    return found
