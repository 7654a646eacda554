"""Figures from samples: parts of a whole and means, with 95 % intervals, and what a document says of them."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import replace

from ludens.arena.statistics import CONFIDENCE, Interval, student_quantile, wilson_interval
from ludens.studies.study import Figure


def share(what: str, count: int, of: int, samples: str, note: str = "") -> Figure:
    """A part of some samples, named in the plural, in percent; with Wilson's interval, from 0 to 100 without any."""
    found = wilson_interval(count / of, of) if of else Interval(0.0, 1.0)
    interval = Interval(100 * found.low, 100 * found.high)
    value = 100 * count / max(1, of)
    return Figure(what=what, value=value, unit=f"% of {samples}", interval=interval, samples=of, note=note)


def mean(what: str, values: Sequence[float], unit: str = "", note: str = "") -> Figure:
    """The mean of at least one sample, with Student's interval from two on."""
    centre, interval = statistics.fmean(values), None
    if len(values) > 1:
        error = statistics.stdev(values) / math.sqrt(len(values))
        margin = student_quantile((1 + CONFIDENCE) / 2, len(values) - 1) * error
        interval = Interval(centre - margin, centre + margin)
    return Figure(what=what, value=centre, unit=unit, interval=interval, samples=len(values), note=note)


def at_least(figure: Figure, threshold: float, words: str, note: str = "") -> Figure:
    """The figure beside the words of a document, with which it agrees if it is so large or larger."""
    return replace(figure, threshold=threshold, words=words, bound="at least", note=_joined(figure.note, note))


def at_most(figure: Figure, threshold: float, words: str, note: str = "") -> Figure:
    """The figure beside the words of a document, with which it agrees if it is so large or smaller."""
    return replace(figure, threshold=threshold, words=words, bound="at most", note=_joined(figure.note, note))


def _joined(*notes: str) -> str:
    return "; ".join(note for note in notes if note)
