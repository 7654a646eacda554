"""Sharing: the pair of literals that most gates read together becomes a gate of its own, again and again.

This is the extraction of common cubes by pairs (fast extract: Rajski and Vasudevamurthy 1992).
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from ludens.circuit.network import Literal

Pair = tuple[Literal, Literal]

MANY_INPUTS = 48
"""Gates with more inputs share only what they have in common as a whole: their pairs are too many."""

MANY_PAIRS = 3_000_000


def share_pairs(gates: list[set[Literal]], first_gate: int) -> None:
    """Extracts pairs of inputs that several gates have; the new gates come last, so that numbers stay as they are."""
    limit = MANY_INPUTS
    while limit > 2 and sum(_pair_count(gate, limit) for gate in gates) > MANY_PAIRS:
        limit //= 2
    users: defaultdict[Pair, set[int]] = defaultdict(set)
    for number, gate in enumerate(gates):
        if _pair_count(gate, limit):
            for pair in combinations(sorted(gate), 2):
                users[pair].add(number)
    heap = [(-len(found), pair) for pair, found in users.items() if len(found) > 1]
    heapq.heapify(heap)
    while heap:
        count, pair = heapq.heappop(heap)
        now = len(users.get(pair, ()))
        if now < 2:
            continue
        if now != -count:
            heapq.heappush(heap, (-now, pair))
            continue
        for changed in _extract(gates, users, pair, 2 * (first_gate + len(gates))):
            heapq.heappush(heap, (-len(users[changed]), changed))


def _pair_count(gate: set[Literal], limit: int) -> int:
    return len(gate) * (len(gate) - 1) // 2 if len(gate) <= limit else 0


def _extract(
    gates: list[set[Literal]], users: defaultdict[Pair, set[int]], pair: Pair, literal: Literal
) -> Iterator[Pair]:
    """Makes the pair a gate with this literal; yields the pairs that more than one gate has because of it."""
    gates.append(set(pair))
    fresh: set[Pair] = set()
    for number in users.pop(pair):
        gate = gates[number]
        gate.difference_update(pair)
        for other in gate:
            for gone in pair:
                users[(other, gone) if other < gone else (gone, other)].discard(number)
            users[other, literal].add(number)
            fresh.add((other, literal))
        gate.add(literal)
    return (found for found in sorted(fresh) if len(users[found]) > 1)
