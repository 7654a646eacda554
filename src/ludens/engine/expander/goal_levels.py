"""What a position can be worth to the first role: the questions of a depth-first search are asked by these levels."""

from __future__ import annotations

from ludens.circuit.network import Circuit
from ludens.game import HIGHEST_GOAL

DRAW = HIGHEST_GOAL // 2
"""What play between two that goes on for ever is worth to each."""


def goal_levels(circuit: Circuit) -> tuple[int, ...]:
    """The first role's goals, ascending.

    Between two, a draw is among them where all goals are better, or all are worse: whether somebody can go on for ever
    must be asked there, too.
    """
    goals = {value for value, _ in circuit.goals[0]}
    if len(circuit.goals) > 1 and goals and not min(goals) <= DRAW <= max(goals):
        goals.add(DRAW)
    return tuple(sorted(goals))
