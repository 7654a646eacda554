"""The referee: one game from an opening to its end, by the clock. All games of the arena are played here."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from ludens.arena.clock import Clock, Terms
from ludens.arena.record import Cause, Forfeit, Thought, finite, writable
from ludens.arena.seats import BrokenOffError, HearsTheEnd, Seat
from ludens.game import LONGEST_GAME, Game, JointMove, Limit, Move, Observation, S, View, observation, observations
from ludens.players.game_lengths import lengths_of


@dataclass(frozen=True, slots=True)
class Played:
    """A game as the referee saw it; see MatchRecord."""

    moves: tuple[JointMove, ...]
    thoughts: tuple[tuple[Thought, ...], ...]
    goals: tuple[float, ...]
    forfeits: tuple[Forfeit, ...] = ()
    cut: bool = False


@dataclass(slots=True)
class _Progress(Generic[S]):
    """A game in progress. ``seen``: what each role has seen, where something is hidden."""

    state: S
    moves: list[JointMove]
    clocks: list[Clock]
    seen: list[tuple[Observation, ...]] = field(default_factory=list)
    thoughts: list[tuple[Thought, ...]] = field(default_factory=list)
    forfeits: list[Forfeit] = field(default_factory=list)


class Referee(Generic[S]):
    """Lets seats play a game under the same terms for all; ``now`` is the clock on the wall, in seconds."""

    def __init__(self, game: Game[S], terms: Terms, now: Callable[[], float] = time.perf_counter) -> None:
        self.game, self.terms, self._now = game, terms, now
        self._longest = game.info.max_steps or LONGEST_GAME

    def play(self, seats: Sequence[Seat[S]], opening: Sequence[JointMove] = ()) -> Played:
        """One game between the seats, in the order of the roles, after the moves of the opening."""
        lengths = lengths_of(self.game)
        progress = _Progress(after(self.game, opening), list(opening), [Clock(self.terms, lengths) for _ in seats])
        if self.game.info.hidden:
            progress.seen = [observations(self.game, opening, role) for role in range(len(seats))]
        try:
            self._prepare(seats, progress)
            while not progress.forfeits and not self.game.is_terminal(progress.state):
                if len(progress.moves) >= self._longest:
                    return self._result(progress, cut=True)
                self._turn(seats, progress)
            if not progress.forfeits:
                lengths.add(len(progress.thoughts))
                for seat in seats:
                    if isinstance(seat, HearsTheEnd):
                        seat.conclude(progress.moves)
            return self._result(progress)
        finally:
            for seat in seats:
                seat.leave()

    def _prepare(self, seats: Sequence[Seat[S]], progress: _Progress[S]) -> None:
        seconds = self.terms.start_seconds
        if not seconds:
            return
        patience = seconds + self.terms.grace_seconds
        for role, seat in enumerate(seats):
            begin = self._now()
            try:
                seat.prepare(*self._told(progress, role), Limit(seconds=seconds), patience)
            except BrokenOffError as error:
                _forfeit(progress, role, error.cause, error.detail)
                continue
            spent = self._now() - begin
            if spent > patience:
                _forfeit(progress, role, Cause.OVERRUN, f"{spent:.3f} s of {seconds:g} s to prepare")

    def _told(self, progress: _Progress[S], role: int) -> tuple[Any, Sequence[JointMove]]:
        """What a seat is given: the position and the moves so far, or only what its role has seen."""
        if not self.game.info.hidden or role == self.game.info.chance_role:
            return progress.state, progress.moves
        return View(role, progress.seen[role], self.game.legal_moves(progress.state, role)), ()

    def _turn(self, seats: Sequence[Seat[S]], progress: _Progress[S]) -> None:
        """One joint move, or the forfeits of all who fail to make theirs."""
        joint: list[Move] = []
        thoughts: list[Thought] = []
        for role, seat in enumerate(seats):
            clock = progress.clocks[role]
            allowed = clock.allowed()
            begin = self._now()
            try:
                decision = seat.decide(*self._told(progress, role), clock.limit(), allowed)
            except BrokenOffError as error:
                _forfeit(progress, role, error.cause, error.detail)
                continue
            spent = self._now() - begin
            if not clock.spend(spent):
                _forfeit(progress, role, Cause.OVERRUN, f"{spent:.3f} s where {allowed:.3f} s were allowed")
            joint.append(decision.move)
            thoughts.append(Thought(round(spent, 6), _finite(decision.value), finite(decision.notes)))
        if not progress.forfeits:
            self._make(tuple(joint), thoughts, progress)

    def _make(self, joint: JointMove, thoughts: list[Thought], progress: _Progress[S]) -> None:
        try:
            following = self.game.next_state(progress.state, joint)
        except Exception:  # a move that is none may break a game in any way
            for role, move in enumerate(joint):
                if move not in self.game.legal_moves(progress.state, role):
                    _forfeit(progress, role, Cause.ILLEGAL, str(move)[:200])
            if not progress.forfeits:
                raise
            return
        progress.seen = [
            (*seen, observation(self.game, progress.state, joint, role)) for role, seen in enumerate(progress.seen)
        ]
        progress.state = following
        progress.moves.append(joint)
        progress.thoughts.append(tuple(thoughts))

    def _result(self, progress: _Progress[S], *, cut: bool = False) -> Played:
        seats, chance = len(progress.clocks), self.game.info.chance_role
        goals: tuple[float, ...]
        if cut or progress.forfeits:
            goals = forfeited_goals(seats, {each.role for each in progress.forfeits}, chance)
        else:
            goals = tuple(self.game.goals(progress.state))
        return Played(tuple(progress.moves), tuple(progress.thoughts), goals, tuple(progress.forfeits), cut)


def forfeited_goals(seats: int, lost: set[int], chance_role: int | None = None) -> tuple[float, ...]:
    """What everybody gets when some broke off: they and chance 0, the others equal shares of 100."""
    nothing = lost if chance_role is None else lost | {chance_role}
    return tuple(0.0 if role in nothing else 100 / (seats - len(nothing)) for role in range(seats))


def after(game: Game[S], moves: Sequence[JointMove]) -> S:
    """The position after these joint moves from the start."""
    state = game.initial_state()
    for joint in moves:
        state = game.next_state(state, joint)
    return state


def _forfeit(progress: _Progress[S], role: int, cause: Cause, detail: str) -> None:
    progress.forfeits.append(Forfeit(role, cause, writable(detail), len(progress.moves)))


def _finite(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else float(value)
