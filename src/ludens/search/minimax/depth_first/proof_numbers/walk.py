"""Depth-first proof-number search (Nagai 2002): is a position worth at least some goal to the first role?

The proof number of a position is how many positions at least must be proved to prove it (Allis, van der Meulen and van
den Herik 1994). Of a position in which the first role chooses it is the least of its children's, of any other their
sum; disproof numbers are the other way round. The search goes to the position that counts towards both numbers of the
first one, and stays below a position until its numbers pass limits beyond which another is more promising, and half as
much again, so that it does not go to and fro (the 1 + epsilon trick: Pawlewicz and Lew 2007). Positions are reached in
many ways, and a sum would count the same ones again and again: so the largest number counts, and one for every other
child (weak proof numbers: Ueda, Hashimoto, Hashimoto and Iida 2008). A position that is new has as many positions to
prove, or to disprove, as it has moves.

Only ends of the game, and positions that were decided before, decide a position. So circles cannot make an answer
wrong; but the search may go round in them, and gives up where it would.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole, count
from ludens.engine.kernels.calling import prefetch
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.search.minimax.depth_first.expanding import finish, list_children
from ludens.search.minimax.depth_first.memory import (
    BEGUN,
    BROKEN,
    BUSY,
    CERTAIN,
    CHILD,
    CHILDREN,
    CIRCLE,
    COUNT,
    DEPTH,
    DONE,
    ENTER,
    KEY_WORDS,
    KEYS_AT,
    LEAVE,
    LEGAL0,
    LEGAL1,
    LEGAL_END,
    LEVEL,
    LEVELS,
    MOVER,
    NEXT,
    NODES,
    PLY,
    PROCEED,
    RECORD_WORDS,
    RECORDS_AT,
    RESULT,
    SIZE,
    STATE,
    STOP,
    TOO_LONG,
    Memory,
)
from ludens.search.minimax.depth_first.ordering import insert
from ludens.search.minimax.depth_first.proof_numbers.memory import Numbers
from ludens.search.minimax.depth_first.proof_numbers.table import INFINITE, MOST, enter_numbers, read_numbers
from ludens.search.minimax.depth_first.table import look_up, spot_of

ROOM = 1
"""The smallest of some numbers may grow beyond the next by that divided by two to the power of this."""


@bare_kernel
def prove(m: Memory, p: Numbers, nodes: Whole) -> Whole:
    """Goes on with a search until it is done, or for so many positions; returns its state."""
    counters = m.counters
    until = counters[NODES] + nodes
    while True:
        state = counters[STATE]
        if state == ENTER:
            if counters[NODES] >= until or counters[STOP]:
                return np.int64(ENTER)
            _enter(m, p)
        elif state == PROCEED:
            _proceed(m, p)
        elif state == LEAVE:
            _leave(m, p)
        else:
            return np.int64(state)


@bare_kernel
def begin_proof(m: Memory, p: Numbers, key: NDArray[np.uint64]) -> None:
    """Puts a search at its beginning: the record of ply 0 has been written; ``key``: the smallest of its images."""
    spot_of(key, 0, len(key), len(m.table), m.spots[0, 0])
    m.counters[PLY], m.counters[STATE] = 0, ENTER
    p.limits[0, 0], p.limits[0, 1] = INFINITE, INFINITE
    m.marks[0, DEPTH], m.marks[0, BEGUN] = len(m.marks), m.counters[NODES]


@bare_part
def _enter(m: Memory, p: Numbers) -> None:
    """Expands the position of this ply, and finds the numbers of its children."""
    counters = m.counters
    ply = counters[PLY]
    marks = m.marks[ply]
    listed = list_children(m, ply)
    if listed < 0:
        counters[STATE] = BROKEN
        return
    if listed == 0:
        _decide(m, p, counters[RESULT] != 0)
        return
    if ply + 2 >= len(m.marks):
        counters[STATE] = TOO_LONG
        return
    marks[COUNT], marks[NEXT] = listed, 0
    if marks[CHILDREN] < 64:
        finish(m, ply, np.int64(0), marks[CHILDREN], bool(listed > 1))
    _look_all_up(m, p, ply)
    counters[STATE] = PROCEED


@bare_part
def _look_all_up(m: Memory, p: Numbers, ply: Whole) -> None:
    """Takes the numbers of the listed children from the table, or else from their moves, and puts them in order."""
    plan, marks, order, spots = m.plan, m.marks[ply], m.order[ply], m.spots[ply]
    table = m.table.ctypes.data
    for place in range(marks[COUNT]):
        child = order[place]
        key = (child >> 6) * plan[SIZE] + plan[KEYS_AT] + (child & 63) * plan[KEY_WORDS]
        spot_of(m.found[ply], key, plan[KEY_WORDS], len(m.table), spots[child + 1])
        prefetch(table + np.int64(spots[child + 1, 0]) * 64)
    for place in range(marks[COUNT]):
        child = order[place]
        if not read_numbers(look_up(m.table, spots[child + 1]), m.counters[LEVEL], p.children[ply, child]):
            _number_by_moves(m, p, ply, child)
        insert(m, ply, child, np.int64(place))


@bare_part
def _number_by_moves(m: Memory, p: Numbers, ply: Whole, child: Whole) -> None:
    """One move of who chooses in a child may decide it, or else all must be looked at."""
    plan = m.plan
    at = (child >> 6) * plan[SIZE] + plan[RECORDS_AT] + (child & 63) * plan[RECORD_WORDS]
    first, second = np.int64(0), np.int64(0)
    for word in range(plan[LEGAL0], plan[LEGAL1]):
        first += count(m.found[ply, at + word])
    for word in range(plan[LEGAL1], plan[LEGAL_END]):
        second += count(m.found[ply, at + word])
    mover = np.int64(1) if second > 1 else np.int64(0)
    p.children[ply, child, mover] = 1
    p.children[ply, child, 1 - mover] = second if mover else first


@bare_part
def _decide(m: Memory, p: Numbers, holds: bool) -> None:
    """Leaves a position that is decided."""
    p.here[0], p.here[1] = (0, INFINITE) if holds else (INFINITE, 0)
    m.counters[STATE] = LEAVE


@bare_part
def _proceed(m: Memory, p: Numbers) -> None:
    """Goes down to the most promising child, or leaves when numbers pass the limits."""
    counters = m.counters
    ply = counters[PLY]
    marks, numbers = m.marks[ply], p.children[ply]
    if len(m.busy) > 1 and marks[NEXT] and _is_decided(m, p, m.spots[ply, 0]):  # another thread was faster
        _decide(m, p, bool(p.read[0] == 0))
        return
    marks[NEXT] = 1
    while True:
        best = _most_promising(m, p, ply)
        if best < 0:
            return
        known = read_numbers(look_up(m.table, m.spots[ply, best + 1]), counters[LEVEL], p.read)
        if not known or (p.read[0] == numbers[best, 0] and p.read[1] == numbers[best, 1]):
            break
        numbers[best, 0], numbers[best, 1] = p.read[0], p.read[1]
    if _is_on_path(m, ply, best):
        counters[STATE] = CIRCLE
        return
    _go_down(m, ply, best)


@bare_part
def _most_promising(m: Memory, p: Numbers, ply: Whole) -> Whole:
    """The child to search next, whose limits are set; -1 where the position is to be left.

    A child that another thread is at counts as less promising than it is.
    """
    marks, order, numbers, limits = m.marks[ply], m.order[ply], p.children[ply], p.limits[ply]
    mover = marks[MOVER]
    other = 1 - mover
    least, largest, left = np.int64(INFINITE), np.int64(0), np.int64(0)
    best, first, second = np.int64(-1), np.int64(INFINITE), np.int64(INFINITE)
    for place in range(marks[COUNT]):
        child = order[place]
        own, theirs = numbers[child, mover], numbers[child, other]
        if own == 0:
            _decide(m, p, bool(mover == 0))
            return np.int64(-1)
        if theirs == 0:
            continue
        order[left] = child
        left += 1
        least, largest = min(least, own), max(largest, theirs)
        if own >= limits[mover]:
            continue
        if len(m.busy) > 1 and _is_busy(m, m.spots[ply, child + 1, 1]):
            own += own + 1
        if own < first:
            best, second, first = child, first, own
        elif own < second:
            second = own
    marks[COUNT] = left
    if left == 0:
        _decide(m, p, bool(mover != 0))
        return np.int64(-1)
    total = min(largest + left - 1, np.int64(MOST))
    if best < 0 or total >= limits[other]:
        p.here[mover], p.here[other] = least, total
        m.counters[STATE] = LEAVE
        return np.int64(-1)
    p.limits[ply + 1, mover] = min(limits[mover], second + (second >> ROOM) + 1)
    p.limits[ply + 1, other] = limits[other] - (left - 1)
    return best


@bare_part
def _go_down(m: Memory, ply: Whole, child: Whole) -> None:
    """Makes a child the position of the next ply."""
    counters, plan = m.counters, m.plan
    m.marks[ply, CHILD] = child
    at = (child >> 6) * plan[SIZE] + plan[RECORDS_AT] + (child & 63) * plan[RECORD_WORDS]
    for word in range(plan[RECORD_WORDS]):
        m.records[ply + 1, word] = m.found[ply, at + word]
    tag = m.spots[ply, child + 1, 1]
    m.spots[ply + 1, 0, 0], m.spots[ply + 1, 0, 1] = m.spots[ply, child + 1, 0], tag
    m.marks[ply + 1, DEPTH], m.marks[ply + 1, BEGUN] = m.marks[ply, DEPTH] - 1, counters[NODES]
    if len(m.busy) > 1:
        m.busy[np.int64(tag & np.uint64(BUSY - 1))] = tag
    counters[PLY], counters[STATE] = ply + 1, ENTER


@bare_part
def _is_busy(m: Memory, tag: np.uint64) -> bool:
    """Whether a thread is at a position."""
    return bool(m.busy[np.int64(tag & np.uint64(BUSY - 1))] == tag)


@bare_part
def _is_decided(m: Memory, p: Numbers, spot: NDArray[np.uint64]) -> bool:
    """Whether the table has the answer of a position; its numbers are read."""
    known = read_numbers(look_up(m.table, spot), m.counters[LEVEL], p.read)
    return known and (p.read[0] == 0 or p.read[1] == 0)


@bare_part
def _is_on_path(m: Memory, ply: Whole, child: Whole) -> bool:
    """Whether a child is a position that led to it, or an image of one."""
    bucket, tag = m.spots[ply, child + 1, 0], m.spots[ply, child + 1, 1]
    for above in range(ply + 1):
        if m.spots[above, 0, 1] == tag and m.spots[above, 0, 0] == bucket:
            return True
    return False


@bare_part
def _leave(m: Memory, p: Numbers) -> None:
    """Enters the numbers into the table and gives them to the position before."""
    counters = m.counters
    ply = counters[PLY]
    work = counters[NODES] - m.marks[ply, BEGUN]
    enter_numbers(m.table, m.spots[ply, 0], m.plan[LEVELS], counters[LEVEL], p.here, work)
    if ply == 0:
        counters[RESULT], counters[CERTAIN], counters[STATE] = np.int64(p.here[0] == 0), 1, DONE
        return
    if len(m.busy) > 1 and _is_busy(m, m.spots[ply, 0, 1]):
        m.busy[np.int64(m.spots[ply, 0, 1] & np.uint64(BUSY - 1))] = np.uint64(0)
    ply -= 1
    child = m.marks[ply, CHILD]
    p.children[ply, child, 0], p.children[ply, child, 1] = p.here[0], p.here[1]
    counters[PLY], counters[STATE] = ply, PROCEED
