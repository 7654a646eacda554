"""Finished drawings beside and below each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludens.boards.paint import element

GAP = 18.0


@dataclass(frozen=True, slots=True)
class Part:
    """A finished piece of the drawing, from (0, 0) to its width and height."""

    width: float
    height: float
    content: str


def at(content: str, x: float, y: float) -> str:
    """The content moved to a place."""
    return element("g", content, transform=f"translate({x:.2f} {y:.2f})")


def below(parts: Sequence[Part], gap: float = 10.0) -> Part:
    """Parts below each other, each in the middle."""
    width = max((part.width for part in parts), default=0.0)
    content, y = "", 0.0
    for part in parts:
        content += at(part.content, (width - part.width) / 2, y)
        y += part.height + gap
    return Part(width, max(0.0, y - gap), content)


def row(parts: Sequence[Part], gap: float = GAP) -> Part:
    """Parts beside each other."""
    content, x = "", 0.0
    for part in parts:
        content += at(part.content, x, 0)
        x += part.width + gap
    return Part(x - gap, max(part.height for part in parts), content)
