"""The manager: matches between players of the network and agents of this machine, and their records.

All players are asked at once. Whatever one of them does, the match goes on: see ``conversation``.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ludens.arena.clock import Terms
from ludens.arena.match import agent_card, chance, match_id, rules_digest, seat_seed
from ludens.arena.record import CHANCE, AgentCard, MatchRecord
from ludens.arena.records.ggp_form import as_ggp
from ludens.arena.referee import forfeited_goals
from ludens.game import Limit, LudensError, ParameterError, View
from ludens.games.loading import load_rulesheet
from ludens.games.rules_game import RulesGame
from ludens.gdl.terms import RuleSheet
from ludens.ggp.addresses import is_address, read_address
from ludens.ggp.client import NoAnswerError
from ludens.ggp.conversation import GRACE_SECONDS, Clocks, Conversation, Reply, Request
from ludens.ggp.messages import PlayerInfo
from ludens.ggp.participants import LocalPlayer, Participant, RemotePlayer
from ludens.ggp.vocabularies import ScrambledVocabulary, SheetVocabulary, Vocabulary
from ludens.players import check_agent

PARTING_SECONDS = 0.5
"""For the answers to ABORT when the manager itself is to end: it need not know them."""


class UnplayableError(LudensError):
    """A match that could not be begun or played to its end; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Managed:
    """A match to be managed. ``players``: addresses or names of agents, for each role that somebody plays, in order.

    ``scramble``: players of the network get the rules in other words, each in words of its own.
    """

    game: str
    players: tuple[str, ...]
    clocks: Clocks
    scramble: bool = False
    seed: int = 0
    number: int = 0
    contest: str = ""

    @property
    def id(self) -> str:
        return match_id(self.contest, self.game, self.players, self.number)

    @property
    def terms(self) -> Terms:
        """The clocks as the arena records them."""
        return terms_of(self.clocks)


@dataclass(frozen=True, slots=True)
class Greeting:
    """What a player said when it was greeted, or why it said nothing."""

    role: int
    player: str
    info: PlayerInfo | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Watching:
    """What is called as a match goes on: with each greeting, and with the conversation after each exchange."""

    greeted: Callable[[Greeting], object] = lambda greeting: None
    exchanged: Callable[[Conversation[Any]], object] = lambda conversation: None


def terms_of(clocks: Clocks) -> Terms:
    """Clocks of the protocol as terms of the arena."""
    return Terms(limit=Limit(seconds=clocks.play), start_seconds=clocks.start, grace_seconds=GRACE_SECONDS)


def seated(game: RulesGame[RuleSheet], players: tuple[str, ...]) -> tuple[str, ...]:
    """The players with addresses in full; raises LudensError for a wrong number or an unknown player."""
    roles = [game.info.roles[role] for role in game.info.players]
    if len(players) != len(roles):
        raise ParameterError(f"{game.info.name} has {len(roles)} roles, {', '.join(roles)}: name one player for each.")
    names = []
    for player in players:
        if is_address(player):
            names.append(read_address(player).url)
        else:
            check_agent(player)
            names.append(player)
    return tuple(names)


async def play_managed(managed: Managed, watching: Watching | None = None) -> MatchRecord:
    """Plays a match and returns its record.

    Raises LudensError for bad input, and UnplayableError when nobody is there or the rules break down. When it is
    cancelled, all players are sent ABORT.
    """
    watching = watching or Watching()
    game = load_rulesheet(managed.game)
    roles = dict(zip(game.info.players, seated(game, managed.players), strict=True))
    seats = Counter(roles.values())
    participants = {
        role: _participant(managed, game, role, player, shared=seats[player] > 1) for role, player in roles.items()
    }
    try:
        greetings = await _greet(participants, roles, watching)
        if all(greeting.info is None for greeting in greetings):
            raise UnplayableError(f"None of the players answers: {greetings[0].player}: {greetings[0].reason}.")
        conversation = Conversation(
            game,
            f"ludens.{managed.id}",
            managed.clocks,
            {role: _vocabulary(managed, game, role, player) for role, player in roles.items()},
            [chance(managed.seed, managed.number, role) for role in range(len(game.info.roles))],
        )
        begun, begin = time.time(), time.perf_counter()
        await _converse(conversation, participants, watching)
        return _record(managed, conversation, greetings, begun, time.perf_counter() - begin)
    finally:
        for participant in participants.values():
            participant.close()


