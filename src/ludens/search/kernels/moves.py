"""The joint moves of many positions as two sides see them: one role against all others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_kernel
from ludens.search.kernels.positions import WHOLE_POSITION


@bare_kernel
def count_moves(
    legal: NDArray[np.bool_], firsts: NDArray[np.int64], role: Whole, counts: NDArray[np.int64], most: Whole
) -> None:
    """Counts, for each position, the role's moves and the others' joint moves, the latter up to ``most``.

    ``legal``: shape (positions, moves of all roles), where the moves of role r begin at ``firsts[r]``. ``counts``:
    shape (positions, 2).
    """
    for row in range(len(legal)):
        counts[row, 0], counts[row, 1] = 0, 1
        for other in range(len(firsts) - 1):
            moves = np.int64(0)
            for move in range(firsts[other], firsts[other + 1]):
                moves += np.int64(legal[row, move])
            if other == role:
                counts[row, 0] = moves
            else:
                counts[row, 1] = min(most, counts[row, 1] * moves)


@bare_kernel
def list_moves(
    legal: NDArray[np.bool_],
    firsts: NDArray[np.int64],
    role: Whole,
    halves: NDArray[np.int64],
    counts: NDArray[np.int64],
    joint: NDArray[np.int64],
    digits: NDArray[np.int64],
) -> None:
    """Lists joint moves, shape (rows, roles), position by position, by the role's move and then by the others' answer.

    Of a position with a half move only the answers to it are listed. ``counts``: as ``count_moves`` leaves them; of
    the others' joint moves the first so many are listed. ``digits``: room for a number of each role.
    """
    at = np.int64(0)
    for row in range(len(legal)):
        for own in range(firsts[role], firsts[role + 1]):
            if not legal[row, own] or (halves[row] != WHOLE_POSITION and halves[row] != own - firsts[role]):
                continue
            for other in range(len(digits)):
                digits[other] = own if other == role else _next_legal(legal[row], firsts[other], firsts[other + 1])
            for _ in range(counts[row, 1]):
                for other in range(len(digits)):
                    joint[at, other] = digits[other] - firsts[other]
                at += 1
                for other in range(len(digits)):
                    if other == role:
                        continue
                    digits[other] = _next_legal(legal[row], digits[other] + 1, firsts[other + 1])
                    if digits[other] < firsts[other + 1]:
                        break
                    digits[other] = _next_legal(legal[row], firsts[other], firsts[other + 1])


@bare_kernel
def _next_legal(legal: NDArray[np.bool_], first: Whole, last: Whole) -> Whole:
    """The first legal move from one on, or ``last``."""
    for move in range(first, last):
        if legal[move]:
            return np.int64(move)
    return np.int64(last)
