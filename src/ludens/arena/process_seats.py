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
    Data,
    Line,
    NonsenseError,
    decision_data,
    limit_data,
    read_decision,
    read_view,
    view_data,
)
from ludens.processes.child import Child
from ludens.arena.record import Cause
from ludens.arena.seats import BrokenOffError, GuardedSeat, failure
from ludens.game import Decision, Game, JointMove, Limit, LudensError, View
from ludens.games.course_process import limit_memory
from ludens.games.loading import load
from ludens.players import make_agent
from ludens.players.agent import Agent

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
        self._child = Child(_serve, game, memory_mib, make)
        self._line = Line(self._child.socket, LONGEST)
        self._asked = 0

    def ask(self, request: Data, patience: float) -> Any:
        """The answer to a request; raises BrokenOffError, and the process is gone, when there is none in time."""
        try:
            answer = self._exchanged(request, patience)
        except TimeoutError:
            self.end()
            raise BrokenOffError(Cause.STALL, f"no answer within {patience:.3f} s") from None
        except NonsenseError as error:
            self.end()
            raise BrokenOffError(Cause.CRASH, str(error)) from None
        except (EOFError, OSError):
            status = self._child.status(1.0)
            self.end()
            raise BrokenOffError(Cause.CRASH, f"its process ended with {_status(status)}") from None
        if "refused" in answer:
            raise LudensError(str(answer["refused"]))
        if "failed" in answer:
            self.end()
            raise _broken_off(answer)
        return answer.get("done")

    def _exchanged(self, request: Data, patience: float) -> Data:
        self._asked += 1
        self._line.send({"number": self._asked, **request}, patience)
        answer = self._line.receive(patience)
        if answer.get("number") != self._asked:
            raise NonsenseError("it answered what it was not asked")
        return answer

    @property
    def alive(self) -> bool:
        return self._child.alive

    def end(self) -> None:
        """Kills the process and what it has started, if it is still there."""
        self._child.end()
        self._line.close()


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
        self._idle: dict[str, list[AgentProcess]] = {}
        self._busy: list[AgentProcess] = []

    def __enter__(self) -> ProcessSeats:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends all processes."""
        for process in [*self._busy, *(each for some in self._idle.values() for each in some)]:
            process.end()
        self._idle, self._busy = {}, []

    def seat(self, game: str, agent: str, role: int, seed: int | None) -> ProcessSeat:
        """A seat for an agent; raises LudensError when it cannot play, BrokenOffError when it fails at once."""
        idle = self._idle.setdefault(game, [])
        process = idle.pop() if idle else AgentProcess(game, self._terms.memory_mib, self._make)
        self._busy.append(process)
        try:
            process.ask({"do": "begin", "agent": agent, "role": role, "seed": seed}, LOADING_SECONDS)
        except (LudensError, BrokenOffError):
            self.free(game, process)
            raise
        return ProcessSeat(self, game, process)

    def free(self, game: str, process: AgentProcess) -> None:
        """Takes back a process whose game is over."""
        if process in self._busy:
            self._busy.remove(process)
            if process.alive:
                self._idle.setdefault(game, []).append(process)


class ProcessSeat:
    """An agent in a process of its own."""

    def __init__(self, seats: ProcessSeats, game: str, process: AgentProcess) -> None:
        self._seats, self._game, self._process = seats, game, process
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
        self._seats.free(self._game, self._process)


def _waiting(patience: float) -> float:
    return UNTIMED_SECONDS if math.isinf(patience) else patience + STALL_SECONDS


def _status(code: int | None) -> str:
    if code is None:
        return "no status"
    return f"signal {-code}" if code < 0 else f"status {code}"


def _serve(end: socket.socket, name: str, memory_mib: int | None, make: MakeAgent) -> None:
    """The life of such a process: answers requests until nobody asks any more."""
    line, table = Line(end), _Table(name, make, memory_mib)
    while True:
        try:
            request = line.receive()
        except EOFError:
            return
        line.send({"number": request["number"], **_answer(table, request)})


def _answer(table: _Table, request: Data) -> Data:
    try:
        return {"done": table.answer(request)}
    except LudensError as error:
        return {"refused": str(error)}
    except BrokenOffError as error:
        return {"failed": error.cause.value, "detail": error.detail[:MOST_DETAIL]}
    except Exception as error:
        broken = failure(error)
        return {"failed": broken.cause.value, "detail": broken.detail[:MOST_DETAIL]}


class _Table:
    """The game of such a process, and the agent that plays it now."""

    def __init__(self, name: str, make: MakeAgent, memory_mib: int | None) -> None:
        self._name, self._make, self._memory_mib = name, make, memory_mib
        self._game: Game[Any] | None = None
        self._seat: GuardedSeat[Any]
        self._state: Any

    def answer(self, request: Data) -> Data | None:
        if self._game is None:
            # Not earlier: what is wrong with the game is the answer to the first request.
            self._game = load(self._name)
            if self._memory_mib is not None:
                limit_memory(self._memory_mib * MEBIBYTE)
        if request["do"] == "begin":
            self._seat = GuardedSeat(self._make(request["agent"], self._game, request["role"], request["seed"]))
            self._state = self._game.initial_state()
            return None
        if "view" in request:
            self._state = read_view(request["view"])
        else:
            for joint in request["moves"]:
                self._state = self._game.next_state(self._state, tuple(joint))
        limit = Limit(**request["limit"])
        if request["do"] == "decide":
            return decision_data(self._seat.decide(self._state, (), limit, math.inf))
        self._seat.prepare(self._state, (), limit, math.inf)
        return None
