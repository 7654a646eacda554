"""What a depth-first search keeps: a frame for every ply of its path, the history of moves, and counters.

All of it is in arrays, so that a search can stop after any position and go on later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.engine.rows import row_words

if TYPE_CHECKING:
    from ludens.engine.expander.code import Plan

HISTORY = 1 << 14
"""Kinds of moves that are told apart; two that share a place are ordered worse, nothing else."""

(KEY_WORDS, RECORD_WORDS, RECORDS_AT, KEYS_AT, SIZE, LEVELS, REPLIES, ROLES,
 LEGAL0, LEGAL1, LEGAL_END, MOVES0, EXPAND, TURN, THREATEN, THREATS_AT) = range(16)  # fmt: skip
"""Numbers of the plan."""

(STATE, PLY, NODES, MADE, REPLIED, RESULT, CERTAIN, LEVEL, HORIZON, NOISE, STOP) = range(11)
"""Counters. NODES: positions that were expanded. MADE: children that were looked at; REPLIED: replies to them."""

(MOVER, DEPTH, COUNT, NEXT, UNSURE, BEGUN, CHILD, PUT_OFF, CHILDREN) = range(9)
"""Of each ply: whose choice it is, moves that may still be made, how many children are to be searched, the next of
them, whether a child failed only as far as the search could see, NODES when it began, the child being searched, how
many were put off because another thread was at them, and how many children there are."""

BUSY = 1 << 14
"""Places to note which positions threads are at."""

ENTER, PROCEED, LEAVE, DONE, BROKEN, TOO_LONG, CIRCLE = range(7)
"""States."""


class Memory(NamedTuple):
    """``found``: per ply, what the expander has written, 64 children after another. ``records``: the positions of the
    path. ``marks``: the numbers above. ``order``: children, best first; ``moves``: the number of each child's move.
    ``spots``: per ply, of the position and then of each child: the bucket of the table, and the tag.
    ``table``: buckets of four entries, each two words: the tag xor what is known, and what is known. ``busy``: tags of
    the positions that threads are at; one word where there is one thread.
    """

    plan: NDArray[np.int64]
    counters: NDArray[np.int64]
    found: NDArray[np.uint64]
    records: NDArray[np.uint64]
    marks: NDArray[np.int64]
    order: NDArray[np.int64]
    scores: NDArray[np.int64]
    moves: NDArray[np.int64]
    spots: NDArray[np.uint64]
    scratch: NDArray[np.uint64]
    history: NDArray[np.int64]
    table: NDArray[np.uint64]
    busy: NDArray[np.uint64]


def new_memory(
    plan: Plan, addresses: tuple[int, int, int], plies: int, table: NDArray[np.uint64], busy: NDArray[np.uint64]
) -> Memory:
    """The memory of one thread; ``table`` and ``busy`` are shared between threads."""
    widest = max(map(len, plan.circuit.moves))
    chunks = row_words(widest)
    legal = plan.legal_at
    numbers = np.array(
        [
            plan.key_words,
            plan.record_words,
            plan.records_at,
            plan.keys_at,
            plan.size,
            len(plan.levels),
            int(plan.replies),
            len(plan.circuit.roles),
            legal[0],
            legal[1],
            legal[-1],
            len(plan.circuit.moves[0]),
            *addresses,
            plan.threats_at,
        ],
        dtype=np.int64,
    )
    return Memory(
        numbers,
        np.zeros(16, dtype=np.int64),
        np.zeros((plies + 1, chunks * plan.size), dtype=np.uint64),
        np.zeros((plies + 1, plan.record_words), dtype=np.uint64),
        np.zeros((plies + 1, 9), dtype=np.int64),
        np.zeros((plies + 1, 64 * chunks), dtype=np.int64),
        np.zeros((plies + 1, 64 * chunks), dtype=np.int64),
        np.zeros((plies + 1, 64 * chunks), dtype=np.int64),
        np.zeros((plies + 1, 64 * chunks + 1, 2), dtype=np.uint64),
        np.zeros(plan.scratch, dtype=np.uint64),
        np.zeros(HISTORY, dtype=np.int64),
        table,
        busy,
    )
