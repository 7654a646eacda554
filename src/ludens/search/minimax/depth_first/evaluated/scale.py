"""Values as whole numbers: sums of an evaluation, with the goals of ends in between, in the same order.

Alpha-beta compares values and does nothing else with them, so that any scale will do that keeps their order. Between
two sums there is a place for each goal.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ludens.engine.sums import Sums
from ludens.game import HIGHEST_GOAL
from ludens.search.evaluations.learnt.model import Learnt
from ludens.search.evaluations.static import UNFINISHED, Static, TerminalOnly, Values
from ludens.search.minimax.depth_first.evaluated.table import VALUE_BITS


@dataclass(frozen=True, slots=True, eq=False)
class ValueScale:
    """``levels``: the first role's goals, ascending. ``worth``: what each sum is worth to it, from 0 to 1, ascending.

    ``sums``: if there are any; a sum is the number that stands in its planes.
    """

    levels: tuple[int, ...]
    worth: Values
    sums: Sums | None = None

    @property
    def spacing(self) -> int:
        """How far apart the numbers of two sums are; that of the first is one less."""
        return len(self.levels) + 1

    @property
    def most(self) -> int:
        """The highest number; the lowest is 0."""
        return self.spacing * len(self.worth) + len(self.levels) - 1

    def of_level(self, rank: int) -> int:
        """The number of an end that brings one of the goals."""
        worth = self.levels[rank] / HIGHEST_GOAL
        place = int(np.searchsorted(self.worth, worth))
        same = place < len(self.worth) and self.worth[place] == worth
        return self.spacing * place + (len(self.levels) if same else rank)

    def goal_of(self, number: int) -> float:
        """What a number is worth to the first role, from 0 to 100."""
        place, rank = divmod(number, self.spacing)
        if rank < len(self.levels):
            return float(self.levels[rank])
        return float(self.worth[place]) * HIGHEST_GOAL


def scale_of(evaluation: Static, levels: tuple[int, ...], fluents: int) -> ValueScale | None:
    """The scale of an evaluation that is one sum, or always the same; ``None`` of others, and where it is too fine."""
    if isinstance(evaluation, TerminalOnly):
        return ValueScale(levels, np.array([UNFINISHED]))
    if type(evaluation) is not Learnt or len(evaluation.model.weights) != 1:
        return None
    weights, sums = evaluation.model.weights, evaluation.sums
    bits, zero, _ = sums.raw_bounds((0, 0))
    if sums.fluents != fluents or (len(levels) + 1) << (bits + 1) >= 1 << VALUE_BITS:
        return None
    totals = np.clip(np.arange(1 << bits) - zero, np.minimum(weights, 0).sum(), np.maximum(weights, 0).sum())
    return ValueScale(levels, evaluation.valued(totals[:, None])[:, 0], sums if bits else None)
