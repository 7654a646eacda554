"""A picture of a tuning run: for each parameter a panel with its values across and scores with intervals upwards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from ludens.arena.statistics import Estimate
from ludens.arena.tuning.parameters import Parameter, Value, written
from ludens.arena.tuning.run import Evaluation, Task, Tuned
from ludens.boards.paint import FAINT, LINK, PAPER, TARGET, element, text

WIDTH, PANEL, TOP, LEFT, RIGHT, BELOW = 720, 280, 62, 64, 24, 52
GRID = "#e8e4dc"
INSET = 14
"""Between the frame of a panel and the first and last value."""

LETTER = 0.66
"""The width of a letter, bold and on average, for a size of one."""

ASIDE = 9
"""How far fresh pairs are drawn to the right of their value."""

TICKS = 8
"""Numbers along an axis, at most."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a panel lies, and how its parameter and scores become points."""

    parameter: Parameter
    top: float
    lowest: float
    highest: float

    def x(self, value: Value) -> float:
        return LEFT + INSET + self.parameter.place(value) * (WIDTH - LEFT - RIGHT - 2 * INSET)

    def y(self, score: float) -> float:
        return self.bottom - (score - self.lowest) / (self.highest - self.lowest) * (self.bottom - self.top)

    @property
    def bottom(self) -> float:
        return self.top + PANEL - BELOW


def picture(task: Task, tuned: Tuned) -> str:
    """The result as an SVG document."""
    height = TOP + PANEL * len(tuned.space.parameters)
    lowest, highest = _score_range(tuned)
    parts = [element("rect", width=WIDTH, height=height, fill=PAPER), *_heading(task, tuned)]
    for number, parameter in enumerate(tuned.space.parameters):
        frame = Frame(parameter, TOP + number * PANEL, lowest, highest)
        parts += [*_axes(frame, tuned.even), *_marks(frame, tuned)]
    return (
        element(
            "svg", "\n".join(["", *parts, ""]), xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {WIDTH} {height}", font_family="sans-serif",
        ) + "\n"
    )  # fmt: skip


def _heading(task: Task, tuned: Tuned) -> list[str]:
    against = f" against {task.against}" if task.against else ""
    budget = f"{task.limit.playouts:,} playouts" if task.limit.playouts else f"{task.limit.seconds:g} s"
    best = ", ".join(f"{name}={written(value)}" for name, value in tuned.best.values.items())
    found = tuned.confirmed or tuned.best.estimate
    score = f"{found.mean:.3f} ({found.by_pairs.low:.3f} to {found.by_pairs.high:.3f})"
    fresh = " in fresh pairs" if tuned.confirmed else ""
    line = f"best: {best}, score {score}{fresh}"
    title = f"{task.agent} in {task.game}{against}, {budget} a move"
    left = {"text_anchor": "start"}
    return [
        text(LEFT, 20, title, _fitting(title, 14), font_weight="bold", **left),
        text(LEFT, 40, line, _fitting(line, 12), fill=TARGET, **left),
    ]


def _fitting(words: str, size: float) -> float:
    """The size of letters, or a smaller one with which the words are not wider than a panel."""
    return min(size, (WIDTH - LEFT - RIGHT) / (LETTER * len(words)))


def _score_range(tuned: Tuned) -> tuple[float, float]:
    """Tenths around all intervals."""
    intervals = [evaluation.estimate.by_pairs for evaluation in tuned.evaluations]
    intervals += [tuned.confirmed.by_pairs] if tuned.confirmed else []
    even = [] if tuned.even is None else [tuned.even]
    lowest = min([interval.low for interval in intervals] + even)
    highest = max([interval.high for interval in intervals] + even)
    return max(0.0, math.floor(lowest * 10 + 1e-9) / 10), min(1.0, math.ceil(highest * 10 - 1e-9) / 10)


