"""The manager's side of a match, without any input or output: what is to be sent to whom, and what replies mean.

Somebody else carries the messages::

    while requests := conversation.due():
        conversation.hear({request.role: carry(request) for request in requests})

A reply that is late, missing or no legal move is replaced by a legal move drawn at random and kept as a fault; the
match goes on, as it does on the reference server.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic

from ludens.arena.record import AT_START, Fault, FaultKind, Thought
from ludens.game import LONGEST_GAME, Game, JointMove, Move, ParameterError, S, observation
from ludens.ggp.messages import (
    LONGEST_CLOCK,
    Abort,
    Message,
    MessageError,
    Play,
    PlayPercepts,
    Preview,
    Start,
    Stop,
    StopPercepts,
)
from ludens.ggp.vocabularies import Vocabulary

GRACE_SECONDS = 1.0
"""For the network, beyond the play clock. The start clock has none, as on the reference server."""

ABORT_SECONDS = 1.0

DETAIL = 200
"""Characters of a wrong reply that are kept."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """Seconds for START, for each PLAY, and for PREVIEW; no preview is sent when its clock is 0."""

    start: float = 30.0
    play: float = 10.0
    preview: float = 0.0

    def __post_init__(self) -> None:
        for name in ("start", "play", "preview"):
            seconds = getattr(self, name)
            if not 0 <= seconds <= LONGEST_CLOCK or (name != "preview" and not seconds):
                raise ParameterError(
                    f"The {name} clock cannot be {seconds}; it may be up to {LONGEST_CLOCK:,} seconds."
                )


class Phase(Enum):
    """What is asked for next."""

    PREVIEW = "PREVIEW"
    START = "START"
    PLAY = "PLAY"
    STOP = "STOP"
    ABORT = "ABORT"
    OVER = "OVER"


@dataclass(frozen=True, slots=True)
class Request:
    """A message to the player of a role, and the seconds after which its answer no longer counts."""

    role: int
    message: Message
    seconds: float


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back after so many seconds: a text, or the fault that there is none, with its detail."""

    content: str | tuple[FaultKind, str]
    seconds: float = 0.0


