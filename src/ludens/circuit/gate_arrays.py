"""The gates of a draft as arrays: to look at all at once, and to find the few that a pass can do something with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.draft import Draft, MoveSet

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class GateArrays:
    """Gate ``g`` reads ``literals[starts[g]:starts[g + 1]]``; a set of moves reads none, and stands in ``is_set``."""

    draft: Draft
    starts: Numbers
    literals: Numbers
    is_set: NDArray[np.bool_]

    @cached_property
    def readers(self) -> Numbers:
        """For each place of ``literals``, the number of the gate that reads it."""
        return np.repeat(np.arange(len(self.starts) - 1), self.lengths)

    @cached_property
    def lengths(self) -> Numbers:
        return np.diff(self.starts)

    @cached_property
    def live(self) -> NDArray[np.bool_]:
        """Whether each gate leads to an output: the twin of ``draft.live_gates``."""
        draft = self.draft
        feeds = np.array(draft.feeds, dtype=np.int64)
        alive = np.zeros(draft.first_gate + len(self.is_set), dtype=np.bool_)
        fresh = np.array(list(draft.outputs()), dtype=np.int64) >> 1
        while len(fresh):
            alive[fresh] = True
            read, _ = self.of(fresh[fresh >= draft.first_gate] - draft.first_gate)
            loops = fresh[(fresh >= draft.first_variable) & (fresh < draft.first_gate)] - draft.first_variable
            nodes = np.concatenate((read, feeds[loops])) >> 1
            fresh = distinct(nodes[~alive[nodes]])
        return alive[draft.first_gate :]

    @property
    def live_size(self) -> int:
        """What ``draft.size`` is without dead gates."""
        sets = sum(self.draft.gate_size(gate) for gate in np.flatnonzero(self.is_set & self.live).tolist())
        return int((self.lengths - 1)[self.live & ~self.is_set].sum()) + sets

    @cached_property
    def role(self) -> NDArray[np.int32]:
        """For each node the number of the role whose move it asks for, or -1."""
        draft = self.draft
        found = np.full(draft.first_gate + len(self.is_set), -1, dtype=np.int32)
        found[draft.first_move : draft.first_variable] = np.repeat(
            np.arange(len(draft.moves), dtype=np.int32), list(map(len, draft.moves))
        )
        for number in np.flatnonzero(self.is_set).tolist():
            gate = draft.gates[number]
            assert isinstance(gate, MoveSet)
            found[draft.first_gate + number] = gate.role
        return found

    @cached_property
    def uses(self) -> Numbers:
        """For each node how many live gates, outputs and loops read it."""
        draft = self.draft
        outside = np.array([*draft.outputs(), *draft.feeds], dtype=np.int64) >> 1
        nodes = np.concatenate((outside, self.literals[self.live[self.readers]] >> 1))
        return np.bincount(nodes, minlength=draft.first_gate + len(self.is_set))

    def levels(self) -> list[Numbers]:
        """The gates by the length of the longest way to an input; sets of moves, which are inputs too, are left out."""
        inner = (self.literals >> 1) - self.draft.first_gate
        reads_gate = inner >= 0
        reads_gate[reads_gate] &= ~self.is_set[inner[reads_gate]]
        read, readers = inner[reads_gate], self.readers[reads_gate]
        missing = np.bincount(readers, minlength=len(self.is_set))
        order = np.argsort(read, kind="stable")
        readers, starts = readers[order], np.searchsorted(read[order], np.arange(len(self.is_set) + 1))
        found: list[Numbers] = []
        fresh = np.flatnonzero((missing == 0) & ~self.is_set)
        while len(fresh):
            found.append(fresh)
            lengths = starts[fresh + 1] - starts[fresh]
            ends = np.cumsum(lengths)
            above = readers[np.repeat(starts[fresh] - (ends - lengths), lengths) + np.arange(ends[-1])]
            np.subtract.at(missing, above, 1)
            fresh = distinct(above[missing[above] == 0])
        return found

    def of(self, gates: Numbers) -> tuple[Numbers, Numbers]:
        """The literals that some gates read, one gate after the other, and for each which of these gates reads it."""
        lengths = self.lengths[gates]
        ends = np.cumsum(lengths)
        places = np.repeat(self.starts[gates] - (ends - lengths), lengths) + np.arange(ends[-1] if len(ends) else 0)
        return self.literals[places], np.repeat(np.arange(len(gates)), lengths)


def gate_arrays(draft: Draft) -> GateArrays:
    """The draft's gates as arrays."""
    plain = [gate if type(gate) is tuple else () for gate in draft.gates]
    lengths = np.fromiter(map(len, plain), dtype=np.int64, count=len(plain))
    starts = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(lengths)))
    literals = np.fromiter(chain.from_iterable(plain), dtype=np.int64, count=int(starts[-1]))
    return GateArrays(draft, starts, literals, lengths == 0)


def distinct(numbers: Numbers) -> Numbers:
    """Each number once, ascending; for millions of them quicker than NumPy's own way, by hashing."""
    ordered = np.sort(numbers)
    first = np.ones(len(ordered), dtype=np.bool_)
    first[1:] = ordered[1:] != ordered[:-1]
    return np.asarray(ordered[first])


def repeated(keys: NDArray[np.int64] | NDArray[np.uint64]) -> NDArray[np.bool_]:
    """For each key whether another place has it too."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    same = ordered[1:] == ordered[:-1]
    found = np.zeros(len(keys), dtype=np.bool_)
    found[order[1:]] |= same
    found[order[:-1]] |= same
    return found


def contained(wanted: Numbers, numbers: Numbers) -> NDArray[np.bool_]:
    """For each of some numbers whether it is among others; quicker than NumPy's own way, as ``distinct`` is."""
    if not len(wanted) or not len(numbers):
        return np.zeros(len(wanted), dtype=np.bool_)
    ordered = np.sort(numbers)
    places = np.minimum(np.searchsorted(ordered, wanted), len(ordered) - 1)
    return np.asarray(ordered[places] == wanted)


def scattered(numbers: NDArray[np.integer]) -> NDArray[np.uint64]:
    """Numbers that look random, the same for the same (splitmix64: Steele, Lea and Flood 2014)."""
    mixed = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(mixed ^ (mixed >> np.uint64(31)))
