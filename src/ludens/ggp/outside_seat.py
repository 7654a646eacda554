"""A seat of the arena for a player of the network: the referee asks, and the player is asked over HTTP.

An agent of the arena that fails forfeits its game, and so does a player here: late or silent is a stall, unreachable a
crash, and what is no legal move an illegal one. (A manager would make a random move for it instead.)
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from ludens.arena.clock import Terms
from ludens.arena.executors import Executor
from ludens.arena.outside import Invitation, is_outside
from ludens.arena.record import Cause, FaultKind
from ludens.arena.referee import after
from ludens.arena.seats import BrokenOffError
from ludens.game import Decision, JointMove, Limit, Observation, ParameterError, View, observations
from ludens.games.loading import load_rulesheet
from ludens.games.rules_game import RulesGame
from ludens.gdl.reader import Node, Word, read
from ludens.gdl.terms import RuleSheet
from ludens.ggp.addresses import read_address
from ludens.ggp.client import NoAnswerError
from ludens.ggp.conversation import DETAIL
from ludens.ggp.messages import (
    Abort,
    Message,
    MessageError,
    Play,
    PlayPercepts,
    Start,
    Stop,
    StopPercepts,
    compact_node,
)
from ludens.ggp.participants import RemotePlayer
from ludens.ggp.vocabularies import SheetVocabulary
from ludens.rules.ground_rules import ground_text

DEFAULT_START_SECONDS = 10
"""The start clock where the terms of the arena have none: players need one. Like the loading of agents it is not
counted."""

BUSY_SECONDS = 10.0
"""How long a player that says it is busy is waited for."""

LOOK_SECONDS = 0.25
PARTING_SECONDS = 1.0


def network_seat(invitation: Invitation) -> OutsideSeat:
    """The seat of a player at an address; raises LudensError or BrokenOffError as the arena asks."""
    check_outside([invitation.address], invitation.terms)
    return OutsideSeat(invitation)


def check_outside(agents: Iterable[str], terms: Terms) -> None:
    """Raises ParameterError for malformed addresses, and for terms that the protocol cannot express."""
    for agent in filter(is_outside, agents):
        read_address(agent)
        for name, seconds in (("--seconds", terms.limit.seconds or 0), ("--start-seconds", terms.start_seconds)):
            if seconds != int(seconds) or (name == "--seconds" and seconds < 1):
                raise ParameterError(
                    f"{agent}: the clocks of the network count whole seconds, so {name} must be whole."
                )


def with_network(executor: Executor) -> Executor:
    """The same executor, for matches in which players of the network take part."""
    return lambda conditions: executor(replace(conditions, outside=network_seat))


class OutsideSeat:
    """A player of the network in one match of the arena."""

    def __init__(self, invitation: Invitation) -> None:
        self._terms, self._role = invitation.terms, invitation.role
        self._game = _loaded(invitation.game)
        self._opening = len(invitation.opening)
        if invitation.opening and self._game.info.hidden:
            raise ParameterError(f"{invitation.game} hides what was played, so network players need --opening 0.")
        self._vocabulary = SheetVocabulary(self._game.sheet)
        self._rules = rules_from(self._game, invitation.opening) if invitation.opening else self._vocabulary.rules
        self._match = f"ludens.{invitation.match}"
        self._player = RemotePlayer(read_address(invitation.address), f".{invitation.role + 1}")
        self._started = False
        self._wait_until_free()
        if not self._terms.start_seconds:
            self._start(DEFAULT_START_SECONDS)

    def prepare(self, state: object, history: Sequence[JointMove], limit: Limit, patience: float) -> None:
        self._start(self._terms.start_seconds)

    def decide(self, state: object, history: Sequence[JointMove], limit: Limit, patience: float) -> Decision:
        reply = self._ask(self._question(state, history), patience)
        try:
            return Decision(self._vocabulary.read(reply))
        except MessageError:
            raise BrokenOffError(Cause.ILLEGAL, reply.strip()[:DETAIL] or "an empty reply") from None

    def conclude(self, history: Sequence[JointMove]) -> None:
        """Sends STOP with the last joint move."""
        message: Message = Stop(self._match, self._last(history))
        if self._game.info.hidden:
            seen = observations(self._game, history, self._role)
            message = StopPercepts(self._match, len(seen), *self._told(seen))
        self._part(message)

    def leave(self) -> None:
        """Sends ABORT, unless the game came to its end."""
        self._part(Abort(self._match))

    def _start(self, seconds: float) -> None:
        role = self._vocabulary.write(self._game.info.roles[self._role])
        self._started = True
        play_seconds = self._terms.limit.seconds or 0
        reply = self._ask(Start(self._match, role, self._rules, seconds, play_seconds), seconds)
        if reply.strip().lower() != "ready":
            raise BrokenOffError(Cause.CRASH, f"START answered by {reply.strip()[:DETAIL]!r}")

    def _question(self, state: object, history: Sequence[JointMove]) -> Message:
        if isinstance(state, View):
            return PlayPercepts(self._match, len(state.observations), *self._told(state.observations))
        return Play(self._match, self._last(history))

    def _last(self, history: Sequence[JointMove]) -> tuple[str, ...] | None:
        return tuple(map(self._vocabulary.write, history[-1])) if len(history) > self._opening else None

    def _told(self, seen: Sequence[Observation]) -> tuple[str | None, tuple[str, ...]]:
        if not seen:
            return None, ()
        return self._vocabulary.write(seen[-1].move), tuple(map(self._vocabulary.write, seen[-1].percepts))

    def _wait_until_free(self) -> None:
        deadline = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                info = asyncio.run(self._player.greet())
            except NoAnswerError as error:
                raise BrokenOffError(Cause.CRASH, error.detail) from None
            if info.status != "busy":
                return
            if time.monotonic() > deadline:
                raise BrokenOffError(Cause.CRASH, "it is busy with another match")
            time.sleep(LOOK_SECONDS)

    def _ask(self, message: Message, seconds: float) -> str:
        try:
            return asyncio.run(self._player.answer(message, seconds))
        except NoAnswerError as error:
            cause = Cause.STALL if error.kind is FaultKind.TIMEOUT else Cause.CRASH
            raise BrokenOffError(cause, error.detail) from None

    def _part(self, message: Message) -> None:
        if self._started:
            self._started = False
            with contextlib.suppress(BrokenOffError):
                self._ask(message, PARTING_SECONDS)


def rules_from(game: RulesGame[RuleSheet], opening: Sequence[JointMove]) -> str:
    """The rules of the game that begins after an opening: the same, but for what is true at first.

    So nobody has to be asked for moves that are made already.
    """
    kept = [node for node in read(game.sheet.source)[0] if not _is_initial(node)]
    write = SheetVocabulary(game.sheet).write
    facts = sorted(f"(init {write(ground_text(fluent))})" for fluent in after(game, opening))
    return " ".join([*map(compact_node, kept), *facts])


def _is_initial(node: Node) -> bool:
    """Whether a statement says what is true at first: ``(init …)`` or ``(<= (init …) …)``."""
    if isinstance(node, Word) or not node.items:
        return False
    first = node.items[0]
    if isinstance(first, Word) and first.text == "<=" and len(node.items) > 1:
        return _is_initial(node.items[1])
    return isinstance(first, Word) and first.text.lower() == "init"


@lru_cache(maxsize=16)
def _loaded(game: str) -> RulesGame[RuleSheet]:
    return load_rulesheet(game)
