"""Who has won: goals of many finished games, seen by one role."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.game import HIGHEST_GOAL

Goals = NDArray[np.integer]
"""Shape (positions, roles)."""


def won(goals: Goals, role: int) -> NDArray[np.bool_]:
    """Where the role has the best goal there is, or a higher one than everybody else."""
    best = goals[:, role] == HIGHEST_GOAL
    return np.asarray(best | (goals[:, role] > _others(goals, role)) if goals.shape[1] > 1 else best)


def lost(goals: Goals, role: int) -> NDArray[np.bool_]:
    """Where somebody else has a higher goal, or a role that is alone has nothing."""
    return np.asarray(goals[:, role] < _others(goals, role) if goals.shape[1] > 1 else goals[:, role] == 0)


def _others(goals: Goals, role: int) -> Goals:
    """The highest goal of the other roles."""
    return np.asarray(np.delete(goals, role, axis=1).max(axis=1))
