"""Where something stands in a rulesheet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

EXCERPT_WIDTH = 100


class Place(NamedTuple):
    """Line and column, both counted from 1."""

    line: int
    column: int


NOWHERE = Place(1, 1)


@dataclass(frozen=True)
class Source:
    """The text of a rulesheet and the name it is reported under."""

    text: str
    name: str = "rules"
    lines: list[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", self.text.split("\n"))

    def excerpt(self, place: Place) -> str:
        """The line of a place, cut to a readable width, and below it a caret."""
        written = self.lines[place.line - 1] if place.line <= len(self.lines) else ""
        start = max(0, place.column - EXCERPT_WIDTH // 2)
        shown = "".join(c if c.isprintable() else " " for c in written[start : start + EXCERPT_WIDTH])
        return f"    {shown.rstrip()}\n    {' ' * (place.column - 1 - start)}^"
