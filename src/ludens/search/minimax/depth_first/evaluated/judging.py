"""Positions whose children are judged at once, eight of them in one go, and what is best for whoever chooses there.

The best of 64 sums, which lie in planes of one bit each, is found bit by bit from the highest on: of the lanes that are
still in question only those stay that have the better bit, if there are any.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import ONE, Whole, count, lowest
from ludens.engine.kernels.calling import address_of, call
from ludens.engine.kernels.compiling import bare_part
from ludens.search.minimax.depth_first.evaluated.memory import BITS, JUDGE, MOST, SPACING, SUMS, Judging
from ludens.search.minimax.depth_first.memory import KEY_WORDS, LEGAL0, LEGAL1, LEGAL_END, MOVES0, Memory

EVERY = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
ZERO = np.uint64(0)
WIDTH = 8


@bare_part
def mover_of(m: Memory, record: NDArray[np.uint64], at: Whole) -> tuple[Whole, Whole]:
    """Who chooses in the position of a record, and among how many moves; 0 where the rules are broken."""
    first, second = np.int64(0), np.int64(0)
    for word in range(m.plan[LEGAL0], m.plan[LEGAL1]):
        first += count(record[at + word])
    for word in range(m.plan[LEGAL1], m.plan[LEGAL_END]):
        second += count(record[at + word])
    if first == 0 or second == 0 or (first > 1 and second > 1):
        return np.int64(0), np.int64(0)
    return (np.int64(1), second) if second > 1 else (np.int64(0), first)


@bare_part
def lay(m: Memory, e: Judging, record: NDArray[np.uint64], at: Whole, mover: Whole, word: Whole) -> None:
    """Puts a position on as many words as its moves need, from one on, each lane with a move of its own."""
    plan = m.plan
    own, other = (plan[LEGAL1], plan[LEGAL0]) if mover else (plan[LEGAL0], plan[LEGAL1])
    own_end, other_end = (plan[LEGAL_END], plan[LEGAL1]) if mover else (plan[LEGAL1], plan[LEGAL_END])
    own_first, other_first = (plan[MOVES0], np.int64(0)) if mover else (np.int64(0), plan[MOVES0])
    lane, last = np.int64(0), word
    for place in range(own, own_end):
        left = record[at + place]
        while left:
            last = word + (lane >> 6)
            e.moves[own_first + 64 * (place - own) + lowest(left), last] = ONE << np.uint64(lane & 63)
            left &= left - ONE
            lane += 1
    forced = np.int64(0)
    for place in range(other, other_end):
        if record[at + place]:
            forced = other_first + 64 * (place - other) + lowest(record[at + place])
    for here in range(word, last + 1):
        e.moves[forced, here] = EVERY
        for place in range(plan[KEY_WORDS]):
            e.positions[place, here] = record[at + place]


@bare_part
def judge(e: Judging) -> None:
    """Judges what has been laid."""
    call(e.numbers[JUDGE], (address_of(e.positions), address_of(e.moves), address_of(e.found), address_of(e.fluents)))
    if e.numbers[SUMS]:
        call(e.numbers[SUMS], (address_of(e.fluents), address_of(e.sums)))


@bare_part
def take_back(m: Memory, e: Judging, record: NDArray[np.uint64], at: Whole) -> None:
    """Makes the planes of a position's moves zero again."""
    plan = m.plan
    for place in range(plan[LEGAL0], plan[LEGAL_END]):
        base = 64 * (place - plan[LEGAL0]) if place < plan[LEGAL1] else plan[MOVES0] + 64 * (place - plan[LEGAL1])
        left = record[at + place]
        while left:
            move = base + lowest(left)
            left &= left - ONE
            for word in range(WIDTH):
                e.moves[move, word] = ZERO


@bare_part
def best_value(e: Judging, word: Whole, lanes: np.uint64, mover: Whole) -> tuple[Whole, bool]:
    """The best value of some lanes of a word for whoever chooses, and whether only ends decide."""
    over = e.found[0, word] & lanes
    value: Whole = np.int64(-1)
    certain = True
    if over:
        value = _best_end(e, word, over, mover)
        if value == (e.numbers[MOST] if mover == 0 else 0):
            return value, True
    still = lanes & ~over
    if still:
        certain = False
        found = np.int64(0)
        for bit in range(e.numbers[BITS] - 1, -1, -1):
            plane = e.sums[bit, word]
            better = still & (plane if mover == 0 else ~plane)
            if better:
                still = better
            if (mover == 0) == (better != ZERO):
                found |= np.int64(1) << bit
        found = e.numbers[SPACING] * (found + 1) - 1
        if value < 0 or (found > value if mover == 0 else found < value):
            value = found
    return value, certain


@bare_part
def _best_end(e: Judging, word: Whole, over: np.uint64, mover: Whole) -> Whole:
    """The best value of lanes that are ends."""
    level = np.int64(0)
    if mover == 0:
        while level < len(e.ends) - 1 and over & e.found[level + 1, word]:
            level += 1
    else:
        while level < len(e.ends) - 1 and over & ~e.found[level + 1, word] == ZERO:
            level += 1
    return np.int64(e.ends[level])


@bare_part
def sum_of(e: Judging, word: Whole, lane: np.uint64) -> Whole:
    """What a child that is no end seems to be worth."""
    found = np.int64(0)
    for bit in range(e.numbers[BITS]):
        found |= np.int64((e.sums[bit, word] >> lane) & ONE) << bit
    return np.int64(e.numbers[SPACING] * (found + 1) - 1)
