"""Minimax for simultaneous moves: every position is a matrix game of the positions that follow.

The search goes depth-first, and prunes as Saffidine, Finnsson and Buro (2012) do. Of each entry of a matrix bounds are
known, at first the lowest and highest goal, or what the game knows of a position. A row that a mixture of other rows
dominates, whatever the entries turn out to be, is left out, and so is a column. An entry is searched only in the window
in which it matters: so low that its row would be dominated, or so high that its column would be, is all that one need
know of it. Whoever calls may already have something elsewhere: that counts as one more row, or column, with the same
entry everywhere. Where one side has a choice, that is alpha-beta.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.evaluations.static import UNFINISHED, Static
from ludens.search.matrix.dominance import highest_useless
from ludens.search.matrix.game import Matrix, Strategy, solve
from ludens.search.minimax.layers import OutOfTimeError

LOWEST, HIGHEST = 0.0, 1.0
"""Values of positions to the row player."""

EVERYTHING = LOWEST - 1, HIGHEST + 1
"""A window in which every value lies, so that it is found exactly, and best strategies with it."""

MOST_KEPT = 1 << 22
"""Words of positions that are kept for the next depth."""

DEEPEST = 200
"""Joint moves: each is a level of calls in Python."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a position is worth at least and at most. ``certain``: no evaluation has a part in it."""

    low: float
    high: float
    certain: bool = True


Limits = Callable[[Rows], tuple[NDArray[np.float64], NDArray[np.float64]]]
"""What positions are certain to be worth to the first role, from 0 to 1, at least and at most."""


@runtime_checkable
class HasBounds(Protocol):
    """A game that knows something certain of positions before they are over."""

    @property
    def bounds(self) -> Limits: ...


Ask = Callable[[int, int, float, float], Bounds]
"""What the entry in a row and a column is worth: exactly, or that it is not within the window between two values."""


@dataclass(frozen=True, slots=True)
class Reduced:
    """What is known of a matrix after a search, and the best strategies, with 0 for lines that were left out.

    ``value``: exact, or a bound where it lies outside of the window. If no row or no column is left, there are none.
    """

    value: Bounds
    matrix: Matrix
    row: Strategy | None = None
    column: Strategy | None = None


class Entries:
    """The entries of a matrix that are being searched: bounds, and the rows and columns that are left."""

    def __init__(self, least: Matrix, most: Matrix, window: tuple[float, float]) -> None:
        self.least, self.most, self.window = least, most, window
        self.rows, self.columns = list(range(least.shape[0])), list(range(least.shape[1]))
        self.certain = True

    def search(self, order: list[tuple[int, int]], ask: Ask, *, pruning: bool = True) -> Reduced:
        """Searches entries in this order until those that are left are known, and solves the matrix of them.

        Without pruning all are searched, in the widest window.
        """
        for row, column in order:
            if row in self.rows and column in self.columns and self.least[row, column] < self.most[row, column]:
                if pruning:
                    self._search_one(row, column, ask)
                else:
                    self._enter(row, column, ask(row, column, *EVERYTHING))
                if self._is_decided():
                    break
        return self._solved()

    def _is_decided(self) -> bool:
        """Whether the value is known not to lie in the window: some column allows no more than its lower end, or some
        row makes sure of its upper end, whatever the entries that are not known turn out to be."""
        if not self.rows or not self.columns:
            return True
        places = np.ix_(self.rows, self.columns)
        if self.most[places].max(axis=0).min() <= self.window[0]:
            self.rows = []
        elif self.least[places].min(axis=1).max() >= self.window[1]:
            self.columns = []
        return not self.rows or not self.columns

    def _search_one(self, row: int, column: int, ask: Ask) -> None:
        bottom, top = self._bottom(row, column), self._top(row, column)
        if bottom >= self.most[row, column]:
            self.rows.remove(row)
        elif top <= self.least[row, column]:
            self.columns.remove(column)
        else:
            found = ask(row, column, min(bottom, top), max(bottom, top))
            if found.low < found.high and found.high > bottom and found.low < top:
                found = ask(row, column, *EVERYTHING)
            self._enter(row, column, found)
            if self.least[row, column] < self.most[row, column] and not self._is_decided():
                if found.high <= bottom:
                    self.rows.remove(row)
                else:
                    self.columns.remove(column)

    def _enter(self, row: int, column: int, found: Bounds) -> None:
        self.least[row, column] = max(self.least[row, column], found.low)
        self.most[row, column] = min(self.most[row, column], found.high)
        self.certain &= found.certain

    def _bottom(self, row: int, column: int) -> float:
        """With a value so low, the row is of no use, or the value of the matrix is not in the window."""
        others = [other for other in self.rows if other != row]
        if (self.most[others, column] <= self.window[0]).all():
            return self.window[0]
        least = np.vstack([self.least[np.ix_(others, self.columns)], np.full(len(self.columns), self.window[0])])
        lowest = min(LOWEST, self.window[0])
        return highest_useless(least, self.most[row, self.columns], self.columns.index(column), lowest)

    def _top(self, row: int, column: int) -> float:
        """The same as ``_bottom``, seen by the other player: with a value so high, the column is of no use."""
        others = [other for other in self.columns if other != column]
        if (self.least[row, others] >= self.window[1]).all():
            return self.window[1]
        least = np.vstack([-self.most[np.ix_(self.rows, others)].T, np.full(len(self.rows), -self.window[1])])
        lowest = -max(HIGHEST, self.window[1])
        return -highest_useless(least, -self.least[self.rows, column], self.rows.index(row), lowest)

    def _solved(self) -> Reduced:
        """A constant row makes the value of a game the higher of the two, also if what it dominates is left out."""
        low, high = self.window
        if not self.rows:
            return Reduced(Bounds(LOWEST, low, self.certain), self.least)
        if not self.columns:
            return Reduced(Bounds(high, HIGHEST, self.certain), self.least)
        found = solve(self.least[np.ix_(self.rows, self.columns)])
        row, column = np.zeros(self.least.shape[0]), np.zeros(self.least.shape[1])
        row[self.rows], column[self.columns] = found.row, found.column
        value = min(HIGHEST, max(LOWEST, found.value))
        bounds = (LOWEST, low) if value <= low else (high, HIGHEST) if value >= high else (value, value)
        return Reduced(Bounds(*bounds, self.certain), self.least, row, column)


