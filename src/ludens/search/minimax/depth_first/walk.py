"""Depth-first search with windows of no width: is a position worth at least some goal to the first role?

A position in which that role chooses is, if one of its children is; any other, if all of them are (Pearl 1980, SCOUT's
test). The values of a game are few, so that a few such tests find its value. What each position is found to be goes
into the table. Before a child is searched, all children are looked up (enhanced transposition cutoffs: Schaeffer and
Plaat 1996), and the expander has told of ends of the game at once and, in narrow games, one reply later, so that moves
that lose at once are never made. Threads that search together put off a child, but the first, while another is at it
(after ABDADA: Weill 1996).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import (
    Whole,
)
from ludens.engine.kernels.calling import (
    prefetch,
)
from ludens.engine.kernels.compiling import (
    bare_kernel,
    bare_part,
)
from ludens.search.minimax.depth_first.expanding import finish, list_children
from ludens.search.minimax.depth_first.memory import (
    BEGUN,
    BROKEN,
    BUSY,
    CERTAIN,
    CHILD,
    CHILDREN,
    COUNT,
    DEPTH,
    DONE,
    ENTER,
    HORIZON,
    KEY_WORDS,
    KEYS_AT,
    LEAVE,
    LEVEL,
    LEVELS,
    MOVER,
    NEXT,
    NODES,
    PLY,
    PROCEED,
    PUT_OFF,
    RECORD_WORDS,
    RECORDS_AT,
    RESULT,
    SIZE,
    STATE,
    STOP,
    TOO_LONG,
    UNSURE,
    Memory,
)
from ludens.search.minimax.depth_first.ordering import REMEMBERED, credit, insert
from ludens.search.minimax.depth_first.table import (
    FAILS,
    HOLDS,
    SEEMS_TO_FAIL,
    SEEMS_TO_HOLD,
    UNKNOWN,
    enter,
    look_up,
    spot_of,
    verdict,
)

SHARED_PLIES = 16
"""So far down threads see what the others are at; further down that would cost more than it saves."""


@bare_kernel
def walk(m: Memory, nodes: Whole) -> Whole:
    """Goes on with a search until it is done, or for so many positions; returns its state."""
    counters = m.counters
    until = counters[NODES] + nodes
    while True:
        state = counters[STATE]
        if state == ENTER:
            if counters[NODES] >= until or counters[STOP]:
                return np.int64(ENTER)
            _enter(m)
        elif state == PROCEED:
            _proceed(m)
        elif state == LEAVE:
            _leave(m)
        else:
            return np.int64(state)


@bare_kernel
def begin(m: Memory, key: NDArray[np.uint64], depth: Whole) -> None:
    """Puts a search at its beginning: the record of ply 0 has been written; ``key``: the smallest of its images."""
    spot_of(key, 0, len(key), len(m.table), m.spots[0, 0])
    m.counters[PLY], m.counters[STATE] = 0, ENTER
    m.marks[0, DEPTH], m.marks[0, BEGUN] = depth, m.counters[NODES]


@bare_part
def _answer(m: Memory, holds: bool, certain: bool) -> None:
    m.counters[RESULT], m.counters[CERTAIN], m.counters[STATE] = np.int64(holds), np.int64(certain), LEAVE


@bare_part
def _enter(m: Memory) -> None:
    """Expands the position of this ply and looks at its children."""
    counters = m.counters
    ply = counters[PLY]
    marks = m.marks[ply]
    listed = list_children(m, ply)
    if listed < 0:
        counters[STATE] = BROKEN
        return
    if listed == 0:
        _answer(m, counters[RESULT] != 0, True)
        return
    if marks[DEPTH] <= 1:
        _answer(m, counters[HORIZON] != 0, False)
        return
    if ply + 2 >= len(m.marks):
        counters[STATE] = TOO_LONG
        return
    marks[COUNT], marks[UNSURE] = listed, 0
    if marks[CHILDREN] < 64:
        finish(m, ply, np.int64(0), marks[CHILDREN], bool(listed > 1 and marks[DEPTH] > REMEMBERED))
    if marks[DEPTH] > REMEMBERED:
        _look_all_up(m, ply)
    else:
        _order_all(m, ply)


@bare_part
def _look_all_up(m: Memory, ply: Whole) -> None:
    """Looks the listed children up in the table, and leaves those that are to be searched, best first."""
    counters, plan, marks = m.counters, m.plan, m.marks[ply]
    found, order, spots = m.found[ply], m.order[ply], m.spots[ply]
    table = m.table.ctypes.data
    for place in range(marks[COUNT]):
        child = order[place]
        key = (child >> 6) * plan[SIZE] + plan[KEYS_AT] + (child & 63) * plan[KEY_WORDS]
        spot_of(found, key, plan[KEY_WORDS], len(m.table), spots[child + 1])
        prefetch(table + np.int64(spots[child + 1, 0]) * 64)
    mover, level, depth = marks[MOVER], counters[LEVEL], marks[DEPTH] - 1
    left, seems_good = np.int64(0), False
    for place in range(marks[COUNT]):
        child = order[place]
        told = verdict(look_up(m.table, spots[child + 1]), level, depth)
        if told == (HOLDS if mover == 0 else FAILS):
            _answer(m, mover == 0, True)
            return
        if told == (SEEMS_TO_HOLD if mover == 0 else SEEMS_TO_FAIL):
            seems_good = True
        elif told == (SEEMS_TO_FAIL if mover == 0 else SEEMS_TO_HOLD):
            marks[UNSURE] = 1
        elif told == UNKNOWN:
            insert(m, ply, child, left)
            left += 1
    if seems_good:
        _answer(m, mover == 0, False)
        return
    marks[COUNT], marks[NEXT], marks[PUT_OFF] = left, 0, 0
    counters[STATE] = PROCEED


@bare_part
def _order_all(m: Memory, ply: Whole) -> None:
    """Leaves all listed children to be searched, without a look into the table."""
    for place in range(m.marks[ply, COUNT]):
        insert(m, ply, m.order[ply, place], np.int64(place))
    m.marks[ply, NEXT], m.marks[ply, PUT_OFF] = 0, 0
    m.counters[STATE] = PROCEED


@bare_part
def _proceed(m: Memory) -> None:
    """Goes down to the next child, or leaves when there is none."""
    counters, plan = m.counters, m.plan
    ply = counters[PLY]
    marks = m.marks[ply]
    shared = len(m.busy) > 1 and ply < SHARED_PLIES and marks[DEPTH] > REMEMBERED
    if shared and marks[NEXT] > 0:
        told = verdict(look_up(m.table, m.spots[ply, 0]), counters[LEVEL], marks[DEPTH])
        if told != UNKNOWN:  # another thread was faster
            _answer(m, told == HOLDS or told == SEEMS_TO_HOLD, told == HOLDS or told == FAILS)
            return
    while marks[NEXT] < marks[COUNT]:
        child = m.order[ply, marks[NEXT]]
        if shared and 0 < marks[NEXT] < marks[COUNT] - marks[PUT_OFF] and _is_busy(m, m.spots[ply, child + 1, 1]):
            for place in range(marks[NEXT], marks[COUNT] - 1):
                m.order[ply, place] = m.order[ply, place + 1]
            m.order[ply, marks[COUNT] - 1] = child
            marks[PUT_OFF] += 1
            continue
        marks[NEXT] += 1
        if marks[NEXT] > 1 and marks[DEPTH] > REMEMBERED:
            told = verdict(look_up(m.table, m.spots[ply, child + 1]), counters[LEVEL], marks[DEPTH] - 1)
            if told != UNKNOWN:
                marks[CHILD] = child
                holds, certain = told == HOLDS or told == SEEMS_TO_HOLD, told == HOLDS or told == FAILS
                if holds == (marks[MOVER] == 0):
                    _answer(m, holds, certain)
                    return
                if not certain:
                    marks[UNSURE] = 1
                continue
        marks[CHILD] = child
        at = (child >> 6) * plan[SIZE] + plan[RECORDS_AT] + (child & 63) * plan[RECORD_WORDS]
        for word in range(plan[RECORD_WORDS]):
            m.records[ply + 1, word] = m.found[ply, at + word]
        m.spots[ply + 1, 0, 0], m.spots[ply + 1, 0, 1] = m.spots[ply, child + 1, 0], m.spots[ply, child + 1, 1]
        m.marks[ply + 1, DEPTH], m.marks[ply + 1, BEGUN] = marks[DEPTH] - 1, counters[NODES]
        if shared:
            tag = m.spots[ply + 1, 0, 1]
            m.busy[np.int64(tag & np.uint64(BUSY - 1))] = tag
        counters[PLY], counters[STATE] = ply + 1, ENTER
        return
    _answer(m, marks[MOVER] != 0, marks[UNSURE] == 0)


@bare_part
def _is_busy(m: Memory, tag: np.uint64) -> bool:
    """Whether a thread is at a position."""
    return bool(m.busy[np.int64(tag & np.uint64(BUSY - 1))] == tag)


@bare_part
def _leave(m: Memory) -> None:
    """Enters the answer into the table and gives it to the position before."""
    counters = m.counters
    ply, holds, certain = counters[PLY], counters[RESULT] != 0, counters[CERTAIN] != 0
    work = counters[NODES] - m.marks[ply, BEGUN]
    if m.marks[ply, DEPTH] >= REMEMBERED:
        depth = m.marks[ply, DEPTH]
        enter(m.table, m.spots[ply, 0], m.plan[LEVELS], counters[LEVEL], holds, certain, depth, work)
    if ply == 0:
        counters[STATE] = DONE
        return
    ply -= 1
    counters[PLY] = ply
    if (
        len(m.busy) > 1
        and ply < SHARED_PLIES
        and m.marks[ply, DEPTH] > REMEMBERED
        and _is_busy(m, m.spots[ply + 1, 0, 1])
    ):
        m.busy[np.int64(m.spots[ply + 1, 0, 1] & np.uint64(BUSY - 1))] = np.uint64(0)
    marks = m.marks[ply]
    if holds == (marks[MOVER] == 0):
        credit(m, ply)
        counters[STATE] = LEAVE  # the same answer, one position up
        return
    if not certain:
        marks[UNSURE] = 1
    counters[STATE] = PROCEED
