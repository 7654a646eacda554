"""A chart of a tuning run: for each parameter a panel with its values across and scores with intervals upwards."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ludens.arena.statistics import Estimate
from ludens.arena.tuning.parameters import Parameter, Value, written
from ludens.arena.tuning.run import Evaluation, Task, Tuned
from ludens.boards.paint import LINK, TARGET
from ludens.plots.chart import Axis, Box, Symbol, document, fitted, heading
from ludens.plots.scale import Scale
from ludens.plots.series import Mark, Series, panel

WIDTH, PANEL, TOP, LEFT, RIGHT, BELOW, INSET = 720, 280, 62, 64, 24, 52, 14

ASIDE = 9
"""How far fresh pairs are drawn to the right of their value."""


def picture(task: Task, tuned: Tuned) -> str:
    """The result as an SVG document."""
    parts = _heading(task, tuned)
    scores = _score_axis(tuned)
    for number, parameter in enumerate(tuned.space.parameters):
        top = TOP + number * PANEL
        box = Box(LEFT, top, WIDTH - RIGHT, top + PANEL - BELOW, INSET)
        name = parameter.name + (", logarithmic" if parameter.is_logarithmic else "")
        values = Axis(name, parameter.place, [(value, written(value)) for value in ticks(parameter)])
        parts += panel(box, values, scores, _series(parameter, tuned))
    return document(WIDTH, TOP + PANEL * len(tuned.space.parameters), parts)


def _heading(task: Task, tuned: Tuned) -> list[str]:
    against = f" against {task.against}" if task.against else ""
    budget = f"{task.limit.playouts:,} playouts" if task.limit.playouts else f"{task.limit.seconds:g} s"
    best = ", ".join(f"{name}={written(value)}" for name, value in tuned.best.values.items())
    found = tuned.confirmed or tuned.best.estimate
    score = f"{found.mean:.3f} ({found.by_pairs.low:.3f} to {found.by_pairs.high:.3f})"
    fresh = " in fresh pairs" if tuned.confirmed else ""
    room = WIDTH - LEFT - RIGHT
    return [
        heading(LEFT, 20, f"{task.agent} in {task.game}{against}, {budget} a move", room),
        fitted(LEFT, 40, f"best: {best}, score {score}{fresh}", 12, room, fill=TARGET),
    ]


def _score_axis(tuned: Tuned) -> Axis:
    """Tenths around all intervals, and a line where scores are even."""
    intervals = [evaluation.estimate.by_pairs for evaluation in tuned.evaluations]
    intervals += [tuned.confirmed.by_pairs] if tuned.confirmed else []
    even = [] if tuned.even is None else [tuned.even]
    lowest = max(0, math.floor(min([interval.low for interval in intervals] + even) * 10 + 1e-9))
    highest = min(10, math.ceil(max([interval.high for interval in intervals] + even) * 10 - 1e-9))
    tenths = [(tenth / 10, f"{tenth / 10:.1f}") for tenth in range(lowest, highest + 1)]
    return Axis("score", Scale(lowest / 10, highest / 10).place, tenths, level=tuned.even)


def _series(parameter: Parameter, tuned: Tuned) -> list[Series]:
    """Dots with intervals, the best one on top, and beside it a ring for its fresh pairs."""
    most = max(evaluation.estimate.pairs for evaluation in tuned.evaluations)

    def mark(evaluation: Evaluation) -> Mark:
        return _mark(evaluation.values[parameter.name], evaluation.estimate, most, _label(evaluation))

    others = [mark(evaluation) for evaluation in tuned.evaluations if evaluation != tuned.best]
    series = [Series(others, LINK), Series([mark(tuned.best)], TARGET)]
    if tuned.confirmed:
        value = tuned.best.values[parameter.name]
        series.append(Series([_mark(value, tuned.confirmed, most, "in fresh pairs", ASIDE)], TARGET, Symbol.RING))
    return series


def _mark(value: Value, found: Estimate, most: int, label: str, aside: float = 0.0) -> Mark:
    """A dot with its interval; its area grows with its pairs."""
    size = 2 + 4 * math.sqrt(min(1.0, found.pairs / most))
    interval = found.by_pairs.low, found.by_pairs.high
    return Mark(across=value, up=found.mean, interval=interval, label=label, size=size, aside=aside)


def _label(evaluation: Evaluation) -> str:
    values = ", ".join(f"{name}={written(value)}" for name, value in evaluation.values.items())
    found = evaluation.estimate
    return f"{values}: {found.mean:.3f} in {found.pairs} pairs"


def ticks(parameter: Parameter) -> Sequence[Value]:
    """At most eight values to write along the axis: of a list all, otherwise round numbers between the ends."""
    if parameter.ends is None:
        return parameter.listed
    return Scale(*parameter.ends, parameter.is_logarithmic).ticks(whole=parameter.about.kind is not float)
