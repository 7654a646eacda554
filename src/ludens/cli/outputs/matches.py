"""What commands print of matches and tournaments with ``--json``."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from ludens.arena.table_data import DifferenceData, StandingData
from ludens.cli.outputs.games import JointMove

Interval = Annotated[list[float], "from, to"]


class AgentCard(TypedDict):
    """An agent in a record."""

    name: str
    options: dict[str, Any]
    version: str


class Terms(TypedDict):
    """The limits of a match."""

    seconds: NotRequired[float]
    playouts: NotRequired[int]
    depth: NotRequired[int]
    start_seconds: float
    bank_seconds: float
    grace_seconds: Annotated[float | None, "None: endless"]
    own_process: bool
    memory_mib: NotRequired[int]


class Forfeit(TypedDict):
    """Who forfeited, by role, why, and at which step."""

    role: int
    cause: str
    detail: str
    step: int


class Fault(TypedDict):
    """A move that was made for a player of the network, and why."""

    role: int
    kind: str
    detail: str
    step: int


class Match(TypedDict):
    """A whole match: ``match``, ``replay``, ``manage``, ``export``. ``ludens_match`` is the number of this form."""

    ludens_match: int
    id: str
    game: str
    rules: Annotated[str | None, "a hash of the rules"]
    roles: list[str]
    agents: list[AgentCard]
    terms: Terms
    seed: int | None
    number: int
    opening: Annotated[int, "joint moves at the beginning that were random"]
    moves: list[JointMove]
    seconds_of_moves: list[list[float | None]]
    values: list[list[float | None]]
    notes: list[list[dict[str, Any] | None]]
    goals: list[float]
    forfeits: list[Forfeit]
    cut: Annotated[bool, "whether it was broken off at the longest length"]
    begun: Annotated[float, "seconds since 1970"]
    seconds: float
    faults: NotRequired[list[Fault]]


class GgpMatch(TypedDict):
    """A match in the form of ggp.org: ``match --ggp``, ``export --format ggp``. Times: milliseconds since 1970."""

    matchId: str
    startTime: int
    gameName: str
    gameRoleNames: list[str]
    playerNamesFromHost: list[str]
    startClock: int
    playClock: int
    isCompleted: bool
    isAborted: bool
    moves: list[JointMove]
    states: list[str]
    stateTimes: list[int]
    errors: list[list[str]]
    gameRulesheetHash: NotRequired[str]
    goalValues: NotRequired[list[int]]


class Tournament(TypedDict):
    """What was asked for: the definition of a tournament, and how many games of it have been played."""

    tournament: Annotated[str, "its id"]
    version: str
    kind: str
    games: list[str]
    rules: Annotated[list[str | None], "hashes of the games' rules"]
    agents: list[str]
    code: NotRequired[Annotated[list[str | None], "digests of agents of your own"]]
    pairs: int
    rounds: NotRequired[int]
    opening: int
    seed: int
    terms: Terms
    sprt: NotRequired[dict[str, Any]]
    played: int


class Rating(TypedDict):
    """A rating of an agent or a role by Agon."""

    name: str
    elo: float
    interval: Interval


class Agon(TypedDict):
    """Ratings of agents and of the roles they played."""

    agents: list[Rating]
    roles: list[Rating]


class Standings(Tournament):
    """A tournament with its table: ``tournament``, ``standings``."""

    standings: list[StandingData]
    ratio: Annotated[float | None, "the logarithm of the likelihood ratio of a test"]
    verdict: str | None
    difference: DifferenceData | None
    winner: str | None
    agon: NotRequired[Agon]


class SeatForfeit(TypedDict):
    """A forfeit of an outcome."""

    seat: int
    cause: str


class Outcome(TypedDict):
    """A game of a tournament: ``standings --games``."""

    id: str
    game: str
    agents: list[str]
    goals: list[float]
    forfeits: list[SeatForfeit]


class Merged(TypedDict):
    """What came from a store."""

    store: str
    new: int
    known: int


class Score(TypedDict):
    """A score between 0 and 1 over pairs of games, with two 95 % intervals."""

    pairs: int
    score: float
    interval: Interval
    simple_interval: Interval


class Evaluation(Score):
    """The score of some values of the options."""

    values: dict[str, Any]


class Tuned(TypedDict):
    """The best values of an agent's options, and what was asked for."""

    version: str
    game: str
    rules: str | None
    agent: str
    against: str
    parameters: list[str]
    method: str
    pairs: int
    candidates: int
    confirm: int
    playouts: int | None
    seconds: float | None
    opening: int
    seed: int
    even: float
    best: dict[str, Any]
    tuned_agent: str
    searched: Score
    confirmed: Score | None
    evaluations: list[Evaluation]
    log: str
    picture: str


class Finding(TypedDict):
    """A check of a player of the network."""

    group: str
    name: str
    level: str
    verdict: str
    sentence: str
    seconds: float


class ReportCard(TypedDict):
    """What a player of the network does right and wrong: ``manage --compliance``."""

    url: str
    passed: bool
    robust: bool
    findings: list[Finding]
