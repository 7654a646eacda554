"""The ways in which a role may choose among its moves in the tree."""

from __future__ import annotations

import math
from typing import NamedTuple

UCB1, UCB1_TUNED, GREEDY, RAVE, GRAVE, HISTORY, ROULETTE, THOMPSON, EXP3, REGRET_MATCHING = range(10)
"""The policies, as kernels know them. From EXP3 on they learn with which chances to choose where several roles choose
at once; where only one does, they are UCB1."""


class Policy(NamedTuple):
    """A policy with its parameters; those of other policies do not matter.

    ``exploration``: the constant of UCB1 (c), or the spread of THOMPSON. ``urgency``: the value of a move that has not
    been tried. ``equivalence``: visits at which AMAF and the mean weigh the same (k). ``reference``: visits that make
    a node's AMAF values good enough for GRAVE. ``weight``: of progressive HISTORY (W). ``certain``: values are proven
    where they can be, and a proven value is taken as it is, without exploration. ``grandfather``: a move that has not
    been tried is taken to be worth what it was two steps earlier, if it was possible there. ``ripe``: a node has edges
    after so many lanes have ended there. ``chance``: how often EXP3 and REGRET_MATCHING choose any move at all (γ).
    ``floor``: regrets below zero are forgotten (regret matching+).
    """

    kind: int = UCB1
    exploration: float = 0.4
    urgency: float = math.inf
    equivalence: float = 50_000.0
    reference: int = 50
    weight: float = 0.1
    certain: bool = True
    grandfather: bool = False
    ripe: int = 1
    chance: float = 0.1
    floor: bool = False

    @property
    def is_mixed(self) -> bool:
        """Whether chances are learnt where several roles choose at once."""
        return self.kind >= EXP3
