"""Charts of an experiment: bars with intervals beside the published figures, or a curve over an axis."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ludens.arena.statistics import Interval
from ludens.boards.paint import LINK
from ludens.plots.bars import Bar, Reference, bar, reference, row_name
from ludens.plots.chart import CONTRAST, PALE, Axis, Box, Symbol, axis_across, document, heading, legend, line
from ludens.plots.scale import Scale
from ludens.plots.series import Mark, Series, panel
from ludens.studies.rows import Row
from ludens.studies.study import Axis as Variable
from ludens.studies.words import number

WIDTH, RIGHT, TOP, BELOW = 760, 40, 66, 46
BARS_LEFT, BAR, LINE = 270, 16, 28
CURVE_LEFT, CURVE_HEIGHT = 64, 380
MARGIN, TITLE, LEGEND = 20, 20, 44

OPACITY = 0.55
"""Of our bars; in the legend, where nothing lies under it, their colour is ``PALE``."""

SPAN = 100
"""Largest to smallest value from which a scale is logarithmic."""


def picture(title: str, rows: Sequence[Row], axis: Variable | None = None) -> str | None:
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
    box = Box(BARS_LEFT, TOP, WIDTH - RIGHT, TOP + LINE * len(rows))
    values = _values(rows)
    parts = [*_heading(title, rows, Symbol.SQUARE, PALE), *axis_across(box, values)]
    for place, row in enumerate(rows):
        assert row.value is not None
        y = box.top + LINE * (place + 0.5)
        label = f"{row.what}: {row.ours}; document: {row.document}"
        ours = Bar(value=row.value, colour=LINK, opacity=OPACITY, interval=_ends(row.interval), label=label)
        parts += [row_name(box, y, row.what), *bar(box, values, y, BAR, ours)]
        if row.published is not None:
            theirs = Reference(row.published, CONTRAST, _ends(row.published_interval))
            parts += reference(box, values, y + 11, theirs)
    return document(WIDTH, box.bottom + BELOW, parts)


def _curve(title: str, rows: Sequence[Row], axis: Variable) -> str:
    """Our values with intervals over the places of the axis, joined; the document's as diamonds."""
    ordered = sorted(rows, key=lambda row: row.place or 0.0)
    box = Box(CURVE_LEFT, TOP, WIDTH - RIGHT, CURVE_HEIGHT - BELOW, inset=14)
    places = [row.place or 0.0 for row in ordered]
    scale = Scale(places[0], places[-1], axis.logarithmic and places[0] > 0)
    names = dict(axis.names)
    across = Axis(axis.name, scale.place, [(place, names.get(place, number(place))) for place in places])
    ours = [
        Mark(across=row.place, up=row.value or 0.0, interval=_ends(row.interval), label=f"{row.what}: {row.ours}")
        for row in ordered
    ]
    theirs = [Mark(across=row.place, up=row.published, size=5) for row in ordered if row.published is not None]
    series = [Series(ours, LINK, joined=True), Series(theirs, CONTRAST, Symbol.DIAMOND)]
    values = _values(rows)
    known = axis.level is not None
    parts = [*_heading(title, rows, Symbol.DOT, LINK, published=known), *panel(box, across, values, series)]
    if axis.level is not None:
        y = box.y(values.place(axis.level))
        parts.append(line(box.left, y, box.right, y, CONTRAST, stroke_width=1.5))
    return document(WIDTH, CURVE_HEIGHT, parts)


def _heading(title: str, rows: Sequence[Row], symbol: Symbol, colour: str, *, published: bool = False) -> list[str]:
    """The title and the legend, in which the document's mark is named only where there is one.

    ``published``: the document's figure is a line across all places.
    """
    entries = [(symbol, colour, "ours, with 95 % interval")]
    if any(row.published is not None for row in rows):
        words = "the document's"
        if any(row.published_interval is not None for row in rows):
            words += ", with the interval that its number of games gives"
        entries.append((Symbol.DIAMOND, CONTRAST, words))
    elif published:
        entries.append((Symbol.SQUARE, CONTRAST, "the document's, wherever it was found"))
    return [heading(MARGIN, TITLE, title, WIDTH - 2 * MARGIN), *legend(MARGIN, LEGEND, entries, WIDTH)]


def _values(rows: Sequence[Row]) -> Axis:
    """The axis of the values, with a line where scores are even, or at zero between negative and positive ones."""
    scale, even = _value_scale(rows), rows[0].even
    name = "score, %" if even is not None else rows[0].unit
    level = even if even is not None else 0.0 if scale.lowest < 0 else None
    return Axis(name, scale.place, [(tick, number(tick)) for tick in scale.ticks()], level)


def _value_scale(rows: Sequence[Row]) -> Scale:
    if rows[0].unit == "%":
        return Scale(0.0, 100.0)
    values = [value for row in rows for value in (row.value, row.published) if value is not None]
    values += [edge for row in rows if row.interval for edge in (row.interval.low, row.interval.high)]
    positive = [value for value in values if value > 0]
    if len(positive) == len(values) and max(values) / min(values) > SPAN:
        low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        return Scale(10.0**low, 10.0**high, logarithmic=True)
    lowest, highest = min(0.0, *values), max(*values, 0.0)
    return Scale(lowest, highest if highest > lowest else lowest + 1.0)


def _ends(interval: Interval | None) -> tuple[float, float] | None:
    return None if interval is None else (interval.low, interval.high)
