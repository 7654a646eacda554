"""What the rules of a game tell about it before it is played: latches, parts, turns, sums, symmetries."""

from __future__ import annotations

from ludens.circuit.analysis.basics import turns_and_sum
from ludens.circuit.analysis.findings import (
    Combination,
    ConstantSum,
    Counter,
    DeadMove,
    Evidence,
    Factor,
    Factors,
    GoalLatch,
    Latch,
    SetLatch,
    Structure,
    Symmetry,
    TurnStructure,
    Way,
)
from ludens.circuit.analysis.goals import possible_goals
from ludens.circuit.analysis.survey import structure

__all__ = [
    "Combination",
    "ConstantSum",
    "Counter",
    "DeadMove",
    "Evidence",
    "Factor",
    "Factors",
    "GoalLatch",
    "Latch",
    "SetLatch",
    "Structure",
    "Symmetry",
    "TurnStructure",
    "Way",
    "possible_goals",
    "structure",
    "turns_and_sum",
]