def _axes(frame: Frame, even: float | None) -> list[str]:
    right, bottom = WIDTH - RIGHT, frame.bottom
    parts = []
    for tenth in range(round(frame.lowest * 10), round(frame.highest * 10) + 1):
        y = frame.y(tenth / 10)
        parts.append(element("line", x1=LEFT, y1=y, x2=right, y2=y, stroke=GRID))
        parts.append(text(LEFT - 8, y, f"{tenth / 10:.1f}", 11, text_anchor="end"))
    for value in ticks(frame.parameter):
        x = frame.x(value)
        parts.append(element("line", x1=x, y1=frame.top, x2=x, y2=bottom, stroke=GRID))
        parts.append(text(x, bottom + 14, written(value), 11))
    if even is not None:
        y = frame.y(even)
        parts.append(element("line", x1=LEFT, y1=y, x2=right, y2=y, stroke=FAINT, stroke_dasharray="4 3"))
    scale = ", logarithmic" if frame.parameter.is_logarithmic else ""
    parts.append(text((LEFT + right) / 2, bottom + 32, frame.parameter.name + scale, 12, fill=FAINT))
    middle = (frame.top + bottom) / 2
    parts.append(text(18, middle, "score", 12, fill=FAINT, transform=f"rotate(-90 18 {middle:g})"))
    return parts


def _marks(frame: Frame, tuned: Tuned) -> list[str]:
    """Dots with intervals, the best one last so that it lies on top, and beside it a ring for its fresh pairs."""
    most = max(evaluation.estimate.pairs for evaluation in tuned.evaluations)
    parts = []
    for evaluation in sorted(tuned.evaluations, key=lambda evaluation: evaluation == tuned.best):
        colour = TARGET if evaluation == tuned.best else LINK
        x = frame.x(evaluation.values[frame.parameter.name])
        parts += _mark(frame, x, evaluation.estimate, most, _label(evaluation), fill=colour, stroke=colour)
    if tuned.confirmed:
        x = frame.x(tuned.best.values[frame.parameter.name]) + ASIDE
        parts += _mark(frame, x, tuned.confirmed, most, "in fresh pairs", fill=PAPER, stroke=TARGET)
    return parts


def _mark(frame: Frame, x: float, found: Estimate, most: int, label: str, *, fill: str, stroke: str) -> list[str]:
    """A dot with its interval; its area grows with its pairs."""
    low, high = frame.y(found.by_pairs.low), frame.y(found.by_pairs.high)
    radius = 2 + 4 * math.sqrt(min(1.0, found.pairs / most))
    title = element("title", escape(label))
    return [
        element("line", x1=x, y1=low, x2=x, y2=high, stroke=stroke, stroke_opacity=0.6),
        element("circle", title, cx=x, cy=frame.y(found.mean), r=radius, fill=fill, stroke=stroke, stroke_width=1.5),
    ]


def _label(evaluation: Evaluation) -> str:
    values = ", ".join(f"{name}={written(value)}" for name, value in evaluation.values.items())
    found = evaluation.estimate
    return f"{values}: {found.mean:.3f} in {found.pairs} pairs"


def ticks(parameter: Parameter) -> Sequence[Value]:
    """At most eight values to write along the axis: of a list all, otherwise round numbers between the ends."""
    if parameter.ends is None:
        return parameter.listed
    low, high = parameter.ends
    if parameter.is_logarithmic:
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        choices = [
            [digit * 10.0**power for power in powers for digit in digits] for digits in ((1, 2, 5), (1, 3), (1,))
        ]
        # Over very many powers of ten not each is written.
        choices += [choices[2][::every] for every in (2, 3, 4, 6)]
        inside = ([number for number in choice if low * 0.999 <= number <= high * 1.001] for choice in choices)
    else:
        power = 10.0 ** math.floor(math.log10(high - low) - 1)
        steps = (power * factor for factor in (1, 2, 5, 10, 20))
        steps_fit = (step for step in steps if parameter.about.kind is float or step >= 1)
        inside = (
            [count * step for count in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]
            for step in steps_fit
        )
    return next(found for found in inside if len(found) <= TICKS)
