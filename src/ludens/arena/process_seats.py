"""Agents in processes of their own: what happens to them there is no problem of the referee's.

Such a process serves one agent after another, game after game, as long as nothing goes wrong. It has its own copy of
the game and is told the moves, so nothing it does can change a position.
"""

from __future__ import annotations

import math
import socket
from collections.abc import Callable, Sequence
from typing import Any

from ludens.arena.clock import Terms
from ludens.arena.messages import (
    LONGEST,
    decision_data,
    limit_data,
    plain,
    read_decision,
    read_view,
    view_data,
)
from ludens.arena.record import Cause
from ludens.arena.seats import BrokenOffError, GuardedSeat, failure
from ludens.game import Decision, Game, JointMove, Limit, LudensError, View
from ludens.games.loading import load
from ludens.players import make_agent
from ludens.players.agent import Agent
from ludens.processes.asking import AskedProcess
from ludens.processes.child import Child
from ludens.processes.limits import limit_memory
from ludens.processes.messages import Data, Line, NonsenseError
from ludens.processes.serving import Call, serve
from ludens.processes.slots import Slots

MakeAgent = Callable[[str, Game[Any], int, int | None], Agent[Any]]

MEBIBYTE = 1 << 20

STALL_SECONDS = 2.0
"""How long after an over-run an answer is still waited for; then the process is killed."""

UNTIMED_SECONDS = 3_600.0
"""How long an answer is waited for where no clock runs."""

LOADING_SECONDS = 300.0
"""For a process to start, load the game, have it compiled and make the agent: off the clock, but not for ever."""

MOST_DETAIL = 2_000
"""Characters of what an agent says went wrong."""


class AgentProcess:
    """A process for agents, one at a time, of one game."""

    def __init__(self, game: str, memory_mib: int | None, make: MakeAgent) -> None:
        self.game = game
        self._process = AskedProcess(Child(_live, game, memory_mib, make), LONGEST)

    def ask(self, request: Data, patience: float) -> Any:
        """The answer to a request; raises BrokenOffError, and the process is gone, when there is none in time."""
        try:
            answer = self._process.ask(request, patience)
        except TimeoutError:
            self.end()
            raise BrokenOffError(Cause.STALL, f"no answer within {patience:.3f} s") from None
        except NonsenseError as error:
            self.end()
            raise BrokenOffError(Cause.CRASH, str(error)) from None
        except EOFError:
            status = self._process.status()
            self.end()
            raise BrokenOffError(Cause.CRASH, f"its process ended with {_status(status)}") from None
        if "refused" in answer:
            raise LudensError(str(answer["refused"]))
        if "failed" in answer:
            self.end()
            raise _broken_off(answer)
        return answer.get("done")

    @property
    def alive(self) -> bool:
        return self._process.alive

    def end(self) -> None:
        """Kills the process and what it has started, if it is still there."""
        self._process.end()


def _broken_off(answer: Data) -> BrokenOffError:
    try:
        cause = Cause(answer["failed"])
    except ValueError:
        cause = Cause.CRASH
    return BrokenOffError(cause, str(answer.get("detail"))[:MOST_DETAIL])


