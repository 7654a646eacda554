"""Series of values in a box: marks with error bars, joined by a line where neighbours belong together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ludens.boards.paint import element
from ludens.plots.chart import Axis, Box, Symbol, axis_across, axis_up, line, mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A value with the ends of its interval. ``size``: half its width. ``aside``: how far right of its place it is."""

    across: Any
    up: float
    interval: tuple[float, float] | None = None
    label: str = ""
    size: float = 4.0
    aside: float = 0.0


@dataclass(frozen=True, slots=True)
class Series:
    """Marks of one kind, drawn in this order."""

    marks: Sequence[Mark]
    colour: str
    symbol: Symbol = Symbol.DOT
    joined: bool = False


def panel(box: Box, across: Axis, up: Axis, series: Iterable[Series]) -> list[str]:
    """The axes, and on them every series, the last on top."""
    parts = [*axis_up(box, up), *axis_across(box, across)]
    for one in series:
        parts += _series(box, across, up, one)
    return parts


def _series(box: Box, across: Axis, up: Axis, series: Series) -> list[str]:
    parts = []
    places = [(box.x(across.place(each.across)) + each.aside, box.y(up.place(each.up))) for each in series.marks]
    if series.joined:
        joined = " ".join(f"{x:g},{y:g}" for x, y in places)
        parts.append(element("polyline", points=joined, fill="none", stroke=series.colour, stroke_width=1.5))
    for each, (x, y) in zip(series.marks, places, strict=True):
        if each.interval is not None:
            low, high = (box.y(up.place(end)) for end in each.interval)
            parts.append(line(x, low, x, high, series.colour, stroke_opacity=0.6))
        parts.append(mark(series.symbol, x, y, each.size, series.colour, label=each.label))
    return parts
