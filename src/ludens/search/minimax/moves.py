"""The joint moves of many positions as two sides see them: one role against all others.

Legal moves come as tables of bytes, the roles side by side, each role's moves in whole words of 8: ``legal``, shape
(positions, columns), and ``words``, the same memory as words, of which most are 0. The moves of role r begin at column
``firsts[r]``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.search.minimax.graph import NO_MOVE, WHOLE_POSITION

SEVERAL = -1
"""In place of the role that has a choice: more than one of the others has."""

COUNTED = 1 << 40
"""Joint moves of the others are not counted any further."""


class Table(NamedTuple):
    """Legal moves of many positions; see above."""

    legal: NDArray[np.bool_]
    words: NDArray[np.uint64]
    firsts: NDArray[np.int64]


class Counts(NamedTuple):
    """Of every position: how many moves the role has and how many joint moves the others have, how many joint moves
    are to be listed for each of the role's moves and in all, and who chooses: the only one of the others that has a
    choice, or SEVERAL; where none has, the role itself.
    """

    own: NDArray[np.int64]
    others: NDArray[np.int64]
    answers: NDArray[np.int64]
    sizes: NDArray[np.int64]
    choosers: NDArray[np.int64]


@bare_kernel
def count_moves(
    table: Table, role: Whole, halves: NDArray[np.int64], split: bool, most: Whole, counts: Counts
) -> Whole:
    """Counts joint moves, and returns how many are to be listed; where several others choose, no more than ``most``.

    To a half move only the answers are listed. With ``split``, nothing is listed where both sides have a choice and no
    half of a move is made.
    """
    total = np.int64(0)
    for row in range(len(table.legal)):
        own, others, chooser = np.int64(0), np.int64(1), np.int64(role)
        for other in range(len(table.firsts) - 1):
            moves = np.int64(_count(table.legal[row], table.words[row], table.firsts[other], table.firsts[other + 1]))
            if other == role:
                own = moves
                continue
            others = min(np.int64(COUNTED), others * moves)
            if moves > 1:
                chooser = np.int64(other) if chooser == role else np.int64(SEVERAL)
        if own == 0 or others == 0:
            own, others = np.int64(0), np.int64(0)
        whole = halves[row] == WHOLE_POSITION
        counts.own[row], counts.others[row], counts.choosers[row] = own, others, chooser
        answers = min(np.int64(most), others) if chooser == SEVERAL else others
        counts.answers[row] = 0 if split and whole and own > 1 and others > 1 else answers
        counts.sizes[row] = counts.answers[row] * (own if whole else 1)
        total += counts.sizes[row]
    return total


@bare_kernel
def list_moves(
    table: Table,
    role: Whole,
    halves: NDArray[np.int64],
    counts: Counts,
    joint: NDArray[np.int64],
    owners: NDArray[np.int64],
    numbers: NDArray[np.int32],
    room: NDArray[np.int64],
) -> None:
    """Lists joint moves, shape (rows, roles), position by position, by the role's move and then by the others' answer.

    ``owners``: the position of each. ``numbers``: of the move that is a choice, or NO_MOVE where several are: move m of
    role r of R is number m·R + r. ``room``: shape (2, roles).
    """
    at = np.int64(0)
    firsts, roles = table.firsts, len(table.firsts) - 1
    for row in range(len(table.legal)):
        if not counts.answers[row]:
            continue
        legal, words, chooser = table.legal[row], table.words[row], counts.choosers[row]
        for other in range(roles):
            room[0, other] = _next_legal(legal, words, firsts[other], firsts[other + 1])
        own = room[0, role]
        while own < firsts[role + 1]:
            if halves[row] == WHOLE_POSITION or halves[row] == own - firsts[role]:
                for other in range(roles):
                    room[1, other] = own if other == role else room[0, other]
                for answer in range(counts.answers[row]):
                    if answer:
                        _advance(legal, words, firsts, role, room)
                    for other in range(roles):
                        joint[at, other] = room[1, other] - firsts[other]
                    owners[at] = row
                    numbers[at] = NO_MOVE if chooser == SEVERAL else joint[at, chooser] * roles + chooser
                    at += 1
            own = _next_legal(legal, words, own + 1, firsts[role + 1])


@bare_part
def _advance(
    legal: NDArray[np.bool_],
    words: NDArray[np.uint64],
    firsts: NDArray[np.int64],
    role: Whole,
    room: NDArray[np.int64],
) -> None:
    """The next joint answer: the first of the others counts fastest."""
    for other in range(len(firsts) - 1):
        if other == role:
            continue
        room[1, other] = _next_legal(legal, words, room[1, other] + 1, firsts[other + 1])
        if room[1, other] < firsts[other + 1]:
            break
        room[1, other] = room[0, other]


@bare_part
def _count(legal: NDArray[np.bool_], words: NDArray[np.uint64], first: Whole, last: Whole) -> Whole:
    """How many moves from one on are legal."""
    found = np.int64(0)
    for word in range(first >> 3, last >> 3):
        if words[word]:
            for move in range(8 * word, 8 * word + 8):
                found += np.int64(legal[move])
    return found


@bare_part
def _next_legal(legal: NDArray[np.bool_], words: NDArray[np.uint64], first: Whole, last: Whole) -> Whole:
    """The first legal move from one on, or ``last``."""
    move = np.int64(first)
    while move < last:
        if words[move >> 3] == 0:
            move = (move | 7) + 1
        elif legal[move]:
            return move
        else:
            move += 1
    return np.int64(last)
