"""Ground rules as arrays, sorted by what they define, and in which order that can be done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.gate_arrays import Numbers, contained, distinct, repeated
from ludens.circuit.network import FALSE, TRUE
from ludens.rules.components import components
from ludens.rules.ground_rules import Atom, GroundRules, packed

WORD = 32
MASK = (1 << WORD) - 1
"""Two numbers are one key: the first above this many bits, the second below."""


def places(starts: Numbers, keys: Numbers) -> tuple[Numbers, Numbers]:
    """All places from ``starts[key]`` to ``starts[key + 1]`` for some keys; with them, the number of each one's key."""
    lengths = starts[keys + 1] - starts[keys]
    ends = np.cumsum(lengths)
    found = np.repeat(starts[keys] - (ends - lengths), lengths) + np.arange(ends[-1] if len(ends) else 0)
    return np.repeat(np.arange(len(keys)), lengths), found


class RuleLevels:
    """The rules that some atoms rest on, those of atom ``a`` being ``rules_start[a]`` to ``rules_start[a + 1] - 1``.

    Rule ``r`` has the body ``atoms[starts[r]:starts[r + 1]]``. ``levels`` has the atoms with rules, each after all it
    needs, as far as there are no cycles; ``rest`` what is part of a cycle or needs one, in components, each after
    those it needs. No atom is above ``most``.
    """

    def __init__(self, rules: GroundRules, wanted: Iterable[Atom]) -> None:
        self._sort(rules)
        needed = self._needed(np.array(sorted(set(wanted)), dtype=np.int64))
        has_rules = np.diff(self.rules_start) > 0
        self._defined = needed & has_rules
        self._read = np.abs(self.atoms)
        self._heads = np.repeat(np.repeat(np.arange(self.most + 1), np.diff(self.rules_start)), np.diff(self.starts))
        self.levels = self._levels()

    def bodies(self, atom: Atom) -> list[tuple[Atom, ...]]:
        """The bodies of one atom's rules."""
        first, last = self.rules_start[atom : atom + 2].tolist()
        starts = self.starts[first : last + 1].tolist()
        atoms = self.atoms[starts[0] : starts[-1]].tolist()
        return [tuple(atoms[start - starts[0] : end - starts[0]]) for start, end in pairwise(starts)]

    def needs(self, atom: Atom) -> list[Atom]:
        """The atoms that one atom's rules read."""
        return sorted({abs(other) for body in self.bodies(atom) for other in body})

    @cached_property
    def rest(self) -> list[list[Atom]]:
        left = self._defined.copy()
        for level in self.levels:
            left[level] = False
        atoms = np.flatnonzero(left).tolist()
        numbers = {atom: number for number, atom in enumerate(atoms)}
        graph = [[numbers[other] for other in self.needs(atom) if other in numbers] for atom in atoms]
        return [[atoms[number] for number in component] for component in components(graph)]

    def _sort(self, rules: GroundRules) -> None:
        heads, bodies = np.asarray(rules.heads, dtype=np.int64), packed(rules.bodies)
        tables = (rules.true, rules.does, rules.next, rules.legal, rules.goal)
        given = chain((0, rules.terminal or 0), *(table.values() for table in tables))
        self.most = max(int(np.abs(bodies.atoms).max(initial=0)), int(heads.max(initial=0)), *given)
        order = np.argsort(heads, kind="stable")
        self.rules_start: Numbers = np.searchsorted(heads[order], np.arange(self.most + 2))
        _, found = places(bodies.starts, order)
        self.atoms: Numbers = bodies.atoms[found]
        self.starts: Numbers = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(np.diff(bodies.starts)[order])))

    def _needed(self, fresh: Numbers) -> NDArray[np.bool_]:
        """Whether each atom is one of these, or stands in a rule of one that is."""
        found = np.zeros(self.most + 1, dtype=np.bool_)
        while len(fresh):
            found[fresh] = True
            _, rules = places(self.rules_start, fresh)
            _, read = places(self.starts, rules)
            atoms = np.abs(self.atoms[read])
            fresh = distinct(atoms[~found[atoms]])
        return found

    def _levels(self) -> list[Numbers]:
        waits = self._defined[self._heads] & self._defined[self._read]
        read, heads = self._read[waits], self._heads[waits]
        missing = np.bincount(heads, minlength=self.most + 1)
        order = np.argsort(read, kind="stable")
        users, starts = heads[order], np.searchsorted(read[order], np.arange(self.most + 2))
        found: list[Numbers] = []
        fresh = np.flatnonzero(self._defined & (missing == 0))
        while len(fresh):
            found.append(fresh)
            above = users[places(starts, fresh)[1]]
            np.subtract.at(missing, above, 1)
            fresh = distinct(above[missing[above] == 0])
        return found


class LevelCubes:
    """The bodies of some atoms as cubes of literals, ascending, without those that are always true.

    Cube ``c`` ends at ``ends[c]`` of ``literals``; the cubes of atom ``a`` end at ``last[a]``. ``plain[a]`` tells that
    the cubes of an atom have nothing in common and need no more thought: no literal stands in two, or alone and
    inverted, none asks twice about moves, and at most one asks for nothing else. Bodies that cannot be true are left
    out. ``values`` has the literal of every atom; ``moves`` and ``sets`` are the nodes that ask about moves.
    ``asks_once[a]``: no cube of the atom asks twice, which might be one question.
    """

    def __init__(self, rules: RuleLevels, atoms: Numbers, values: Numbers, moves: range, sets: Sequence[int]) -> None:
        owners, numbers = places(rules.rules_start, atoms)
        cubes, read = places(rules.starts, numbers)
        literals = values[rules.atoms[read]]
        keys = distinct((cubes << WORD | literals)[literals != TRUE])
        cubes, literals = keys >> WORD, keys & MASK
        possible = np.ones(len(numbers), dtype=np.bool_)
        possible[cubes[literals == FALSE]] = False
        possible[cubes[:-1][(keys[1:] == keys[:-1] + 1) & (keys[:-1] & 1 == 0)]] = False
        new = np.cumsum(possible) - 1
        kept = possible[cubes]
        cubes, literals, owners = new[cubes[kept]], literals[kept], owners[possible]
        lengths = np.bincount(cubes, minlength=len(owners))
        self.literals: list[int] = literals.tolist()
        self.ends: list[int] = np.cumsum(lengths).tolist()
        self.last: list[int] = np.cumsum(np.bincount(owners, minlength=len(atoms))).tolist()
        plain = np.ones(len(atoms), dtype=np.bool_)
        owner = owners[cubes]
        keys = owner << WORD | literals
        plain[owner[repeated(keys)]] = False
        alone = lengths[cubes] == 1
        plain[owner[alone][contained(keys[alone] ^ 1, keys)]] = False
        nodes = literals >> 1
        asks = (nodes >= moves.start) & (nodes < moves.stop) | np.isin(nodes, sets)
        questions = np.bincount(cubes[asks], minlength=len(owners))
        asks_once = np.ones(len(atoms), dtype=np.bool_)
        asks_once[owners[questions > 1]] = False
        plain &= asks_once
        plain &= np.bincount(owners[(lengths == 1) & (questions == 1)], minlength=len(atoms)) <= 1
        plain[owners[lengths == 0]] = False
        self.plain: list[bool] = plain.tolist()
        self.asks_once: list[bool] = asks_once.tolist()
