"""The order in which children are searched: by the threats that they make, and by the history of what moves change.

The history is that of Schaeffer 1983, but it knows a move by the facts that it changes: the same column of a board is
another move when other cells are taken.
"""

from __future__ import annotations

import numpy as np

from ludens.engine.expander.places import (
    BITS,
)
from ludens.engine.kernels.bits import (
    ONE,
    Whole,
)
from ludens.engine.kernels.compiling import (
    bare_part,
)
from ludens.engine.kernels.hashing import (
    GAMMA,
    mixed,
)
from ludens.search.minimax.depth_first.memory import (
    CHILD,
    COUNT,
    DEPTH,
    HISTORY,
    KEY_WORDS,
    MOVER,
    NEXT,
    NOISE,
    RECORD_WORDS,
    RECORDS_AT,
    SIZE,
    THREATEN,
    THREATS_AT,
    Memory,
)

THREAT = 100
"""What a threat counts in the order of moves; a move in the history counts 1."""

REMEMBERED = 2
"""The depth from which on positions are kept in the table: it takes longer to look up others than to search them."""


@bare_part
def insert(m: Memory, ply: Whole, child: Whole, left: Whole) -> None:
    """Puts a child among those that are to be searched, by its score."""
    order, scores = m.order[ply], m.scores[ply]
    score = m.history[_kind(m, ply, child)]
    if m.plan[THREATEN] and m.marks[ply, COUNT] > 1 and m.marks[ply, DEPTH] > REMEMBERED:
        score += THREAT * _threats(m, ply, child)
    if m.counters[NOISE]:
        m.counters[NOISE] = np.int64(mixed(np.uint64(m.counters[NOISE])) | ONE)
        score += (m.counters[NOISE] >> 8) & np.int64(31)
    place = np.int64(left)
    while place > 0 and scores[place - 1] < score:
        scores[place], order[place] = scores[place - 1], order[place - 1]
        place -= 1
    scores[place], order[place] = score, child


@bare_part
def _threats(m: Memory, ply: Whole, child: Whole) -> Whole:
    """How many more threats the mover has than the other after a move."""
    at = (child >> 6) * m.plan[SIZE] + m.plan[THREATS_AT]
    lane, total = np.uint64(child & 63), np.int64(0)
    for bit in range(BITS):
        total += np.int64((m.found[ply, at + bit] >> lane) & ONE) << bit
        total -= np.int64((m.found[ply, at + BITS + bit] >> lane) & ONE) << bit
    return total if m.marks[ply, MOVER] == 0 else -total


@bare_part
def _kind(m: Memory, ply: Whole, child: Whole) -> Whole:
    """Where the history has a move: by what it changes."""
    plan, record = m.plan, m.records[ply]
    at = (child >> 6) * plan[SIZE] + plan[RECORDS_AT] + (child & 63) * plan[RECORD_WORDS]
    changes = np.uint64(0)
    for word in range(plan[KEY_WORDS]):
        changes = (changes + (record[word] ^ m.found[ply, at + word])) * GAMMA
        changes ^= changes >> np.uint64(32)
    return np.int64(changes & np.uint64(HISTORY - 1))


@bare_part
def credit(m: Memory, ply: Whole) -> None:
    """The move that decided gets as much as those tried before it lose together."""
    marks = m.marks[ply]
    if marks[NEXT] > 1:
        m.history[_kind(m, ply, marks[CHILD])] += marks[NEXT] - 1
        for place in range(marks[NEXT] - 1):
            m.history[_kind(m, ply, m.order[ply, place])] -= 1
