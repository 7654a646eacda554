"""Rules without variables: what a language comes to, and what circuits are made of."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

Ground = str | tuple["Ground", ...]
"""A term without variables: a name, or a name with arguments, ``("cell", "1", "2", "x")``."""

State = frozenset[Ground]
"""A position: all that is true in it."""

Atom = int
"""A number above 0. In a body, ``-atom`` is the atom denied."""

FACT: Atom = 0
"""Stands for every atom that always holds."""


@dataclass(frozen=True, slots=True)
class GroundingBudget:
    """What grounding may cost: time, the memory of the process that does it, and the length of what it finds."""

    seconds: float = 60.0
    memory_bytes: int = 2 << 30
    output_bytes: int = 300 << 20

    def left(self, end: float, most_output: int | None = None) -> GroundingBudget:
        """What may still be used until ``end``, with no more output than this."""
        output = self.output_bytes if most_output is None else min(self.output_bytes, most_output)
        return GroundingBudget(max(0.0, end - time.monotonic()), self.memory_bytes, output)


@dataclass(frozen=True, slots=True, eq=False)
class PackedBodies:
    """Bodies in two arrays, for there may be millions: that of rule ``r`` is ``atoms[starts[r]:starts[r + 1]]``.

    Iterating gives them one by one as tuples.
    """

    starts: NDArray[np.int64]
    atoms: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __iter__(self) -> Iterator[tuple[Atom, ...]]:
        atoms, starts = self.atoms.tolist(), self.starts.tolist()
        return (tuple(atoms[start:end]) for start, end in pairwise(starts))


def packed(bodies: Sequence[tuple[Atom, ...]] | PackedBodies) -> PackedBodies:
    """The same bodies as arrays."""
    if isinstance(bodies, PackedBodies):
        return bodies
    lengths = np.fromiter(map(len, bodies), dtype=np.int64, count=len(bodies))
    starts = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(lengths)))
    return PackedBodies(starts, np.fromiter(chain.from_iterable(bodies), dtype=np.int64, count=int(starts[-1])))


@dataclass(slots=True)
class GroundRules:
    """Rules without variables. An atom of ``true`` or ``does`` has no rule: it is given.

    ``heads`` and ``bodies`` list the rules side by side. The tables give the atom, or FACT, of everything that can
    hold: what is not there never does.
    """

    roles: tuple[Ground, ...]
    initial: frozenset[Ground]
    heads: Sequence[Atom] | NDArray[np.int64] = ()
    bodies: Sequence[tuple[Atom, ...]] | PackedBodies = ()
    true: dict[Ground, Atom] = field(default_factory=dict)
    does: dict[tuple[Ground, Ground], Atom] = field(default_factory=dict)
    next: dict[Ground, Atom] = field(default_factory=dict)
    legal: dict[tuple[Ground, Ground], Atom] = field(default_factory=dict)
    goal: dict[tuple[Ground, Ground], Atom] = field(default_factory=dict)
    terminal: Atom | None = None

    @property
    def size(self) -> int:
        """The number of gates with two inputs that the rules come to as they stand."""
        return len(packed(self.bodies).atoms) - int(
            np.count_nonzero(np.bincount(np.asarray(self.heads, dtype=np.int64)))
        )


def ground_text(term: Ground) -> str:
    """The term as it is written: names and parentheses."""
    if isinstance(term, str):
        return term
    return f"({' '.join(map(ground_text, term))})"
