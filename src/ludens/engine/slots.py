"""Places in memory for the values of gates: in large circuits, a place is used again when its value is not needed.

A circuit of a million gates has tens of thousands of values that wait at a time. These fit into a cache, and all of
them do not: nine gates of ten would wait for memory.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Block, Circuit

MANY_GATES = 50_000
"""Gates of circuits whose values do not fit into a cache, one place each."""


def gate_slots(circuit: Circuit, kept: Iterable[int]) -> tuple[NDArray[np.int32], int]:
    """A place for the value of every gate, by number, and how many places there are.

    In a circuit of many gates, values that only gates of their own block read share places. The nodes ``kept`` have
    places of their own all the same.
    """
    if circuit.gates <= MANY_GATES:
        return np.arange(circuit.gates, dtype=np.int32), circuit.gates
    last = _last_readers(circuit, kept)
    slots = np.zeros(circuit.gates, dtype=np.int32)
    own = last < 0
    slots[own] = np.arange(np.count_nonzero(own))
    count = first = int(np.count_nonzero(own))
    for block in circuit.blocks:
        count = max(count, first + _share(circuit, block, last, slots, first))
    return slots, count


def _last_readers(circuit: Circuit, kept: Iterable[int]) -> NDArray[np.int64]:
    """For each gate the last one that reads it, or itself if none does; -1 for those that need places of their own."""
    home = np.zeros(circuit.gates, dtype=np.int64)
    last = np.arange(circuit.gates)
    for number, block in enumerate(circuit.blocks):
        home[block.first : block.last] = number
    for side in (circuit.left, circuit.right):
        read = (side >> 1).astype(np.int64) - circuit.first_gate
        readers = np.flatnonzero(read >= 0)
        np.maximum.at(last, read[readers], readers)
    for side in (circuit.left, circuit.right):
        read = (side >> 1).astype(np.int64) - circuit.first_gate
        readers = np.flatnonzero(read >= 0)
        last[read[readers][home[read[readers]] != home[readers]]] = -1
    for block in circuit.blocks:
        if block.loops:
            last[block.first : block.last] = -1
    nodes = np.fromiter(kept, dtype=np.int64)
    last[nodes[nodes >= circuit.first_gate] - circuit.first_gate] = -1
    return last


def _share(circuit: Circuit, block: Block, last: NDArray[np.int64], slots: NDArray[np.int32], first: int) -> int:
    """Gives the other gates of a block places from ``first`` on, the one that was left last first; returns how many."""
    span = slice(block.first, block.last)
    lefts, rights = (((s[span] >> 1) - circuit.first_gate).tolist() for s in (circuit.left, circuit.right))
    ends = dict(enumerate(last[span].tolist(), start=block.first))
    places: dict[int, int] = {}
    free: list[int] = []
    count = 0
    for gate, left, right in zip(range(block.first, block.last), lefts, rights, strict=True):
        if ends.get(left) == gate:
            free.append(places[left])
        if right != left and ends.get(right) == gate:
            free.append(places[right])
        if ends[gate] < 0:
            continue
        if free:
            places[gate] = free.pop()
        else:
            places[gate] = first + count
            count += 1
        if ends[gate] == gate:
            free.append(places[gate])
    slots[list(places)] = list(places.values())
    return count
