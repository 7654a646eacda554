"""Depth-first search with windows of no width: is a position worth at least some goal to the first role?

A position in which that role chooses is, if one of its children is; any other, if all of them are (Pearl 1980, SCOUT's
test). The values of a game are few, so that a few such tests find its value. What each position is found to be goes
into the table. Before a child is searched, all children are looked up (enhanced transposition cutoffs: Schaeffer and
Plaat 1996), and the expander has told of ends of the game at once and, in narrow games, one reply later, so that moves
that lose at once are never made. Children are tried in the order of the threats that they make and of the history of what
moves change (Schaeffer 1983). Threads that search together put off a child, but the first, while another is at it
(after ABDADA: Weill 1996).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.expander.code import BAD, GOALS, OVER, OVER2, SECOND, VALID2
from ludens.engine.expander.completions import BITS
from ludens.engine.kernels.bits import ONE, Whole, count, lowest
from ludens.engine.kernels.calling import call_expander, fetch_early
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.engine.kernels.hashing import mixed
from ludens.search.minimax.depth_first.memory import (
    BEGUN,
    BROKEN,
    BUSY,
    CERTAIN,
    CHILD,
    COUNT,
    DEPTH,
    DONE,
    ENTER,
    EXPAND,
    HISTORY,
    HORIZON,
    KEY_WORDS,
    KEYS_AT,
    LEAVE,
    LEGAL0,
    LEGAL1,
    LEGAL_END,
    LEVEL,
    LEVELS,
    MADE,
    MOVER,
    MOVES0,
    NEXT,
    NODES,
    NOISE,
    PLY,
    PROCEED,
    PUT_OFF,
    RECORD_WORDS,
    RECORDS_AT,
    REPLIED,
    REPLIES,
    RESULT,
    ROLES,
    SIZE,
    STATE,
    STOP,
    THREATEN,
    THREATS_AT,
    TOO_LONG,
    TURN,
    UNSURE,
    Memory,
)
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

THREAT = 100
"""What a threat counts in the order of moves; a move in the history counts 1."""

REMEMBERED = 2
"""The depth from which on positions are kept in the table: it takes longer to look up others than to search them."""

SHARED_PLIES = 16
"""So far down threads see what the others are at; further down that would cost more than it saves."""

EVERY = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
REPEATED = np.uint64(0x0101_0101_0101_0101)
BYTE = np.uint64(0xFF)
_8, _16, _32 = np.uint64(8), np.uint64(16), np.uint64(32)


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
    counters, plan = m.counters, m.plan
    ply = counters[PLY]
    counters[NODES] += 1
    n = np.int64(_expand(m, ply))
    if n <= 0:
        counters[STATE] = BROKEN
        return
    counters[MADE] += n
    found, marks, level = m.found[ply], m.marks[ply], counters[LEVEL]
    mover, levels = marks[MOVER], plan[LEVELS]
    listed = np.int64(0)
    for first in range(0, n, 64):
        at = (first >> 6) * plan[SIZE]
        lanes = EVERY if n - first >= 64 else (ONE << np.uint64(n - first)) - ONE
        over, reached = found[at + OVER] & lanes, found[at + GOALS + level - 1]
        if over & (reached if mover == 0 else ~reached):
            _answer(m, mover == 0, True)
            return
        still = lanes & ~over
        if plan[REPLIES]:
            counters[REPLIED] += count(found[VALID2])
            holding, failing = _by_replies(found, level, levels, still)
            if holding if mover == 0 else failing:
                _answer(m, mover == 0, True)
                return
            still &= ~(holding | failing)
        while still:
            m.order[ply, listed] = first + lowest(still)
            listed += 1
            still &= still - ONE
    if listed == 0:
        _answer(m, mover != 0, True)
        return
    if marks[DEPTH] <= 1:
        _answer(m, counters[HORIZON] != 0, False)
        return
    if ply + 2 >= len(m.marks):
        counters[STATE] = TOO_LONG
        return
    marks[COUNT], marks[UNSURE] = listed, 0
    if n < 64:
        _finish(m, ply, np.int64(0), n, listed > 1 and marks[DEPTH] > REMEMBERED)
    if marks[DEPTH] > REMEMBERED:
        _look_all_up(m, ply)
    else:
        _order_all(m, ply)


@bare_part
def _by_replies(
    found: NDArray[np.uint64], level: Whole, levels: Whole, still: np.uint64
) -> tuple[np.uint64, np.uint64]:
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


@bare_part
def _expand(m: Memory, ply: Whole) -> Whole:
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
    call_expander(plan[EXPAND], record, m.scratch.ctypes.data, found, lanes, (n + 7) >> 3)
    for child in range(base, base + n):
        m.scratch[m.moves[ply, child]] = np.uint64(0)
    if base > 0 or n == 64:  # there may be more, and the memory that this was made in is needed again
        _finish(m, ply, base, n, True)
    return m.found[ply, at + BAD] == np.uint64(0)


@bare_part
def _finish(m: Memory, ply: Whole, base: Whole, n: Whole, ordered: bool) -> None:
    """Has the expander make the records of the children that it has just found, and count their threats."""
    plan = m.plan
    record, found = m.records[ply].ctypes.data, m.found[ply, (base >> 6) * plan[SIZE] :].ctypes.data
    groups = (n + 7) >> 3
    call_expander(plan[TURN], record, m.scratch.ctypes.data, found, EVERY, groups)
    if ordered and plan[THREATEN]:
        call_expander(plan[THREATEN], record, m.scratch.ctypes.data, found, EVERY, groups)


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
        fetch_early(table + np.int64(spots[child + 1, 0]) * 64)
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
            _insert(m, ply, child, left)
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
        _insert(m, ply, m.order[ply, place], np.int64(place))
    m.marks[ply, NEXT], m.marks[ply, PUT_OFF] = 0, 0
    m.counters[STATE] = PROCEED


@bare_part
def _insert(m: Memory, ply: Whole, child: Whole, left: Whole) -> None:
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
        changes = (changes + (record[word] ^ m.found[ply, at + word])) * np.uint64(0x9E37_79B9_7F4A_7C15)
        changes ^= changes >> _32
    return np.int64(changes & np.uint64(HISTORY - 1))


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
    if len(m.busy) > 1 and ply < SHARED_PLIES and m.marks[ply, DEPTH] > REMEMBERED and _is_busy(m, m.spots[ply + 1, 0, 1]):
        m.busy[np.int64(m.spots[ply + 1, 0, 1] & np.uint64(BUSY - 1))] = np.uint64(0)
    marks = m.marks[ply]
    if holds == (marks[MOVER] == 0):
        _credit(m, ply)
        counters[STATE] = LEAVE  # the same answer, one position up
        return
    if not certain:
        marks[UNSURE] = 1
    counters[STATE] = PROCEED


@bare_part
def _credit(m: Memory, ply: Whole) -> None:
    """The move that decided gets as much as those tried before it lose together."""
    marks = m.marks[ply]
    if marks[NEXT] > 1:
        m.history[_kind(m, ply, marks[CHILD])] += marks[NEXT] - 1
        for place in range(marks[NEXT] - 1):
            m.history[_kind(m, ply, m.order[ply, place])] -= 1
