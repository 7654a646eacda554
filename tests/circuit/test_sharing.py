"""Pairs that several gates read become gates of their own; the twin counts all pairs again each time."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

from ludens.circuit.sharing import share_pairs

FIRST_GATE = 20


def shared_slowly(gates: list[set[int]]) -> None:
    """Extracts the most frequent pair, the first of those, until no two gates have one in common."""
    while True:
        counts = Counter(pair for gate in gates for pair in combinations(sorted(gate), 2))
        pair, count = min(counts.items(), key=lambda entry: (-entry[1], entry[0]), default=((0, 0), 0))
        if count < 2:
            return
        literal = 2 * (FIRST_GATE + len(gates))
        for gate in gates:
            if gate.issuperset(pair):
                gate.difference_update(pair)
                gate.add(literal)
        gates.append(set(pair))


def test_the_most_frequent_pair_is_always_next() -> None:
    shared = 0
    for seed in range(200):
        chooser = random.Random(seed)
        inputs = range(2, chooser.randint(8, 2 * FIRST_GATE))
        gates = [set(chooser.sample(inputs, chooser.randint(1, 5))) for _ in range(chooser.randint(1, 25))]
        fast, slow = [set(gate) for gate in gates], [set(gate) for gate in gates]
        share_pairs(fast, FIRST_GATE)
        shared_slowly(slow)
        assert fast == slow
        shared += len(fast) - len(gates)
    assert shared > 200
