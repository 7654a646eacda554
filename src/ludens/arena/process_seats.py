"""Agents in processes of their own: what happens to them there is no problem of the referee's.

Such a process serves one agent after another, game after game, as long as nothing goes wrong. It has its own copy of
the game and is told the moves, so nothing it does can change a position.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any

from ludens.arena.clock import Terms
from ludens.arena.orphans import end_with_parent, single_threaded, spawning
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


class AgentProcess:
    """A process for agents, one at a time, of one game."""

    def __init__(self, game: str, memory_mib: int | None, make: MakeAgent) -> None:
        here, there = spawning().Pipe()
        self._line: Connection[Any, Any] = here
        life = (there, game, memory_mib, make, os.getpid())
        self._process = spawning().Process(target=_serve, args=life, daemon=True)
        with single_threaded():
            self._process.start()
        there.close()

    def ask(self, request: tuple[Any, ...], patience: float) -> Any:
        """The answer to a request; raises BrokenOffError, and the process is gone, when there is none in time."""
        try:
            self._line.send(request)
            if not self._line.poll(patience):
                self.end()
                raise BrokenOffError(Cause.STALL, f"no answer within {patience:.3f} s")
            kind, *content = self._line.recv()
        except (EOFError, OSError):
            self._process.join(1.0)
            code = self._process.exitcode
            self.end()
            raise BrokenOffError(Cause.CRASH, f"its process ended with {_status(code)}") from None
        if kind == "failed":
            self.end()
            raise BrokenOffError(Cause(content[0]), content[1])
        if kind == "refused":
            raise LudensError(content[0])
        return content[0]

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    def end(self) -> None:
        """Kills the process, if it is still there."""
        self._process.kill()
        self._process.join()
        self._line.close()


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
            process.ask(("begin", agent, role, seed), LOADING_SECONDS)
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
        self._process.ask(("prepare", self._news(state, history), limit), _waiting(patience))

    def decide(self, state: object, history: Sequence[JointMove], limit: Limit, patience: float) -> Decision:
        decision: Decision = self._process.ask(("decide", self._news(state, history), limit), _waiting(patience))
        return decision

    def _news(self, state: object, history: Sequence[JointMove]) -> tuple[JointMove, ...] | View:
        """The joint moves that are new; where something is hidden, all that the role has seen."""
        if isinstance(state, View):
            return state
        new = tuple(history[self._told :])
        self._told = len(history)
        return new

    def leave(self) -> None:
        self._seats.free(self._game, self._process)


def _waiting(patience: float) -> float:
    return UNTIMED_SECONDS if math.isinf(patience) else patience + STALL_SECONDS


def _status(code: int | None) -> str:
    if code is None:
        return "no status"
    return f"signal {-code}" if code < 0 else f"status {code}"


def _serve(line: Connection[Any, Any], name: str, memory_mib: int | None, make: MakeAgent, parent: int) -> None:
    """The life of such a process: answers requests until nobody asks any more."""
    end_with_parent(parent)
    table = _Table(name, make, memory_mib)
    while True:
        try:
            request = line.recv()
        except EOFError:
            return
        try:
            line.send(("done", table.answer(*request)))
        except LudensError as error:
            line.send(("refused", str(error)))
        except BrokenOffError as error:
            line.send(("failed", error.cause.value, error.detail))
        except Exception as error:
            broken = failure(error)
            line.send(("failed", broken.cause.value, broken.detail))


class _Table:
    """The game of such a process, and the agent that plays it now."""

    def __init__(self, name: str, make: MakeAgent, memory_mib: int | None) -> None:
        self._name, self._make, self._memory_mib = name, make, memory_mib
        self._game: Game[Any] | None = None
        self._seat: GuardedSeat[Any]
        self._state: Any

    def answer(self, kind: str, *content: Any) -> Decision | None:
        if self._game is None:
            # Not earlier: what is wrong with the game is the answer to the first request.
            self._game = load(self._name)
            if self._memory_mib is not None:
                limit_memory(self._memory_mib * MEBIBYTE)
        if kind == "begin":
            agent, role, seed = content
            self._seat = GuardedSeat(self._make(agent, self._game, role, seed))
            self._state = self._game.initial_state()
            return None
        news, limit = content
        if isinstance(news, View):
            self._state = news
        else:
            for joint in news:
                self._state = self._game.next_state(self._state, joint)
        if kind == "decide":
            return self._seat.decide(self._state, (), limit, math.inf)
        self._seat.prepare(self._state, (), limit, math.inf)
        return None
