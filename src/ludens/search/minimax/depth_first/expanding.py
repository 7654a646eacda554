"""The children of a position, by the expander: its moves are set, one lane each, and what it finds is read.

Then those are listed that ends of the game, at once or in narrow games one reply later, do not decide.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.expander.places import (
    BAD,
    GOALS,
    OVER,
    OVER2,
    SECOND,
    VALID2,
)
from ludens.engine.kernels.bits import (
    ONE,
    Whole,
    count,
    lowest,
)
from ludens.engine.kernels.calling import (
    call,
)
from ludens.engine.kernels.compiling import (
    bare_part,
)
from ludens.search.minimax.depth_first.memory import (
    CHILDREN,
    EXPAND,
    LEGAL0,
    LEGAL1,
    LEGAL_END,
    LEVEL,
    LEVELS,
    MADE,
    MOVER,
    MOVES0,
    NODES,
    REPLIED,
    REPLIES,
    RESULT,
    ROLES,
    SIZE,
    THREATEN,
    TURN,
    Memory,
)

EVERY = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
REPEATED = np.uint64(0x0101_0101_0101_0101)
BYTE = np.uint64(0xFF)
_8, _16, _32 = np.uint64(8), np.uint64(16), np.uint64(32)


@bare_part
def expand(m: Memory, ply: Whole) -> Whole:
    """Makes the children of a position; returns how many there are, 0 where the rules are broken."""
    plan, record = m.plan, m.records[ply]
    moves0 = plan[MOVES0]
    first0 = np.int64(0)
    for word in range(plan[LEGAL0], plan[LEGAL1]):
        first0 += count(record[word])
    second = np.int64(0)
    for word in range(plan[LEGAL1], plan[LEGAL_END]):
        second += count(record[word])
    mover = np.int64(1) if second > 1 else np.int64(0)
    if first0 == 0 or (plan[ROLES] == 2 and (second == 0 or (first0 > 1 and second > 1))):
        return np.int64(0)
    m.marks[ply, MOVER] = mover
    own, other = (plan[LEGAL1], plan[LEGAL0]) if mover else (plan[LEGAL0], plan[LEGAL1])
    own_end, other_end = (plan[LEGAL_END], plan[LEGAL1]) if mover else (plan[LEGAL1], plan[LEGAL_END])
    own_first, other_first = (moves0, np.int64(0)) if mover else (np.int64(0), moves0)
    forced = np.int64(-1)
    for word in range(other, other_end):
        if record[word]:
            forced = other_first + 64 * (word - other) + lowest(record[word])
            m.scratch[forced] = EVERY
    n = np.int64(0)
    base = np.int64(0)
    for word in range(own, own_end):
        left = record[word]
        while left:
            move = own_first + 64 * (word - own) + lowest(left)
            left &= left - ONE
            bit = ONE << np.uint64(n & 63)
            m.scratch[move] = bit * REPEATED if plan[REPLIES] else bit
            m.moves[ply, n] = move
            n += 1
            if n & 63 == 0:
                if not _run(m, ply, base, np.int64(64)):
                    return np.int64(0)
                base = n
    if n > base and not _run(m, ply, base, n - base):
        return np.int64(0)
    if forced >= 0:
        m.scratch[forced] = np.uint64(0)
    return n


@bare_part
def _run(m: Memory, ply: Whole, base: Whole, n: Whole) -> bool:
    """Calls the expander for up to 64 children, whose moves are set, and takes these back."""
    plan = m.plan
    lanes = EVERY if n >= 64 else (ONE << np.uint64(n)) - ONE
    if plan[REPLIES]:
        lanes *= REPEATED
    at = (base >> 6) * plan[SIZE]
    record, found = m.records[ply].ctypes.data, m.found[ply, at:].ctypes.data
    call(plan[EXPAND], (record, m.scratch.ctypes.data, found, np.int64(lanes), (n + 7) >> 3))
    for child in range(base, base + n):
        m.scratch[m.moves[ply, child]] = np.uint64(0)
    if base > 0 or n == 64:  # there may be more, and the memory that this was made in is needed again
        finish(m, ply, base, n, True)
    return bool(m.found[ply, at + BAD] == np.uint64(0))


@bare_part
def finish(m: Memory, ply: Whole, base: Whole, n: Whole, ordered: bool) -> None:
    """Has the expander make the records of the children that it has just found, and count their threats."""
    plan = m.plan
    record, found = m.records[ply].ctypes.data, m.found[ply, (base >> 6) * plan[SIZE] :].ctypes.data
    groups = (n + 7) >> 3
    call(plan[TURN], (record, m.scratch.ctypes.data, found, np.int64(EVERY), groups))
    if ordered and plan[THREATEN]:
        call(plan[THREATEN], (record, m.scratch.ctypes.data, found, np.int64(EVERY), groups))


@bare_part
def list_children(m: Memory, ply: Whole) -> Whole:
    """Expands a position, asked whether it is worth a goal, and lists the children that must be searched for that.

    Returns how many; 0 where there are none, and RESULT is the answer; -1 where the rules are broken.
    """
    counters, plan = m.counters, m.plan
    counters[NODES] += 1
    n = np.int64(expand(m, ply))
    if n <= 0:
        return np.int64(-1)
    counters[MADE] += n
    found, marks, level = m.found[ply], m.marks[ply], counters[LEVEL]
    mover, levels = marks[MOVER], plan[LEVELS]
    marks[CHILDREN] = n
    counters[RESULT] = np.int64(mover == 0)
    listed = np.int64(0)
    for first in range(0, n, 64):
        at = (first >> 6) * plan[SIZE]
        lanes = EVERY if n - first >= 64 else (ONE << np.uint64(n - first)) - ONE
        over, reached = found[at + OVER] & lanes, found[at + GOALS + level - 1]
        if over & (reached if mover == 0 else ~reached):
            return np.int64(0)
        still = lanes & ~over
        if plan[REPLIES]:
            counters[REPLIED] += count(found[VALID2])
            holding, failing = by_replies(found, level, levels, still)
            if holding if mover == 0 else failing:
                return np.int64(0)
            still &= ~(holding | failing)
        while still:
            m.order[ply, listed] = first + lowest(still)
            listed += 1
            still &= still - ONE
    if listed == 0:
        counters[RESULT] = np.int64(mover != 0)
    return listed


@bare_part
def by_replies(found: NDArray[np.uint64], level: Whole, levels: Whole, still: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Which children hold and which fail by replies that end the game."""
    over, valid, second = found[OVER2], found[VALID2], found[SECOND]
    reached = found[GOALS + levels - 1 + level - 1]
    open_ = _folded(valid & ~over)
    holding = _folded(over & reached) & ~second
    failing = _folded(over & ~reached) & second
    decided = ~open_ & ~holding & ~failing
    return (holding | (decided & second)) & still, (failing | (decided & ~second)) & still


@bare_part
def _folded(lanes: np.uint64) -> np.uint64:
    """The children of which any reply is among some lanes."""
    lanes |= lanes >> _32
    lanes |= lanes >> _16
    return (lanes | (lanes >> _8)) & BYTE
