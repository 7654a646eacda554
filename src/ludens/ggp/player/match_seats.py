"""A match at which the player sits, in one seat or in several: whom a message is for, and whether the manager is gone.

PLAY does not say which role is asked. Where one player has several roles of a match, managers send it the same message
several times at once: in the order of the roles, or with different receivers.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from ludens.ggp.messages import Play, PlayPercepts, Start
from ludens.ggp.supervisor import Supervisor

STALE_SECONDS = 10.0
"""Silence after which a manager seems to be gone, beyond the clock that counts."""

FORGOTTEN_SECONDS = 3_600.0
"""Silence after which a match is ended although its place is not needed."""

TOGETHER_SECONDS = 0.05
"""How long the first of several messages that belong together waits for the others."""

GRACE_SECONDS = 2.0
"""How long after its clock a turn may still be asked for."""

MOST_SEATS = 16


@dataclass(slots=True)
class _Turn:
    """One joint move that is being asked for, and the seats that were asked. ``key``: what its messages have alike."""

    key: object
    since: float
    asked: list[Supervisor] = field(default_factory=list)


@dataclass(slots=True)
class MatchSeats:
    """One match. ``heard``: when its manager last sent something, by ``time.monotonic``. ``begun``: with a PLAY."""

    heard: float = field(default_factory=time.monotonic)
    begun: bool = False
    seats: list[Supervisor] = field(default_factory=list)
    _receivers: dict[Supervisor, str] = field(default_factory=dict)
    _waiting: list[tuple[float, Play | PlayPercepts, asyncio.Future[Supervisor]]] = field(default_factory=list)
    _turn: _Turn | None = None

    @property
    def silence(self) -> float:
        return time.monotonic() - self.heard

    @property
    def overdue(self) -> float:
        """Seconds for which something should have been heard: after an answer, all others have a clock to answer."""
        clocks = [start.play_clock if self.begun else start.start_clock for start in self._starts]
        return self.silence - min(max(clocks, default=0.0) + STALE_SECONDS, FORGOTTEN_SECONDS)

    @property
    def stale(self) -> bool:
        """Whether the manager seems to be gone."""
        return self.overdue > 0

    @property
    def _starts(self) -> list[Start]:
        return [seat.match.start for seat in self.seats]

    def add(self, seat: Supervisor, receiver: str) -> None:
        """Takes another seat; ``receiver``: whom its START was for."""
        self.seats.append(seat)
        self.seats.sort(key=lambda seat: _place(seat.match.start))
        self._receivers[seat] = receiver

    def seat_of(self, start: Start) -> Supervisor | None:
        """The seat that this very START was for."""
        return next((seat for seat in self.seats if seat.match.start == start), None)

    def has_seat_for(self, start: Start, receiver: str) -> bool:
        """Whether a START means another role of this match, not another match with the same id.

        Then the rules and clocks are the same; or another receiver is named, which may get the rules in other words.
        """
        same = all((each.rules, each.start_clock, each.play_clock) == _terms(start) for each in self._starts)
        others = receiver and receiver not in self._receivers.values()
        taken = any(each.role.lower() == start.role.lower() for each in self._starts)
        return bool(same or others) and not taken and len(self.seats) < MOST_SEATS

    async def asked(self, message: Play | PlayPercepts, arrived: float, receiver: str) -> Supervisor:
        """The seat that a message is for; ``arrived``: when its connection was made."""
        named = [seat for seat in self.seats if self._receivers[seat] == receiver]
        if len(self.seats) == 1 or len(named) == 1:
            return (named if len(named) == 1 else self.seats)[0]
        future: asyncio.Future[Supervisor] = asyncio.get_running_loop().create_future()
        self._waiting.append((arrived, message, future))
        if len(self._waiting) == len(self.seats):
            self._assign()
        else:
            asyncio.get_running_loop().call_later(TOGETHER_SECONDS, self._assign)
        return await future

    def _assign(self) -> None:
        """Gives the messages that wait to seats: connections in the order in which they were made."""
        waiting, self._waiting = sorted(self._waiting, key=lambda each: each[0]), []
        for arrived, message, future in waiting:
            seat = self._next_seat(self._turn_of(message, arrived), message)
            if not future.done():
                future.set_result(seat)

    def _turn_of(self, message: Play | PlayPercepts, arrived: float) -> _Turn:
        key = message.moves if isinstance(message, Play) else message.turn
        turn, longest = self._turn, self.seats[0].match.start.play_clock + GRACE_SECONDS
        if turn is None or turn.key != key or len(turn.asked) >= len(self.seats) or arrived - turn.since > longest:
            turn = self._turn = _Turn(key, arrived)
        return turn

    def _next_seat(self, turn: _Turn, message: Play | PlayPercepts) -> Supervisor:
        """The first seat that was not asked yet; with percepts, one that has made the move it is told to have made."""
        open_seats = [seat for seat in self.seats if seat not in turn.asked]
        made = message.move if isinstance(message, PlayPercepts) else None
        seat = next((seat for seat in open_seats if made and seat.answered_with(made)), open_seats[0])
        turn.asked.append(seat)
        return seat


def _terms(start: Start) -> tuple[str, float, float]:
    return start.rules, start.start_clock, start.play_clock


def _place(start: Start) -> tuple[int, str]:
    """Where the role stands among the roles of the rules."""
    return start.rules.lower().find(f"(role {start.role.lower()})"), start.role
