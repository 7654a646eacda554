"""How far a search is, as its path shows: which part of the children have been searched, of those of which all must be.

Of a position that one good child decides, the first is expected to be that; of one that must try all, each child is
taken to be as much work as any other. The parts of the path multiply.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludens.search.minimax.depth_first.memory import COUNT, MOVER, NEXT, PLY, Memory
from ludens.search.minimax.depth_first.splitting import Part


def part_done(memory: Memory, path: Sequence[Part] = ()) -> float:
    """An estimate of the part of the work that is done, from 0 to 1; ``path`` leads to what is searched.

    The search may go on meanwhile: what is read of its path need not fit together, and is read once only.
    """
    marks = memory.marks[: max(0, int(memory.counters[PLY]))].copy()
    path = [*path, *(Part(int(mark[MOVER]), int(mark[COUNT]), int(mark[NEXT]) - 1) for mark in marks)]
    tried = [sum(part.asked for part in path if part.mover == mover) for mover in (0, 1)]
    failing = 0 if tried[0] > tried[1] else 1
    done, share = 0.0, 1.0
    for part in path:
        if part.mover == failing and part.count > 0:
            done += share * max(0, min(part.count, part.asked)) / part.count
            share /= part.count
    return min(1.0, done)
