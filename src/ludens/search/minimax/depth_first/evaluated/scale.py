"""Values as whole numbers: sums of an evaluation, with the goals of ends in between, in the same order.

Alpha-beta compares values and does nothing else with them, so that any scale will do that keeps their order. A sum that
stands as s in its planes has the number 2 s + 1; an end has an even number, or the same as a sum that is worth as much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludens.engine.sums import Sums
from ludens.game import HIGHEST_GOAL
from ludens.search.evaluations.learnt.model import Learnt
from ludens.search.evaluations.static import UNFINISHED, Static, TerminalOnly, Values
from ludens.search.minimax.depth_first.evaluated.table import VALUE_BITS


@dataclass(frozen=True, slots=True, eq=False)
class ValueScale:
    """``worth``: what each sum is worth to the first role, from 0 to 1, ascending. ``sums``: if there are any."""

    worth: Values
    sums: Sums | None = None

    def of_goal(self, goal: int) -> int:
        """The number of an end."""
        place = int(np.searchsorted(self.worth, goal / HIGHEST_GOAL))
        same = place < len(self.worth) and self.worth[place] == goal / HIGHEST_GOAL
        return 2 * place + same

    def goal_of(self, number: int, levels: Sequence[int]) -> float:
        """What a number is worth to the first role, from 0 to 100; ``levels``: the goals that ends may have."""
        for level in levels:
            if self.of_goal(level) == number:
                return float(level)
        return float(self.worth[number // 2]) * HIGHEST_GOAL


def scale_of(evaluation: Static, fluents: int) -> ValueScale | None:
    """The scale of an evaluation that is one sum, or always the same; ``None`` of any other."""
    if isinstance(evaluation, TerminalOnly):
        return ValueScale(np.array([UNFINISHED]))
    if type(evaluation) is not Learnt or len(evaluation.model.weights) != 1:
        return None
    weights, sums = evaluation.model.weights, evaluation.sums
    lowest, highest = np.minimum(weights, 0).sum(), np.maximum(weights, 0).sum()
    bits, zero, _ = sums.raw_bounds((0, 0))
    if bits + 1 >= VALUE_BITS or sums.fluents != fluents:
        return None
    totals = np.clip(np.arange((1 << bits) + 1) - zero, lowest, highest)
    return ValueScale(evaluation.valued(totals[:, None])[:, 0], sums if bits else None)
