"""Sharing: the pair of literals that most gates read together becomes a gate of its own, again and again.

This is the extraction of common cubes by pairs (fast extract: Rajski and Vasudevamurthy 1992).
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain

import numpy as np

from ludens.circuit.gate_arrays import Numbers, repeated
from ludens.circuit.network import Literal

MANY_INPUTS = 48
"""Gates with more inputs share only what they have in common as a whole: their pairs are too many."""

MANY_PAIRS = 3_000_000

WORD = 32
LITERAL, PAIR = (1 << WORD) - 1, (1 << 2 * WORD) - 1
"""A pair is a number: one literal above this many bits, the other, which is larger, below."""

MANY_GATES = 1 << WORD
"""More than there are."""


def share_pairs(gates: list[set[Literal]], first_gate: int) -> None:
    """Extracts pairs of inputs that several gates have; the new gates come last, so that numbers stay as they are."""
    lengths = np.fromiter(map(len, gates), dtype=np.int64, count=len(gates))
    limit = MANY_INPUTS
    while limit > 2 and _pair_count(lengths[lengths <= limit]) > MANY_PAIRS:
        limit //= 2
    known = _shared_pairs(gates, limit)
    users: dict[int, list[int]] = {}
    again: list[int] = []  # a heap: pairs that have become rarer, and new ones
    while known or again:
        if known and (not again or known[-1][0] < again[0]):
            entry, now = known.pop()
        else:
            entry = heapq.heappop(again)
            now = users.pop(entry & PAIR)
        one, other = entry >> WORD & LITERAL, entry & LITERAL
        # What has become of gates is looked up only here: counts never grow, so a pair that is still first is first.
        left = [number for number in now if one in gates[number] and other in gates[number]]
        if len(left) < 2:
            continue
        if len(left) != len(now):
            users[entry & PAIR] = left
            heapq.heappush(again, _entry(len(left), one, other))
            continue
        literal = 2 * (first_gate + len(gates))
        fresh = _extract(gates, left, one, other, literal)
        for third, numbers in fresh.items():
            if len(numbers) > 1:
                users[third << WORD | literal] = numbers
                heapq.heappush(again, _entry(len(numbers), third, literal))


def _entry(count: int, one: Literal, other: Literal) -> int:
    """A number for a pair that so many gates have: the more, the smaller, then by the literals."""
    return (MANY_GATES - count) << 2 * WORD | one << WORD | other


def _pair_count(lengths: Numbers) -> int:
    """How many pairs there are in gates of these lengths."""
    return int((lengths * (lengths - 1) // 2).sum())


def _shared_pairs(gates: list[set[Literal]], limit: int) -> list[tuple[int, list[int]]]:
    """Pairs that at least two gates have, as entries, with these gates; the first one last.

    Others never become common.
    """
    by_length: defaultdict[int, list[int]] = defaultdict(list)
    for number, gate in enumerate(gates):
        if 1 < len(gate) <= limit:
            by_length[len(gate)].append(number)
    keys, owners = [], []
    for length, numbers in by_length.items():
        found = chain.from_iterable(gates[number] for number in numbers)
        rows = np.fromiter(found, dtype=np.int64, count=length * len(numbers)).reshape(-1, length)
        rows.sort(axis=1)
        first, second = np.triu_indices(length, 1)
        keys.append((rows[:, first] << WORD | rows[:, second]).ravel())
        owners.append(np.repeat(np.array(numbers), len(first)))
    if not keys:
        return []
    pairs, gate_of = np.concatenate(keys), np.concatenate(owners)
    common = repeated(pairs)
    if not common.any():
        return []
    order = np.argsort(pairs[common], kind="stable")
    pairs, gate_of = pairs[common][order], gate_of[common][order]
    starts = np.flatnonzero(np.diff(pairs, prepend=-1))
    ends = np.append(starts[1:], len(pairs))
    last_first = np.lexsort((-pairs[starts], ends - starts))
    starts, ends = starts[last_first], ends[last_first]
    all_gates = gate_of.tolist()
    return [
        ((MANY_GATES - end + start) << 2 * WORD | pair, all_gates[start:end])
        for pair, start, end in zip(pairs[starts].tolist(), starts.tolist(), ends.tolist(), strict=True)
    ]


def _extract(
    gates: list[set[Literal]], users: Sequence[int], one: Literal, other: Literal, literal: Literal
) -> dict[Literal, list[int]]:
    """Makes the pair a gate with this literal; returns what else its users read, and for each which of them do."""
    pair = {one, other}
    gates.append(pair)
    fresh: defaultdict[Literal, list[int]] = defaultdict(list)
    for number in users:
        gate = gates[number]
        gate -= pair
        for third in gate:
            fresh[third].append(number)
        gate.add(literal)
    return fresh
