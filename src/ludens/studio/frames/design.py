"""Reports on rules while they are written. Every frame of this socket also has the ``number`` of the version."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ludens.studio.frames.games import Mistake
from ludens.studio.frames.positions import Place


class VerdictData(TypedDict):
    """What figures mean; ``kind`` is good, warn or bad."""

    kind: str
    text: str


class Mean(TypedDict):
    """A mean with its margin of 95 %; None where it is not known."""

    mean: float | None
    margin: float | None


class Share(TypedDict):
    """A share of points with its interval of 95 %."""

    share: float
    interval: list[float]
    games: int


class ShownMove(TypedDict):
    move: str
    label: str
    places: list[Place]


class FirstMoves(TypedDict):
    """The first moves of a role: how many, and some of them."""

    count: int
    moves: list[ShownMove]


class FirstPosition(TypedDict):
    """The board at the beginning and what can be played there."""

    svg: str
    roles: list[str]
    colours: list[str]
    over: bool
    players: int
    turns: str | None
    hidden: bool
    legal: list[FirstMoves]


class Speed(TypedDict):
    """The part ``speed``: the size of the compiled game, and how fast random games are played."""

    compiled: bool
    gates: NotRequired[int]
    fluents: NotRequired[int]
    moves: NotRequired[int]
    games_per_second: NotRequired[float]


class RoleBalance(TypedDict):
    role: str
    goal: Mean
    wins: Mean


class Balance(TypedDict):
    """The part ``balance``: who wins random games."""

    games: int
    ended: int
    roles: list[RoleBalance]
    draws: Mean
    verdict: NotRequired[VerdictData]


class Bar(TypedDict):
    """Games that took from ``first`` to ``last`` moves."""

    first: int
    last: int
    games: int


class Length(TypedDict):
    """The part ``length``: how long random games are; those of more than ``cut`` moves are cut."""

    games: int
    ended: int
    cut: int
    mean: NotRequired[float]
    median: NotRequired[int]
    shortest: NotRequired[int]
    longest: NotRequired[int]
    bars: list[Bar]
    verdict: VerdictData


class Branching(TypedDict):
    """The part ``branching``: how much there is to choose, step by step; ``decided``: the share decided half-way."""

    games: int
    first: NotRequired[float]
    mean: NotRequired[float]
    most: NotRequired[float]
    choices: list[float]
    decided: NotRequired[float | None]
    verdict: VerdictData


class RankedMove(ShownMove, Mean):
    """A first move with what it is worth in random play."""


class FirstMove(TypedDict):
    """The part ``first_move``: what the first moves of a role are worth in random play, the best first."""

    role: int | None
    name: NotRequired[str]
    moves: list[RankedMove]
    verdict: NotRequired[VerdictData]


class Flaw(TypedDict):
    """Something that goes wrong in a game, with the joint moves that lead there."""

    message: str
    moves: list[list[str]]


class Flaws(TypedDict):
    """The part ``flaws``: what goes wrong in games played move by move."""

    flaws: list[Flaw]


class Finding(TypedDict):
    """Something that the rules show, and how it is known."""

    topic: str
    text: str
    how: str


class Findings(TypedDict):
    """The part ``structure``: what the rules show."""

    findings: list[Finding]


class LeftOut(TypedDict):
    """In the place of a part that there is not: why."""

    left_out: str


class SkillStep(Share):
    """What a level of play scores against the one below it."""

    stronger: str
    weaker: str


class RoleGoal(TypedDict):
    role: str
    goal: float


class GoodPlay(TypedDict):
    """How the strongest level does against itself."""

    games: int
    roles: list[RoleGoal]
    verdict: NotRequired[VerdictData]


class SkillLevels(TypedDict):
    """The part ``skill``: what players who think more score against those who think less."""

    kind: Literal["levels"]
    steps: list[SkillStep]
    verdict: NotRequired[VerdictData]
    good_play: GoodPlay
    final: bool


class LevelGoal(TypedDict):
    name: str
    goal: float
    games: int


class SkillAlone(TypedDict):
    """The part ``skill`` of a game for one player: what each level of thought scores."""

    kind: Literal["alone"]
    levels: list[LevelGoal]
    verdict: NotRequired[VerdictData]
    final: bool


Skill = SkillLevels | SkillAlone
PartName = Literal["speed", "balance", "length", "branching", "first_move", "flaws", "structure", "skill"]
PartData = Speed | Balance | Length | Branching | FirstMove | Flaws | Findings | Skill | LeftOut


class Queued(TypedDict):
    """The frame ``queued``: all processes are busy, so the report waits."""

    type: Literal["queued"]


class CheckedRules(TypedDict):
    """The frame ``checked``: the mistakes, errors first; ``count``: all of them, though not all may be listed."""

    type: Literal["checked"]
    ok: bool
    mistakes: list[Mistake]
    count: int
    seconds: float


class Board(FirstPosition):
    """The frame ``board``: the first position."""

    type: Literal["board"]
    seconds: float


class Report(TypedDict):
    """The frame ``report``: one part of the report; a part that is not ``final`` comes again, better."""

    type: Literal["report"]
    part: PartName
    data: PartData
    final: bool
    seconds: float


class Done(TypedDict):
    """The frame ``done``: all is told."""

    type: Literal["done"]
    seconds: float


class Failed(TypedDict):
    """The frame ``failed``: why the report ends here, with places in the rules."""

    type: Literal["failed"]
    message: str
    places: list[list[int]]


ReportNews = CheckedRules | Board | Report
"""What a process tells while it works on a report."""
