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
    """A forfeit: the role, the cause and the step."""

    role: int
    cause: str
    detail: str
    step: int


class Fault(TypedDict):
    """A move made in place of a player on the network, and why."""

    role: int
    kind: str
    detail: str
    step: int


class Match(TypedDict):
    """A whole match: ``match``, ``replay``, ``manage``, ``export``. ``ludens_match`` is the version of this format."""

    ludens_match: int
    id: str
    game: str
    rules: Annotated[str | None, "a hash of the rules"]
    roles: list[str]
    agents: list[AgentCard]
    terms: Terms
    seed: int | None
    number: int
    opening: Annotated[int, "how many joint moves at the beginning were random"]
    moves: list[JointMove]
    seconds_of_moves: list[list[float | None]]
    values: list[list[float | None]]
    notes: list[list[dict[str, Any] | None]]
    goals: list[float]
    forfeits: list[Forfeit]
    cut: Annotated[bool, "whether it was stopped at the greatest allowed length"]
    begun: Annotated[float, "seconds since 1970"]
    seconds: float
    faults: NotRequired[list[Fault]]


class GgpMatch(TypedDict):
    """A match in ggp.org's format: ``match --ggp``, ``export --format ggp``. Times: milliseconds since 1970."""

    matchId: str
    randomToken: str
    startTime: int
    gameName: str
    gameRoleNames: list[str]
    playerNamesFromHost: list[str]
    isPlayerHuman: list[bool]
    previewClock: Annotated[int, "-1: none"]
    startClock: int
    playClock: int
    scrambled: bool
    isCompleted: bool
    isAborted: bool
    moves: list[JointMove]
    states: list[str]
    stateTimes: list[int]
    errors: list[list[str]]
    gameMetaURL: NotRequired[str]
    gameRulesheetHash: NotRequired[str]
    goalValues: NotRequired[list[int]]


class Tournament(TypedDict):
    """The definition of a tournament, and how many of its games have been played."""

    tournament: Annotated[str, "its id"]
    version: str
    kind: str
    games: list[str]
    rules: Annotated[list[str | None], "hashes of the games' rules"]
    agents: list[str]
    code: NotRequired[Annotated[list[str | None], "digests of your own agents"]]
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
    """A forfeit in an outcome."""

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
    """What was copied from a store."""

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
    """The best values of an agent's options, and the settings of the search."""

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
    """A check of a player on the network."""

    group: str
    name: str
    level: str
    verdict: str
    sentence: str
    seconds: float


class ReportCard(TypedDict):
    """What a player on the network does right and wrong: ``manage --compliance``."""

    url: str
    passed: bool
    robust: bool
    findings: list[Finding]
