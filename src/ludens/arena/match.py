"""Matches: who plays which game, with which chance, under which terms, and the record of it.

An opening, and the random numbers of each seat, belong to the number of a match and to the seat, not to the players:
agents that play alike get the same results.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from typing import Any

from ludens.arena.clock import Terms
from ludens.arena.outside import Invitation, MakeSeat, is_outside, one_match_at_a_time
from ludens.arena.process_seats import ProcessSeats
from ludens.arena.record import CHANCE, AgentCard, MatchRecord
from ludens.arena.referee import Referee
from ludens.arena.seats import BrokenOffError, EmptySeat, GuardedSeat, Seat, TrustedSeat, failure
from ludens.engine.contract import LoadedGame
from ludens.game import Game, GameInfo, JointMove, LudensError, ParameterError, S, SourceError, random_joint_move
from ludens.games.loading import built_in_source, find, load, scheme_of
from ludens.gdl import Source
from ludens.own.known import AGENTS as OWN_AGENTS
from ludens.own.known import GAMES as OWN_GAMES
from ludens.own.known import code_digest
from ludens.players import check_agent, make_agent

SEEDS = 1 << 62
"""Seeds are drawn below this."""


@dataclass(frozen=True, slots=True)
class MatchConditions:
    """What all matches of a contest have in common: the terms, random joint moves of an opening, the seed.

    ``outside``: makes seats for players that are not of Ludens; without it they cannot be invited.
    """

    terms: Terms
    opening: int = 0
    seed: int = 0
    outside: MakeSeat | None = None


@dataclass(frozen=True, slots=True)
class MatchJob:
    """A match to be played: the game, the agents in the order of the roles, and the number of its chance.

    The role of chance has no agent; it may be left out, or CHANCE stands there.

    ``id`` says nothing but which one it is: the same for the same match of the same contest.
    """

    id: str
    game: str
    agents: tuple[str, ...]
    number: int


def match_id(contest: object, game: str, agents: Sequence[str], number: int) -> str:
    """The id of a match: a digest of all that decides it. ``contest`` is plain data."""
    text = json.dumps([contest, game, list(agents), number], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Matches:
    """Plays matches in this process, one after the other; games and processes of agents are kept between them.

    A context manager that ends the processes.
    """

    def __init__(self, conditions: MatchConditions) -> None:
        self.conditions = conditions
        self._games: dict[str, LoadedGame[Any]] = {}
        self._processes = ProcessSeats(conditions.terms)

    def __enter__(self) -> Matches:
        return self

    def __exit__(self, *_: object) -> None:
        self._processes.close()

    def play(self, job: MatchJob) -> MatchRecord:
        """One match; raises LudensError when the game or an agent is not what it should be."""
        game = self._game(job.game)
        roles = game.info.roles
        agents = with_chance(game.info, job.agents)
        seed, begun = self.conditions.seed, time.time()
        opening = match_opening(game, self.conditions.opening, seed, job.number)
        seats: list[Seat[Any]] = []
        with one_match_at_a_time(filter(is_outside, agents)), _leaving(seats):
            for role, agent in enumerate(agents):
                if is_outside(agent):
                    invitation = Invitation(job.game, agent, role, f"{job.id}.{role}", self.conditions.terms, opening)
                    seats.append(self._outside_seat(invitation))
                    continue
                seats.append(self._seat(job.game, agent, role, seat_seed(seed, job.number, role)))
            begin = time.perf_counter()
            played = Referee(game, self.conditions.terms).play(seats, opening)
        return MatchRecord(
            id=job.id,
            game=job.game,
            rules=rules_digest(job.game),
            roles=roles,
            agents=tuple(map(agent_card, agents)),
            terms=self.conditions.terms,
            seed=seed,
            number=job.number,
            opening=len(opening),
            begun=round(begun, 3),
            seconds=round(time.perf_counter() - begin, 6),
            moves=played.moves,
            thoughts=played.thoughts,
            goals=played.goals,
            forfeits=played.forfeits,
            cut=played.cut,
        )

    def _game(self, name: str) -> LoadedGame[Any]:
        if name not in self._games:
            self._games[name] = load(name)
        return self._games[name]

    def _outside_seat(self, invitation: Invitation) -> Seat[Any]:
        if self.conditions.outside is None:
            raise ParameterError(f"{invitation.address} is a network player, which cannot play here.")
        try:
            return self.conditions.outside(invitation)
        except BrokenOffError as error:
            return EmptySeat(error)

    def _seat(self, game: str, agent: str, role: int, seed: int) -> Seat[Any]:
        if agent == CHANCE:
            return TrustedSeat(make_agent("random", self._game(game), role, seed))
        try:
            if self.conditions.terms.own_process:
                return self._processes.seat(game, agent, role, seed)
            return GuardedSeat(make_agent(agent, self._game(game), role, seed))
        except LudensError:
            raise
        except BrokenOffError as error:
            return EmptySeat(error)
        except Exception as error:
            return EmptySeat(failure(error))


def with_chance(info: GameInfo, agents: Sequence[str]) -> tuple[str, ...]:
    """Who sits in each role: the agents in order, and CHANCE in its own; raises ParameterError for a wrong number."""
    listed = [agent for agent in agents if agent != CHANCE]
    if len(listed) != len(info.players) or len(agents) not in (len(listed), len(info.roles)):
        raise ParameterError(f"{info.name} has {len(info.players)} roles, but {len(listed)} agents were given.")
    if info.chance_role is not None:
        listed.insert(info.chance_role, CHANCE)
    return tuple(listed)


def play_again(record: MatchRecord) -> MatchRecord:
    """The same match once more, by the same agents with the same chance; raises LudensError if it cannot be."""
    if rules_digest(record.game) != record.rules:
        raise SourceError(f"The rules of {record.game} are not those of match {record.id}.")
    for card in record.agents:
        if agent_card(card.name) != card:
            raise SourceError(f"{card.name} is not the same agent as in match {record.id}.")
    # An opening can be shorter than it was asked to be, but not longer.
    job = MatchJob(record.id, record.game, tuple(card.name for card in record.agents), record.number)
    with Matches(MatchConditions(record.terms, record.opening, record.seed)) as matches:
        return matches.play(job)


def random_opening(game: Game[S], plies: int, numbers: random.Random) -> tuple[JointMove, ...]:
    """Random joint moves from the start, fewer than ``plies`` where the game would be over after the next one."""
    state, moves = game.initial_state(), list[JointMove]()
    while len(moves) < plies:
        joint = random_joint_move(game, state, numbers)
        state = game.next_state(state, joint)
        if game.is_terminal(state):
            break
        moves.append(joint)
    return tuple(moves)


def match_opening(game: Game[S], plies: int, seed: int, number: int) -> tuple[JointMove, ...]:
    """The opening of a match, or of all games of a pair, with this number."""
    return random_opening(game, plies, chance(seed, number, "opening"))


def seat_seed(seed: int, number: int, seat: str | int) -> int:
    """The seed of whoever sits in a seat of the match or the pair with this number."""
    return chance(seed, number, seat).randrange(SEEDS)


def chance(seed: int, number: int, purpose: str | int) -> random.Random:
    """The random numbers of a match, for one purpose: the opening, or a role."""
    return random.Random(f"{seed}/{number}/{purpose}")


def rules_digest(game: str) -> str | None:
    """A digest of the game's rules, None where they are part of Ludens; raises LudensError when there is no such game.

    Of a game of a user's own it is that of the code.
    """
    own = None if scheme_of(game) else code_digest(OWN_GAMES, game)
    return own or _sheet_digest(game)


@lru_cache(maxsize=1_000)
def _sheet_digest(game: str) -> str | None:
    found = find(game)
    if not isinstance(found, Source):
        try:
            found = built_in_source(*found)
        except SourceError:
            return None
    return hashlib.sha256(found.text.encode()).hexdigest()


def agent_card(text: str) -> AgentCard:
    """An agent as it is recorded; raises LudensError when there is no such agent."""
    if is_outside(text):
        return AgentCard(text, {}, "")
    if text == CHANCE:
        return AgentCard(text, {}, _version())
    _, options = check_agent(text)
    own = code_digest(OWN_AGENTS, text)
    return AgentCard(text, dataclasses.asdict(options), _version() if own is None else f"{_version()}+{own[:12]}")


@lru_cache
def _version() -> str:
    return version("ludens")


@contextlib.contextmanager
def _leaving(seats: list[Seat[Any]]) -> Iterator[None]:
    """Frees the seats that were taken when not all of them could be."""
    try:
        yield
    except LudensError:
        for seat in seats:
            seat.leave()
        raise
