"""Tournaments: what is asked for, which games that means, and playing those that a store does not have yet."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from enum import Enum
from importlib.metadata import version
from typing import Any

from ludens.arena.clock import Terms
from ludens.arena.executors import Executor
from ludens.arena.match import MatchConditions, MatchJob, match_id, rules_digest
from ludens.arena.meetings import Meeting, scores, seatings
from ludens.arena.outside import is_outside
from ludens.arena.ratings.sprt import Sprt
from ludens.arena.schedules import Plan, Schedule, gauntlet, knock_out, managed, round_robin, sequential_test, swiss
from ludens.arena.shares import WHOLE, Share
from ludens.arena.store import Outcome, Store, outcome_of
from ludens.game import GameInfo, Limit, LudensError, ParameterError, SourceError
from ludens.games.loading import load
from ludens.own.known import AGENTS as OWN_AGENTS
from ludens.own.known import code_digest
from ludens.players import check_agent, make_agent

DEFAULT_TERMS = Terms(limit=Limit(seconds=0.1))


class Kind(Enum):
    """Who meets whom."""

    ROUND_ROBIN = "round_robin"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"
    KNOCK_OUT = "knock_out"
    SPRT = "sprt"
    MANAGED = "managed"


SCHEDULES: dict[Kind, Schedule] = {
    Kind.ROUND_ROBIN: round_robin,
    Kind.GAUNTLET: gauntlet,
    Kind.SWISS: swiss,
    Kind.KNOCK_OUT: knock_out,
    Kind.SPRT: sequential_test,
    Kind.MANAGED: managed,
}

FIXED = (Kind.ROUND_ROBIN, Kind.GAUNTLET)
"""Kinds whose games are all known beforehand, so that each can be played without regard to the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """What is asked for; everything that its games depend on.

    ``agents``: by seed; the first of a gauntlet meets all others, the first of a test is the one that is tested. Of
    managed matches: who sits where, in all of them.
    ``pairs``: meetings, in each game, of each match; of a test, the most there may be. ``opening``: random joint moves
    that begin each meeting. ``rounds``: of a Swiss tournament.
    """

    games: tuple[str, ...]
    agents: tuple[str, ...]
    kind: Kind = Kind.ROUND_ROBIN
    pairs: int = 10
    rounds: int = 5
    opening: int = 2
    seed: int = 0
    terms: Terms = DEFAULT_TERMS
    sprt: Sprt = field(default_factory=Sprt)

    def __post_init__(self) -> None:
        for name in ("games",) if self.kind is Kind.MANAGED else ("games", "agents"):
            given = getattr(self, name)
            twice = next((each for each in given if given.count(each) > 1), None)
            if twice is not None:
                raise ParameterError(f"{twice} is given twice among the {name}.")
        if not self.games:
            raise ParameterError("A tournament needs a game.")
        if len(self.agents) < 2 and self.kind is not Kind.MANAGED:
            raise ParameterError("A tournament needs at least two agents.")
        if self.kind is Kind.SPRT and len(self.agents) != 2:
            raise ParameterError(f"A sequential test is between two agents, not {len(self.agents)}.")
        for name, least in (("pairs", 1), ("rounds", 1), ("opening", 0), ("seed", -(10**18))):
            if not isinstance(getattr(self, name), int) or getattr(self, name) < least:
                raise ParameterError(
                    f"{name} cannot be {getattr(self, name)}; it may be a whole number, {least} or more."
                )

    @property
    def conditions(self) -> MatchConditions:
        return MatchConditions(self.terms, self.opening, self.seed)

    def definition(self) -> dict[str, Any]:
        """The tournament as plain data: what a store keeps.

        With the version of Ludens, and digests of the rules and of agents of a user's own.
        """
        data: dict[str, Any] = {
            "version": version("ludens"),
            "kind": self.kind.value,
            "games": list(self.games),
            "rules": [rules_digest(game) for game in self.games],
            "agents": list(self.agents),
            "pairs": self.pairs,
            "opening": self.opening,
            "seed": self.seed,
            "terms": self.terms.as_data(),
        }
        code = [code_digest(OWN_AGENTS, agent) for agent in self.agents]
        if any(code):
            data["code"] = code
        if self.kind is Kind.SWISS:
            data["rounds"] = self.rounds
        if self.kind is Kind.SPRT:
            data["sprt"] = asdict(self.sprt)
        return data

    @property
    def id(self) -> str:
        """A digest of the definition: two tournaments are the same one if it is the same."""
        return hashlib.sha256(json.dumps(self.definition(), sort_keys=True).encode()).hexdigest()[:12]

    @staticmethod
    def from_definition(data: Mapping[str, Any]) -> Tournament:
        """The tournament that a store keeps."""
        found = ("version", "rules", "code")  # what nobody asked for
        return tournament_from({name: value for name, value in data.items() if name not in found})


