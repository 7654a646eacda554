"""The positions of a whole game as combinations of classes of its parts, step by step.

A combination is a row of class numbers, one for each part, at a moment of the clock: the course of the shared fluents.
Every position of the whole game has one, moves lead from combination to combination as they do from position to
position, and end and goals are the same (``part_classes``). So what is worked out here holds in the whole game.

Parts of one kind may change places when the whole game does not tell them apart; then classes are sorted.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.part import Part
from ludens.circuit.rejoining import Rejoining, Standing
from ludens.search.minimax.layers import distinct_rows
from ludens.search.parts.classes import Classes
from ludens.search.parts.graph import Moves, Numbers, TooLargeError

MOST_COMPARED = 4096
"""Combinations of signs that are compared to see whether parts may change places."""

MOST_MOVES = 10_000_000
"""Joint moves of all combinations that are looked at together."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A moment of the clock: the shared fluents, what each part sees of them, and the role that has a choice."""

    shared: tuple[bool, ...]
    views: tuple[int, ...]
    role: int | None


@dataclass(frozen=True, slots=True)
class Clock:
    """The moments one after the other; after the last comes that at ``back``, or nothing is known if it is ``None``."""

    ticks: tuple[Tick, ...]
    back: int | None

    def after(self, tick: int) -> int:
        """The moment after one; raises TooLargeError where the clock was not followed any further."""
        if tick + 1 < len(self.ticks):
            return tick + 1
        if self.back is None:
            raise TooLargeError("a clock of too many moments")
        return self.back


