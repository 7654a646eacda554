"""How far a search is, as its path shows: which part of the children have been searched, of those of which all must be.

Of a position that one good child decides, the first is expected to be that; of one that must try all, each child is
taken to be as much work as any other. The parts of the path multiply. Whose positions must try all nobody knows
beforehand: those of the role that has tried more of its children, on all paths that were looked at.

What is told never goes back while that stays so, and how long it will take is told as a range: by the pace since the
question began, and by the pace since half of that time. Where these differ too much, nobody can say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ludens.search.minimax.depth_first.memory import COUNT, MOVER, NEXT, PLY, Memory
from ludens.search.minimax.depth_first.splitting import Part

FEWEST = 4
"""Looks at a path before anything is said about time."""

LEAST = 0.01
"""The part that must be done before."""

WIDEST = 10
"""How many times as long the longer of two estimates may be."""


def path_of(memory: Memory, path: Sequence[Part] = ()) -> list[Part]:
    """Where a search is; ``path`` leads to what it searches.

    The search may go on meanwhile: what is read of its path need not fit together, and is read once only.
    """
    marks = memory.marks[: max(0, int(memory.counters[PLY]))].copy()
    return [*path, *(Part(int(mark[MOVER]), int(mark[COUNT]), int(mark[NEXT]) - 1) for mark in marks)]


def part_done(path: Sequence[Part], failing: int) -> float:
    """An estimate of the part of the work that is done, from 0 to 1, if a role must try all its children."""
    done, share = 0.0, 1.0
    for part in path:
        if part.mover == failing and part.count > 0:
            done += share * max(0, min(part.count, part.asked)) / part.count
            share /= part.count
    return min(1.0, done)


@dataclass(slots=True)
class Progress:
    """What has been seen of one question after another. ``part``: done of this one, which never shrinks."""

    question: int = -1
    failing: int = 1
    part: float = 0.0
    tried: list[int] = field(default_factory=lambda: [0, 0])
    seen: list[tuple[float, float]] = field(default_factory=list)

    def look(self, question: int, paths: Sequence[Sequence[Part]], now: float) -> None:
        """Takes down where all threads are, at a moment."""
        if question != self.question:
            self.question, self.tried = question, [0, 0]
            self._begin(now)
        for path in paths:
            for part in path:
                self.tried[part.mover] += max(0, part.asked)
        failing = 0 if self.tried[0] > self.tried[1] else 1
        if failing != self.failing:
            self.failing = failing
            self._begin(now)
        self.part = max([self.part, *(part_done(path, failing) for path in paths)])
        self.seen.append((now, self.part))

    def left(self) -> tuple[float, float] | None:
        """The least and the most seconds that may be left; ``None`` where nobody can say."""
        if len(self.seen) <= 1 + FEWEST or self.part < LEAST:
            return None
        (begin, _), (now, done) = self.seen[0], self.seen[-1]
        middle, before = next(look for look in self.seen if look[0] >= (begin + now) / 2)
        if now <= begin or done <= before:
            return None
        estimates = [(1 - done) * (now - begin) / done, (1 - done) * (now - middle) / (done - before)]
        return None if max(estimates) > WIDEST * min(estimates) else (min(estimates), max(estimates))

    def words(self) -> str:
        """How far the question is, and how long it may take."""
        left = self.left()
        if left is None:
            return f"about {self.part:.1%} of this question, too early to say how long it will take"
        least, most = (f"{seconds:,.0f}" for seconds in left)
        return f"about {self.part:.1%} of this question, {least if least == most else f'{least} to {most}'} s left"

    def _begin(self, now: float) -> None:
        self.part, self.seen = 0.0, [(now, 0.0)]
