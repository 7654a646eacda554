"""Positions whose value alpha-beta has solved, kept from turn to turn: it treats them as ends of the game.

The graph of alpha-beta knows them as long as it has room. When it is given up, its solved positions come here, in two
generations as in Cheng, Krauthamer, Ofir and Siddiqui (*AlwaysPlayScissors*): what is looked up is marked, and when
there are too many, only what is marked stays. ``generations.TwoGenerations`` does the same with dictionaries; here
thousands of positions are looked up at once.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.kernels.hashing import GAMMA, mixed_words
from ludens.engine.rows import Rows
from ludens.search.minimax.depth_first.solved_table import SolvedTable, no_table
from ludens.search.minimax.graph import MOVES_UNKNOWN, POSITIONS, WHOLE_POSITION, WORTH, Graph
from ludens.search.views.wrapped import Goals, Table, WrappedEngine

MOST_STATES = 2_000_000
"""Before a new generation begins."""

NO_GOAL = -1
"""In place of a goal: the position is not known."""


class Solved(Protocol):
    """Somebody who knows the value of some positions."""

    def __len__(self) -> int:
        """How many; 0 means that nobody need ask."""

    def get(self, rows: Rows) -> Goals:
        """The goals of one role in positions, or NO_GOAL."""


@runtime_checkable
class SolvedInLoops(Protocol):
    """Somebody who knows it from a table that compiled loops look into by themselves."""

    def in_loops(self, root: Rows | None, positions: int) -> SolvedTable:
        """The table for one thread, so many positions at a time, all but the root."""


class SolvedStates:
    """Goals of one role by position. Looking up is for many positions at once."""

    def __init__(self, most: int = MOST_STATES) -> None:
        self.most = most
        self._keys = np.zeros(0, dtype=np.uint64)
        self._rows: Rows = np.zeros((0, 1), dtype=np.uint64)
        self._goals: Goals = np.zeros(0, dtype=np.int16)
        self._used = np.zeros(0, dtype=np.bool_)

    def __len__(self) -> int:
        return len(self._keys)

    def get(self, rows: Rows) -> Goals:
        """The goals of positions, or NO_GOAL; those that are found belong to the next generation."""
        found = np.full(len(rows), NO_GOAL, dtype=np.int16)
        if not len(self._keys) or rows.shape[1] != self._rows.shape[1]:
            return found
        place, same = self._places(rows)
        self._used[place[same]] = True
        found[same] = self._goals[place[same]]
        return found

    def _places(self, rows: Rows) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Where positions are, and whether they are; there must be some."""
        keys = row_keys(rows)
        place = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return place, (self._keys[place] == keys) & (self._rows[place] == rows).all(axis=1)

    def _marks(self, rows: Rows) -> NDArray[np.bool_]:
        """Which positions are known and have been looked up in this generation."""
        if not len(self._keys) or rows.shape[1] != self._rows.shape[1]:
            return np.zeros(len(rows), dtype=np.bool_)
        place, same = self._places(rows)
        return np.asarray(same & self._used[place])

    def put(self, rows: Rows, goals: Goals) -> None:
        """Enters positions; of two with the same key, the later one is kept, and the other no longer known.

        A position that was looked up before stays in the next generation.
        """
        if not len(rows):
            return
        before = len(self._keys) if rows.shape[1] == self._rows.shape[1] else 0
        used = self._marks(rows)
        keys = np.concatenate([row_keys(rows)[::-1], self._keys[:before]])
        _, first = np.unique(keys, return_index=True)
        self._keys = keys[first]
        self._rows = np.concatenate([rows[::-1], self._rows[:before]] if before else [rows[::-1]])[first]
        self._goals = np.concatenate([goals[::-1].astype(np.int16), self._goals[:before]])[first]
        self._used = np.concatenate([used[::-1], self._used[:before]])[first]

    def renew(self) -> bool:
        """Begins a new generation if there are too many positions; whether that was so."""
        if len(self._keys) <= self.most:
            return False
        kept = self._used
        self._keys, self._rows, self._goals = self._keys[kept], self._rows[kept], self._goals[kept]
        self._used = np.zeros(len(self._keys), dtype=np.bool_)
        return True


class SolvedJudge:
    """Ends games in positions that are solved; the role gets their value there, the others the rest to 100.

    ``root``, one row, is searched all the same, for the sake of its moves.
    """

    def __init__(self, role: int, solved: Solved) -> None:
        self.role, self.solved = role, solved
        self.root: Rows | None = None

    def __call__(self, states: Rows, over: Table, goals: Goals) -> tuple[Table, Goals]:
        """Whether positions are over, and their goals, given what the rules say of them."""
        if len(self.solved):
            known = self.solved.get(states)
            fresh = (known != NO_GOAL) & ~over
            if self.root is not None:
                fresh &= (states != self.root).any(axis=1)
            goals[fresh] = 100 - known[fresh, None]
            goals[fresh, self.role] = known[fresh]
            over = over | fresh
        return over, goals

    def in_loops(self, positions: int) -> SolvedTable:
        """The same for compiled loops of one thread, so many positions at a time; empty where that cannot be had."""
        return self.solved.in_loops(self.root, positions) if isinstance(self.solved, SolvedInLoops) else no_table()


class SolvedEngine(WrappedEngine):
    """The same game, over in positions that are solved."""

    def __init__(self, inner: BatchEngine, role: int, solved: Solved) -> None:
        super().__init__(inner)
        self.judge = SolvedJudge(role, solved)

    def _judge(self, states: Rows, over: Table, goals: Goals) -> tuple[Table, Goals]:
        return self.judge(states, over, goals)


def solved_in(graph: Graph) -> tuple[Rows, Goals]:
    """The positions of a graph that are solved without being ends of the game, and what they are worth to the role."""
    nodes = graph.nodes[: graph.sizes[POSITIONS]]
    certain = (nodes["certain_low"] == nodes["certain_high"]) & (nodes["half"] == WHOLE_POSITION)
    found = np.flatnonzero(certain & (nodes["first_edge"] != MOVES_UNKNOWN))
    return graph.states[found], ((nodes["certain_low"][found] + WORTH) * 100 // (2 * WORTH)).astype(np.int16)


def row_keys(rows: Rows) -> NDArray[np.uint64]:
    """A word for each position, its bits well mixed."""
    keys = np.zeros(len(rows), dtype=np.uint64)
    with np.errstate(over="ignore"):
        for word in rows.T:
            keys = mixed_words((keys ^ word) + GAMMA)
    return keys
