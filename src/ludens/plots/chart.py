"""The parts of every chart: the document, its title and legend, axes with numbers, and symbols."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any
from xml.sax.saxutils import escape

from ludens.boards.paint import FAINT, LINK, PAPER, TARGET, element, text

GRID = "#e8e4dc"
PALE, CONTRAST = "#92b4d8", "#c0562f"
COLOURS = (TARGET, LINK, CONTRAST, "#8a5a9e", "#b07d12", "#4b6b77")
"""Of series, in this order."""

LETTER = 0.57
"""The width of a letter, on average, for a size of one."""

BOLD = 1.15
"""How much wider letters in bold are."""

DASHES = "4 3"


class Symbol(Enum):
    """What stands for a value."""

    DOT = "dot"
    RING = "ring"
    DIAMOND = "diamond"
    SQUARE = "square"


@dataclass(frozen=True, slots=True)
class Box:
    """Where values are drawn. ``inset``: from its sides to the first and the last value."""

    left: float
    top: float
    right: float
    bottom: float
    inset: float = 0.0

    def x(self, place: float) -> float:
        return self.left + self.inset + place * (self.right - self.left - 2 * self.inset)

    def y(self, place: float) -> float:
        return self.bottom - place * (self.bottom - self.top)


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis. ``place``: where a value lies on it, from 0 to 1. ``ticks``: values with what is written there.

    ``level``: a value at which a dashed line is drawn.
    """

    name: str
    place: Callable[[Any], float]
    ticks: Sequence[tuple[Any, str]]
    level: Any = None


def document(width: float, height: float, parts: Iterable[str]) -> str:
    """The parts on paper, as an SVG document."""
    paper = element("rect", width=width, height=height, fill=PAPER)
    view, space = f"0 0 {width:g} {height:g}", "http://www.w3.org/2000/svg"
    return (
        element("svg", "\n".join(["", paper, *parts, ""]), xmlns=space, viewBox=view, font_family="sans-serif") + "\n"
    )


def fitted(x: float, y: float, words: str, size: float, room: float, **attributes: object) -> str:
    """A line of text that begins here, in letters of this size, or smaller ones if it were wider than the room."""
    smaller = room / (LETTER * max(1, len(words)))
    return text(x, y, words, min(size, smaller), **({"text_anchor": "start"} | attributes))


def heading(x: float, y: float, words: str, room: float) -> str:
    """The title of a chart."""
    return fitted(x, y, words, 14, room / BOLD, font_weight="bold")


def legend(x: float, y: float, entries: Iterable[tuple[Symbol, str, str]], room: float, down: float = 0.0) -> list[str]:
    """Symbols, each with its colour and what it stands for: side by side, or below each other by so much."""
    parts = []
    for symbol, colour, words in entries:
        parts.append(mark(symbol, x + 5, y, 5, colour))
        parts.append(fitted(x + 16, y, words, 11, room - 16))
        if down:
            y += down
        else:
            x += 40 + 0.5 * 11 * len(words)
    return parts


def axis_across(box: Box, axis: Axis) -> list[str]:
    """The axis below the box, with a line upwards at every tick."""
    parts = []
    for value, words in axis.ticks:
        x = box.x(axis.place(value))
        parts.append(line(x, box.top, x, box.bottom, GRID))
        parts.append(text(x, box.bottom + 14, words, 11))
    if axis.level is not None:
        x = box.x(axis.place(axis.level))
        parts.append(line(x, box.top, x, box.bottom, FAINT, stroke_dasharray=DASHES))
    return [*parts, text((box.left + box.right) / 2, box.bottom + 34, axis.name, 12, fill=FAINT)]


def axis_up(box: Box, axis: Axis) -> list[str]:
    """The axis left of the box, with a line across at every tick."""
    parts = []
    for value, words in axis.ticks:
        y = box.y(axis.place(value))
        parts.append(line(box.left, y, box.right, y, GRID))
        parts.append(text(box.left - 8, y, words, 11, text_anchor="end"))
    if axis.level is not None:
        y = box.y(axis.place(axis.level))
        parts.append(line(box.left, y, box.right, y, FAINT, stroke_dasharray=DASHES))
    middle = (box.top + box.bottom) / 2
    return [*parts, text(16, middle, axis.name, 12, fill=FAINT, transform=f"rotate(-90 16 {middle:g})")]


def mark(symbol: Symbol, x: float, y: float, size: float, colour: str, *, label: str = "") -> str:
    """A symbol around a point; ``size``: half its width. The label is shown under the mouse."""
    title = element("title", escape(label)) if label else ""
    match symbol:
        case Symbol.DOT:
            return element("circle", title, cx=x, cy=y, r=size, fill=colour)
        case Symbol.RING:
            return element("circle", title, cx=x, cy=y, r=size, fill=PAPER, stroke=colour, stroke_width=1.5)
        case Symbol.DIAMOND:
            corners = f"M{x:g} {y - size:g} l{size:g} {size:g} l-{size:g} {size:g} l-{size:g} -{size:g} z"
            return element("path", title, d=corners, fill=colour)
        case Symbol.SQUARE:
            return element("rect", title, x=x - size, y=y - size, width=2 * size, height=2 * size, fill=colour)


def line(x1: float, y1: float, x2: float, y2: float, stroke: str, **attributes: object) -> str:
    return element("line", "", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, **attributes)
