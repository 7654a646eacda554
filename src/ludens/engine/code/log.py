"""Whole games from playouts: which move each role made at each step.

While a game is watched the number of each role's move is kept as bits, one feature a bit, and the planes of these
features are written down step by step.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ludens.engine.layout import Layout
from ludens.engine.playouts import Games
from ludens.engine.preference import KIND, MADE, Levels, Numbers, Preference
from ludens.engine.rows import from_planes

LOGGED, LOG, LOG_ROOM, STEPS = 3, 4, 5, 6
"""Places in the head of a table: features that are logged, where, steps that there is room for, and steps written."""

MOST_STEPS = 1024
"""Steps of a game that are written down."""

NOBODY = -1
"""In place of a move: the game was over."""


@dataclass(frozen=True, slots=True)
class Histories:
    """Single games: ``moves`` of shape (games, steps, roles), NOBODY after the end, and the ``games``.

    Games from the same position follow each other. What comes after MOST_STEPS steps is not told.
    """

    moves: NDArray[np.int16]
    games: Games


class Log:
    """Room for the steps of all games of an order, block by block of words."""

    def __init__(self, layout: Layout, blocks: int, words: int, limit: int) -> None:
        self._bits = [max(1, (len(moves) - 1).bit_length()) for moves in layout.circuit.moves]
        self.planes = sum(self._bits)
        # A lane makes no move in one step of four at the worst; those that are late by more are not told to the end.
        self.steps = min(MOST_STEPS, 2 * limit + 16)
        self.pages = _aligned((blocks, self.steps, 1 + self.planes, words))
        self._moves = [len(moves) for moves in layout.circuit.moves]
        self._tables: list[Numbers] = []

    def preference(self, wanted: Preference | None) -> Preference:
        """The same preference, with features before its own for the bits of moves."""
        sources, target, first = [], 0, 0
        for bits, moves in zip(self._bits, self._moves, strict=True):
            for bit in range(bits):
                sources += [(target + bit, MADE + first + move) for move in range(moves) if move >> bit & 1]
            target, first = target + bits, first + moves
        own = np.array(sources, dtype=np.int64).reshape(-1, 2)
        if wanted is None:
            return Preference((None,) * len(self._moves), self.planes, own)
        return _after(wanted, self.planes, own)

    def table(self, wanted: Preference | None, layout: Layout, block: int) -> Numbers:
        """The table of a preference with the place that a block is to be written to."""
        table = self.preference(wanted).table(layout).copy()
        table[LOGGED], table[LOG], table[LOG_ROOM] = self.planes, self.pages[block].ctypes.data, self.steps
        self._tables.append(table)
        return table

    def histories(self, games: Games) -> Histories:
        """What was written, by game."""
        count, steps = games.lengths.size, max(int(table[STEPS]) for table in self._tables)
        blocks = self.pages[:, :steps].transpose(1, 2, 0, 3).reshape(steps * (1 + self.planes), -1)
        bits = from_planes(blocks, count).reshape(count, steps, 1 + self.planes)
        moved = bits[:, :, 0]
        length = int(min(games.lengths.max(initial=0), moved.sum(axis=1).max(initial=0)))
        found = np.full((count, length, len(self._bits)), NOBODY, dtype=np.int16)
        game, step = np.nonzero(moved)
        place, first = (np.cumsum(moved, axis=1) - 1)[game, step], 1
        for role, width in enumerate(self._bits):
            codes = bits[game, step, first : first + width] @ (1 << np.arange(width))
            found[game, place, role] = codes
            first += width
        return Histories(found, games)


def guidance_table(preference: Preference | None, log: Log | None, layout: Layout, block: int) -> Numbers | None:
    """The table that playouts read: of a preference, with the place of a block's log if there is one."""
    if log is None:
        return None if preference is None else preference.table(layout)
    return log.table(preference, layout, block)


def _after(wanted: Preference, shift: int, own: Numbers) -> Preference:
    """A preference whose features come after others."""
    sources = wanted.sources.copy()
    sources[:, 0] += shift
    sources[:, 1] += np.where(sources[:, 1] >= KIND, shift, 0)
    roles = tuple(None if levels is None else _moved(levels, shift) for levels in wanted.roles)
    return Preference(roles, wanted.features + shift, np.concatenate([own, sources]))


def _moved(levels: Levels, shift: int) -> Levels:
    cases = levels.cases.copy()
    cases[:, 1:3] += np.where(cases[:, 1:3] // KIND == 1, shift, 0)
    return replace(levels, cases=cases)


def _aligned(shape: tuple[int, ...]) -> NDArray[np.uint64]:
    """Zeros that begin where a vector may."""
    size = int(np.prod(shape))
    raw = np.zeros(size + 8, dtype=np.uint64)
    first = -raw.ctypes.data % 64 // 8
    return raw[first : first + size].reshape(shape)
