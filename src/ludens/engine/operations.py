"""The operations of an engine on rows of positions, the same for every back end: arrays in, arrays out."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from ludens.engine.backend import Goals, Moves, Over
from ludens.engine.layout import Layout
from ludens.engine.rows import Rows, row_words


class RowOperations(ABC):
    """Makes room for results and has them written there; whether games are over, for whole blocks of ``lanes``."""

    def __init__(self, layout: Layout, lanes: int) -> None:
        self._layout, self._lanes, self._roles = layout, lanes, len(layout.circuit.roles)

    @abstractmethod
    def _batch(self, rows: Rows, **arrays: NDArray[np.generic]) -> None:
        """Runs the operations whose arrays are given, see ``batch_function``; all but moves are written."""

    def legal(self, rows: Rows) -> Rows:
        found = np.empty((len(rows), row_words(self._layout.legal_planes)), dtype=np.uint64)
        self._batch(rows, legal=found)
        return found

    def outcome(self, rows: Rows) -> tuple[Over, Goals]:
        over, goals = self._room_for_outcome(len(rows))
        self._batch(rows, over=over, goals=goals)
        return over[: len(rows)], goals

    def step(self, rows: Rows, moves: Moves) -> Rows:
        following = np.empty_like(rows)
        self._batch(rows, moves=moves, following=following)
        return following

    def follow(self, rows: Rows, moves: Moves) -> tuple[Rows, Over, Goals]:
        following, (over, goals) = np.empty_like(rows), self._room_for_outcome(len(rows))
        self._batch(rows, moves=moves, following=following, over=over, goals=goals)
        return following, over[: len(rows)], goals

    def _room_for_outcome(self, n: int) -> tuple[Over, Goals]:
        goals = np.full((n, self._roles), -1, dtype=np.int16)
        return np.zeros(-(-n // self._lanes) * self._lanes, dtype=np.bool_), goals
