"""Alpha-beta, depth first, with an evaluation where the depth is used up (Knuth and Moore 1975, in its fail-soft form).

Values are whole numbers of the first role's; where the second chooses, the least counts. With SCOUT later moves are
tried with a window of no width first, and searched again if they are better (Reinefeld 1983). Before a child is
searched, all children are looked up (Schaeffer and Plaat 1996). Moves are tried in this order: the best one that the
table has, then by what children seem to be worth and the history of what decided (Schaeffer 1983). The last two moves
are not made one after another: all children of eight children are judged at once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import ONE, Whole
from ludens.engine.kernels.calling import prefetch
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.search.minimax.depth_first.evaluated.children import (
    answer,
    credit,
    improves,
    order_children,
    record_at,
    take_ends,
    value_children,
)
from ludens.search.minimax.depth_first.evaluated.judging import (
    EVERY,
    WIDTH,
    ZERO,
    best_value,
    judge,
    lay,
    mover_of,
    take_back,
)
from ludens.search.minimax.depth_first.evaluated.memory import (
    BEST,
    BEST_CHILD,
    GENERATION,
    HIGH,
    HIGH_AT_FIRST,
    KNOWN_MOVE,
    LOW,
    LOW_AT_FIRST,
    MOST,
    NO_CHILD,
    SALT,
    SCOUT,
    SCOUTED,
    STRICT,
    Judging,
)
from ludens.search.minimax.depth_first.evaluated.table import (
    ENDLESS,
    NO_MOVE,
    depth_of,
    enter_bounds,
    lower,
    move_of,
    place_of,
    upper,
)
from ludens.search.minimax.depth_first.expanding import expand, finish
from ludens.search.minimax.depth_first.memory import (
    BROKEN,
    CERTAIN,
    CHILD,
    COUNT,
    DEPTH,
    DONE,
    ENTER,
    KEY_WORDS,
    KEYS_AT,
    LEAVE,
    MADE,
    MOVER,
    NEXT,
    NODES,
    PLY,
    PROCEED,
    RECORD_WORDS,
    RESULT,
    SIZE,
    STATE,
    STOP,
    TOO_LONG,
    UNSURE,
    Memory,
)
from ludens.search.minimax.depth_first.table import look_up


@bare_kernel
def search_on(m: Memory, e: Judging, nodes: Whole) -> Whole:
    """Goes on with a search until it is done, or for so many positions; returns its state."""
    counters = m.counters
    until = counters[NODES] + nodes
    while True:
        state = counters[STATE]
        if state == ENTER:
            if counters[NODES] >= until or counters[STOP]:
                return np.int64(ENTER)
            _enter(m, e)
        elif state == PROCEED:
            _proceed(m, e)
        elif state == LEAVE:
            _leave(m, e)
        else:
            return np.int64(state)


@bare_kernel
def begin_at(m: Memory, e: Judging, key: NDArray[np.uint64], depth: Whole, low: Whole, high: Whole) -> None:
    """Puts a search at its beginning: the record of ply 0 has been written; ``key``: the smallest of its images."""
    place_of(key, 0, len(key), e.numbers[SALT], len(m.table), m.spots[0, 0])
    m.counters[PLY], m.counters[STATE] = 0, ENTER
    m.marks[0, DEPTH] = depth
    data = look_up(m.table, m.spots[0, 0])
    _open_frame(e, np.int64(0), low, high, move_of(data) if data else np.int64(NO_MOVE))


@bare_kernel
def known_move(m: Memory, e: Judging, key: NDArray[np.uint64]) -> Whole:
    """The best move of a packed position that the table has, or NO_MOVE; not while a search is going on."""
    place_of(key, 0, len(key), e.numbers[SALT], len(m.table), m.spots[0, 0])
    data = look_up(m.table, m.spots[0, 0])
    return move_of(data) if data else np.int64(NO_MOVE)


@bare_kernel
def forget_half(e: Judging) -> None:
    """Makes the history count half."""
    for move in range(len(e.history)):
        e.history[move] >>= 1


@bare_part
def _open_frame(e: Judging, ply: Whole, low: Whole, high: Whole, move: Whole) -> None:
    frame = e.frames[ply]
    frame[LOW], frame[HIGH], frame[LOW_AT_FIRST], frame[HIGH_AT_FIRST] = low, high, low, high
    frame[BEST], frame[BEST_CHILD], frame[KNOWN_MOVE] = -1, NO_CHILD, move


@bare_part
def _enter(m: Memory, e: Judging) -> None:
    """Expands the position of this ply and looks at its children."""
    counters = m.counters
    ply = counters[PLY]
    counters[NODES] += 1
    n = np.int64(expand(m, ply))
    if n <= 0:
        counters[STATE] = BROKEN
        return
    counters[MADE] += n
    marks = m.marks[ply]
    marks[UNSURE], marks[NEXT], marks[COUNT] = 0, 0, 0
    if take_ends(m, e, ply, n):
        return
    if marks[COUNT] == 0:
        answer(m, e.frames[ply, BEST], True)
        return
    if ply + 2 >= len(m.marks):
        counters[STATE] = TOO_LONG
        return
    if n < 64:
        finish(m, ply, np.int64(0), n, False)
    value_children(m, e, ply)
    if marks[DEPTH] <= 1:
        for place in range(marks[COUNT]):
            child = m.order[ply, place]
            if improves(m, e, ply, child, e.values[ply, child]):
                break
        answer(m, e.frames[ply, BEST], False)
    elif marks[DEPTH] == 2:
        order_children(m, e, ply)
        _look_two_ahead(m, e, ply)
    else:
        _find_places(m, e, ply)
        if ply == 0 or not _known_to_suffice(m, e, ply):
            order_children(m, e, ply)
            counters[STATE] = PROCEED


@bare_part
def _look_two_ahead(m: Memory, e: Judging, ply: Whole) -> None:
    """Searches the listed children one move deep, as many at once as there are words."""
    marks, found, order = m.marks[ply], m.found[ply], m.order[ply]
    while marks[NEXT] < marks[COUNT]:
        first, place, word = marks[NEXT], marks[NEXT], np.int64(0)
        while place < marks[COUNT]:
            at = record_at(m, order[place])
            mover, n = mover_of(m, found, at)
            if n == 0:
                m.counters[STATE] = BROKEN
                break
            if word + ((n + 63) >> 6) > WIDTH:
                break
            lay(m, e, found, at, mover, word)
            e.children[place - first, 0], e.children[place - first, 1] = word, 2 * n + mover
            word += (n + 63) >> 6
            place += 1
        if m.counters[STATE] != BROKEN:
            judge(e)
        for other in range(first, place):
            take_back(m, e, found, record_at(m, order[other]))
        if m.counters[STATE] == BROKEN:
            return
        while marks[NEXT] < place:
            child = order[marks[NEXT]]
            word, n = e.children[marks[NEXT] - first, 0], e.children[marks[NEXT] - first, 1] >> 1
            value, certain = _best_of(e, word, n, e.children[marks[NEXT] - first, 1] & 1)
            m.counters[NODES] += 1
            m.counters[MADE] += n
            marks[NEXT] += 1
            e.values[ply, child] = value
            if not certain:
                marks[UNSURE] = 1
            if improves(m, e, ply, child, value):
                credit(m, e, ply)
                answer(m, value, certain)
                return
    answer(m, e.frames[ply, BEST], marks[UNSURE] == 0)


@bare_part
def _best_of(e: Judging, word: Whole, n: Whole, mover: Whole) -> tuple[Whole, bool]:
    """What is best among the children of a position on some words, and whether it is certain."""
    best: Whole = np.int64(-1)
    sure = True
    limit = e.numbers[MOST] if mover == 0 else np.int64(0)
    while n > 0:
        lanes = EVERY if n >= 64 else (ONE << np.uint64(n)) - ONE
        value, certain = best_value(e, word, lanes, mover)
        sure = sure and certain
        if best < 0 or (value > best if mover == 0 else value < best):
            best = value
        word, n = word + 1, n - 64
    return best, bool(sure or best == limit)


@bare_part
def _counts(e: Judging, data: np.uint64, depth: Whole) -> bool:
    """Whether what the table has may be used for a depth."""
    if data == ZERO:
        return False
    return bool(depth_of(data) == depth or (not e.numbers[STRICT] and depth_of(data) > depth))


@bare_part
def _find_places(m: Memory, e: Judging, ply: Whole) -> None:
    """Finds out where the table has the listed children."""
    plan, found, spots = m.plan, m.found[ply], m.spots[ply]
    table = m.table.ctypes.data
    for place in range(m.marks[ply, COUNT]):
        child = m.order[ply, place]
        key = (child >> 6) * plan[SIZE] + plan[KEYS_AT] + (child & 63) * plan[KEY_WORDS]
        place_of(found, key, plan[KEY_WORDS], e.numbers[SALT], len(m.table), spots[child + 1])
        prefetch(table + np.int64(spots[child + 1, 0]) * 64)


@bare_part
def _known_to_suffice(m: Memory, e: Judging, ply: Whole) -> bool:
    """Whether the table has a child that decides; then it is taken."""
    marks, frame = m.marks[ply], e.frames[ply]
    for place in range(marks[COUNT]):
        child = m.order[ply, place]
        data = look_up(m.table, m.spots[ply, child + 1])
        if _counts(e, data, marks[DEPTH] - 1):
            bound = lower(data) if marks[MOVER] == 0 else upper(data)
            if bound >= frame[HIGH] if marks[MOVER] == 0 else bound <= frame[LOW]:
                frame[BEST], frame[BEST_CHILD] = bound, child
                answer(m, bound, bool(depth_of(data) == ENDLESS))
                return True
    return False


@bare_part
def _proceed(m: Memory, e: Judging) -> None:
    """Goes down to the next child, or leaves when there is none."""
    counters = m.counters
    ply = counters[PLY]
    marks, frame = m.marks[ply], e.frames[ply]
    while marks[NEXT] < marks[COUNT]:
        child = m.order[ply, marks[NEXT]]
        marks[CHILD], marks[NEXT] = child, marks[NEXT] + 1
        later = marks[NEXT] > 1
        frame[SCOUTED] = np.int64(later and e.numbers[SCOUT] != 0 and frame[HIGH] - frame[LOW] > 1)
        if not _settled(m, e, ply):
            _descend(m, e, ply)
            return
        if counters[STATE] != PROCEED:
            return
    answer(m, frame[BEST], marks[UNSURE] == 0)


@bare_part
def _window(m: Memory, e: Judging, ply: Whole) -> tuple[Whole, Whole]:
    """The window of the child that is searched."""
    frame = e.frames[ply]
    low, high = frame[LOW], frame[HIGH]
    if frame[SCOUTED]:
        return (low, low + 1) if m.marks[ply, MOVER] == 0 else (high - 1, high)
    return low, high


@bare_part
def _settled(m: Memory, e: Judging, ply: Whole) -> bool:
    """Whether the table knows enough of the next child; then it is taken."""
    marks = m.marks[ply]
    data = look_up(m.table, m.spots[ply, marks[CHILD] + 1])
    if not _counts(e, data, marks[DEPTH] - 1):
        return False
    low, high = _window(m, e, ply)
    least, most = lower(data), upper(data)
    if least < high and most > low and least < most:
        return False
    value = least if least >= high else most
    inside = e.frames[ply, LOW] < value < e.frames[ply, HIGH]
    if inside and least < most:
        return False
    e.frames[ply, SCOUTED] = 0
    _take(m, e, ply, value, bool(depth_of(data) == ENDLESS))
    return True


@bare_part
def _descend(m: Memory, e: Judging, ply: Whole) -> None:
    """Begins with the child that was chosen."""
    plan, marks = m.plan, m.marks[ply]
    child, at = marks[CHILD], record_at(m, marks[CHILD])
    for word in range(plan[RECORD_WORDS]):
        m.records[ply + 1, word] = m.found[ply, at + word]
    m.spots[ply + 1, 0, 0], m.spots[ply + 1, 0, 1] = m.spots[ply, child + 1, 0], m.spots[ply, child + 1, 1]
    m.marks[ply + 1, DEPTH] = marks[DEPTH] - 1
    low, high = _window(m, e, ply)
    data = look_up(m.table, m.spots[ply + 1, 0])
    _open_frame(e, ply + 1, low, high, move_of(data) if data else np.int64(NO_MOVE))
    m.counters[PLY], m.counters[STATE] = ply + 1, ENTER


@bare_part
def _leave(m: Memory, e: Judging) -> None:
    """Enters the value into the table and gives it to the position before."""
    counters = m.counters
    ply, value, certain = counters[PLY], counters[RESULT], counters[CERTAIN] != 0
    frame, depth = e.frames[ply], m.marks[ply, DEPTH]
    if depth > 1 and depth < ENDLESS:
        low, high = np.int64(0), e.numbers[MOST]
        if value > frame[LOW_AT_FIRST]:
            low = value
        if value < frame[HIGH_AT_FIRST]:
            high = value
        kept = ENDLESS if certain and not e.numbers[STRICT] else depth
        chosen = low == value if m.marks[ply, MOVER] == 0 else high == value
        move = m.moves[ply, frame[BEST_CHILD]] if chosen else np.int64(NO_MOVE)
        enter_bounds(m.table, m.spots[ply, 0], low, high, kept, move, e.numbers[GENERATION])
    if ply == 0:
        counters[STATE] = DONE
        return
    counters[PLY] = ply - 1
    _take(m, e, ply - 1, value, certain)


@bare_part
def _take(m: Memory, e: Judging, ply: Whole, value: Whole, certain: bool) -> None:
    """Takes the value of the child that was searched, or has it searched again."""
    marks, frame = m.marks[ply], e.frames[ply]
    child = marks[CHILD]
    if frame[SCOUTED] and frame[LOW] < value < frame[HIGH]:
        frame[SCOUTED] = 0
        _descend(m, e, ply)
        return
    e.values[ply, child] = value
    if not certain:
        marks[UNSURE] = 1
    if improves(m, e, ply, child, value):
        credit(m, e, ply)
        answer(m, value, certain)
        return
    m.counters[STATE] = PROCEED
