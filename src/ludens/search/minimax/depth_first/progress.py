"""How far a search is, as its path shows: which part of the children have been searched, of those of which all must be.

Of a position that one good child decides, the first is expected to be that; of one that must try all, each child is
taken to be as much work as any other. The parts of the path multiply.
"""

from __future__ import annotations

from ludens.search.minimax.depth_first.memory import COUNT, MOVER, NEXT, PLY, Memory


def part_done(memory: Memory) -> float:
    """An estimate of the part of the work that is done, from 0 to 1, from the path of a search that has stopped."""
    plies = [memory.marks[ply] for ply in range(int(memory.counters[PLY]))]
    tried = [sum(int(mark[NEXT]) - 1 for mark in plies if mark[MOVER] == mover) for mover in (0, 1)]
    failing = 0 if tried[0] > tried[1] else 1
    done, share = 0.0, 1.0
    for mark in plies:
        if mark[MOVER] == failing and mark[COUNT] > 0:
            done += share * (int(mark[NEXT]) - 1) / int(mark[COUNT])
            share /= int(mark[COUNT])
    return done
