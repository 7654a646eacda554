"""Plain alpha-beta on 64-bit boards, in Numba: what one would write in C for one game, with no table and no order of
moves, for comparison with a search that knows nothing but a rulesheet.

A board of connect four has a column in every 8 bits, one of breakthrough a row. Scores are those of the side to move: 1
won, -1 lost, 0 neither.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

COLUMNS, HEIGHT = 8, 6
NOT_LEFT, NOT_RIGHT = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)


@numba.njit(cache=True)
def has_four(stones: np.uint64) -> bool:
    """Four in a line, in a column (1), a row (8) or a diagonal (7, 9); the two bits above a column are empty."""
    for shift in (1, 7, 8, 9):
        pairs = stones & (stones >> np.uint64(shift))
        if pairs & (pairs >> np.uint64(2 * shift)):
            return True
    return False


@numba.njit(cache=True)
def connect_four(own: np.uint64, other: np.uint64, depth: int, window: tuple[int, int], made: Any) -> int:
    """The score of a position, searched to a depth; positions are counted in ``made``."""
    made[0] += 1
    if has_four(other):
        return -1
    taken = own | other
    if depth == 0:
        return 0
    is_full, (alpha, beta) = True, window
    for column in range(COLUMNS):
        floor = np.uint64(1) << np.uint64(8 * column)
        free = (taken + floor) & ~taken & (np.uint64((1 << HEIGHT) - 1) << np.uint64(8 * column))
        if not free:
            continue
        is_full = False
        alpha = max(alpha, -connect_four(other, own | free, depth - 1, (-beta, -alpha), made))
        if alpha >= beta:
            return alpha
    return 0 if is_full else alpha


@numba.njit(cache=True)
def breakthrough(sides: tuple[np.uint64, np.uint64], up: bool, depth: int, window: tuple[int, int], made: Any) -> int:
    """The score of a position for the first of two sides; ``up``: whether it goes to higher rows."""
    made[0] += 1
    own, other = sides
    far = np.uint64(0xFF) if up else np.uint64(0xFF) << np.uint64(56)
    if other & far or own == 0:
        return -1
    if depth == 0:
        return 0
    alpha, beta = window
    for direction in range(3):
        movers = own
        if direction == 1:
            movers &= NOT_LEFT
        elif direction == 2:
            movers &= NOT_RIGHT
        shift = np.uint64((8, 7, 9)[direction] if up else (8, 9, 7)[direction])
        targets = (movers << shift) if up else (movers >> shift)
        targets &= ~(own | other) if direction == 0 else ~own
        while targets:
            to = targets & (~targets + np.uint64(1))
            targets ^= to
            after = (own ^ ((to >> shift) if up else (to << shift))) | to
            alpha = max(alpha, -breakthrough((other & ~to, after), not up, depth - 1, (-beta, -alpha), made))
            if alpha >= beta:
                return alpha
    return alpha


def _connect_four(depth: int, made: Any) -> int:
    return int(connect_four(np.uint64(0), np.uint64(0), depth, (-1, 1), made))


def _breakthrough(depth: int, made: Any) -> int:
    sides = np.uint64(0xFFFF), np.uint64(0xFFFF << 48)
    return int(breakthrough(sides, True, depth, (-1, 1), made))


PLAIN: dict[str, Callable[[int, Any], int]] = {
    "connect_four(columns=8)": _connect_four,
    "breakthrough": _breakthrough,
}


def measure_plain(name: str, seconds: float) -> tuple[int, float]:
    """The last depth finished in about so many seconds of the processor, and the positions made a second."""
    search = PLAIN[name]
    search(1, np.zeros(1, dtype=np.int64))  # compiled here
    made, begin, depth = np.zeros(1, dtype=np.int64), time.process_time(), 0
    while True:
        depth += 1
        before = time.process_time()
        print(f"plain alpha-beta on words: depth {depth}, score {search(depth, made)}", end="")
        now = time.process_time()
        print(f", after {now - begin:.3f} s")
        if now - begin + 3 * (now - before) > seconds:
            return depth, float(made[0]) / (now - begin)
