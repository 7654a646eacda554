"""Rules without variables: what a language comes to, and what circuits are made of."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

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
    memory_bytes: int = 4 << 30
    output_bytes: int = 300 << 20

    def left(self, end: float, most_output: int | None = None) -> GroundingBudget:
        """What may still be used until ``end``, with no more output than this."""
        output = self.output_bytes if most_output is None else min(self.output_bytes, most_output)
        return GroundingBudget(max(0.0, end - time.monotonic()), self.memory_bytes, output)


@dataclass(slots=True)
class GroundRules:
    """Rules without variables. An atom of ``true`` or ``does`` has no rule: it is given.

    ``heads`` and ``bodies`` list the rules side by side. The tables give the atom, or FACT, of everything that can
    hold: what is not there never does.
    """

    roles: tuple[Ground, ...]
    initial: frozenset[Ground]
    heads: list[Atom] = field(default_factory=list)
    bodies: list[tuple[Atom, ...]] = field(default_factory=list)
    true: dict[Ground, Atom] = field(default_factory=dict)
    does: dict[tuple[Ground, Ground], Atom] = field(default_factory=dict)
    next: dict[Ground, Atom] = field(default_factory=dict)
    legal: dict[tuple[Ground, Ground], Atom] = field(default_factory=dict)
    goal: dict[tuple[Ground, Ground], Atom] = field(default_factory=dict)
    terminal: Atom | None = None

    @property
    def size(self) -> int:
        """The number of gates with two inputs that the rules come to as they stand."""
        return sum(map(len, self.bodies)) - len(set(self.heads))


def ground_text(term: Ground) -> str:
    """The term as it is written: names and parentheses."""
    if isinstance(term, str):
        return term
    return f"({' '.join(map(ground_text, term))})"
