"""The search as Python sees it: questions about positions, asked of one thread or several that share a table."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.expander.expander import Expander
from ludens.engine.rows import Rows
from ludens.search.minimax.depth_first.memory import (
    BROKEN,
    BUSY,
    CERTAIN,
    CIRCLE,
    DONE,
    ENTER,
    HORIZON,
    LEVEL,
    MADE,
    NODES,
    NOISE,
    REPLIED,
    RESULT,
    STATE,
    STOP,
    TOO_LONG,
    Memory,
    new_memory,
)
from ludens.search.minimax.depth_first.table import FAILS, HOLDS, UNKNOWN, certain_levels, known
from ludens.search.minimax.depth_first.walk import begin, walk

SLICE = 20_000
"""Positions that are expanded before somebody looks at the clock."""

LONGEST = 400
"""Moves of a path, where nobody says how long games are."""


MOMENT = 1_000_000
"""Positions after which a question about circles is left: there may be too many ways through them."""

Told = TypeVar("Told")

Begin = Callable[[int, NDArray[np.uint64]], None]
"""Puts the search of a thread, by its number, at a position, by its key."""

GoOn = Callable[[int, int], int]
"""Goes on with the search of a thread for so many positions; returns its state."""


class UnsuitedError(Exception):
    """The game is not what this search is for: broken rules, roles that choose at once, play without end."""


class StoppedError(Exception):
    """The time is used up, or somebody has stopped the search."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a position is worth at least some goal, and whether that is certain at any depth."""

    holds: bool
    certain: bool


@dataclass(slots=True)
class Patience:
    """How long a search may take: until a moment of ``perf_counter``, and so many positions.

    ``stopped``: set by another thread, it ends the search, too. ``tell`` is called now and then, with the search.
    """

    until: float = math.inf
    nodes: float = math.inf
    stopped: threading.Event | None = None
    tell: Callable[[], None] = lambda: None

    @property
    def is_over(self) -> bool:
        stopped = self.stopped is not None and self.stopped.is_set()
        return stopped or self.nodes < 1 or time.perf_counter() >= self.until


def tried(ask: Callable[[Patience], Told], patience: Patience, nodes: float) -> Told | None:
    """An answer, or ``None`` after so many positions; raises StoppedError where ``patience`` is at its end."""
    trial = replace(patience, nodes=min(nodes, patience.nodes))
    given = trial.nodes
    try:
        return ask(trial)
    except StoppedError:
        if patience.is_over or given == patience.nodes:
            raise
        return None
    finally:
        patience.nodes -= given - trial.nodes


def highest_level(levels: int, holds: Callable[[int], bool], guess: int | None = None) -> int:
    """The highest of so many levels that holds, as the lowest always does; ``guess`` is tried first."""
    low, high = 0, levels - 1
    level = high if guess is None else max(1, guess)
    while low < high:
        low, high = (level, high) if holds(level) else (low, level - 1)
        level = (low + high + 1) // 2
    return low


