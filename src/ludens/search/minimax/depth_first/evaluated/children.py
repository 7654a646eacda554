"""The children of a position: ends among them, what the others seem to be worth, and in which order they are tried.

The table's move comes first, then what children seem to be worth and the history of what decided (Schaeffer 1983).
"""

from __future__ import annotations

import numpy as np

from ludens.engine.expander.places import GOALS, OVER
from ludens.engine.kernels.bits import ONE, Whole, lowest
from ludens.engine.kernels.compiling import bare_part
from ludens.search.minimax.depth_first.evaluated.judging import EVERY, judge, lay, sum_of, take_back
from ludens.search.minimax.depth_first.evaluated.memory import BEST, BEST_CHILD, HIGH, KNOWN_MOVE, LOW, Judging
from ludens.search.minimax.depth_first.memory import (
    CERTAIN,
    COUNT,
    DEPTH,
    LEAVE,
    MOVER,
    NEXT,
    RECORD_WORDS,
    RECORDS_AT,
    RESULT,
    SIZE,
    STATE,
    Memory,
)

FIRST = 1 << 40
"""The score of a move that is tried before all others."""

HISTORY = 1 << 10
"""What a move can gain by its history, at most; the evaluation counts in the same units."""


@bare_part
def answer(m: Memory, value: Whole, certain: bool) -> None:
    m.counters[RESULT], m.counters[CERTAIN], m.counters[STATE] = value, np.int64(certain), LEAVE


@bare_part
def improves(m: Memory, e: Judging, ply: Whole, child: Whole, value: Whole) -> bool:
    """Takes the value of a child; whether it decides the position."""
    frame, mover = e.frames[ply], m.marks[ply, MOVER]
    if frame[BEST] < 0 or (value > frame[BEST] if mover == 0 else value < frame[BEST]):
        frame[BEST], frame[BEST_CHILD] = value, child
        if mover == 0:
            frame[LOW] = max(frame[LOW], value)
        else:
            frame[HIGH] = min(frame[HIGH], value)
    return bool(frame[LOW] >= frame[HIGH])


@bare_part
def take_ends(m: Memory, e: Judging, ply: Whole, n: Whole) -> bool:
    """Takes the children that are ends of the game and lists the others; whether that decides."""
    found, marks, plan = m.found[ply], m.marks[ply], m.plan
    for first in range(0, n, 64):
        at = (first >> 6) * plan[SIZE]
        lanes = EVERY if n - first >= 64 else (ONE << np.uint64(n - first)) - ONE
        over = found[at + OVER] & lanes
        still = lanes & ~over
        while over:
            lane = np.uint64(lowest(over))
            over &= over - ONE
            level = np.int64(0)
            while level < len(e.ends) - 1 and (found[at + GOALS + level] >> lane) & ONE:
                level += 1
            child = first + np.int64(lane)
            e.values[ply, child] = e.ends[level]
            if improves(m, e, ply, child, e.ends[level]):
                answer(m, e.frames[ply, BEST], True)
                return True
        while still:
            m.order[ply, marks[COUNT]] = first + lowest(still)
            marks[COUNT] += 1
            still &= still - ONE
    return False


@bare_part
def value_children(m: Memory, e: Judging, ply: Whole) -> None:
    """Writes what the listed children seem to be worth."""
    record, marks = m.records[ply], m.marks[ply]
    lay(m, e, record, np.int64(0), marks[MOVER], np.int64(0))
    judge(e)
    take_back(m, e, record, np.int64(0))
    for place in range(marks[COUNT]):
        child = m.order[ply, place]
        e.values[ply, child] = sum_of(e, child >> 6, np.uint64(child & 63))


@bare_part
def order_children(m: Memory, e: Judging, ply: Whole) -> None:
    """Puts the listed children in the order in which they are to be tried."""
    order, scores, marks = m.order[ply], m.scores[ply], m.marks[ply]
    sign = np.int64(1) if marks[MOVER] == 0 else np.int64(-1)
    for listed in range(marks[COUNT]):
        child = order[listed]
        move = m.moves[ply, child]
        score = sign * e.values[ply, child] + e.history[move]
        if move == e.frames[ply, KNOWN_MOVE]:
            score += FIRST
        place = np.int64(listed)
        while place > 0 and scores[place - 1] < score:
            scores[place], order[place] = scores[place - 1], order[place - 1]
            place -= 1
        scores[place], order[place] = score, child


@bare_part
def credit(m: Memory, e: Judging, ply: Whole) -> None:
    """The move that decided gains by the depth, and those that were tried before it lose."""
    marks = m.marks[ply]
    gain = min(np.int64(HISTORY >> 2), marks[DEPTH] * marks[DEPTH])
    for place in range(marks[NEXT]):
        move = m.moves[ply, m.order[ply, place]]
        change = gain if place == marks[NEXT] - 1 else -gain
        e.history[move] += change - e.history[move] * gain // HISTORY


@bare_part
def record_at(m: Memory, child: Whole) -> Whole:
    """Where the record of a child begins."""
    return np.int64((child >> 6) * m.plan[SIZE] + m.plan[RECORDS_AT] + (child & 63) * m.plan[RECORD_WORDS])
