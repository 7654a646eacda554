"""Which of many safe strategies to play: the one that gains most if the other player makes mistakes.

A matrix game often has many equilibria, and their strategies are worth the same against perfect play alone. The other
player is taken to play its own equilibrium sometimes, to draw moves by what they are worth there at other times (a
quantal response: McKelvey and Palfrey 1995), and any move else. Our strategy maximises what it gains against that and
what it is sure of, by weights: a restricted Nash response (Johanson, Zinkevich and Bowling 2007) with little trust.
"""

from __future__ import annotations

import numpy as np

from ludens.search.matrix.game import Equilibrium, Matrix, Strategy, solve

TRUST = 0.2
"""How much the gain counts; the rest is what a strategy is sure of. So next to nothing of that is given away."""

PERFECT, QUANTAL = 0.4, 0.4
"""How often the other one plays its equilibrium, and how often it draws moves by their worth."""

HEAT = 0.02
"""A move that is worth less by this part of the range is e times less likely in a quantal response."""


def gaining(matrix: Matrix, found: Equilibrium, scale: float) -> Strategy:
    """A strategy for the rows; ``scale`` is the range of results, of which ``HEAT`` is a part."""
    gains = matrix @ fallible(matrix, found, scale)
    return solve(TRUST * gains[:, None] + (1 - TRUST) * matrix).row


def fallible(matrix: Matrix, found: Equilibrium, scale: float) -> Strategy:
    """What is expected of the player of the columns."""
    costs = found.row @ matrix
    quantal = np.exp((costs.min() - costs) / (HEAT * scale))
    others = (1 - PERFECT - QUANTAL) / len(costs)
    return np.asarray(PERFECT * found.column + QUANTAL * quantal / quantal.sum() + others)
