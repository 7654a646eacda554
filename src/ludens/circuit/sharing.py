"""Sharing: the pair of literals that most gates read together becomes a gate of its own, again and again.

This is the extraction of common cubes by pairs (fast extract: Rajski and Vasudevamurthy 1992).
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from ludens.circuit.gate_arrays import repeated
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
    users = _shared_pairs(gates, limit)
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


def _shared_pairs(gates: list[set[Literal]], limit: int) -> dict[Pair, set[int]]:
    """The gates that have each pair, for pairs that at least two of them have: others never become common."""
    by_length: defaultdict[int, list[int]] = defaultdict(list)
    for number, gate in enumerate(gates):
        if 1 < len(gate) <= limit:
            by_length[len(gate)].append(number)
    keys, owners = [], []
    for length, numbers in by_length.items():
        rows = np.sort(np.array([tuple(gates[number]) for number in numbers], dtype=np.int64), axis=1)
        first, second = np.triu_indices(length, 1)
        keys.append((rows[:, first] << 32 | rows[:, second]).ravel())
        owners.append(np.repeat(np.array(numbers), len(first)))
    if not keys:
        return {}
    pairs, gate_of = np.concatenate(keys), np.concatenate(owners)
    common = repeated(pairs)
    if not common.any():
        return {}
    order = np.argsort(pairs[common], kind="stable")
    pairs, gate_of = pairs[common][order], gate_of[common][order]
    starts = np.flatnonzero(np.diff(pairs, prepend=-1))
    ends = [*starts[1:].tolist(), len(pairs)]
    left, right, all_gates = (pairs[starts] >> 32).tolist(), (pairs[starts] & 0xFFFFFFFF).tolist(), gate_of.tolist()
    return {
        (one, other): set(all_gates[start:end])
        for one, other, start, end in zip(left, right, starts.tolist(), ends, strict=True)
    }


def _extract(gates: list[set[Literal]], users: dict[Pair, set[int]], pair: Pair, literal: Literal) -> Iterator[Pair]:
    """Makes the pair a gate with this literal; yields the pairs that more than one gate has because of it."""
    gates.append(set(pair))
    fresh: defaultdict[Pair, set[int]] = defaultdict(set)
    for number in users.pop(pair):
        gate = gates[number]
        gate.difference_update(pair)
        for other in gate:
            for gone in pair:
                known = users.get((other, gone) if other < gone else (gone, other))
                if known is not None:
                    known.discard(number)
            fresh[other, literal].add(number)
        gate.add(literal)
    common = sorted(found for found, numbers in fresh.items() if len(numbers) > 1)
    users.update((found, fresh[found]) for found in common)
    return iter(common)
