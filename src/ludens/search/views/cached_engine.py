"""Legal moves and results of positions, remembered; and whether that is any faster than working them out again.

Cheng, Krauthamer, Ofir and Siddiqui (*AlwaysPlayScissors*) found that remembering pays only where rules are slow, and
had their player measure it before each game. So does ``pays``: for compiled rules it hardly ever does, for rules in
Python it does.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.game import NoLegalMoveError
from ludens.search.views.generations import TwoGenerations
from ludens.search.views.wrapped import Goals, Table, WrappedEngine

MOST_POSITIONS = 200_000
"""Positions of which each of the two kinds of answers is kept, before a new generation begins."""

SAMPLE = 256
FEW = 16
"""Positions that are measured; few where each takes long."""

ROUNDS = 3

STEPS = 8
"""Joint moves after which positions of the sample are taken at most."""

Legal = tuple[NDArray[np.int64], ...]
Outcome = tuple[bool, Goals]


class CachedEngine(WrappedEngine):
    """The same engine with a memory. ``renew`` is to be called between turns."""

    def __init__(self, inner: BatchEngine, most: int = MOST_POSITIONS) -> None:
        super().__init__(inner)
        self._legal: TwoGenerations[bytes, Legal] = TwoGenerations(most)
        self._outcomes: TwoGenerations[bytes, Outcome] = TwoGenerations(most)

    def renew(self) -> None:
        """Forgets what was not asked for lately, where there is too much of it."""
        self._legal.renew()
        self._outcomes.renew()

    def legal(self, states: Rows) -> list[Table]:
        keys = _keys(states)
        known = [self._legal.get(key) for key in keys]
        missing = [place for place, value in enumerate(known) if value is None]
        if missing:
            tables = self.inner.legal(states[missing])
            for row, place in enumerate(missing):
                numbers = tuple(np.asarray(np.flatnonzero(table[row])) for table in tables)
                known[place] = numbers
                self._legal.put(keys[place], numbers)
        found = [np.zeros((len(states), len(self.moves(role))), dtype=np.bool_) for role in range(len(self.roles))]
        for place, value in enumerate(known):
            assert value is not None
            for table, legal in zip(found, value, strict=True):
                table[place, legal] = True
        return found

    def follow(self, states: Rows, joint_moves: NDArray[np.integer]) -> tuple[Rows, Table, Goals]:
        following = self.inner.step(states, joint_moves)
        return following, *self.outcome(following)

    def outcome(self, states: Rows) -> tuple[Table, Goals]:
        keys = _keys(states)
        known = [self._outcomes.get(key) for key in keys]
        missing = [place for place, value in enumerate(known) if value is None]
        over, goals = np.zeros(len(states), dtype=np.bool_), np.zeros((len(states), len(self.roles)), dtype=np.int16)
        if missing:
            over[missing], goals[missing] = self.inner.outcome(states[missing])
            for place in missing:
                self._outcomes.put(keys[place], (bool(over[place]), goals[place].copy()))
        for place, value in enumerate(known):
            if value is not None:
                over[place], goals[place] = value
        return over, goals


def pays(engine: BatchEngine, random: np.random.Generator) -> bool:
    """Whether positions are looked up faster than legal moves and results are worked out, measured here and now."""
    return speedup(engine, sample(engine, SAMPLE if engine.batch else FEW, random)) > 1


def speedup(engine: BatchEngine, rows: Rows) -> float:
    """How many times as long it takes to work these positions out, all at once, as to look them up."""
    cached = CachedEngine(engine)
    _ask(cached, rows)
    looked_up = _seconds(lambda: _ask(cached, rows))
    return _seconds(lambda: _ask(engine, rows)) / looked_up


def sample(engine: BatchEngine, count: int, random: np.random.Generator) -> Rows:
    """Positions of random games that are not over, from the first few joint moves."""
    rows = engine.initial(count)
    for number in range(1, STEPS):
        moving = np.arange(count * number // STEPS, count)
        going = moving[~engine.outcome(rows[moving])[0]]
        try:
            legal = engine.legal(rows[going])
        except NoLegalMoveError:
            break
        able = np.logical_and.reduce([table.any(axis=1) for table in legal])
        drawn = [(table[able] * random.random(table[able].shape)).argmax(axis=1) for table in legal]
        after = engine.step(rows[going[able]], np.stack(drawn, axis=1))
        rows[going[able]] = np.where(engine.outcome(after)[0][:, None], rows[going[able]], after)
    return rows


def _ask(engine: BatchEngine, rows: Rows) -> None:
    try:
        engine.legal(rows)
    except NoLegalMoveError:
        return
    engine.outcome(rows)


def _seconds(call: Callable[[], None]) -> float:
    """The least time that a call took."""
    taken = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        call()
        taken.append(time.perf_counter() - begin)
    return min(taken)


def _keys(states: Rows) -> list[bytes]:
    data, size = np.ascontiguousarray(states).tobytes(), states.shape[1] * states.itemsize
    return [data[first : first + size] for first in range(0, len(data), size)]
