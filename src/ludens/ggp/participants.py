"""Who plays in a managed match: players of the network, and agents in processes of this machine."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Protocol

from ludens.arena.clock import Terms
from ludens.arena.process_seats import MakeAgent, ProcessSeat, ProcessSeats
from ludens.arena.record import Cause, FaultKind
from ludens.arena.seats import BrokenOffError
from ludens.game import JointMove, Limit, LudensError, Observation, View
from ludens.ggp.addresses import Address
from ludens.ggp.client import NoAnswerError, ask
from ludens.ggp.conversation import Clocks
from ludens.ggp.messages import (
    Abort,
    Info,
    Message,
    MessageError,
    Play,
    PlayerInfo,
    PlayPercepts,
    Start,
    Stop,
    StopPercepts,
    read_info,
    write_message,
)
from ludens.ggp.spelling import Spelling
from ludens.players import make_agent

INFO_SECONDS = 1.0

POLL_SECONDS = 0.02

_STARTING = threading.Lock()
"""Processes are started one at a time: meanwhile the environment is theirs."""


class Participant(Protocol):
    """Somebody who plays one role of one match."""

    async def greet(self) -> PlayerInfo:
        """Who it is and whether it is free.

        Raises NoAnswerError when it is not there, and LudensError if it cannot play the game.
        """

    async def answer(self, message: Message, seconds: float) -> str:
        """What it answers to a message; raises NoAnswerError when there is nothing in so many seconds."""

    def close(self) -> None:
        """Ends what it holds on this machine."""


class RemotePlayer:
    """A player at an address of the network. ``seat``: what is added to its name where it has several roles of a match.

    PLAY does not say which role is asked, so that the receiver is all that tells it.
    """

    def __init__(self, address: Address, seat: str = "") -> None:
        self.address, self._seat = address, seat
        self._name = ""

    async def greet(self) -> PlayerInfo:
        try:
            found = read_info(await self.answer(Info(), INFO_SECONDS))
        except MessageError as error:
            return PlayerInfo("", f"unclear ({error})")
        self._name = f"{found.name}{self._seat}"
        return found

    async def answer(self, message: Message, seconds: float) -> str:
        return await ask(self.address, write_message(message), seconds=seconds, receiver=self._name)

    def close(self) -> None:
        pass


class LocalPlayer:
    """An agent in a process of its own. One that dies is started again when it is next asked, and sent all moves.

    ``view``: what its role knows at the start of a game of hidden information, None in other games. ``make``: makes the
    agent, as in ProcessSeats.
    """

    def __init__(
        self,
        game: str,
        agent: str,
        role: int,
        seed: int,
        clocks: Clocks,
        *,
        view: View | None = None,
        make: MakeAgent = make_agent,
    ) -> None:
        self._game, self._agent, self._role, self._seed, self._clocks = game, agent, role, seed, clocks
        self._view = view
        limit = Limit(seconds=clocks.play)
        self._seats = ProcessSeats(Terms(limit=limit, start_seconds=clocks.start, own_process=True), make)
        self._seat: ProcessSeat | None = None
        self._history: tuple[JointMove, ...] = ()
        self._asked: asyncio.Future[str] | None = None
        self._sitting = self._closed = False

    async def greet(self) -> PlayerInfo:
        """Makes the agent, off the clock as everywhere in the arena."""
        try:
            await asyncio.to_thread(self._sit)
        except BrokenOffError as error:
            raise NoAnswerError(_kind(error.cause), error.detail) from None
        return PlayerInfo(self._agent, "available")

    async def answer(self, message: Message, seconds: float) -> str:
        self._learn(message)
        try:
            async with asyncio.timeout(seconds):
                if self._asked is not None:  # a process answers one question at a time, the late one too
                    await asyncio.wait([self._asked])
                question = (message, self._history, self._view, seconds)
                self._asked = asyncio.ensure_future(asyncio.to_thread(self._answer, *question))
                self._asked.add_done_callback(_heed)
                return await asyncio.shield(self._asked)
        except TimeoutError:
            raise NoAnswerError(FaultKind.TIMEOUT, f"no answer within {seconds:g} s") from None

    def close(self) -> None:
        """Ends its process, also one that is being started by a thread, which therefore does not wait for it."""
        self._closed = True
        self._seats.close()
        while self._sitting:
            time.sleep(POLL_SECONDS)
            self._seats.close()

    def _learn(self, message: Message) -> None:
        """Keeps what a message tells; the agent gets it with the next question."""
        match message:
            case Play(_, moves) if moves:
                self._history += (tuple(map(Spelling.known, moves)),)
            case PlayPercepts(_, _, own, percepts):
                earlier = self._view.observations if self._view is not None else ()
                new = () if own is None else (Observation(Spelling.known(own), tuple(map(Spelling.known, percepts))),)
                self._view = View(self._role, earlier + new)

    def _answer(self, message: Message, history: tuple[JointMove, ...], view: View | None, seconds: float) -> str:
        try:
            match message:
                case Start():
                    self._prepare()
                    return "ready"
                case Play() | PlayPercepts():
                    limit = Limit(seconds=self._clocks.play)
                    return str(self._sit().decide(view, history, limit, seconds).move)
                case Stop() | StopPercepts() | Abort():
                    self._leave()
        except BrokenOffError as error:
            self._leave()
            raise NoAnswerError(_kind(error.cause), error.detail) from None
        except LudensError as error:
            self._leave()
            raise NoAnswerError(FaultKind.CONNECTION, str(error)) from None
        return "aborted" if isinstance(message, Abort) else "done"

    def _prepare(self) -> None:
        # There is no grace at the start, so the agent is given less time than there is.
        limit = Limit(seconds=max(self._clocks.start - 2.0, self._clocks.start / 2))
        self._sit().prepare(self._view, (), limit, self._clocks.start)

    def _sit(self) -> ProcessSeat:
        if self._seat is None:
            with _STARTING:
                self._sitting = True
                try:
                    if self._closed:
                        raise BrokenOffError(Cause.CRASH, "the match is over")
                    self._seat = self._seats.seat(self._game, self._agent, self._role, self._seed)
                finally:
                    self._sitting = False
        return self._seat

    def _leave(self) -> None:
        if self._seat is not None:
            self._seat.leave()
            self._seat = None


def _heed(answer: asyncio.Future[str]) -> None:
    """Takes note of how a question ended that nobody waits for any more."""
    if not answer.cancelled():
        answer.exception()


def _kind(cause: Cause) -> FaultKind:
    if cause is Cause.ILLEGAL:
        return FaultKind.ILLEGAL
    return FaultKind.TIMEOUT if cause in (Cause.STALL, Cause.OVERRUN) else FaultKind.CONNECTION
