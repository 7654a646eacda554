"""How a position lies on a board: which terms name a place, and what stands there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ludens.gdl.patterns import Ground, ground_text

BLANKS = frozenset({"b", "blank", "empty", "e", "nil", "none", "free"})
BLANK = "·"
LONGEST_SIDE = 40


@dataclass(frozen=True, slots=True)
class Layer:
    """The terms of one name and number of arguments that say what stands where.

    ``column``, ``row`` and ``group`` are argument numbers; ``group`` tells several boards apart.
    ``marker`` is drawn there; without one, the other arguments are.
    ``always``: the name is a relation of the rules, not a part of the position.
    """

    name: str
    arguments: int
    column: int
    row: int
    group: int | None = None
    marker: str | None = None
    always: bool = False

    def holds(self, term: Ground) -> bool:
        """Whether the term belongs to this layer."""
        return isinstance(term, tuple) and term[0] == self.name and len(term) == self.arguments + 1

    def place(self, term: Ground) -> tuple[str, str, str]:
        """Group, column and row."""
        group = "" if self.group is None else ground_text(term[self.group + 1])
        return group, ground_text(term[self.column + 1]), ground_text(term[self.row + 1])

    def piece(self, term: Ground) -> str:
        """What is drawn; nothing for a blank."""
        if self.marker is not None:
            return self.marker
        used = {0, self.column + 1, self.row + 1, -1 if self.group is None else self.group + 1}
        parts = [ground_text(part) for number, part in enumerate(term) if number not in used]
        return " ".join(part for part in parts if part not in BLANKS)


@dataclass(frozen=True, slots=True)
class Board:
    """A board of one or more layers; where two say something of a place, the later one is drawn.

    ``rows_up``: the first row is at the bottom. ``slant``: each row is shifted by half a cell, as in hex.
    """

    layers: tuple[Layer, ...]
    rows_up: bool = False
    slant: bool = False


def ordered(names: Iterable[str]) -> list[str]:
    """Names as people count: numbers by value, also at the end of a name."""
    return sorted(set(names), key=_natural)


def axis(names: Iterable[str]) -> list[str]:
    """The coordinates of one side of a board; numbers without gaps."""
    seen = ordered(names)
    if seen and all(name.isdecimal() for name in seen) and int(seen[-1]) < LONGEST_SIDE:
        return [str(number) for number in range(int(seen[0]), int(seen[-1]) + 1)]
    return seen


def _natural(name: str) -> list[tuple[int, str]]:
    return [(int(part) if part.isdecimal() else LONGEST_SIDE**9, part) for part in re.split(r"(\d+)", name) if part]
