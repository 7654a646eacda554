"""What every engine asks of its arguments. Kernels do not look: what is wrong has to be refused before them."""

from __future__ import annotations

import operator
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ludens.engine.layout import AGE_BITS, REMAINING_BITS
from ludens.engine.playouts import MOST_COINS, MOST_WORDS, Preference
from ludens.engine.rows import Rows

MOST_STEPS = (1 << AGE_BITS) - 1
"""The largest limit on the joint moves of a playout."""

MOST_GAMES = (64 * MOST_WORDS << REMAINING_BITS) - 1
"""Playouts from one position in one call."""


def checked_count(positions: int) -> int:
    """How many first positions are wanted; raises ValueError for less than none."""
    if operator.index(positions) < 0:
        raise ValueError(f"there cannot be {positions} positions")
    return operator.index(positions)


def checked_rows(states: Rows, words: int) -> Rows:
    """The rows as kernels read them; raises ValueError unless each is so many words."""
    rows = np.asarray(states)
    if rows.ndim != 2 or rows.shape[1] != words:
        raise ValueError(f"rows of shape {rows.shape} instead of (positions, {words})")
    if rows.dtype != np.uint64:
        raise ValueError(f"rows of type {rows.dtype} instead of uint64")
    return np.ascontiguousarray(rows)


def checked_moves(
    joint_moves: NDArray[np.integer], positions: int, roles: Sequence[str], known: Sequence[int]
) -> NDArray[np.int64]:
    """The moves as kernels read them; raises ValueError unless they are numbers of moves that each role has.

    ``known``: how many moves there are for each role.
    """
    moves = np.asarray(joint_moves)
    if moves.shape != (positions, len(roles)):
        raise ValueError(f"joint moves of shape {moves.shape} for {positions} positions of {len(roles)} roles")
    if moves.dtype.kind not in "iu":
        raise ValueError(f"joint moves of type {moves.dtype} instead of whole numbers")
    numbers = np.ascontiguousarray(moves, dtype=np.int64)
    for role, column in enumerate(numbers.view(np.uint64).T):
        if positions and column.max() >= known[role]:  # as an unsigned number a negative one is large
            raise ValueError(f"{roles[role]} has no move number {numbers[column.argmax(), role]}")
    return numbers


def check_playouts(positions: int, per_state: int, max_steps: int, threads: int) -> None:
    """Raises ValueError unless such playouts can be made."""
    if positions < 1 or operator.index(per_state) < 1:
        raise ValueError("playouts need a position and a number of games")
    if per_state > MOST_GAMES:
        raise ValueError(f"there can be at most {MOST_GAMES:,} playouts from one position")
    if not 0 <= operator.index(max_steps) <= MOST_STEPS:
        raise ValueError(f"max_steps must not be negative, and at most {MOST_STEPS:,}; 0 is no limit")
    if operator.index(threads) < 1:
        raise ValueError("there must be a thread")


def check_preference(preference: Preference, known: Sequence[int]) -> None:
    """Raises ValueError unless playouts can have such a preference; ``known`` is how many moves each role has."""
    if not 1 <= preference.coins <= MOST_COINS:
        raise ValueError(f"{preference.coins} coins instead of 1 to {MOST_COINS}")
    for moves, table in zip(known, preference.moves, strict=True):
        if table.shape != (moves,):
            raise ValueError(f"preferences of shape {table.shape} for {moves} moves")
