"""Where an agent sits: in the process of the referee, trusted or guarded. The other kind is in ``process_seats``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, runtime_checkable

from ludens.arena.record import Cause
from ludens.game import Decision, JointMove, Limit, S
from ludens.players.agent import Agent, Closes, HearsMoves, Ponders, Prepares, S_contra, tell


class BrokenOffError(Exception):
    """An agent that cannot go on with its game, and why."""

    def __init__(self, cause: Cause, detail: str) -> None:
        self.cause, self.detail = cause, detail
        super().__init__(f"{cause.value}: {detail}")


class Seat(Protocol[S_contra]):
    """One agent in one game. ``patience`` is how many seconds it has before the referee counts an over-run."""

    def prepare(self, state: S_contra, history: Sequence[JointMove], limit: Limit, patience: float) -> None:
        """Lets the agent think before the first move; raises BrokenOffError when it fails."""

    def decide(self, state: S_contra, history: Sequence[JointMove], limit: Limit, patience: float) -> Decision:
        """The agent's decision in the position after this history; raises BrokenOffError when there is none."""

    def leave(self) -> None:
        """Ends the game for the agent."""


@runtime_checkable
class HearsTheEnd(Protocol):
    """A seat that gets all joint moves when the game is over, the last one too; others do not."""

    def conclude(self, history: Sequence[JointMove]) -> None:
        """Takes note of the end; never fails."""


class TrustedSeat(Generic[S]):
    """An agent in this process whose errors are errors: for comparisons that should stop at a mistake."""

    def __init__(self, agent: Agent[S]) -> None:
        self.agent = agent

    def prepare(self, state: S, history: Sequence[JointMove], limit: Limit, patience: float) -> None:
        if isinstance(self.agent, Prepares):
            tell(self.agent, history)
            self.agent.prepare(state, limit)

    def decide(self, state: S, history: Sequence[JointMove], limit: Limit, patience: float) -> Decision:
        tell(self.agent, history)
        return self.agent.decide(state, limit)

    def conclude(self, history: Sequence[JointMove]) -> None:
        if isinstance(self.agent, HearsMoves):
            self.agent.conclude(history)

    def leave(self) -> None:
        if isinstance(self.agent, Ponders):
            self.agent.rest()
        if isinstance(self.agent, Closes):
            self.agent.close()


class GuardedSeat(TrustedSeat[S]):
    """An agent in this process whose errors are its own loss. It cannot be stopped: an over-run is seen afterwards."""

    def prepare(self, state: S, history: Sequence[JointMove], limit: Limit, patience: float) -> None:
        try:
            super().prepare(state, history, limit, patience)
        except Exception as error:
            raise failure(error) from error

    def decide(self, state: S, history: Sequence[JointMove], limit: Limit, patience: float) -> Decision:
        try:
            decision = super().decide(state, history, limit, patience)
        except Exception as error:
            raise failure(error) from error
        if not isinstance(decision, Decision) or not isinstance(decision.move, str):
            shown = f"{type(decision).__name__} {str(decision)[:100]!r}"
            raise BrokenOffError(Cause.ILLEGAL, f"decide gave a {shown}; it must give a ludens.Decision(move)")
        return decision


class EmptySeat(Generic[S]):
    """A seat whose agent broke off before the game began."""

    def __init__(self, reason: BrokenOffError) -> None:
        self._reason = reason

    def prepare(self, state: S, history: Sequence[JointMove], limit: Limit, patience: float) -> None:
        raise self._reason

    def decide(self, state: S, history: Sequence[JointMove], limit: Limit, patience: float) -> Decision:
        raise self._reason

    def leave(self) -> None:
        pass


def failure(error: Exception) -> BrokenOffError:
    """What an agent's exception means for its game."""
    if isinstance(error, MemoryError):
        return BrokenOffError(Cause.MEMORY, "it needed more memory than there is")
    if isinstance(error, TimeoutError):
        return BrokenOffError(Cause.STALL, str(error))
    return BrokenOffError(Cause.CRASH, f"{type(error).__name__}: {error}")
