"""What a goal may be: the whole numbers from 0 to 100, written in the one usual way."""

from __future__ import annotations

from ludens.game import HIGHEST_GOAL
from ludens.rules.ground_rules import Ground

GOALS = {str(value): value for value in range(HIGHEST_GOAL + 1)}


def goal_value(term: Ground) -> int | None:
    """The goal that a ground term stands for; ``None`` for a term that is no goal, such as ``101`` or ``007``."""
    return GOALS.get(term) if isinstance(term, str) else None
