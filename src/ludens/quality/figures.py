"""All that is known of a game at a time: figures, each measured with its interval or exact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ludens.arena.statistics import wilson_interval
from ludens.circuit.findings import Structure
from ludens.game import GameInfo, JointMove, Move

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the interval in which the true one lies; a point, and no games, where it is exact."""

    mean: float
    low: float
    high: float
    games: int = 0

    @property
    def exact(self) -> bool:
        return self.games == 0


def exactly(value: float) -> Estimate:
    """A figure that was worked out, not measured; without the last digits, in which equal sums may differ."""
    rounded = round(value, 9)
    return Estimate(rounded, rounded, rounded)


def measured(mean: float, games: int, scale: float = 1.0, confidence: float = CONFIDENCE) -> Estimate | None:
    """The mean of so many values from 0 to ``scale``; None without any.

    The interval is Wilson's. Where all values are alike, at either end, it is too narrow for few games; there it is the
    exact one, of Clopper and Pearson (1934).
    """
    if games < 1:
        return None
    share = min(1.0, max(0.0, mean / scale))
    found = wilson_interval(share, games, confidence)
    all_alike = ((1 - confidence) / 2) ** (1 / games)
    low = min(found.low, all_alike) if share == 1 else found.low
    high = max(found.high, 1 - all_alike) if share == 0 else found.high
    return Estimate(mean, scale * low, scale * high, games)


@dataclass(frozen=True, slots=True)
class RandomPlay:
    """What comes of random moves, by player (chance is none): mean goals 0 to 100, shares of games won alone, draws.

    ``ended``: how many of the games came to an end before ``cut`` moves; both are as many as were played where the
    figures are exact.
    """

    games: int
    ended: int
    cut: int
    goals: tuple[Estimate, ...]
    wins: tuple[Estimate, ...]
    draws: Estimate


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long games are: ``counts`` of random games by joint moves.

    ``bounds``: the shortest and the longest of all possible games, where these are known; None for the longest means
    that a game can go on for ever.
    """

    games: int
    ended: int
    cut: int
    counts: Mapping[int, int]
    bounds: tuple[int, int | None] | None = None

    @property
    def mean(self) -> float:
        return sum(length * games for length, games in self.counts.items()) / max(1, self.ended)


@dataclass(frozen=True, slots=True)
class Choices:
    """How much there is to choose: at each step, on average; ``most`` in any position seen.

    ``exact``: all positions were seen. ``decided``: the share of random games all but decided half-way.
    """

    games: int
    by_step: tuple[float, ...]
    most: int
    decided: float | None
    exact: bool = False


@dataclass(frozen=True, slots=True)
class FirstMoves:
    """What each first move of a role is worth to it when all go on at random.

    ``groups``: moves that a symmetry of the rules turns into each other have the same number, and the same figure.
    ``others``: somebody else moves at the same time.
    """

    role: int
    worth: Mapping[Move, Estimate]
    groups: Mapping[Move, int]
    others: bool = False

    @property
    def exact(self) -> bool:
        return all(value.exact for value in self.worth.values())


@dataclass(frozen=True, slots=True)
class Whole:
    """All positions of a small game, and what follows from them.

    ``longest``: None where play can come back to a position. ``goal_sets``: the goals of every end, by role.
    ``stuck``: there is a position in which the game is not over and somebody cannot move, or an end without goals.
    ``never``: moves that rules speak of and that nobody has in any position. ``random``: None where play can go on for
    ever or games go wrong; ``first``: mean goals by role after each first joint move, likewise.
    ``most``: the most moves that a role can choose from.
    """

    positions: int
    shortest: int | None
    longest: int | None
    goal_sets: frozenset[tuple[int, ...]]
    stuck: bool
    never: tuple[Move, ...]
    most: int
    turn_based: bool
    random: RandomPlay | None
    first: Mapping[JointMove, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Proof:
    """What the game is worth with best play, by role; ``moves``: what each first move of ``mover`` is worth to it."""

    goals: tuple[float, ...]
    mover: int | None
    moves: Mapping[Move, float]
    positions: int
    method: str
    length: int


@dataclass(frozen=True, slots=True)
class Thinking:
    """Games of players who think a little: before each move, ``playouts`` random games of every move they have.

    ``goals`` by player. ``decisive``: games with one winner. ``drama``: of these, those whose winner was clearly behind
    at some time. ``changes``: how often the lead went over from one to another, in a game on average.
    ``by_first``: what the first mover got after each of its first moves, with intervals that hold for all of them
    together.
    """

    games: int
    playouts: int
    goals: tuple[Estimate, ...]
    decisive: Estimate
    drama: Estimate | None
    changes: float
    length: float
    mover: int | None
    by_first: Mapping[Move, Estimate] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """What a level of play scores against the one below it, as a share of points."""

    stronger: str
    weaker: str
    share: Estimate


@dataclass(frozen=True, slots=True)
class Skill:
    """Whether thinking pays: level against level; ``goals`` by player, of the strongest level against itself.

    Alone, ``alone`` has the mean goal of each level instead. ``level``: the name of the strongest.
    """

    steps: tuple[Step, ...]
    goals: tuple[Estimate, ...]
    level: str
    alone: tuple[tuple[str, Estimate], ...] = ()
    final: bool = False


@dataclass(frozen=True, slots=True)
class WrongGame:
    """Something that goes wrong in a game, with the joint moves that lead there."""

    message: str
    moves: tuple[JointMove, ...]


@dataclass(frozen=True, slots=True)
class IdleRule:
    """A rule that never applied: its place in the text, and its head."""

    line: int
    column: int
    head: str


@dataclass(frozen=True, slots=True)
class Idle:
    """Rules that never applied in so many positions; ``exact``: these are all that there are."""

    rules: tuple[IdleRule, ...]
    positions: int
    exact: bool


@dataclass(slots=True)
class Figures:
    """What is known so far; None: not yet, or not to be had."""

    info: GameInfo
    random: RandomPlay | None = None
    lengths: Lengths | None = None
    choices: Choices | None = None
    first: FirstMoves | None = None
    whole: Whole | None = None
    proof: Proof | None = None
    thinking: Thinking | None = None
    skill: Skill | None = None
    wrong: tuple[WrongGame, ...] | None = None
    idle: Idle | None = None
    structure: Structure | None = None
    speed: float | None = None
    unproven: str = ""
    """Why there is no proof."""

    left_out: dict[str, str] = field(default_factory=dict)
    """Why a part is missing, by its name."""

    @property
    def players(self) -> list[str]:
        """The names of the roles that somebody plays."""
        return [self.info.roles[role] for role in self.info.players]