class Product:
    """Combinations of classes, as arrays of shape (combinations, parts)."""

    def __init__(
        self, parts: Sequence[Part], classes: Classes, rejoining: Rejoining, clock: Clock, simultaneous: bool
    ) -> None:
        self.parts, self.classes, self.clock = tuple(parts), classes, clock
        self._rejoining, self.simultaneous = rejoining, simultaneous
        self._moving = frozenset(range(len(parts)))
        signs = [sign for part in parts for sign in part.signs]
        self._condition_signs = [[signs.index(condition) for condition in part.conditions] for part in parts]
        self._members = [classes.of_kind(kind) for kind in classes.kinds]
        sizes = [len(members) for members in self._members]
        if math.prod(sizes) >= 1 << 62:
            raise TooLargeError(f"{len(parts)} parts of up to {max(sizes):,} classes")
        self._sizes = np.array(sizes, dtype=np.int64)
        self._worth = np.array([math.prod(sizes[:part]) for part in range(len(parts))], dtype=np.int64)
        self._digits = np.zeros(classes.count, dtype=np.int64)
        for members in self._members:
            self._digits[members] = np.arange(len(members))

    def codes(self, combinations: Numbers) -> Numbers:
        """A number for each combination, the same where parts that are alike have changed places."""
        return np.asarray(self._digits[self._sorted(combinations)] @ self._worth)

    def combinations(self, codes: Numbers) -> Numbers:
        """The combinations that have these numbers."""
        digits = codes[:, None] // self._worth % self._sizes
        return np.stack([members[digits[:, part]] for part, members in enumerate(self._members)], axis=1)

    def signs(self, combinations: Numbers) -> NDArray[np.bool_]:
        """The signs of all parts side by side."""
        return np.concatenate([table[combinations[:, n]] for n, table in enumerate(self.classes.signs)], axis=1)

    def standing(self, combinations: Numbers, tick: int) -> Standing:
        """End, goals and moves that belong to no part."""
        signs = self.signs(combinations)
        distinct, inverse = distinct_rows(np.ascontiguousarray(signs).view(np.uint8))
        found = self._rejoining.standing(distinct.view(np.bool_), self.clock.ticks[tick].shared)
        return Standing(found.over[inverse], found.goals[inverse], found.passes[inverse])

    def expand(self, combinations: Numbers, tick: int, passes: NDArray[np.bool_]) -> tuple[Numbers, Numbers]:
        """What follows combinations that are not over: their places, ascending, and the combinations after them."""
        contexts = self._contexts(combinations, tick)
        moves = [self._moves_in(part, combinations[:, part], contexts[:, part]) for part in range(len(self.parts))]
        if self.simultaneous:
            return _all_in_one(moves, len(combinations))
        owners, following = _one_at_a_time(moves)
        role = self.clock.ticks[tick].role
        may = np.flatnonzero(passes.all(axis=1) if role is None else passes[:, role])
        idle = np.stack([idle for idle, _, _ in moves], axis=1)
        owners, following = np.concatenate([owners, may]), np.concatenate([following, idle[may]])
        order = np.argsort(owners, kind="stable")
        return owners[order], following[order]

    def moving_in(self, parts: Iterable[int]) -> Product:
        """The same where moves are made in these parts only, one at a time: no less legal, and not all there is."""
        assert not self.simultaneous
        found = copy(self)
        found._moving = frozenset(parts)
        return found

    def moves_at(self, part: int, tick: int) -> tuple[Moves, ...]:
        """The moves of a part at a moment, for each combination of its conditions on others."""
        ways = 1 << len(self.parts[part].conditions)
        first = self.clock.ticks[tick].views[part] * ways
        return self.classes.moves[first : first + ways]

    def _contexts(self, combinations: Numbers, tick: int) -> Numbers:
        """What each part sees: its view of the clock, and whether its conditions on other parts hold."""
        views = np.repeat(np.array([self.clock.ticks[tick].views]), len(combinations), axis=0)
        if any(self._condition_signs):
            signs = self.signs(combinations)
            for part, conditions in enumerate(self._condition_signs):
                for condition in conditions:
                    views[:, part] = 2 * views[:, part] + signs[:, condition]
        return views

    def _moves_in(self, part: int, classes: Numbers, contexts: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """What follows if a part is left alone, and its moves: places, ascending, and classes."""
        idle = np.zeros(len(classes), dtype=np.int64)
        owners, targets = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        for context in np.unique(contexts).tolist():
            here = np.flatnonzero(contexts == context)
            moves = self.classes.moves[context]
            idle[here] = moves.idle[classes[here]]
            first = moves.firsts[classes[here]]
            counts = (moves.firsts[classes[here] + 1] - first) * (part in self._moving)
            places = np.repeat(first - (np.cumsum(counts) - counts), counts) + np.arange(counts.sum())
            owners.append(np.repeat(here, counts))
            targets.append(moves.targets[places])
        joined, found = np.concatenate(owners), np.concatenate(targets)
        order = np.argsort(joined, kind="stable")
        return idle, joined[order], found[order]

    def _sorted(self, combinations: Numbers) -> Numbers:
        found = combinations
        for group in self.alike:
            if found is combinations:
                found = combinations.copy()
            found[:, group] = np.sort(combinations[:, group], axis=1)
        return found

    @cached_property
    def alike(self) -> tuple[list[int], ...]:
        """Groups of parts that may change places: of one kind, and alike in the eyes of end, goals and passes."""
        kinds = np.array(self.classes.kinds)
        groups = []
        for kind in dict.fromkeys(self.classes.kinds):
            members = np.flatnonzero(kinds == kind).tolist()
            if len(members) > 1 and not any(self._condition_signs) and self._symmetric(members):
                groups.append(members)
        return tuple(groups)

    def _symmetric(self, members: Sequence[int]) -> bool:
        """Whether exchanging neighbours among these parts never changes the standing, whatever signs parts show."""
        tables = [
            distinct_rows(table[self.classes.of_kind(kind)].view(np.uint8))[0].view(np.bool_)
            for table, kind in zip(self.classes.signs, self.classes.kinds, strict=True)
        ]
        if np.prod([float(len(table)) for table in tables]) > MOST_COMPARED:
            return False
        rows = list(itertools.product(*tables))
        plain = np.array([np.concatenate(row) for row in rows])
        for one, other in itertools.pairwise(members):
            swapped = [list(row) for row in rows]
            for row in swapped:
                row[one], row[other] = row[other], row[one]
            changed = np.array([np.concatenate(row) for row in swapped])
            for tick in self.clock.ticks:
                before, after = (self._rejoining.standing(table, tick.shared) for table in (plain, changed))
                pairs = ((before.over, after.over), (before.goals, after.goals), (before.passes, after.passes))
                if not all(np.array_equal(first, second) for first, second in pairs):
                    return False
        return True


def _one_at_a_time(moves: Sequence[tuple[Numbers, Numbers, Numbers]]) -> tuple[Numbers, Numbers]:
    """A move in one part; the others are left alone."""
    idle = np.stack([idle for idle, _, _ in moves], axis=1)
    owners = np.concatenate([owner for _, owner, _ in moves])
    following = idle[owners]
    first = 0
    for part, (_, _, targets) in enumerate(moves):
        following[first : first + len(targets), part] = targets
        first += len(targets)
    return owners, following


def _all_in_one(moves: Sequence[tuple[Numbers, Numbers, Numbers]], count: int) -> tuple[Numbers, Numbers]:
    """A move in every part at once, in all combinations."""
    owners = np.arange(count)
    columns: list[Numbers] = []
    for _, places, targets in moves:
        firsts = np.searchsorted(places, np.arange(count + 1))
        counts = np.diff(firsts)[owners]
        if counts.sum() > MOST_MOVES:
            raise TooLargeError(f"{int(counts.sum()):,} moves")
        chosen = np.repeat(firsts[owners] - (np.cumsum(counts) - counts), counts) + np.arange(counts.sum())
        columns = [np.repeat(column, counts) for column in columns]
        columns.append(targets[chosen])
        owners = np.repeat(owners, counts)
    return owners, np.stack(columns, axis=1)


def check_time(until: float, what: str) -> None:
    """Raises TooLargeError when the moment has passed."""
    if time.perf_counter() > until:
        raise TooLargeError(f"{what} within the time")