def check_unchanged(definition: Mapping[str, Any]) -> None:
    """Raises SourceError when the rules of a tournament in a store, or its Ludens, are no longer these."""
    begun = definition.get("version")
    if begun != version("ludens"):
        raise SourceError(f"The tournament was begun with Ludens {begun}; this is {version('ludens')}.")
    games, rules = definition.get("games"), definition.get("rules")
    if not isinstance(games, list) or not isinstance(rules, list) or len(games) != len(rules):
        raise SourceError("The store describes the tournament wrongly: its games and rules do not match.")
    for game, digest in zip(map(str, games), rules, strict=True):
        if rules_digest(game) != digest:
            raise SourceError(f"The rules of {game} have changed since the tournament was begun.")
    agents, code = definition.get("agents"), definition.get("code")
    if isinstance(agents, list) and isinstance(code, list) and len(agents) == len(code):
        for agent, digest in zip(map(str, agents), code, strict=True):
            if code_digest(OWN_AGENTS, agent) != digest:
                raise SourceError(f"The code of {agent} has changed since the tournament was begun.")


def tournament_from(data: Mapping[str, Any]) -> Tournament:
    """The tournament that plain data describe, such as a TOML file; raises ParameterError for what does not fit.

    Keys are the fields of Tournament; ``terms`` and ``sprt`` are tables. The terms of a move, ``seconds``, ``playouts``
    and ``depth``, are keys of ``terms`` too.
    """
    given = dict(data)
    known = {each.name for each in fields(Tournament)}
    for name in given:
        if name not in known:
            raise ParameterError(f"A tournament has no {name!r}; it may have {', '.join(sorted(known))}.")
    try:
        if "kind" in given:
            given["kind"] = Kind(given["kind"])
        for name in ("games", "agents"):
            listed = given.get(name, [])
            given[name] = (listed,) if isinstance(listed, str) else tuple(map(str, listed))
        if "terms" in given:
            given["terms"] = Terms.from_data(given["terms"])
        if "sprt" in given:
            given["sprt"] = Sprt(**given["sprt"])
        return Tournament(**given)
    except ValueError:
        raise ParameterError(f"A tournament cannot be a {given['kind']!r}; {_kinds()}.") from None
    except (TypeError, KeyError, AttributeError) as error:
        raise ParameterError(f"The description of the tournament is wrong: {error}.") from None


