"""The roulette wheel: a move is chosen in proportion to its mean."""

from __future__ import annotations

import math

from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.random_stream import Random, random_unit
from ludens.search.tree.arrays import Tree
from ludens.search.tree.policies.selection import Candidate, Parameters, Selection, value


@bare_part
def score(tree: Tree, parameters: Parameters, candidate: Candidate, random: Random) -> float:
    return drawn(value(candidate), random) if value(candidate) < math.inf else math.inf


@bare_part
def proven(mean: float, random: Random) -> float:
    """A move that wins for certain is made; the others are drawn."""
    return drawn(mean, random) if mean < 1.0 else math.inf


@bare_part
def drawn(weight: float, random: Random) -> float:
    """The highest of these is chosen in proportion to its weight: the first of races at exponential speeds."""
    return math.log(random_unit(random)) / max(1e-9, weight)


ROULETTE = Selection("roulette", score, proven=proven)
