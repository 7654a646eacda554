"""Pictures of an experiment: bars with intervals beside the published figures, or a curve over an axis. SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from ludens.boards.paint import FAINT, INK, LINK, PAPER, element, text
from ludens.studies.study import Axis
from ludens.studies.table import Row, number

WIDTH, LEFT, RIGHT, TOP, BELOW, LINE = 760, 270, 40, 66, 46, 28
CURVE_HEIGHT, CURVE_LEFT = 380, 64
GRID, PUBLISHED = "#e8e4dc", "#c0562f"
LETTER = 0.56
"""The width of a letter, on average, for a size of one."""

LEGEND = 44
"""How far down it is written."""

SPAN = 100
"""Largest to smallest value from which a scale is logarithmic."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How values become places between two ends of the picture."""

    lowest: float
    highest: float
    begin: float
    end: float
    logarithmic: bool = False

    def at(self, value: float) -> float:
        low, high, here = self.lowest, self.highest, min(self.highest, max(self.lowest, value))
        if self.logarithmic:
            low, high, here = math.log10(low), math.log10(high), math.log10(here)
        return self.begin + (here - low) / (high - low) * (self.end - self.begin)

    def ticks(self) -> list[float]:
        """Round numbers from end to end, at most eight."""
        if self.logarithmic:
            first, last = round(math.log10(self.lowest)), round(math.log10(self.highest))
            return [10.0**power for power in range(first, last + 1, 1 + (last - first) // 7)]
        step = next(step for step in _steps(self.highest - self.lowest) if (self.highest - self.lowest) / step <= 7)
        first = math.ceil(self.lowest / step - 1e-9)
        return [count * step for count in range(first, math.floor(self.highest / step + 1e-9) + 1)]


def picture(title: str, rows: Sequence[Row], axis: Axis | None = None) -> str | None:
    """The rows as an SVG document; None where there is nothing to draw. Only rows of the first one's unit are drawn."""
    drawn = [row for row in rows if row.value is not None]
    drawn = [row for row in drawn if row.unit == drawn[0].unit]
    if axis is not None:
        drawn = [row for row in drawn if row.place is not None]
    if not drawn:
        return None
    return _curve(title, drawn, axis) if axis is not None else _bars(title, drawn)


def _bars(title: str, rows: Sequence[Row]) -> str:
    """A line for each row: our bar with its interval, and a mark where the document's figure is."""
    height = TOP + LINE * len(rows) + BELOW
    scale, bottom = _value_scale(rows, LEFT, WIDTH - RIGHT), TOP + LINE * len(rows)
    parts = [*_heading(title, height, rows)]
    for tick in scale.ticks():
        parts.append(_line(scale.at(tick), TOP, scale.at(tick), bottom, GRID))
        parts.append(text(scale.at(tick), bottom + 14, number(tick), 11))
    level = rows[0].even if rows[0].even is not None else 0.0 if scale.lowest < 0 else None
    if level is not None:
        parts.append(_line(scale.at(level), TOP, scale.at(level), bottom, FAINT, stroke_dasharray="4 3"))
    for place, row in enumerate(rows):
        parts += _bar(row, scale, TOP + LINE * (place + 0.5))
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, bottom + 34, _unit(rows), 12, fill=FAINT))
    return _document(parts, height)


def _bar(row: Row, scale: Scale, y: float) -> list[str]:
    assert row.value is not None
    size = min(12.0, (LEFT - 18) / (LETTER * max(1, len(row.what))))
    title = element("title", escape(f"{row.what}: {row.ours}; document: {row.document}"))
    begin = scale.at(0.0)
    left, width = min(begin, scale.at(row.value)), max(1.0, abs(scale.at(row.value) - begin))
    parts = [
        text(LEFT - 10, y, row.what, size, text_anchor="end"),
        element("rect", title, x=left, y=y - 8, width=width, height=16, fill=LINK, fill_opacity=0.55),
    ]
    if row.interval is not None:
        low, high = scale.at(row.interval.low), scale.at(row.interval.high)
        parts.append(_line(low, y, high, y, INK, stroke_width=1.5))
        parts += [_line(end, y - 4, end, y + 4, INK, stroke_width=1.5) for end in (low, high)]
    return parts + _published_mark(row, scale, y)


def _published_mark(row: Row, scale: Scale, y: float) -> list[str]:
    if row.published is None:
        return []
    x, parts = scale.at(row.published), list[str]()
    if row.published_interval is not None:
        low, high = scale.at(row.published_interval.low), scale.at(row.published_interval.high)
        parts.append(_line(low, y + 11, high, y + 11, PUBLISHED, stroke_width=1.5))
    diamond = f"M{x:g} {y + 6:g} l5 5 l-5 5 l-5 -5 z"
    return [*parts, element("path", d=diamond, fill=PUBLISHED)]


