"""Guided playouts at full speed: machine code plays by a preference, and a guide learns from some of its games.

What a guide knows is a table that the code reads, so nothing is compiled anew when it has learnt. Few games are enough
to learn from: those of the first batches, and then of one in many, are watched.
"""

from __future__ import annotations

import threading
from typing import TypedDict

import numpy as np

from ludens.engine.code.log import Histories
from ludens.engine.compiled import MOST_TALLIED
from ludens.engine.contract import BatchEngine
from ludens.engine.preference import Preference
from ludens.engine.rows import Rows
from ludens.search.playouts.preferences.guide import LaneGuide, Watched
from ludens.search.tree.evaluate import Evaluated, Valuing, can_play, summed, tallied_sums

WATCHED = 64
"""Positions from which playouts are watched."""

GAMES_EACH = 8
"""Watched playouts of a position."""

FIRST, EVERY = 8, 16
"""The first batches are all watched, then one in so many."""

NEVER = 1 << 62
"""Batches that nobody will ever play."""


class _Options(TypedDict):
    max_steps: int
    preference: Preference | None


class LanePlayouts:
    """An evaluation by such playouts. They are played on ``engine``, whatever view of it a tree is searched on."""

    def __init__(self, engine: BatchEngine, guide: LaneGuide, max_steps: int = 0, unfinished: float = 0.5) -> None:
        playouts = engine.preferring
        assert playouts is not None
        self._engine, self._playouts = engine, playouts
        self.guide, self.max_steps, self.unfinished = guide, max_steps, unfinished
        self.preference = guide.preference()
        self._batches, self._lock = 0, threading.Lock()

    def __call__(
        self, engine: BatchEngine, rows: Rows, per_row: int, seed: int, *, amaf: bool, deadline: float
    ) -> Evaluated:
        if self.batches_left() == 0:
            self._watch(rows[:: max(1, len(rows) // WATCHED)][:WATCHED], seed)
        self.count(1)
        options: _Options = {"max_steps": self.max_steps, "preference": self.preference}
        if self._engine.tallying is not None and not amaf and per_row <= MOST_TALLIED:
            return tallied_sums(self._engine.tallying(rows, per_row, seed, **options), per_row, self.unfinished)
        return summed(self._playouts(rows, per_row, seed, amaf=amaf, **options), self.unfinished)

    def in_loops(self, engine: BatchEngine, per_row: int, *, amaf: bool) -> Valuing | None:
        """The same games in compiled loops."""
        if not can_play(self._engine, per_row, amaf=amaf):
            return None
        return Valuing(self._engine, max_steps=self.max_steps, unfinished=self.unfinished, guide=self)

    def batches_left(self) -> int:
        """How many batches may be played before the next is watched."""
        if not self.guide.learns:
            return NEVER
        return 0 if self._batches < FIRST else -self._batches % EVERY

    def count(self, batches: int) -> None:
        """So many batches were played, here or elsewhere."""
        with self._lock:
            self._batches += batches

    def _watch(self, rows: Rows, seed: int) -> None:
        """Plays a few games more, and learns from their moves."""
        watched = watch(self._engine, rows, GAMES_EACH, ~seed, max_steps=self.max_steps, preference=self.preference)
        with self._lock:
            self.guide.learn(watched)
            self.preference = self.guide.preference()


def watch(
    engine: BatchEngine, rows: Rows, each: int, seed: int, *, max_steps: int, preference: Preference | None
) -> Watched:
    """Games from every row, with their moves."""
    if engine.telling is not None:
        found = engine.telling(rows, each, seed, max_steps=max_steps, preference=preference)
        return Watched(moves_of(found, [len(engine.moves(role)) for role in range(len(engine.roles))]), found)
    played = engine.playouts(rows, each, seed, max_steps=max_steps, amaf=True).played
    assert played is not None
    return Watched(tuple((counts.sum(axis=0) * 1.0, sums.sum(axis=0) / 100) for counts, sums in played))


def moves_of(found: Histories, known: list[int]) -> tuple[tuple[np.ndarray, np.ndarray], ...]:
    """How often each move was made by each role in games that ended, and what it was worth."""
    ended = found.games.ended.ravel()
    goals = np.maximum(0, found.games.goals.reshape(len(ended), -1)[ended]) / 100
    tables = []
    for role, moves in enumerate(known):
        made = found.moves[ended, :, role].astype(np.int64)
        worth = np.broadcast_to(goals[:, role][:, None], made.shape)[made >= 0]
        flat = made[made >= 0]
        tables.append((np.bincount(flat, minlength=moves).astype(np.float64), np.bincount(flat, worth, moves)))
    return tuple(tables)
