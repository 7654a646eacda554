"""One turn ahead: every joint move of a position, what follows, and who wins at once by what.

A role *wins* if the game is over and it has more points than each other player; alone, if it has all points. A move
*wins at once* if the game is over after it and its role has won, whatever all others choose in the same turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.game import HIGHEST_GOAL, GameInfo, LudensError

MOST_FOLLOWING = 200_000
"""Positions that are made for one question; beyond that nothing is said."""

RoleMove = tuple[int, int]
"""A role and the number of one of its moves."""


class TooManyError(LudensError):
    """More joint moves than are looked at."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """The joint moves of one position that is not over, shape (joints, roles), and what is known of what follows."""

    legal: tuple[NDArray[np.int64], ...]
    joints: NDArray[np.int64]
    rows: Rows
    over: NDArray[np.bool_]
    goals: NDArray[np.int16]

    @property
    def actors(self) -> list[int]:
        """The roles that have a choice."""
        return [role for role, moves in enumerate(self.legal) if len(moves) > 1]

    def of(self, role: int, move: int) -> NDArray[np.int64]:
        """Which joint moves have this move of a role."""
        return np.flatnonzero(self.joints[:, role] == move)


def look_ahead(engine: BatchEngine, rows: Rows, most: int = MOST_FOLLOWING) -> list[Ahead]:
    """One turn ahead of positions none of which is over; raises TooManyError."""
    if not len(rows):
        return []
    tables = engine.legal(rows)
    legal = [tuple(np.flatnonzero(table[place]) for table in tables) for place in range(len(rows))]
    sizes = [int(np.prod([len(moves) for moves in of_roles], dtype=np.float64)) for of_roles in legal]
    if sum(sizes) > most:
        raise TooManyError(f"{sum(sizes):,} joint moves are too many to look at.")
    joints = [_product(of_roles) for of_roles in legal]
    origins = np.repeat(np.arange(len(rows)), sizes)
    after, over, goals = engine.follow(rows[origins], np.concatenate(joints))
    found, first = [], 0
    for of_roles, joint, size in zip(legal, joints, sizes, strict=True):
        part = slice(first, first + size)
        found.append(Ahead(of_roles, joint, after[part], over[part], goals[part]))
        first += size
    return found


def _product(legal: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    grids = np.meshgrid(*legal, indexing="ij")
    return np.stack([grid.ravel() for grid in grids], axis=1)


def won(info: GameInfo, goals: NDArray[np.int16], role: int) -> NDArray[np.bool_]:
    """Which results are wins of a role; goals have the shape (results, roles)."""
    others = [other for other in info.players if other != role]
    if not others:
        return np.asarray(goals[:, role] == HIGHEST_GOAL)
    return np.asarray(goals[:, role] > goals[:, others].max(axis=1))


def lost(info: GameInfo, goals: NDArray[np.int16], role: int) -> NDArray[np.bool_]:
    """Which results somebody else has won, or, for a role that plays alone, bring nothing."""
    others = [other for other in info.players if other != role]
    if not others:
        return np.asarray(goals[:, role] == 0)
    return np.asarray(goals[:, role] < goals[:, others].max(axis=1))


def winning(info: GameInfo, ahead: Ahead, role: int) -> list[int]:
    """The moves of a role that win at once, in ascending order."""
    good = ahead.over & won(info, ahead.goals, role)
    return [int(move) for move in ahead.legal[role] if good[ahead.of(role, int(move))].all()]
