"""What a player is sent after each joint move: all moves, or in a game of hidden information its own and its percepts.

The same values travel to worker processes and into the journal as plain data.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludens.ggp.messages import Play, PlayPercepts, Stop, StopPercepts


@dataclass(frozen=True, slots=True)
class JointStep:
    """A joint move, in the order of the roles, as the manager spells it."""

    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeenStep:
    """A joint move as one role knows it: its own move, and what it saw."""

    move: str
    percepts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MissedSteps:
    """A place where joint moves may be missing: the player was not running. ``likely`` and ``most``: how many."""

    likely: int
    most: int


Step = JointStep | SeenStep | MissedSteps


def step_of(message: Play | PlayPercepts | Stop | StopPercepts) -> Step | None:
    """What a message tells; None before the first joint move."""
    if isinstance(message, (Play, Stop)):
        return None if message.moves is None else JointStep(message.moves)
    return None if message.move is None else SeenStep(message.move, message.percepts)


def as_data(step: Step) -> list[Any]:
    """A step as plain data for JSON."""
    match step:
        case JointStep(moves):
            return ["moves", *moves]
        case SeenStep(move, percepts):
            return ["seen", move, *percepts]
        case MissedSteps(likely, most):
            return ["missed", likely, most]


def from_data(data: list[Any]) -> Step:
    """The step that ``as_data`` wrote; raises ValueError for anything else."""
    match data:
        case ["moves", *moves] if moves:
            return JointStep(tuple(map(str, moves)))
        case ["seen", move, *percepts]:
            return SeenStep(str(move), tuple(map(str, percepts)))
        case ["missed", int(likely), int(most)]:
            return MissedSteps(likely, most)
    raise ValueError(f"no step: {data!r}")
