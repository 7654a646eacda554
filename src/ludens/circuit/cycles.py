"""Cutting cycles: which members of a strongly connected component to treat as given, so that the rest has an order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from ludens.rules.components import components

Needs = Callable[[int], Iterable[int]]

LARGE = 3_000
"""Components with more members are cut in one go: quicker, with more cuts."""


def feedback(component: Sequence[int], needs: Needs) -> list[int]:
    """Few members of a component without which the others have no cycle; none when it has no cycle itself.

    Takes the member with most ways through it and starts again on what is still cyclic.
    """
    chosen: list[int] = []
    edges = _inner_edges(component, needs)
    waiting = [list(component)]
    while waiting:
        members = waiting.pop()
        inside = _restricted(edges, members)
        if len(members) == 1 and members[0] not in inside[members[0]]:
            continue
        if len(members) > LARGE:
            chosen += _returns(inside)
            continue
        cut = _busiest(inside)
        chosen.append(cut)
        waiting += _parts([member for member in members if member != cut], inside)
    return chosen


def inner_order(component: Sequence[int], cut: Collection[int], needs: Needs) -> list[int]:
    """The members of a component that are not cut, each after those it needs."""
    members = [member for member in component if member not in cut]
    if len(members) <= 1:
        return members
    return [part[0] for part in _parts(members, _inner_edges(members, needs))]


def _inner_edges(members: Collection[int], needs: Needs) -> dict[int, list[int]]:
    inner = set(members)
    return {member: [other for other in set(needs(member)) if other in inner] for member in members}


def _restricted(edges: dict[int, list[int]], members: Collection[int]) -> dict[int, list[int]]:
    """The edges between some members."""
    if len(members) == len(edges):
        return edges
    inner = set(members)
    return {member: [other for other in edges[member] if other in inner] for member in members}


def _parts(members: Sequence[int], edges: dict[int, list[int]]) -> list[list[int]]:
    numbers = {member: number for number, member in enumerate(members)}
    graph = [[numbers[other] for other in edges[member] if other in numbers] for member in members]
    return [[members[number] for number in part] for part in components(graph)]


def _busiest(edges: dict[int, list[int]]) -> int:
    users = Counter(other for needed in edges.values() for other in needed)
    return max(edges, key=lambda member: (member in edges[member], users[member] * len(edges[member]), -member))


def _returns(edges: dict[int, list[int]]) -> list[int]:
    """The members to which a depth-first walk comes back while it is still below them."""
    state = dict.fromkeys(edges, 0)  # 0: not seen, 1: below it, 2: done
    found: set[int] = set()
    for root, first_targets in edges.items():
        if state[root]:
            continue
        state[root] = 1
        work = [(root, iter(first_targets))]
        while work:
            node, targets = work[-1]
            for target in targets:
                if state[target] == 1:
                    found.add(target)
                elif not state[target]:
                    state[target] = 1
                    work.append((target, iter(edges[target])))
                    break
            else:
                state[node] = 2
                work.pop()
    return sorted(found)
