"""What an agent found, as it is shown."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from ludens.game import Move, MoveReport
from ludens.search.tally import Figures


def reports(names: Sequence[Move], figures: Figures | None, proven: Mapping[int, float]) -> tuple[MoveReport, ...]:
    """A report for each move, the best first; ``proven`` has the values that are certain, by place."""
    found = []
    for place, name in enumerate(names):
        visits = int(figures.visits[place]) if figures else 0
        if place in proven:
            found.append(MoveReport(name, visits, proven[place], 0.0, proven=True))
        elif figures and not math.isnan(figures.values[place]):
            value, margin = float(figures.values[place]), float(figures.margins[place])
            found.append(MoveReport(name, visits, value, margin))
        else:
            found.append(MoveReport(name, visits))
    return tuple(sorted(found, key=lambda report: -math.inf if report.value is None else report.value, reverse=True))
