"""Code for literals that depend on numbers alone: the literals of each set are added up, and the bits tell the rest.

Three bits of a kind become one, and one of the next kind (a carry-save adder tree: Wallace 1964), as soon as they are
there, so that few values wait. What a table says of the bits is a decision diagram over them (Bryant 1986), from the
highest bits of all numbers down: it is small where numbers are compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.counting import Counted
from ludens.circuit.network import Literal
from ludens.engine.code.assembly import ZEROS
from ludens.engine.code.registers import Gates, Registers

ADDING, CHOOSING = 5, 3
"""Operations that each literal, and each node of a decision diagram, takes."""

MOST_BITS = 16
"""Of all numbers of a table together."""


def operations(tables: Sequence[Counted]) -> int | None:
    """About how many operations the code has; None where it would be too large."""
    sets = {literals for each in tables for literals in each.sets}
    found = ADDING * sum(map(len, sets))
    for each in {(one.sets, one.table.tobytes()): one for one in tables}.values():
        if len(_order(each)) > MOST_BITS:
            return None
        found += CHOOSING * _Diagram(each).nodes
    return found


class Counting:
    """The planes of literals that depend on numbers; what several have in common is written once."""

    def __init__(self, f: Registers, gates: Gates) -> None:
        self._f, self._gates = f, gates
        self._numbers: dict[tuple[Literal, ...], list[str]] = {}

    def value(self, counted: Counted) -> str:
        """The lanes in which a literal is true."""
        numbers = [self._number(literals) for literals in counted.sets]
        return _Diagram(counted).written(self._f, numbers)

    def _number(self, literals: tuple[Literal, ...]) -> list[str]:
        """The planes of how many of some literals are true, lowest first."""
        if literals not in self._numbers:
            levels: defaultdict[int, list[str]] = defaultdict(list)
            for literal in literals:
                self._push(levels, 0, self._gates.value(literal))
            found = []
            for level in range(len(literals).bit_length()):
                if len(levels[level]) > 1:
                    total, carry = self._f.half_add(*levels[level])
                    levels[level] = [total]
                    self._push(levels, level + 1, carry)
                found.append(levels[level][0] if levels[level] else ZEROS)
            self._numbers[literals] = found
        return self._numbers[literals]

    def _push(self, levels: defaultdict[int, list[str]], level: int, plane: str) -> None:
        levels[level].append(plane)
        if len(levels[level]) == 3:
            total, carry = self._f.full_add(*levels[level])
            levels[level] = [total]
            self._push(levels, level + 1, carry)


def _order(counted: Counted) -> list[tuple[int, int]]:
    """The bits of all numbers, each with its set before it, highest first."""
    bits = [(number, bit) for number, each in enumerate(counted.sets) for bit in range(len(each).bit_length())]
    return sorted(bits, key=lambda pair: (-pair[1], pair[0]))


class _Diagram:
    """A decision diagram; parts of the table that are the same are one node."""

    def __init__(self, counted: Counted) -> None:
        self._order = _order(counted)
        values = _by_bits(counted, self._order)
        self._below: dict[tuple[int, bytes], tuple[tuple[int, bytes], tuple[int, bytes]]] = {}
        """By node: those for a bit that is not set and for one that is."""
        self._root = self._node(0, values)

    @property
    def nodes(self) -> int:
        return len(self._below)

    def _node(self, level: int, values: NDArray[np.bool_]) -> tuple[int, bytes]:
        while level < len(self._order) and np.array_equal(values[0], values[1]):
            level, values = level + 1, values[0]
        node = level, values.tobytes()
        if level < len(self._order) and node not in self._below:
            self._below[node] = self._node(level + 1, values[0]), self._node(level + 1, values[1])
        return node

    def written(self, f: Registers, numbers: list[list[str]]) -> str:
        """The code for numbers in planes."""
        planes = {(len(self._order), bytes((value,))): (ZEROS, f.ones)[value] for value in (0, 1)}
        for node in sorted(self._below, reverse=True):  # those of lower bits first
            number, bit = self._order[node[0]]
            no, yes = self._below[node]
            planes[node] = f.choose(numbers[number][bit], planes[yes], planes[no])
        return planes[self._root]


def _by_bits(counted: Counted, order: list[tuple[int, int]]) -> NDArray[np.bool_]:
    """The table with an axis of two for every bit. Numbers that there are not are taken for the largest."""
    places = [np.zeros((1,) * len(order), dtype=np.int64) for _ in counted.sets]
    for axis, (number, bit) in enumerate(order):
        shape = [1] * len(order)
        shape[axis] = 2
        places[number] = places[number] + (np.arange(2) << bit).reshape(shape)
    limits = [len(literals) for literals in counted.sets]
    clipped = tuple(np.minimum(place, limit) for place, limit in zip(places, limits, strict=True))
    return np.ascontiguousarray(counted.table[clipped]) if clipped else counted.table
