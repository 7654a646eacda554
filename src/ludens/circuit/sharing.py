"""Sharing: the pair of literals that most gates read together becomes a gate of its own, again and again.

This is the extraction of common cubes by pairs (fast extract: Rajski and Vasudevamurthy 1992).
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Sequence

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
    heap = [(-len(found), pair) for pair, found in users.items()]
    heapq.heapify(heap)
    while heap:
        count, pair = heapq.heappop(heap)
        one, other = pair
        # What has become of gates is looked up only here: counts never grow, so a pair that is still first is first.
        now = [number for number in users[pair] if one in gates[number] and other in gates[number]]
        if len(now) < 2:
            continue
        if len(now) != -count:
            users[pair] = now
            heapq.heappush(heap, (-len(now), pair))
            continue
        literal = 2 * (first_gate + len(gates))
        fresh = _extract(gates, now, pair, literal)
        for third in sorted(third for third, numbers in fresh.items() if len(numbers) > 1):
            users[third, literal] = fresh[third]
            heapq.heappush(heap, (-len(fresh[third]), (third, literal)))


def _pair_count(gate: set[Literal], limit: int) -> int:
    return len(gate) * (len(gate) - 1) // 2 if len(gate) <= limit else 0


def _shared_pairs(gates: list[set[Literal]], limit: int) -> dict[Pair, list[int]]:
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
        (one, other): all_gates[start:end]
        for one, other, start, end in zip(left, right, starts.tolist(), ends, strict=True)
    }


def _extract(gates: list[set[Literal]], users: Sequence[int], pair: Pair, literal: Literal) -> dict[Literal, list[int]]:
    """Makes the pair a gate with this literal; returns what else its users read, and for each which of them do."""
    gates.append(set(pair))
    fresh: defaultdict[Literal, list[int]] = defaultdict(list)
    for number in users:
        gate = gates[number]
        gate.difference_update(pair)
        for other in gate:
            fresh[other].append(number)
        gate.add(literal)
    return fresh
