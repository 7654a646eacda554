"""What is certain of a game's turns and goals: declared by whoever wrote it, or proved from its rules."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.circuit.findings import ConstantSum, TurnStructure
from ludens.game import HIGHEST_GOAL, GameInfo, MoveReport, Turns

Proofs = tuple[TurnStructure | None, ConstantSum | None]


@dataclass(frozen=True, slots=True)
class Certain:
    """``roles``: how many there are. ``in_turns``: never have two of them a choice. ``goal_sum``: what their goals add
    up to at every end; ``None`` where that is not certain.
    """

    roles: int
    in_turns: bool
    goal_sum: int | None

    @property
    def settled(self) -> bool:
        """Whether the goal of one role says what all get."""
        return self.roles == 1 or (self.roles == 2 and self.goal_sum is not None)

    @property
    def opposed(self) -> bool:
        """Whether the best that a role can be sure of is what the position is worth to it.

        So it is for one role, and for two who move one at a time and of whom one loses what the other gains.
        """
        return self.settled and self.in_turns

    def vouched(self, report: MoveReport) -> bool:
        """Whether what a move is sure to bring against all others together is certain to be its value.

        It always is where nothing could be better.
        """
        return self.opposed or report.value == HIGHEST_GOAL


def is_declared(info: GameInfo) -> bool:
    """Whether a game says of itself all that is asked for here."""
    return len(info.roles) == 1 or (info.turns is not None and info.goal_sum is not None)


def certain_of(info: GameInfo, proofs: Proofs = (None, None)) -> Certain:
    """What a game declares and, where it does not say, what is proved. What was only observed counts for nothing."""
    if len(info.roles) == 1:
        return Certain(1, True, info.goal_sum)
    turns, total = proofs
    in_turns = turns is not None and turns.turns is not Turns.SIMULTANEOUS and turns.evidence.certain
    goal_sum = total.total if total is not None and total.evidence.certain else None
    return Certain(
        len(info.roles),
        in_turns if info.turns is None else info.turns is not Turns.SIMULTANEOUS,
        goal_sum if info.goal_sum is None else info.goal_sum,
    )
