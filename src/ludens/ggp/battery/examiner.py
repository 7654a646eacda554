"""The examiner of a player: how questions are put to it, and what an answer may be found to be."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ludens.arena.match import chance
from ludens.arena.record import AT_START
from ludens.games.loading import load_rulesheet
from ludens.games.rules_game import RulesGame
from ludens.gdl.terms import RuleSheet
from ludens.ggp.addresses import Address
from ludens.ggp.client import HttpReply, NoAnswerError, ask, exchange, post
from ludens.ggp.conversation import ABORT_SECONDS, Clocks, Conversation, Phase, Reply, Request
from ludens.ggp.messages import (
    Abort,
    Info,
    Message,
    MessageError,
    PlayerInfo,
    Start,
    read_info,
    write_message,
)
from ludens.ggp.participants import INFO_SECONDS
from ludens.ggp.vocabularies import SheetVocabulary, Vocabulary

SHORT = Clocks(start=5.0, play=1.0)

QUICKLY = 2.0
"""Seconds in which anything is answered that needs no thought; more than a server allows, for a busy machine."""


class FailedError(Exception):
    """The player breaks the protocol; the text is a sentence."""


class DoubtError(Exception):
    """What the player does may trouble some managers; the text is a sentence."""


class Level(Enum):
    """How much a check matters. MUST: without it moves or matches are lost at every manager. SHOULD: it makes a player
    robust against what only some managers do, or nobody should.
    """

    MUST = "must"
    SHOULD = "should"


@dataclass(frozen=True, slots=True)
class Check:
    """One question. ``run`` returns a sentence about what went well, or raises FailedError or DoubtError."""

    name: str
    title: str
    level: Level
    run: Callable[[Examiner], Awaitable[str]]


class Examiner:
    """Puts questions to the player under examination, and ends the matches that were begun with it."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._token = secrets.token_hex(3)
        self._matches: list[str] = []

    def new_match(self) -> str:
        """The id of a match that nobody has heard of; it is aborted when the check is over."""
        self._matches.append(f"examination.{self._token}.{len(self._matches)}")
        return self._matches[-1]

    async def raw(self, request: bytes, seconds: float = QUICKLY) -> HttpReply:
        """The reply to these bytes; raises NoAnswerError."""
        return await exchange(self.address, request, seconds)

    async def text(self, text: str, seconds: float = QUICKLY) -> str:
        """The reply to a text in a request of the usual form; raises FailedError when there is none or it is empty."""
        try:
            reply = await ask(self.address, text, seconds=seconds)
        except NoAnswerError as error:
            raise FailedError(f"{text[:50]!r} was not answered: {error.detail}.") from None
        if not reply.strip():
            raise FailedError(f"{text[:50]!r} was answered with an empty body, which breaks some servers.")
        return reply.strip()

    async def tell(self, message: Message, seconds: float = QUICKLY) -> str:
        """The reply to a message, as ``text`` gives it."""
        return await self.text(write_message(message), seconds)

    async def info(self, seconds: float = INFO_SECONDS) -> PlayerInfo:
        """What the player says of itself; raises FailedError when that cannot be read."""
        try:
            return read_info(await self.tell(Info(), seconds))
        except MessageError as error:
            raise FailedError(str(error)) from None

    async def still_there(self, after: str) -> None:
        """Raises FailedError when the player does not answer INFO any more."""
        try:
            await self.info(QUICKLY)
        except FailedError as error:
            raise FailedError(f"After {after} the player no longer answers: {error}") from None

    async def clear(self) -> None:
        """Aborts all matches of the last check, whatever the player says to that."""
        matches, self._matches = self._matches, []
        self._token = secrets.token_hex(3)
        for match in matches:
            with contextlib.suppress(NoAnswerError):
                await ask(self.address, write_message(Abort(match)), seconds=ABORT_SECONDS)

    def post(self, text: str) -> bytes:
        """The bytes of a request as a manager sends them."""
        return post(self.address, text)


class Rehearsal:
    """One match of the player under examination, in one role; all other roles move at random."""

    def __init__(
        self,
        examiner: Examiner,
        game: str | RulesGame[RuleSheet],
        role: int,
        clocks: Clocks,
        vocabulary: Vocabulary | None = None,
    ) -> None:
        self._examiner, self.role = examiner, role
        self.game = load_rulesheet(game) if isinstance(game, str) else game
        numbers = [chance(0, 0, number) for number in range(len(self.game.info.roles))]
        self.vocabulary = vocabulary or SheetVocabulary(self.game.sheet)
        self.talk: Conversation[Any] = Conversation(
            self.game, examiner.new_match(), clocks, {role: self.vocabulary}, numbers
        )
        self.slowest = 0.0

    @property
    def match(self) -> str:
        return self.talk.match

    @property
    def request(self) -> Request:
        """What is to be sent next."""
        return self.talk.due()[0]

    async def begin(self) -> None:
        """Previews and starts; raises FailedError when the player is not ready in time."""
        while self.talk.phase in (Phase.PREVIEW, Phase.START):
            await self.step()

    async def step(self, *, replaced: bool = False) -> None:
        """One exchange, whatever is due; with ``replaced`` another legal move than the player's is made.

        Raises FailedError when the player's answer is late, missing or wrong.
        """
        request, turn, known = self.request, len(self.talk.moves), len(self.talk.faults)
        reply = await self.ask(request)
        if replaced:
            reply = self._another(reply)
        self.talk.hear({self.role: reply})
        for fault in self.talk.faults[known:]:
            where = "At the start" if fault.step == AT_START else f"At move {turn + 1}"
            raise FailedError(f"{where} of {self.game.info.name}: {fault.kind.name.lower()}, {fault.detail}.")

    async def ask(self, request: Request) -> Reply:
        """The reply to a request with the seconds it took."""
        begin = time.perf_counter()
        try:
            text = await ask(self._examiner.address, write_message(request.message), seconds=request.seconds)
        except NoAnswerError as error:
            return Reply((error.kind, error.detail), time.perf_counter() - begin)
        seconds = time.perf_counter() - begin
        if not isinstance(request.message, Start):
            self.slowest = max(self.slowest, seconds)
        return Reply(text, seconds)

    async def play_out(self) -> str:
        """The whole match; a sentence on how it went. Raises FailedError and DoubtError as it deserves."""
        while self.talk.phase is not Phase.OVER:
            await self.step()
        sentence = f"{len(self.talk.moves)} moves, the slowest after {self.slowest:.2f} s"
        if self.slowest > self.talk.clocks.play:
            raise DoubtError(f"{sentence}: later than the play clock of {self.talk.clocks.play:g} s, within the grace.")
        return f"{sentence}."

    def _another(self, reply: Reply) -> Reply:
        """A reply with another legal move, if this is one with a legal move and there are others."""
        legal = self.game.legal_moves(self.talk.state, self.role)
        try:
            move = self.vocabulary.read(reply.content) if isinstance(reply.content, str) else ""
        except MessageError:
            return reply
        others = [each for each in legal if each != move] if move in legal else []
        return Reply(self.vocabulary.write(others[0]), reply.seconds) if others else reply
