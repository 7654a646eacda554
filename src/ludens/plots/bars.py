"""Bars from left to right, one below the other, each with an error bar, a mark to compare it with, or its number."""

from __future__ import annotations

from dataclasses import dataclass
from xml.sax.saxutils import escape

from ludens.boards.paint import INK, element, text
from ludens.plots.chart import LETTER, Axis, Box, Symbol, line, mark

CAP = 4
"""Half the height of the strokes at the ends of an error bar."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A value. ``opacity``: below 1, what lies under the bar shines through. ``label``: shown under the mouse.

    ``written``: after the end of the bar.
    """

    value: float
    colour: str
    opacity: float = 1.0
    interval: tuple[float, float] | None = None
    label: str = ""
    written: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """Another value that a bar is compared with, a diamond below it, and its interval."""

    value: float
    colour: str
    interval: tuple[float, float] | None = None


def bar(box: Box, across: Axis, y: float, height: float, drawn: Bar) -> list[str]:
    """A bar of this height around a line, from zero or, where the axis does not have it, its end nearest to zero."""
    begin, end = box.x(across.place(0.0)), box.x(across.place(drawn.value))
    title = element("title", escape(drawn.label)) if drawn.label else ""
    parts = [
        element(
            "rect", title, x=min(begin, end), y=y - height / 2, width=max(1.0, abs(end - begin)), height=height,
            fill=drawn.colour, fill_opacity=drawn.opacity,
        )
    ]  # fmt: skip
    if drawn.interval is not None:
        low, high = (box.x(across.place(edge)) for edge in drawn.interval)
        parts.append(line(low, y, high, y, INK, stroke_width=1.5))
        parts += [line(edge, y - CAP, edge, y + CAP, INK, stroke_width=1.5) for edge in (low, high)]
    if drawn.written:
        parts.append(text(max(begin, end) + 4, y, drawn.written, 10, text_anchor="start"))
    return parts


def reference(box: Box, across: Axis, y: float, drawn: Reference) -> list[str]:
    """The value that a bar is compared with, on a line of its own."""
    parts = []
    if drawn.interval is not None:
        low, high = (box.x(across.place(edge)) for edge in drawn.interval)
        parts.append(line(low, y, high, y, drawn.colour, stroke_width=1.5))
    return [*parts, mark(Symbol.DIAMOND, box.x(across.place(drawn.value)), y, 5, drawn.colour)]


def row_name(box: Box, y: float, words: str) -> str:
    """What a bar is of, left of the box, in letters small enough for the room there."""
    size = min(12.0, (box.left - 18) / (LETTER * max(1, len(words))))
    return text(box.left - 10, y, words, size, text_anchor="end")
