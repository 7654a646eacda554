"""Who sits where: a person, an agent with its clock, or chance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ludens.game import ParameterError
from ludens.players import DEFAULT_AGENT
from ludens.studio.frames.match import SeatData
from ludens.studio.match.offered import check_offered

PERSON, AGENT, CHANCE = "person", "agent", "chance"

USUAL_SECONDS = 1.0
SHORTEST_SECONDS = 0.01
MOST_PLAYOUTS = 1_000_000_000
LONGEST_HEAD_START = 9
LONGEST_TEXT = 400
"""Characters of an agent with its options."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat; an agent may think so long, or make so many playouts, about a move.

    ``head_start``: how many of its first choices are made at random, as a handicap.
    """

    kind: str = PERSON
    agent: str = ""
    seconds: float | None = None
    playouts: int | None = None
    head_start: int = 0

    def as_data(self) -> SeatData:
        """The seat as plain data."""
        if self.kind != AGENT:
            return {"kind": self.kind}
        data: SeatData = {"kind": AGENT, "agent": self.agent, "seconds": self.seconds, "playouts": self.playouts}
        return {**data, "head_start": self.head_start} if self.head_start else data


USUAL = Seat(AGENT, DEFAULT_AGENT, USUAL_SECONDS)


def seats_for(
    given: object, roles: Sequence[str], longest_seconds: float, chance: int | None = None
) -> tuple[Seat, ...]:
    """The seats that somebody asked for; without any, a person and the usual agents.

    Raises LudensError when they cannot be read, or are more than there are roles.
    """
    if given is None:
        first = next(role for role in range(len(roles)) if role != chance or len(roles) == 1)
        given = [{"kind": PERSON} if role == first else USUAL.as_data() for role in range(len(roles))]
    if not isinstance(given, list) or len(given) > len(roles):
        raise ParameterError(f"The seats must be a list with one for each of {', '.join(roles)}.")
    seats = [read_seat(entry, longest_seconds) for entry in given]
    seats += [USUAL] * (len(roles) - len(seats))
    return tuple(Seat(CHANCE) if role == chance else seat for role, seat in enumerate(seats))


def read_seat(data: object, longest_seconds: float) -> Seat:
    """The seat in some data; raises LudensError when it cannot be read."""
    if not isinstance(data, dict) or data.get("kind") not in (PERSON, AGENT, CHANCE):
        raise ParameterError("A seat is a person, or an agent with its name.")
    if data["kind"] != AGENT:
        return Seat(PERSON)
    name = data.get("agent", DEFAULT_AGENT)
    if not isinstance(name, str) or len(name) > LONGEST_TEXT:
        raise ParameterError("Name an agent by a short text, such as 'uct(exploration=0.4)'.")
    check_offered(name)
    seconds, playouts = data.get("seconds"), data.get("playouts")
    if seconds is not None and not (_is_number(seconds) and SHORTEST_SECONDS <= seconds <= longest_seconds):
        raise ParameterError(f"The seconds of a move may be {SHORTEST_SECONDS} to {longest_seconds:g}.")
    if playouts is not None and not (
        isinstance(playouts, int) and _is_number(playouts) and 0 < playouts <= MOST_PLAYOUTS
    ):
        raise ParameterError(f"The playouts of a move may be 1 to {MOST_PLAYOUTS:,}.")
    if seconds is None:
        seconds = USUAL_SECONDS if playouts is None else longest_seconds
    head_start = data.get("head_start", 0)
    if not isinstance(head_start, int) or isinstance(head_start, bool) or not 0 <= head_start <= LONGEST_HEAD_START:
        raise ParameterError(f"A head start may be of 0 to {LONGEST_HEAD_START} moves.")
    return Seat(AGENT, name.strip(), float(seconds), playouts, head_start)


def _is_number(value: object) -> bool:
    # A whole number may be too large to be made a float of.
    return not isinstance(value, bool) and (
        isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))
    )