def _curve(title: str, rows: Sequence[Row], axis: Axis) -> str:
    """Our values with intervals over the places of the axis, joined; the document's as diamonds."""
    ordered = sorted(rows, key=lambda row: row.place or 0.0)
    up = _value_scale(rows, CURVE_HEIGHT - BELOW, TOP)
    across = _place_scale(ordered, axis, CURVE_LEFT + 14, WIDTH - RIGHT - 14)
    parts = [*_heading(title, CURVE_HEIGHT, rows), *_curve_axes(ordered, axis, up, across)]
    places = [(across.at(row.place or 0.0), up.at(row.value or 0.0)) for row in ordered]
    joined = " ".join(f"{x:g},{y:g}" for x, y in places)
    parts.append(element("polyline", points=joined, fill="none", stroke=LINK, stroke_width=1.5))
    for row, (x, y) in zip(ordered, places, strict=True):
        parts += _point(row, x, y, up)
    return _document(parts, CURVE_HEIGHT)


def _curve_axes(rows: Sequence[Row], axis: Axis, up: Scale, across: Scale) -> list[str]:
    right, bottom, parts = WIDTH - RIGHT, CURVE_HEIGHT - BELOW, list[str]()
    for tick in up.ticks():
        parts.append(_line(CURVE_LEFT, up.at(tick), right, up.at(tick), GRID))
        parts.append(text(CURVE_LEFT - 8, up.at(tick), number(tick), 11, text_anchor="end"))
    for row in rows:
        x = across.at(row.place or 0.0)
        parts += [_line(x, TOP, x, bottom, GRID), text(x, bottom + 14, number(row.place or 0.0), 11)]
    if rows[0].even is not None:
        level = up.at(rows[0].even)
        parts.append(_line(CURVE_LEFT, level, right, level, FAINT, stroke_dasharray="4 3"))
    middle = (TOP + bottom) / 2
    parts.append(text((CURVE_LEFT + right) / 2, bottom + 34, axis.name, 12, fill=FAINT))
    parts.append(text(16, middle, _unit(rows), 12, fill=FAINT, transform=f"rotate(-90 16 {middle:g})"))
    return parts


def _point(row: Row, x: float, y: float, up: Scale) -> list[str]:
    parts = []
    if row.interval is not None:
        parts.append(_line(x, up.at(row.interval.low), x, up.at(row.interval.high), LINK, stroke_opacity=0.6))
    title = element("title", escape(f"{row.what}: {row.ours}"))
    parts.append(element("circle", title, cx=x, cy=y, r=4, fill=LINK))
    if row.published is not None:
        there = up.at(row.published)
        parts.append(element("path", d=f"M{x:g} {there - 5:g} l5 5 l-5 5 l-5 -5 z", fill=PUBLISHED))
    return parts


def _heading(title: str, height: float, rows: Sequence[Row]) -> list[str]:
    """The paper, the title and the legend, in which the document's mark is named only where there is one."""
    parts = [
        element("rect", width=WIDTH, height=height, fill=PAPER),
        text(20, 20, title, min(15.0, (WIDTH - 40) / (0.6 * len(title))), font_weight="bold", text_anchor="start"),
        element("rect", x=20, y=LEGEND - 5, width=18, height=10, fill=LINK, fill_opacity=0.55),
        text(44, LEGEND, "ours, with 95 % interval", 11, text_anchor="start"),
    ]
    if any(row.published is not None for row in rows):
        words = "the document's"
        if any(row.published_interval is not None for row in rows):
            words += ", with the interval that its number of games gives"
        parts.append(element("path", d=f"M206 {LEGEND - 5:g} l5 5 l-5 5 l-5 -5 z", fill=PUBLISHED))
        parts.append(text(218, LEGEND, words, 11, text_anchor="start"))
    return parts


def _unit(rows: Sequence[Row]) -> str:
    return "score, %" if rows[0].even is not None else rows[0].unit


def _value_scale(rows: Sequence[Row], begin: float, end: float) -> Scale:
    if rows[0].unit == "%":
        return Scale(0.0, 100.0, begin, end)
    values = [value for row in rows for value in (row.value, row.published) if value is not None]
    values += [edge for row in rows if row.interval for edge in (row.interval.low, row.interval.high)]
    positive = [value for value in values if value > 0]
    if len(positive) == len(values) and max(values) / min(values) > SPAN:
        low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        return Scale(10.0**low, 10.0**high, begin, end, logarithmic=True)
    lowest, highest = min(0.0, *values), max(*values, 0.0)
    return Scale(lowest, highest if highest > lowest else lowest + 1.0, begin, end)


def _place_scale(rows: Sequence[Row], axis: Axis, begin: float, end: float) -> Scale:
    places = [row.place or 0.0 for row in rows]
    if axis.logarithmic and min(places) > 0:
        return Scale(min(places), max(*places, min(places) * 1.001), begin, end, logarithmic=True)
    return Scale(min(places), max(*places, min(places) + 1e-9), begin, end)


def _steps(span: float) -> list[float]:
    power = 10.0 ** math.floor(math.log10(span) - 1)
    return [power * factor for factor in (1, 2, 5, 10, 20, 50, 100)]


def _line(x1: float, y1: float, x2: float, y2: float, stroke: str, **attributes: object) -> str:
    return element("line", "", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, **attributes)


def _document(parts: Sequence[str], height: float) -> str:
    return (
        element(
            "svg", "\n".join(["", *parts, ""]), xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {WIDTH} {height:g}", font_family="sans-serif",
        ) + "\n"
    )  # fmt: skip
