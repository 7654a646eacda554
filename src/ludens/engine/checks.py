"""What every engine asks of its arguments. Kernels do not look: what is wrong has to be refused before them."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ludens.engine.code.choice import MOST_SHIFT
from ludens.engine.layout import AGE_BITS, MOST_LEVELS, REMAINING_BITS, Layout
from ludens.engine.playouts import MOST_WORDS
from ludens.engine.preference import BEFORE, FEATURE, FLUENT, KIND, MADE, MARK, NEW, NO_LEVEL, Levels, Preference
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


def check_preference(preference: Preference, layout: Layout) -> None:
    """Raises ValueError unless the playouts of a circuit can have such a preference."""
    circuit = layout.circuit
    known = list(map(len, circuit.moves))
    if len(preference.roles) != len(known):
        raise ValueError(f"preferences of {len(preference.roles)} roles instead of {len(known)}")
    if not 0 <= preference.features <= layout.most_features:
        raise ValueError(f"{preference.features} features, of which there can be {layout.most_features}")
    limits = {MADE: sum(known), NEW: preference.features, BEFORE: preference.features}
    if len(preference.sources):
        _check_numbers(preference.sources[:, 0], preference.features, "feature")
        _check_kinds(preference.sources[:, 1], limits)
    for role, levels in enumerate(preference.roles):
        if levels is not None:
            _check_levels(levels, known[role], layout.weighted[role].kinds)
            conditions = {FLUENT: len(circuit.fluents), FEATURE: preference.features, MARK: len(circuit.marks)}
            _check_kinds(levels.cases[:, 1:3].ravel(), conditions)


def _check_levels(levels: Levels, moves: int, weights: int) -> None:
    count = len(levels.chances)
    if levels.moves.shape != (moves,) or levels.free.shape != (count,):
        raise ValueError(f"levels of shape {levels.moves.shape} for {moves} moves")
    if not count <= MOST_LEVELS:
        raise ValueError(f"{count} levels, of which there can be {MOST_LEVELS}")
    if ((levels.chances < 0) | (levels.chances > 1)).any():
        raise ValueError("chances are from 0 to 1")
    _check_numbers(levels.moves - NO_LEVEL, count + 1, "level")
    _check_numbers(levels.cases[:, 0], moves, "move")
    _check_numbers(levels.cases[:, 3], count, "level")
    if levels.weights is not None:
        if levels.weights.shape != (moves,) or len(np.unique(levels.weights)) > weights:
            raise ValueError(f"weights must be {moves}, and of at most {weights} different values")
        _check_numbers(levels.weights, MOST_SHIFT + 1, "weight")


def _check_kinds(numbers: NDArray[np.int64], limits: Mapping[int, int]) -> None:
    for kind in np.unique(numbers // KIND * KIND):
        if int(kind) not in limits:
            raise ValueError(f"nothing is meant by {numbers[numbers // KIND * KIND == kind][0]}")
        _check_numbers(numbers[numbers // KIND * KIND == kind] - kind, limits[int(kind)], "condition")


def _check_numbers(numbers: NDArray[np.int64], most: int, noun: str) -> None:
    if len(numbers) and not 0 <= numbers.min() <= numbers.max() < most:
        raise ValueError(f"there is no {noun} {numbers[(numbers < 0) | (numbers >= most)][0]}")