@dataclass(frozen=True, slots=True)
class Opened:
    """A position with its moves by number, and what follows each pair: rows, whether it is over, what it is worth.

    ``own``, ``other``: moves of the row player, the one who searches, and of the column player. ``rows``: (pairs,
    words), by own move and then the other's.
    """

    own: NDArray[np.int64]
    other: NDArray[np.int64]
    rows: Rows
    over: NDArray[np.bool_]
    worth: NDArray[np.float64]

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.own), len(self.other)


@dataclass(frozen=True, slots=True)
class Deepened:
    """What a search to some depth found at the root. ``positions``: made so far."""

    depth: int
    opened: Opened
    found: Reduced
    positions: int


@dataclass(frozen=True, slots=True)
class Known:
    """What a search to some depth left: bounds, and the ranks of rows and columns, the likeliest first."""

    depth: int
    bounds: Bounds
    ranks: tuple[NDArray[np.int64], NDArray[np.int64]]


class SimultaneousMinimax:
    """A search for one of two roles with opposite interests."""

    def __init__(
        self, engine: BatchEngine, role: int, evaluation: Static, *, pruning: bool = True, limits: Limits | None = None
    ) -> None:
        self.engine, self.role, self.evaluation, self.pruning, self.limits = engine, role, evaluation, pruning, limits
        self.positions = self.playouts = 0
        self._until, self._left = np.inf, np.inf
        self._opened: dict[bytes, Opened] = {}
        self._known: dict[bytes, Known] = {}
        self._kept = 0

    def deepen(self, position: Rows, until: float, left: float, most: int) -> Iterator[Deepened]:
        """Searches 1, 2, … ``most`` joint moves deep from a position that is not over.

        It ends at a moment of ``perf_counter``, when ``left`` positions (or playouts, where the evaluation makes them)
        are spent, or when the value is certain.
        """
        self._until, self._left = until, left
        self.positions = self.playouts = self._kept = 0
        self._opened, self._known = {}, {}
        for depth in range(1, min(most, DEEPEST) + 1):
            try:
                opened, found = self._search(position, depth, EVERYTHING)
            except OutOfTimeError:
                return
            yield Deepened(depth, opened, found, self.positions)
            if found.value.certain:
                return

    def _value(self, row: Rows, depth: int, low: float, high: float) -> Bounds:
        """The value of a position, or that it is not between ``low`` and ``high``."""
        known = self._known.get(row.tobytes())
        if known is not None and (known.bounds.certain or known.depth == depth):
            bounds = known.bounds
            if bounds.low == bounds.high or bounds.high <= low or bounds.low >= high:
                return bounds
        return self._search(row, depth, (low, high))[1].value

    def _search(self, row: Rows, depth: int, window: tuple[float, float]) -> tuple[Opened, Reduced]:
        key = row.tobytes()
        opened = self._open(row, key)
        if not opened.worth.size:
            return opened, Reduced(Bounds(UNFINISHED, UNFINISHED), np.zeros((0, 0)))
        lowest, highest = self._limits(opened)
        least = np.where(opened.over, opened.worth, lowest).reshape(opened.shape)
        most = np.where(opened.over, opened.worth, highest).reshape(opened.shape)
        entries = Entries(least, most, window)
        if depth == 1 and not opened.over.all():
            least[:] = most[:] = self._evaluated(opened).reshape(opened.shape)
            entries.certain = False
        found = entries.search(self._order(key, opened.shape), self._asking(opened, depth), pruning=self.pruning)
        self._remember(key, depth, found)
        return opened, found

    def _asking(self, opened: Opened, depth: int) -> Ask:
        def ask(row: int, column: int, low: float, high: float) -> Bounds:
            place = row * len(opened.other) + column
            return self._value(opened.rows[place : place + 1], depth - 1, low, high)

        return ask

    def _order(self, key: bytes, shape: tuple[int, int]) -> list[tuple[int, int]]:
        """All entries, those of the likeliest row and column of the last depth first, then of the next ones."""
        known = self._known.get(key)
        rows, columns = known.ranks if known else (np.arange(shape[0]), np.arange(shape[1]))
        places = ((min(i, j), max(i, j), i, j) for i in range(shape[0]) for j in range(shape[1]))
        return [(int(rows[i]), int(columns[j])) for _, _, i, j in sorted(places)]

    def _remember(self, key: bytes, depth: int, found: Reduced) -> None:
        before = self._known.get(key)
        if found.row is not None and found.column is not None:
            ranks = np.argsort(-found.row, kind="stable"), np.argsort(-found.column, kind="stable")
        elif before is not None:
            ranks = before.ranks
        else:
            ranks = np.arange(found.matrix.shape[0]), np.arange(found.matrix.shape[1])
        self._known[key] = Known(depth, found.value, ranks)

    def _open(self, row: Rows, key: bytes) -> Opened:
        if key in self._opened:
            return self._opened[key]
        if time.perf_counter() >= self._until:
            raise OutOfTimeError
        legal = self.engine.legal(row)
        own, other = np.flatnonzero(legal[self.role][0]), np.flatnonzero(legal[1 - self.role][0])
        self.positions += len(own) * len(other)
        if self.positions > self._left:
            raise OutOfTimeError
        joint = np.zeros((len(own) * len(other), 2), dtype=np.int64)
        joint[:, self.role], joint[:, 1 - self.role] = np.repeat(own, len(other)), np.tile(other, len(own))
        rows = self.engine.step(np.repeat(row, len(joint), axis=0), joint)
        over, goals = self.engine.outcome(rows)
        opened = Opened(own, other, rows, over, np.maximum(goals[:, self.role], 0) / 100)
        if self._kept < MOST_KEPT:
            self._kept += rows.size
            self._opened[key] = opened
        return opened

    def _evaluated(self, opened: Opened) -> NDArray[np.float64]:
        """The positions that follow, by goals or by the evaluation."""
        values, going = opened.worth.copy(), np.flatnonzero(~opened.over)
        self.playouts += self.evaluation.cost * len(going)
        if self.evaluation.cost and self.playouts > self._left:
            raise OutOfTimeError
        values[going] = self.evaluation(self.engine, opened.rows[going])[:, self.role]
        lowest, highest = self._limits(opened)
        values[going] = np.clip(values, lowest, highest)[going]
        return values

    def _limits(self, opened: Opened) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What the positions that follow are worth at least and at most, as far as the game knows."""
        if self.limits is None:
            return np.full(len(opened.rows), LOWEST), np.full(len(opened.rows), HIGHEST)
        least, most = self.limits(opened.rows)
        return (least, most) if self.role == 0 else (1.0 - most, 1.0 - least)


def warm_up_simultaneous() -> None:
    """Has every kernel compiled or fetched before anybody's clock is running."""
    pennies = np.eye(2)
    solve(pennies)
    highest_useless(pennies, pennies[0], 0, 0.0)
