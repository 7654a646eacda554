"""Max^n: every role chooses what is best for itself (Luckhardt and Irani 1986)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.search.minimax.graph import NO_PLACE, WORTH


@bare_kernel
def choose_all(
    counts: NDArray[np.int64],
    firsts: NDArray[np.int64],
    role: Whole,
    children: NDArray[np.int64],
    below: NDArray[np.int32],
    values: NDArray[np.int32],
    best: NDArray[np.int64],
    places: NDArray[np.int64],
) -> None:
    """Writes the values, (positions, roles), and the place of the best joint move of each position.

    ``counts``: moves by position and role. The joint moves of a position lie from ``firsts`` on, by the role's move,
    then by those of the others, the last role's slowest; ``children``: what they lead to, a row of ``below``.
    ``places``: room for the joint moves of a position. Among equals the first is taken. A position that has no joint
    move, although the game is not over, is even.
    """
    for position in range(len(counts)):
        first = firsts[position]
        size = firsts[position + 1] - first
        for place in range(size):
            places[place] = place
        if size == 0:
            best[position] = NO_PLACE
            for other in range(counts.shape[1]):
                values[position, other] = WORTH // 2
            continue
        own = counts[position, role]
        answers = size // own
        complete = answers == _answers(counts[position], role)
        if complete:
            for other in range(counts.shape[1] - 1, -1, -1):
                if other != role:
                    answers //= counts[position, other]
                    _choose(other, own, counts[position, other], answers, first, children, below, places)
        else:
            _choose_together(role, own, answers, first, children, below, places)
        _choose(role, 1, own, 1, first, children, below, places)
        best[position] = places[0]
        for other in range(counts.shape[1]):
            values[position, other] = below[children[first + places[0]], other]


@bare_part
def _answers(counts: NDArray[np.int64], role: Whole) -> Whole:
    total = np.int64(1)
    for other in range(len(counts)):
        if other != role:
            total *= counts[other]
    return total


@bare_part
def _choose(
    role: Whole,
    before: Whole,
    choices: Whole,
    after: Whole,
    first: Whole,
    children: NDArray[np.int64],
    below: NDArray[np.int32],
    places: NDArray[np.int64],
) -> None:
    """Reduces places of shape (before, choices, after) to (before, after) by what is best for a role."""
    for outer in range(before):
        for inner in range(after):
            kept = places[(outer * choices) * after + inner]
            for choice in range(1, choices):
                place = places[(outer * choices + choice) * after + inner]
                if below[children[first + place], role] > below[children[first + kept], role]:
                    kept = place
            places[outer * after + inner] = kept


@bare_part
def _choose_together(
    role: Whole,
    own: Whole,
    answers: Whole,
    first: Whole,
    children: NDArray[np.int64],
    below: NDArray[np.int32],
    places: NDArray[np.int64],
) -> None:
    """Reduces places of shape (own, answers) to (own) by the sum of what the others get."""
    for move in range(own):
        kept, most = np.int64(0), np.int64(-1)
        for answer in range(answers):
            place = places[move * answers + answer]
            total = np.int64(0)
            for other in range(below.shape[1]):
                if other != role:
                    total += below[children[first + place], other]
            if total > most:
                kept, most = place, total
        places[move] = kept
