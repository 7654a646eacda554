"""Literals that depend only on how many of some others are true, however many gates the rules take to count them.

Rules count step by step, with a literal for each number so far, and what is won depends on the last of them. So each
gate is looked at as a table: whether it is true, by the numbers of true ones among some sets of literals. A gate has
the table of what it joins. Where a table depends on the sum of two numbers alone, the two sets are one: so the sets
grow as the rules go through the board. All is exact, but for positions that no game reaches: of literals of which
exactly one is true, one is true where the others are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Circuit, Literal

MOST_ENTRIES = 1 << 16
"""Entries of a table; where one would have more, the gate is taken as it is."""

Sets = tuple[frozenset[int], ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """``table[n, m, …]``: whether it is true when n literals of the first set are, m of the second, and so on."""

    sets: tuple[tuple[Literal, ...], ...]
    table: NDArray[np.bool_]


def counted(
    circuit: Circuit, literals: Iterable[Literal], gates: range, exact_sets: Sequence[Sequence[Literal]]
) -> list[Counted]:
    """The tables of some literals; ``gates``: the gates, by number, that are to be looked into.

    ``exact_sets``: literals of fluents of which exactly one is true in every position.
    """
    tables = _Tables(circuit, gates, exact_sets)
    return [_with_inverted(tables.of(literal)) for literal in literals]


@dataclass(frozen=True, slots=True)
class _Table:
    """By the numbers of true nodes in disjoint sets of nodes."""

    sets: Sets
    values: NDArray[np.bool_]


class _Tables:
    """The tables of nodes."""

    def __init__(self, circuit: Circuit, gates: range, exact_sets: Sequence[Sequence[Literal]]) -> None:
        self._tables: dict[int, _Table] = {0: _Table((), np.array(False))}
        self._sets: dict[Literal, frozenset[Literal]] = {}
        for literals in sorted(exact_sets, key=len, reverse=True):
            if len({literal >> 1 for literal in literals}) == len(literals):
                self._sets.update(dict.fromkeys(literals, frozenset(literals)))
        self._others: dict[int, frozenset[Literal]] = {}
        """By gate: the literals of a set of which none is true exactly where it is."""
        for group in self._sets.values():
            if len(group) == 2:
                first, second = sorted(group)
                self._tables[second >> 1] = self._signed(self.of(first), not second & 1)
        for gate in gates:
            self._read(circuit.first_gate + gate, int(circuit.left[gate]), int(circuit.right[gate]))

    def of(self, literal: Literal) -> _Table:
        node = literal >> 1
        found = self._tables.get(node) or _alone(node)
        return self._signed(found, bool(literal & 1))

    @staticmethod
    def _signed(table: _Table, is_inverted: bool) -> _Table:
        return _Table(table.sets, ~table.values) if is_inverted else table

    def _read(self, node: int, left: Literal, right: Literal) -> None:
        """A gate, after those that it joins."""
        others = self._excluded(left) | self._excluded(right)
        group = self._sets.get(min(others, default=0), frozenset())
        if others and others <= group:
            if len(group - others) == 1:
                self._tables[node] = self.of(min(group - others))
                return
            self._others[node] = others
        self._tables[node] = _both(self.of(left), self.of(right)) or _alone(node)

    def _excluded(self, literal: Literal) -> frozenset[Literal]:
        """The literals of a set of which none is true exactly where a literal is; none where that is not known."""
        if literal >> 1 in self._others and not literal & 1:
            return self._others[literal >> 1]
        return frozenset((literal ^ 1,)) if literal ^ 1 in self._sets else frozenset((-1,))


def _alone(node: int) -> _Table:
    return _Table((frozenset((node,)),), np.array([False, True]))


def _both(one: _Table, other: _Table) -> _Table | None:
    """The conjunction; None where its table would be too large."""
    parts = _parts(one.sets, other.sets)
    if np.prod([len(part) + 1 for part in parts], dtype=np.int64) > MOST_ENTRIES:
        return None
    return _merged(parts, _by_parts(one, parts) & _by_parts(other, parts))


def _parts(one: Sets, other: Sets) -> list[frozenset[int]]:
    """Sets that are parts of those of both."""
    in_one, in_other = (frozenset[int]().union(*sets) for sets in (one, other))
    shared = [a & b for a in one for b in other]
    found = [*shared, *(a - in_other for a in one), *(b - in_one for b in other)]
    return [part for part in found if part]


def _by_parts(table: _Table, parts: list[frozenset[int]]) -> NDArray[np.bool_]:
    """The values by the numbers of true nodes in the parts of sets."""
    numbers = np.ogrid[tuple(slice(0, len(part) + 1) for part in parts)]
    places = tuple(
        sum((number for part, number in zip(parts, numbers, strict=True) if part <= nodes), np.array(0))
        for nodes in table.sets
    )
    found: NDArray[np.bool_] = np.broadcast_to(table.values[places], [len(part) + 1 for part in parts])
    return found


def _merged(parts: list[frozenset[int]], values: NDArray[np.bool_]) -> _Table:
    """Without sets that do not matter, and with one in place of two where only the sum of their numbers does."""
    for axis in reversed(range(len(parts))):
        if (values == values.take([0], axis)).all():
            values, parts = np.asarray(values.take(0, axis)), parts[:axis] + parts[axis + 1 :]
    first = 0
    while first < len(parts):
        for second in range(first + 1, len(parts)):
            moved = np.moveaxis(values, (first, second), (0, 1))
            if np.array_equal(moved[1:, :-1], moved[:-1, 1:]):
                rest = [part for number, part in enumerate(parts) if number not in (first, second)]
                values, parts = np.concatenate([moved[:, 0], moved[-1, 1:]]), [parts[first] | parts[second], *rest]
                first = -1
                break
        first += 1
    return _Table(tuple(parts), values)


def _with_inverted(table: _Table) -> Counted:
    """Where only the difference of two numbers matters, the literals of one set are counted inverted."""
    sets, values = [tuple(2 * node for node in sorted(nodes)) for nodes in table.sets], table.values
    first = 0
    while first < len(sets):
        for second in range(first + 1, len(sets)):
            moved = np.moveaxis(values, (first, second), (0, 1))
            if np.array_equal(moved[1:, 1:], moved[:-1, :-1]):
                moved = moved[:, ::-1]
                rest = [literals for number, literals in enumerate(sets) if number not in (first, second)]
                joined = *sets[first], *(literal ^ 1 for literal in sets[second])
                values, sets = np.concatenate([moved[:, 0], moved[-1, 1:]]), [joined, *rest]
                first = -1
                break
        first += 1
    order = sorted(range(len(sets)), key=lambda number: (-len(sets[number]), sets[number]))
    return Counted(tuple(sets[number] for number in order), values.transpose(order))
