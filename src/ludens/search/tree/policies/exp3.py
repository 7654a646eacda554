"""Exp3 where several roles choose at once (Auer, Cesa-Bianchi, Freund and Schapire 2002), UCB1 where one does.

An edge weighs exp(γ/K · gains).
"""

from __future__ import annotations

import math

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_part
from ludens.search.tree.arrays import Tree
from ludens.search.tree.policies import ucb1
from ludens.search.tree.policies.selection import (
    CHANCE,
    MIXED_PARAMETERS,
    MixedStrategy,
    Outcome,
    Parameters,
    Selection,
)


@bare_part
def weight(parameters: Parameters, gains: float, highest: float, count: Whole) -> float:
    """Less the highest, gains are at most 0, so that no weight is too large a number."""
    return math.exp(parameters[CHANCE] / count * (gains - highest))


@bare_part
def learn(tree: Tree, parameters: Parameters, outcome: Outcome) -> None:
    """Divides the gain of the edge that was chosen by the chance it had.

    It counts once, however many playouts its value is the sum of.
    """
    tree.mixed[outcome.played]["score"] += outcome.value / outcome.weight / outcome.chance


EXP3 = Selection("exp3", ucb1.score, MIXED_PARAMETERS, mixed=MixedStrategy(weight, learn))
