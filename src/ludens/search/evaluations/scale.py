"""Figures of any size as values between 0 and 1."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ludens.search.evaluations.static import MARGIN, UNFINISHED, Values

WIDTH = 3.0
"""Spreads away from the middle at which a value is three quarters of the way to the edge."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Puts ``middle`` at one half and bends all else in between 0 and 1; ``spread`` is what is usual."""

    middle: float = 0.0
    spread: float = 1.0

    def __call__(self, figures: Values) -> Values:
        """The values; larger figures have larger ones."""
        bent = np.tanh((figures - self.middle) / (WIDTH * self.spread))
        return np.asarray(UNFINISHED + (UNFINISHED - MARGIN) * bent)


def scale_of(figures: Values, middle: float | None = None) -> Scale:
    """The scale that fits a sample of figures, around their mean unless a middle is given."""
    if not figures.size:
        return Scale(middle or 0.0)
    centre = float(figures.mean()) if middle is None else middle
    spread = float(np.sqrt(np.mean((figures - centre) ** 2)))
    return Scale(centre, spread if spread > 0 else 1.0)


def against_others(figures: Values) -> Values:
    """What each role has more than the others on average, shape (positions, roles); of one role, what it has."""
    roles = figures.shape[1]
    if roles == 1:
        return figures
    return np.asarray(figures - (figures.sum(axis=1, keepdims=True) - figures) / (roles - 1))
