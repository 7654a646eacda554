"""TD(λ): how the values of a game's positions should change, from nothing but each other and the end of the game.

A game visits positions with values V₀, V₁, … and ends with a result V_T. The temporal difference of a step is
d_t = V_{t+1} - V_t. TD(λ) (Sutton 1988) moves the weights w after a game by a rate times

    Σ_t ∇V_t · (d_t + λ d_{t+1} + λ² d_{t+2} + …),

where ∇V_t is the gradient by w. With λ = 1 the bracket is the result less V_t: regression on how games ended. With
λ = 0 it is the next value less V_t. TDLeaf(λ) (Baxter, Tridgell and Weaver 2000) is the same sum with V_t and ∇V_t
taken at the leaf of the principal variation of a search from the position, in place of the position itself.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def differences(values: Array, result: float) -> Array:
    """What each step of a game changed; after the last position comes the result."""
    return np.diff(values, append=result)


def update(values: Array, gradients: Array, result: float, decay: float) -> Array:
    """The direction in which a game moves the weights; ``decay`` is λ, and ``gradients`` has a line a position.

    The sum is collected as the game goes on: the eligibility trace Σ_k λ^(t-k) ∇V_k says how much of a difference at
    step t belongs to the positions up to there.
    """
    trace = np.zeros(gradients.shape[1])
    total = np.zeros(gradients.shape[1])
    for gradient, difference in zip(gradients, differences(values, result), strict=True):
        trace = decay * trace + gradient
        total += difference * trace
    return total
