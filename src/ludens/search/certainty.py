"""What is certain of a game's turns and goals: declared by whoever wrote it, or proved from its rules.

Random games can only refute. What they show again and again is not certain, and nothing that is called proven may rest
on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.game import MoveReport, Turns

BEST_GOAL = 100


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
        return self.opposed or report.value == BEST_GOAL


_known: WeakKeyDictionary[BatchEngine, Certain] = WeakKeyDictionary()


def certain(game: LoadedGame[Any]) -> Certain:
    """What is certain of a game, found once."""
    if game.engine not in _known:
        _known[game.engine] = _certain(game)
    return _known[game.engine]


def _certain(game: LoadedGame[Any]) -> Certain:
    info, roles = game.info, len(game.info.roles)
    if roles == 1:
        return Certain(1, True, info.goal_sum)
    if info.turns is not None and info.goal_sum is not None:
        return Certain(roles, info.turns is not Turns.SIMULTANEOUS, info.goal_sum)
    in_turns, goal_sum = _proved(game)
    if info.turns is not None:
        in_turns = info.turns is not Turns.SIMULTANEOUS
    return Certain(roles, in_turns, goal_sum if info.goal_sum is None else info.goal_sum)


def _proved(game: LoadedGame[Any]) -> tuple[bool, int | None]:
    """Whether it is proved that one role at a time has a choice, and what goals are proved to add up to."""
    circuit = game.engine.circuit
    if circuit is None or game.info.hidden or game.info.chance_role is not None:
        return False, None
    from ludens.circuit.analysis import turns_and_sum  # noqa: PLC0415  (the solver takes long to import)
    from ludens.search.views.judging import kept_structure  # noqa: PLC0415

    found = kept_structure(circuit)
    turns, total = (found.turns, found.constant_sum) if found else turns_and_sum(circuit)
    in_turns = turns is not None and turns.turns is not Turns.SIMULTANEOUS and turns.evidence.certain
    return in_turns, total.total if total is not None and total.evidence.certain else None
