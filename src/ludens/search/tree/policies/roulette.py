"""The roulette wheel: a move is chosen in proportion to its mean.

With a threshold, one whose mean is lower is chosen only where all others are, too (Tong 2013, future work).
"""

from __future__ import annotations

import math

from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.random_stream import Random, random_unit
from ludens.search.tree.arrays import Tree
from ludens.search.tree.policies.selection import Candidate, Parameters, Selection, value

THRESHOLD = 0
"""The place of the threshold among the parameters."""

BELOW = 1e12
"""What a move below the threshold is behind all others: more than any draw."""


@bare_part
def score(tree: Tree, parameters: Parameters, candidate: Candidate, random: Random) -> float:
    mean = value(candidate)
    if mean >= math.inf:
        return math.inf
    return drawn(mean, random) - (BELOW if mean < parameters[THRESHOLD] else 0.0)


@bare_part
def proven(mean: float, random: Random) -> float:
    """A move that wins for certain is made; the others are drawn."""
    return drawn(mean, random) if mean < 1.0 else math.inf


@bare_part
def drawn(weight: float, random: Random) -> float:
    """The highest of these is chosen in proportion to its weight: the first of races at exponential speeds."""
    return math.log(random_unit(random)) / max(1e-9, weight)


ROULETTE = Selection("roulette", score, {"threshold": 0.0}, proven=proven, drawn=True)