class Conversation(Generic[S]):
    """One match of a game between players, each with its own vocabulary.

    ``vocabularies``: for each role that somebody plays. ``numbers``: random numbers for each role, for moves that are
    made for a player and for those of chance.
    """

    def __init__(
        self,
        game: Game[S],
        match: str,
        clocks: Clocks,
        vocabularies: Mapping[int, Vocabulary],
        numbers: Sequence[random.Random],
    ) -> None:
        self.game, self.match, self.clocks = game, match, clocks
        self._vocabularies, self._numbers = vocabularies, numbers
        self._longest = game.info.max_steps or LONGEST_GAME
        self.phase = Phase.PREVIEW if clocks.preview else Phase.START
        self.state = game.initial_state()
        self.moves: list[JointMove] = []
        self.thoughts: list[tuple[Thought, ...]] = []
        self.faults: list[Fault] = []
        self.goals: tuple[int, ...] | None = None
        self.cut = False
        self._seen: dict[int, tuple[str, ...]] = dict.fromkeys(vocabularies, ())

    def due(self) -> tuple[Request, ...]:
        """What is to be sent now, to everybody at once; nothing when the match is over."""
        message = self._message()
        if message is None:
            return ()
        seconds = {
            Phase.PREVIEW: self.clocks.preview,
            Phase.START: self.clocks.start,
            Phase.PLAY: self.clocks.play + GRACE_SECONDS,
            Phase.STOP: self.clocks.play,
            Phase.ABORT: ABORT_SECONDS,
        }[self.phase]
        return tuple(Request(role, message(role), seconds) for role in self._vocabularies)

    def hear(self, replies: Mapping[int, Reply]) -> None:
        """Goes on with the replies to all that was due, whatever they are. Raises as the game does."""
        if self.phase is Phase.PLAY:
            self._play(replies)
        elif self.phase is Phase.PREVIEW:
            self._expect(replies, {"done", "ready"})
            self.phase = Phase.START
        elif self.phase is Phase.START:
            self._expect(replies, {"ready"})
            self._go_on()
        else:
            self.phase = Phase.OVER

    def abort(self) -> None:
        """Breaks the match off: what is due next is ABORT."""
        if self.phase is not Phase.OVER:
            self.phase = Phase.ABORT

    def _message(self) -> Callable[[int], Message] | None:
        return {
            Phase.PREVIEW: self._preview,
            Phase.START: self._start,
            Phase.PLAY: self._ask_for_move,
            Phase.STOP: self._stop,
            Phase.ABORT: lambda role: Abort(self.match),
            Phase.OVER: None,
        }[self.phase]

    def _preview(self, role: int) -> Message:
        return Preview(self._vocabularies[role].rules, self.clocks.preview)

    def _start(self, role: int) -> Message:
        vocabulary = self._vocabularies[role]
        name = vocabulary.write(self.game.info.roles[role])
        return Start(self.match, name, vocabulary.rules, self.clocks.start, self.clocks.play)

    def _ask_for_move(self, role: int) -> Message:
        if self.game.info.hidden:
            return PlayPercepts(self.match, len(self.moves), *self._told(role))
        return Play(self.match, self._last(role))

    def _stop(self, role: int) -> Message:
        if self.game.info.hidden:
            return StopPercepts(self.match, len(self.moves), *self._told(role))
        return Stop(self.match, self._last(role))

    def _last(self, role: int) -> tuple[str, ...] | None:
        return tuple(map(self._vocabularies[role].write, self.moves[-1])) if self.moves else None

    def _told(self, role: int) -> tuple[str | None, tuple[str, ...]]:
        write = self._vocabularies[role].write
        own = write(self.moves[-1][role]) if self.moves else None
        return own, tuple(map(write, self._seen[role]))

    def _expect(self, replies: Mapping[int, Reply], words: set[str]) -> None:
        """Keeps a fault of everyone who did not answer with one of these words."""
        for role in self._vocabularies:
            content = replies[role].content
            if isinstance(content, tuple):
                self.faults.append(Fault(role, content[0], content[1], AT_START))
            elif content.strip().lower() not in words:
                detail = f"{self.phase.value} answered by {content.strip()[:DETAIL]!r}"
                self.faults.append(Fault(role, FaultKind.ILLEGAL, detail, AT_START))

    def _play(self, replies: Mapping[int, Reply]) -> None:
        roles = range(len(self.game.info.roles))
        legal = [self.game.legal_moves(self.state, role) for role in roles]
        joint = tuple(self._move(role, legal[role], replies.get(role)) for role in roles)
        if self.game.info.hidden:
            for role in self._seen:
                self._seen[role] = observation(self.game, self.state, joint, role).percepts
        self.state = self.game.next_state(self.state, joint)
        self.moves.append(joint)
        self.thoughts.append(tuple(Thought(round(replies[r].seconds, 6) if r in replies else 0.0) for r in roles))
        self._go_on()

    def _move(self, role: int, legal: Sequence[Move], reply: Reply | None) -> Move:
        if reply is None:
            return self._numbers[role].choice(legal)
        if isinstance(reply.content, str):
            try:
                move = self._vocabularies[role].read(reply.content)
            except MessageError:
                move = ""
            if move in legal:
                return move
            kind, detail = FaultKind.ILLEGAL, (move or reply.content.strip())[:DETAIL]
        else:
            kind, detail = reply.content
        self.faults.append(Fault(role, kind, detail, len(self.moves)))
        return self._numbers[role].choice(legal)

    def _go_on(self) -> None:
        if self.game.is_terminal(self.state):
            self.goals = tuple(self.game.goals(self.state))
            self.phase = Phase.STOP
        elif len(self.moves) >= self._longest:
            self.cut = True
            self.phase = Phase.ABORT
        else:
            self.phase = Phase.PLAY
