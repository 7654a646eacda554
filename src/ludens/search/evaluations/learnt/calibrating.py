"""How sure an evaluation may be of itself: one factor for all its logits, from games that nothing was fitted to.

Positions of one game have their end in common, so that weights fit some games' luck, and values lie too far from one
half (Platt 1999 and, with one factor, Guo, Pleiss, Sun and Weinberger 2017).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

FACTORS = np.geomspace(0.25, 2.0, 61)
"""That are tried."""


def fitted_factor(logits: Vector, goals: Vector) -> float:
    """The factor of the logits that tells best how games ended, from 0 to 1; the same shape, any number of outputs."""
    if not logits.size:
        return 1.0
    losses = [np.mean(np.logaddexp(0.0, factor * logits) - goals * factor * logits) for factor in FACTORS]
    return float(FACTORS[int(np.argmin(losses))])
