"""Very large sets of ground rules made smaller before they become gates: atoms with the same rules become one atom.

Gates would find out too, but one rule at a time. All are looked at at once here, level by level, each atom after what
it needs; what is part of a cycle stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.gate_arrays import Numbers, distinct, scattered
from ludens.circuit.rule_levels import places
from ludens.rules.ground_rules import Atom, GroundRules, PackedBodies, packed

Codes = NDArray[np.uint64]
"""Numbers that stand for sets: equal sets have equal ones. Two of them, 128 bits, tell different sets apart."""

Key = TypeVar("Key")


ENOUGH = 200_000
"""Rules after which it shows whether there is much to merge."""

WORTHWHILE = 10
"""One rule in so many must be that of a merged atom, or all others are not looked at for it."""


def with_equal_atoms_merged(rules: GroundRules) -> GroundRules:
    """The same rules with one atom for all that have the same ones, or as they were where few have."""
    bodies = _Bodies(_without_lone_facts(rules))
    merging = _Merging(bodies)
    if not merging.is_worthwhile:
        return rules
    same = merging.same
    kept = np.flatnonzero(same[bodies.heads] == bodies.heads)
    owners, read = places(bodies.starts, kept)
    atoms = same[np.abs(bodies.atoms[read])] * np.sign(bodies.atoms[read])
    once = np.sort(_first_of_each(owners, scattered(atoms), scattered(~atoms)))
    owners, atoms = owners[once], atoms[once]
    codes = [_code(scattered(atoms * 2 + salt), owners, len(kept)) for salt in (0, 1)]
    first = np.sort(_first_of_each(bodies.heads[kept], *codes))
    lengths = np.bincount(owners, minlength=len(kept))[first]
    starts = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(lengths)))
    wanted = np.zeros(len(kept), dtype=np.bool_)
    wanted[first] = True

    def new(table: Mapping[Key, Atom]) -> dict[Key, Atom]:
        return {key: int(same[atom]) for key, atom in table.items()}

    return replace(
        rules,
        heads=bodies.heads[kept[first]],
        bodies=PackedBodies(starts, atoms[wanted[owners]]),
        next=new(rules.next),
        legal=new(rules.legal),
        goal=new(rules.goal),
        terminal=None if rules.terminal is None else int(same[rules.terminal]),
    )


def _without_lone_facts(rules: GroundRules) -> GroundRules:
    """The rules without those that only say that something holds which no other rule and no table mentions."""
    bodies = _Bodies(rules)
    mentioned = np.zeros(bodies.most + 1, dtype=np.bool_)
    mentioned[np.abs(bodies.atoms)] = True
    tables = (rules.true, rules.does, rules.next, rules.legal, rules.goal)
    mentioned[[rules.terminal or 0, *chain.from_iterable(table.values() for table in tables)]] = True
    kept = (bodies.lengths > 0) | mentioned[bodies.heads]
    starts = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(bodies.lengths[kept])))
    return replace(rules, heads=bodies.heads[kept], bodies=PackedBodies(starts, bodies.atoms))


class _Bodies:
    """The bodies of rules as arrays: rule ``r`` has ``atoms[starts[r]:starts[r + 1]]``; no atom is above ``most``."""

    def __init__(self, rules: GroundRules) -> None:
        bodies = packed(rules.bodies)
        self.heads, self.starts, self.atoms = np.asarray(rules.heads, dtype=np.int64), bodies.starts, bodies.atoms
        self.lengths = np.diff(self.starts)
        self.owners = np.repeat(np.arange(len(self.heads)), self.lengths)
        tables = (rules.true, rules.does, rules.next, rules.legal, rules.goal)
        given = chain((0, rules.terminal or 0), *(table.values() for table in tables))
        self.most = max(int(np.abs(self.atoms).max(initial=0)), int(self.heads.max(initial=0)), *given)


class _Merging:
    """``same`` has for each atom the one that stands for it; it is given up where it is not worthwhile."""

    def __init__(self, bodies: _Bodies) -> None:
        self._bodies = bodies
        self.same: Numbers = np.arange(bodies.most + 1)
        self._known: dict[tuple[int, int], Atom] = {}
        read = np.abs(bodies.atoms)
        by_atom = np.argsort(read, kind="stable")
        users, users_start = bodies.owners[by_atom], np.searchsorted(read[by_atom], np.arange(bodies.most + 2))
        self._rules_of = np.argsort(bodies.heads, kind="stable")
        self._rules_start = np.searchsorted(bodies.heads[self._rules_of], np.arange(bodies.most + 2))
        self._rules = np.diff(self._rules_start)
        missing = np.bincount(bodies.heads, weights=bodies.lengths, minlength=bodies.most + 1).astype(np.int64)
        fresh = np.flatnonzero(missing == 0)
        seen = 0
        self.is_worthwhile = True
        while len(fresh):
            defined = fresh[self._rules[fresh] > 0]
            self._merge(defined)
            seen += int(self._rules[defined].sum())
            self.is_worthwhile = seen < ENOUGH or self._merged() * WORTHWHILE >= seen
            if not self.is_worthwhile:
                return
            heads = bodies.heads[users[places(users_start, fresh)[1]]]
            np.subtract.at(missing, heads, 1)
            fresh = distinct(heads[missing[heads] == 0])

    def _merged(self) -> int:
        """The number of rules of atoms for which another one stands."""
        return int(self._rules[self.same != np.arange(len(self.same))].sum())

    def _merge(self, atoms: Numbers) -> None:
        """Finds atoms with the rules of these; one whose only rule has one condition is that condition."""
        if not len(atoms):
            return
        bodies = self._bodies
        owners, own = places(self._rules_start, atoms)
        rules = self._rules_of[own]
        rule_of, conditions = places(bodies.starts, rules)
        read = bodies.atoms[conditions]
        literals = 2 * self.same[np.abs(read)] + (read < 0)
        codes = [_code(scattered(literals * 2 + salt), rule_of, len(rules)) for salt in (0, 1)]
        once = _first_of_each(owners, *codes)
        first, second = (_code(scattered(code[once]), owners[once], len(atoms)) for code in codes)
        order = np.argsort(first, kind="stable")
        differs = (np.diff(first[order]) != 0) | (np.diff(second[order]) != 0)
        leaders = order[np.concatenate(([True], differs))]
        keys = zip(first[leaders].tolist(), second[leaders].tolist(), strict=True)
        known = [self._known.setdefault(key, atom) for atom, key in zip(atoms[leaders].tolist(), keys, strict=True)]
        self.same[atoms[order]] = np.array(known)[np.concatenate(([0], np.cumsum(differs)))]
        alone = np.bincount(owners[once], minlength=len(atoms)) == 1
        short = once[alone[owners[once]] & (bodies.lengths[rules[once]] == 1)]
        condition = bodies.atoms[bodies.starts[rules[short]]]
        self.same[atoms[owners[short[condition > 0]]]] = self.same[condition[condition > 0]]


def _code(numbers: Codes, owners: Numbers, count: int) -> Codes:
    """For each owner a number that stands for all of its numbers."""
    sums = np.zeros(count, dtype=np.uint64)
    np.add.at(sums, owners, numbers)
    return sums


def _first_of_each(owners: Numbers, first: Codes, second: Codes) -> Numbers:
    """The places of numbers that their owners do not have before.

    What is equal stands side by side when sorted by one number for all three: two that only seem equal might stand
    between, and then something is kept twice.
    """
    order = np.argsort(first + scattered(owners), kind="stable")
    differs = (np.diff(owners[order]) != 0) | (np.diff(first[order]) != 0) | (np.diff(second[order]) != 0)
    return order[np.concatenate(([True], differs))]
