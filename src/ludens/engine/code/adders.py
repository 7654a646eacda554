"""Weighted sums of bits as a program of logical operations, in which a bit stands for any number of positions.

A weight is an odd number times a power of two. Bits whose weights have the same odd part are counted together by full
adders (a carry-save adder tree: Wallace 1964), and only the few bits of the count are multiplied, by as many shifted
additions as the odd number has signed digits (Reitwiesner 1960). A negative weight counts where the bit is not set, and
a constant makes up for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from ludens.circuit.network import Circuit, Literal

AND, XOR, XOR3, MAJORITY = range(4)
"""Operations: of two values, of two, of three, and whether at least two of three hold."""

Reference = int
"""Twice the number of a value, plus one where it is inverted. Value 0 is false, then come the fluents, then results."""

Operation = tuple[int, Reference, Reference, Reference]


@dataclass(frozen=True, slots=True)
class Program:
    """Operations in order; the result of operation i is value ``first + i``.

    ``sums``: for each sum the references of its bits, lowest first; ``offsets``: what is to be added to each.
    """

    first: int
    operations: tuple[Operation, ...]
    sums: tuple[tuple[Reference, ...], ...]
    offsets: tuple[int, ...]


def adding_program(circuit: Circuit, sums: Sequence[Sequence[tuple[Literal, int]]]) -> Program:
    """The program of weighted sums of literals, which may rest on fluents and on gates without cycles alone."""
    making = _Making(circuit)
    found = [making.sum(terms) for terms in sums]
    return Program(
        circuit.first_move,
        tuple(making.operations),
        tuple(bits for bits, _ in found),
        tuple(offset for _, offset in found),
    )


Levels = defaultdict[int, list[Reference]]
"""Bits that are still to be added up, by the power of two that they count for."""


@dataclass(slots=True)
class _Making:
    circuit: Circuit
    operations: list[Operation] = field(default_factory=list)
    known: dict[int, Reference] = field(default_factory=dict)

    def sum(self, terms: Sequence[tuple[Literal, int]]) -> tuple[tuple[Reference, ...], int]:
        """The bits of a sum, and what is to be added to it."""
        by_odd_part: defaultdict[int, list[tuple[Literal, int]]] = defaultdict(list)
        offset = 0
        for literal, weight in terms:
            if not weight:
                continue
            shift = (weight & -weight).bit_length() - 1
            by_odd_part[abs(weight) >> shift].append((literal ^ (weight < 0), shift))
            offset += min(weight, 0)
        total: Levels = defaultdict(list)
        for odd, members in sorted(by_odd_part.items()):
            count: Levels = defaultdict(list)
            for literal, shift in sorted(members):
                self._push(count, shift, self.value(literal))
            if odd == 1:
                for level, bits in count.items():
                    for bit in bits:
                        self._push(total, level, bit)
                continue
            for level, bit in self._resolved(count):
                for shift, sign in signed_digits(odd):
                    self._push(total, level + shift, bit ^ (sign < 0))
                    offset -= (1 << (level + shift)) if sign < 0 else 0
        found = dict(self._resolved(total))
        return tuple(found.get(level, 0) for level in range(max(found, default=-1) + 1)), offset

    def value(self, literal: Literal) -> Reference:
        """The reference of a literal; its gates become operations when they are first needed."""
        first, stack = self.circuit.first_gate, [literal >> 1]
        while stack:
            node = stack[-1]
            if node in self.known:
                stack.pop()
                continue
            if node < first:
                if node >= self.circuit.first_move:
                    raise ValueError("a sum can only rest on the position, and not on cycles")
                self.known[node] = 2 * node
                stack.pop()
                continue
            parts = int(self.circuit.left[node - first]), int(self.circuit.right[node - first])
            missing = [part >> 1 for part in parts if part >> 1 not in self.known]
            if missing:
                stack += missing
                continue
            left, right = (self.known[part >> 1] ^ (part & 1) for part in parts)
            self.known[node] = self._do(AND, left, right)
            stack.pop()
        return self.known[literal >> 1] ^ (literal & 1)

    def _do(self, kind: int, a: Reference, b: Reference, c: Reference = 0) -> Reference:
        self.operations.append((kind, a, b, c))
        return 2 * (self.circuit.first_move + len(self.operations) - 1)

    def _push(self, levels: Levels, level: int, bit: Reference) -> None:
        """Adds a bit; three of a level become one, and one of the next level."""
        while True:
            bits = levels[level]
            bits.append(bit)
            if len(bits) < 3:
                return
            a, b, c = bits
            levels[level] = [self._do(XOR3, a, b, c)]
            level, bit = level + 1, self._do(MAJORITY, a, b, c)

    def _resolved(self, levels: Levels) -> list[tuple[int, Reference]]:
        """The levels with one bit each."""
        found = []
        level = min(levels, default=0)
        while level <= max(levels, default=-1):
            bits = levels[level]
            if len(bits) == 2:
                self._push(levels, level + 1, self._do(AND, *bits))
                bits = [self._do(XOR, *bits)]
            found += [(level, bit) for bit in bits]
            level += 1
        return found


def signed_digits(number: int) -> list[tuple[int, int]]:
    """A positive number as few powers of two, each with 1 or -1: the non-adjacent form."""
    found, shift = [], 0
    while number:
        if number & 1:
            digit = 2 - (number & 3)
            found.append((shift, digit))
            number -= digit
        number, shift = number >> 1, shift + 1
    return found