class DepthFirst:
    """Answers questions about positions of a game of one role or two, in a table of fixed size.

    Goals are those of the first role; ``levels`` lists them, and questions are asked by their numbers. ``horizon``:
    what positions count where the depth is used up.
    """

    def __init__(
        self,
        engine: BatchEngine,
        expander: Expander,
        table: NDArray[np.uint64],
        *,
        longest: int = LONGEST,
        threads: int = 1,
        horizon: float = 50.0,
    ) -> None:
        self.engine, self.expander, self.table = engine, expander, table
        self.levels, self.horizon, self.longest = expander.plan.levels, horizon, longest
        goals = {value for value, _ in expander.plan.circuit.goals[0]}
        self._added = next((number for number, level in enumerate(self.levels) if level not in goals), None)
        busy = np.zeros(BUSY if threads > 1 else 1, dtype=np.uint64)
        self.memories = [
            new_memory(expander.plan, expander.addresses, longest + 2, table, busy) for _ in range(threads)
        ]
        for number, memory in enumerate(self.memories):
            memory.counters[NOISE] = number
            memory.counters[STATE] = DONE
        walk(self.memories[0], 0)  # compiled here, by one thread

    @property
    def nodes(self) -> int:
        """Positions that were expanded."""
        return sum(int(memory.counters[NODES]) for memory in self.memories)

    @property
    def positions(self) -> int:
        """Positions that the search has looked at: all children of those that were expanded."""
        return sum(int(memory.counters[MADE]) for memory in self.memories)

    @property
    def replies(self) -> int:
        """Positions after these in which it has looked for ends of the game only."""
        return sum(int(memory.counters[REPLIED]) for memory in self.memories)

    def value(self, row: Rows, patience: Patience | None = None, *, guess: int | None = None) -> int:
        """The goal that a position is worth, for certain; ``guess``: the number of one, which is tried first.

        Raises StoppedError and UnsuitedError.
        """

        def holds(level: int, patience: Patience) -> bool:
            answer = self.ask(row, level, self.longest + 1, patience)
            if not answer.certain:
                raise UnsuitedError
            return answer.holds

        return self.highest_goal(row, holds, patience, guess)

    def highest_goal(
        self, row: Rows, holds: Callable[[int, Patience], bool], patience: Patience | None, guess: int | None
    ) -> int:
        """The highest goal that holds, by any search. A draw that is nobody's goal is asked about for a moment only."""
        over, goals = self.engine.outcome(row)
        if over[0]:
            return int(goals[0, 0])
        given = patience or Patience()

        def asked(level: int) -> bool:
            if level != self._added:
                return holds(level, given)
            answer = tried(lambda trial: holds(level, trial), given, MOMENT)
            if answer is None:
                raise UnsuitedError
            return answer

        return self.levels[highest_level(len(self.levels), asked, guess)]

    def ask(self, row: Rows, level: int, depth: int, patience: Patience | None = None) -> Answer:
        """Whether a position that is not over is worth at least a goal, by its number, searched to a depth."""
        return self.put(
            row,
            level,
            depth,
            patience or Patience(),
            lambda number, key: begin(self.memories[number], key, depth),
            lambda number, nodes: int(walk(self.memories[number], nodes)),
        )

    def put(self, row: Rows, level: int, depth: int, patience: Patience, begin: Begin, go_on: GoOn) -> Answer:
        """The same, by any search that uses the table and the memory of each thread."""
        record = self.expander.record(self.engine, row)
        key = np.ascontiguousarray(self.expander.key(record))
        told = int(known(self.table, key, np.zeros(2, dtype=np.uint64), level, depth))
        if told != UNKNOWN:
            return Answer(told in (HOLDS, HOLDS + 2), told in (HOLDS, FAILS))
        self.memories[0].busy[:] = 0
        for number, memory in enumerate(self.memories):
            memory.records[0] = record
            memory.counters[LEVEL], memory.counters[STOP] = level, 0
            memory.counters[HORIZON] = int(self.horizon >= self.levels[level])
            begin(number, key)
        return self._alone(patience, go_on) if len(self.memories) == 1 else self._together(patience, go_on)

    def try_to_ask(self, row: Rows, level: int, depth: int, patience: Patience, nodes: float) -> Answer | None:
        """The same, or ``None`` after so many positions; raises StoppedError where ``patience`` is at its end."""
        return tried(lambda trial: self.ask(row, level, depth, trial), patience, nodes)

    def certain(self, rows: Rows) -> NDArray[np.int64]:
        """The lowest and the highest level that positions are certain to be worth, shape (positions, 2)."""
        bounds = np.zeros((len(rows), 2), dtype=np.int64)
        bounds[:, 1] = len(self.levels) - 1
        keys = np.ascontiguousarray(self.expander.keys(rows))
        certain_levels(self.table, keys, np.zeros(2, dtype=np.uint64), bounds)
        return bounds

    def _alone(self, patience: Patience, go_on: GoOn) -> Answer:
        memory = self.memories[0]
        while True:
            before = int(memory.counters[NODES])
            state = go_on(0, int(min(SLICE, patience.nodes)))
            patience.nodes -= int(memory.counters[NODES]) - before
            if state != ENTER:
                return self._answer(memory, state)
            patience.tell()
            if patience.is_over:
                raise StoppedError

    def _together(self, patience: Patience, go_on: GoOn) -> Answer:
        """All threads answer the same question, each in an order of its own, and the first answer counts."""
        ready = threading.Event()
        found: list[tuple[Memory, int]] = []
        before, most = self.nodes, patience.nodes

        def work(number: int) -> None:
            while not ready.is_set():
                left = max(0, most - (self.nodes - before))
                state = go_on(number, int(min(SLICE, left)))
                if state != ENTER:
                    found.append((self.memories[number], state))
                if state != ENTER or not left:
                    ready.set()

        threads = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(len(self.memories))]
        for thread in threads:
            thread.start()
        try:
            while not ready.wait(0.05):
                patience.tell()
                if patience.is_over:
                    break
        finally:
            ready.set()
            for memory in self.memories:
                memory.counters[STOP] = 1
            for thread in threads:
                thread.join()
        patience.nodes -= self.nodes - before
        if not found:
            raise StoppedError
        return self._answer(*found[0])

    def _answer(self, memory: Memory, state: int) -> Answer:
        if state in (BROKEN, TOO_LONG, CIRCLE):
            raise UnsuitedError
        assert state == DONE
        return Answer(bool(memory.counters[RESULT]), bool(memory.counters[CERTAIN]))