class Contest:
    """A tournament in a store: what has been played of it, and what is to be played.

    ``identity``: of one that is in the store already; by default its own. ``share``: the part of the games that is to
    be played here; raises ParameterError for a part of a tournament whose games depend on each other.
    """

    def __init__(self, tournament: Tournament, store: Store, identity: str | None = None, share: Share = WHOLE) -> None:
        check_share(tournament, share)
        self.tournament, self._store, self.share = tournament, store, share
        self.id = identity or tournament.id
        self._roles = {game: played_roles(load(game).info) for game in tournament.games}
        self.plan = Plan(
            tuple((game, len(roles)) for game, roles in self._roles.items()),
            tournament.agents,
            tournament.pairs,
            tournament.rounds,
            tournament.sprt,
        )
        self._jobs: dict[Meeting, tuple[MatchJob, ...]] = {}
        self._scores: dict[Meeting, Mapping[str, float]] = {}
        if identity is None:
            store.add_tournament(self.id, tournament.definition(), time.time())
        self.outcomes = {outcome.id: outcome for outcome in store.outcomes(self.id)}
        for outcome in self.outcomes.values():
            if outcome.game not in tournament.games or not set(outcome.agents) <= set(tournament.agents):
                raise SourceError(f"The store {store.path} is damaged: {outcome.id} is not a game of its tournament.")

    @property
    def roles(self) -> dict[str, tuple[str, ...]]:
        """The roles of each game, without chance."""
        return self._roles

    def meetings(self) -> list[Meeting]:
        """All meetings that are known to be needed, played or not."""
        return SCHEDULES[self.tournament.kind](self.plan, ScoresOf(self))

    def jobs(self, meeting: Meeting) -> tuple[MatchJob, ...]:
        """The games of a meeting."""
        if meeting not in self._jobs:
            self._jobs[meeting] = tuple(
                MatchJob(match_id(self.id, meeting.game, seated, meeting.number), meeting.game, seated, meeting.number)
                for seated in self._seatings(meeting)
            )
        return self._jobs[meeting]

    def _seatings(self, meeting: Meeting) -> tuple[tuple[str, ...], ...]:
        if self.tournament.kind is Kind.MANAGED:
            return (meeting.agents,)
        return seatings(meeting.agents, len(self._roles[meeting.game]))

    def played(self, meeting: Meeting) -> list[Outcome]:
        """The games of a meeting that are over."""
        return [self.outcomes[job.id] for job in self.jobs(meeting) if job.id in self.outcomes]

    def score(self, meeting: Meeting) -> Mapping[str, float] | None:
        """What everybody scored in a meeting; None before it is over."""
        if meeting not in self._scores:
            games = self.played(meeting)
            if len(games) < len(self.jobs(meeting)):
                return None
            self._scores[meeting] = scores(meeting.agents, games)
        return self._scores[meeting]

    def missing(self) -> list[MatchJob]:
        """The games that are known to be needed here and are not over, each once."""
        return [job for job in self._needed() if job.id not in self.outcomes]

    @property
    def size(self) -> int:
        """How many games are known to be needed here, played or not."""
        return len(self._needed())

    def _needed(self) -> Sequence[MatchJob]:
        jobs = {job.id: job for meeting in self.meetings() for job in self.jobs(meeting)}
        return self.share.of(list(jobs.values()))

    def play(self, executor: Executor) -> Iterator[Outcome]:
        """Plays all that is missing; each game is in the store before it is given."""
        with executor(self.tournament.conditions) as play:
            while missing := self.missing():
                for _, record in play(missing):
                    self._store.add(self.id, record)
                    self.outcomes[record.id] = outcome_of(record)
                    yield self.outcomes[record.id]


class ScoresOf(Mapping[Meeting, Mapping[str, float]]):
    """The scores of the meetings of a contest that are over, worked out as they are asked for."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest

    def __getitem__(self, meeting: Meeting) -> Mapping[str, float]:
        found = self._contest.score(meeting)
        if found is None:
            raise KeyError(meeting)
        return found

    def __iter__(self) -> Iterator[Meeting]:
        return (meeting for meeting in self._contest.meetings() if meeting in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def played_roles(info: GameInfo) -> tuple[str, ...]:
    """The names of the roles that somebody plays."""
    return tuple(info.roles[role] for role in info.players)


def check_share(tournament: Tournament, share: Share) -> None:
    """Raises ParameterError for a part of a tournament whose games depend on each other."""
    if share.count > 1 and tournament.kind not in FIXED:
        raise ParameterError(f"A {tournament.kind.value} cannot be played in shards: its games follow from results.")


def check_seats(tournament: Tournament, on_game: Callable[[str], object] = lambda game: None) -> None:
    """Raises LudensError when an agent cannot play one of the games; ``on_game`` is called with each game first.

    What players outside of Ludens can play is for them to know.
    """
    if tournament.kind is Kind.MANAGED:
        raise ParameterError("Managed matches are played by 'ludens manage', not as a tournament.")
    agents = [agent for agent in tournament.agents if not is_outside(agent)]
    for agent in agents:
        check_agent(agent)
    for name in tournament.games:
        on_game(name)
        game = load(name)
        for agent in agents:
            for role in game.info.players:
                try:
                    make_agent(agent, game, role, 0)
                except LudensError:
                    raise
                except Exception as error:
                    raise ParameterError(
                        f"{agent} cannot be made for {name}: {type(error).__name__}: {error}"
                    ) from None


def _kinds() -> str:
    return "it may be " + ", ".join(kind.value for kind in Kind)