def ggp_form(managed: Managed, record: MatchRecord) -> dict[str, object]:
    """A record in the JSON of ggp.org's archives, with what only a manager knows."""
    return {
        **as_ggp(record, load_rulesheet(managed.game)),
        "randomToken": match_id(managed.seed, managed.game, managed.players, managed.number),
        "previewClock": int(managed.clocks.preview) or -1,
        "scrambled": managed.scramble,
    }


def _participant(managed: Managed, game: RulesGame[RuleSheet], role: int, player: str, *, shared: bool) -> Participant:
    if is_address(player):
        return RemotePlayer(read_address(player), f".{role + 1}" if shared else "")
    seed = seat_seed(managed.seed, managed.number, f"agent {role}")
    view = View(role) if game.info.hidden else None
    return LocalPlayer(managed.game, player, role, seed, managed.clocks, view=view)


def _vocabulary(managed: Managed, game: RulesGame[RuleSheet], role: int, player: str) -> Vocabulary:
    if managed.scramble and is_address(player):
        return ScrambledVocabulary(game.sheet.source, f"{managed.seed}/{managed.number}/{role}")
    return SheetVocabulary(game.sheet)


async def _greet(
    participants: Mapping[int, Participant], players: Mapping[int, str], watching: Watching
) -> list[Greeting]:
    async def greet(role: int) -> Greeting:
        try:
            greeting = Greeting(role, players[role], await participants[role].greet())
        except NoAnswerError as error:
            greeting = Greeting(role, players[role], None, error.detail)
        watching.greeted(greeting)
        return greeting

    return await asyncio.gather(*map(greet, participants))


async def _converse(
    conversation: Conversation[Any], participants: Mapping[int, Participant], watching: Watching
) -> None:
    try:
        while requests := conversation.due():
            conversation.hear(await _carry(requests, participants))
            watching.exchanged(conversation)
    except asyncio.CancelledError:
        conversation.abort()
        await _carry(tuple(replace(request, seconds=PARTING_SECONDS) for request in conversation.due()), participants)
        raise
    except LudensError as error:
        conversation.abort()
        await _carry(conversation.due(), participants)
        raise UnplayableError(f"The match broke off after {len(conversation.moves)} moves: {error}") from error


async def _carry(requests: tuple[Request, ...], participants: Mapping[int, Participant]) -> dict[int, Reply]:
    """Carries all requests at once and waits for all replies, each no longer than it counts."""

    async def carry(request: Request) -> Reply:
        begin = time.perf_counter()
        try:
            text = await participants[request.role].answer(request.message, request.seconds)
            return Reply(text, time.perf_counter() - begin)
        except NoAnswerError as error:
            return Reply((error.kind, error.detail), time.perf_counter() - begin)

    replies = await asyncio.gather(*map(carry, requests))
    return {request.role: reply for request, reply in zip(requests, replies, strict=True)}


def _record(
    managed: Managed, conversation: Conversation[Any], greetings: list[Greeting], begun: float, seconds: float
) -> MatchRecord:
    info = conversation.game.info
    cards = {each.role: _card(each) for each in greetings}
    shares = forfeited_goals(len(info.roles), set(), info.chance_role)
    return MatchRecord(
        id=managed.id,
        game=managed.game,
        rules=rules_digest(managed.game),
        roles=info.roles,
        agents=tuple(cards.get(role) or agent_card(CHANCE) for role in range(len(info.roles))),
        terms=managed.terms,
        seed=managed.seed,
        number=managed.number,
        opening=0,
        moves=tuple(conversation.moves),
        thoughts=tuple(conversation.thoughts),
        goals=shares if conversation.goals is None else conversation.goals,
        faults=tuple(conversation.faults),
        cut=conversation.cut,
        begun=round(begun, 3),
        seconds=round(seconds, 6),
    )


def _card(greeting: Greeting) -> AgentCard:
    if not is_address(greeting.player):
        return agent_card(greeting.player)
    name = greeting.info.name if greeting.info is not None else ""
    return AgentCard(greeting.player, {"name": name} if name else {}, "")
