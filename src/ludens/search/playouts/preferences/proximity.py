"""Moves near the last ones, as in programs for Go and Hex."""

from __future__ import annotations

import numpy as np

from ludens.boards.cells import Cells
from ludens.engine.contract import BatchEngine
from ludens.engine.preference import FEATURE, MADE, NEW, NO_LEVEL, Levels, Numbers, Preference
from ludens.search.playouts.guides import distances, places
from ludens.search.playouts.preferences.guide import Watched


class Proximity:
    """Moves within a distance of the last ones, if there are any; see ``guides.Proximity``.

    One feature a place says that the last moves were made there, and one that they were near.
    """

    learns = False

    def __init__(self, engine: BatchEngine, distance: int = 1, cells: Cells = Cells.SQUARES) -> None:
        ends = [places(engine.moves(role)) for role in range(len(engine.roles))]
        every = np.concatenate(ends)
        named = ~np.isnan(every).any(axis=1)
        if not named.any():
            raise ValueError("no move names a place on a board")
        board, of_move = np.unique(every[named], axis=0, return_inverse=True)
        size = len(board)
        near = distances(board[:, None] - board[None], cells) <= distance
        made = np.stack([of_move.ravel(), MADE + np.flatnonzero(named)], axis=1)
        places_near, others = np.nonzero(near)
        around = np.stack([size + places_near, NEW + others], axis=1)
        self._sources, self._features = np.concatenate([in_turn(made), in_turn(around)]), 2 * size
        self._roles, first = [], 0
        numbers = np.full(len(every), -1)
        numbers[named] = of_move.ravel()
        for own in ends:
            self._roles.append(self._levels(numbers[first : first + len(own)], size))
            first += len(own)

    @staticmethod
    def _levels(where: Numbers, size: int) -> Levels:
        moves = np.flatnonzero(where >= 0)
        condition = FEATURE + size + where[moves]
        cases = np.stack([moves, condition, condition, np.zeros_like(moves)], axis=1)
        return Levels(np.ones(1), np.zeros(1, dtype=np.bool_), np.full(len(where), NO_LEVEL), cases)

    def learn(self, watched: Watched) -> None:
        pass

    def preference(self) -> Preference:
        return Preference(tuple(self._roles), self._features, self._sources)


def in_turn(sources: Numbers) -> Numbers:
    """The same sources, those of one feature not one after another: each would wait for what the one before wrote."""
    order = np.argsort(sources[:, 0], kind="stable")
    _, first, counts = np.unique(sources[order, 0], return_index=True, return_counts=True)
    turn = np.empty(len(sources), dtype=np.int64)
    turn[order] = np.arange(len(sources)) - np.repeat(first, counts)
    return sources[np.argsort(turn, kind="stable")]