class ProcessSeats:
    """Seats in processes of their own, for all games of one process. A context manager that ends them all.

    ``make`` makes the agents; it must be a function of a module, since other processes have to find it.
    """

    def __init__(self, terms: Terms, make: MakeAgent = make_agent) -> None:
        self._terms, self._make = terms, make
        self._slots: Slots[AgentProcess] = Slots()

    def __enter__(self) -> ProcessSeats:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends all processes."""
        for process in self._slots.all:
            self._slots.drop(process)
            process.end()

    def seat(self, game: str, agent: str, role: int, seed: int | None) -> ProcessSeat:
        """A seat for an agent; raises LudensError when it cannot play, BrokenOffError when it fails at once."""
        process = self._slots.take(lambda process: process.game == game)
        if process is None:
            process = AgentProcess(game, self._terms.memory_mib, self._make)
            self._slots.add(process)
        try:
            process.ask({"do": "begin", "agent": agent, "role": role, "seed": seed}, LOADING_SECONDS)
        except (LudensError, BrokenOffError):
            self.free(process)
            raise
        return ProcessSeat(self, process)

    def free(self, process: AgentProcess) -> None:
        """Takes back a process whose game is over."""
        if process in self._slots.busy:
            if process.alive:
                self._slots.free(process)
            else:
                self._slots.drop(process)


class ProcessSeat:
    """An agent in a process of its own."""

    def __init__(self, seats: ProcessSeats, process: AgentProcess) -> None:
        self._seats, self._process = seats, process
        self._told = 0

    def prepare(self, state: object, history: Sequence[JointMove], limit: Limit, patience: float) -> None:
        self._process.ask({"do": "prepare", **self._news(state, history, limit)}, _waiting(patience))

    def decide(self, state: object, history: Sequence[JointMove], limit: Limit, patience: float) -> Decision:
        answer = self._process.ask({"do": "decide", **self._news(state, history, limit)}, _waiting(patience))
        try:
            return read_decision(answer)
        except NonsenseError as error:
            raise BrokenOffError(Cause.ILLEGAL, str(error)) from None

    def _news(self, state: object, history: Sequence[JointMove], limit: Limit) -> Data:
        """The joint moves that are new; where something is hidden, all that the role has seen."""
        if isinstance(state, View):
            return {"limit": limit_data(limit), "view": view_data(state)}
        new = history[self._told :]
        self._told = len(history)
        return {"limit": limit_data(limit), "moves": [list(joint) for joint in new]}

    def leave(self) -> None:
        self._seats.free(self._process)


def _waiting(patience: float) -> float:
    return UNTIMED_SECONDS if math.isinf(patience) else patience + STALL_SECONDS


def _status(code: int | None) -> str:
    if code is None:
        return "no status"
    return f"signal {-code}" if code < 0 else f"status {code}"


def _live(end: socket.socket, name: str, memory_mib: int | None, make: MakeAgent) -> None:
    """The life of such a process."""
    serve(Line(end, plain=plain), _Table(name, make, memory_mib).answer, _told)


def _told(error: Exception) -> Data:
    if isinstance(error, LudensError):
        return {"refused": str(error)}
    broken = error if isinstance(error, BrokenOffError) else failure(error)
    return {"failed": broken.cause.value, "detail": broken.detail[:MOST_DETAIL]}


class _Table:
    """The game of such a process, and the agent that plays it now."""

    def __init__(self, name: str, make: MakeAgent, memory_mib: int | None) -> None:
        self._name, self._make, self._memory_mib = name, make, memory_mib
        self._game: Game[Any] | None = None
        self._seat: GuardedSeat[Any] | None = None
        self._state: Any
        self._history: list[JointMove] = []

    def answer(self, request: Data, call: Call) -> Data | None:
        if self._game is None:
            # Not earlier: what is wrong with the game is the answer to the first request.
            self._game = load(self._name)
            if self._memory_mib is not None:
                limit_memory(self._memory_mib * MEBIBYTE)
        if request["do"] == "begin":
            if self._seat is not None:
                self._seat.leave()
            self._seat = GuardedSeat(self._make(request["agent"], self._game, request["role"], request["seed"]))
            self._state, self._history = self._game.initial_state(), []
            return None
        assert self._seat is not None
        if "view" in request:
            self._state = read_view(request["view"])
        else:
            for joint in request["moves"]:
                self._state = self._game.next_state(self._state, tuple(joint))
                self._history.append(tuple(joint))
        limit = Limit(**request["limit"])
        if request["do"] == "decide":
            return decision_data(self._seat.decide(self._state, self._history, limit, math.inf))
        self._seat.prepare(self._state, self._history, limit, math.inf)
        return None
