"""Reports on rules while they are written. Every frame of this socket also has the ``number`` of the version."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ludens.studio.frames.games import Mistake
from ludens.studio.frames.positions import Place


class Figure(TypedDict):
    """A mean with its interval of 95 %, from so many games; of none where it is exact. None where it is not known."""

    mean: float | None
    low: float | None
    high: float | None
    games: int


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
    goal: Figure
    wins: Figure


class Balance(TypedDict):
    """The part ``balance``: who wins when all move at random; ``exact``: worked out, not played."""

    games: int
    ended: int
    exact: bool
    roles: list[RoleBalance]
    draws: Figure


class Bar(TypedDict):
    """Games that took from ``first`` to ``last`` moves."""

    first: int
    last: int
    games: int


class Length(TypedDict):
    """The part ``length``: how long random games are; those of more than ``cut`` moves are cut.

    ``bounds``: the shortest and the longest of all possible games, None for one without end; None where unknown.
    """

    games: int
    ended: int
    cut: int
    mean: NotRequired[float]
    median: NotRequired[int]
    shortest: NotRequired[int]
    longest: NotRequired[int]
    bars: list[Bar]
    bounds: list[int | None] | None


class Branching(TypedDict):
    """The part ``branching``: how much there is to choose, step by step; ``decided``: the share decided half-way."""

    games: int
    first: NotRequired[float]
    mean: NotRequired[float]
    most: int
    choices: list[float]
    decided: float | None


class RankedMove(ShownMove):
    """A first move: what it is worth in random play and, where that is proven, with best play.

    ``group``: the same for moves that are alike by symmetry. ``trap``: it looks good, and is not.
    """

    worth: Figure
    group: int
    value: float | None
    best: bool
    trap: bool


class FirstMove(TypedDict):
    """The part ``first_move``: the first moves of a role, the best first; ``proven``: by what they are worth then."""

    role: int
    name: str
    proven: bool
    moves: list[RankedMove]


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


class RoleGoal(TypedDict):
    role: str
    goal: float


class Solution(TypedDict):
    """The part ``proof``: what the game is worth with best play; ``moves``: of one way of best play, to its end."""

    goals: list[RoleGoal]
    positions: int
    moves: int


class RoleFigure(TypedDict):
    role: str
    goal: Figure


class FirstFigure(TypedDict):
    """What the first mover got after a first move."""

    label: str
    goal: Figure


class Course(TypedDict):
    """The part ``thinking``: games of players who try every move by ``playouts`` random games.

    ``decisive``: games with one winner; ``drama``: of these, those whose winner was clearly behind at some time;
    ``changes``: of the lead, in a game; ``swapped``: what the first mover gets under the swap rule, where known.
    """

    games: int
    playouts: int
    roles: list[RoleFigure]
    decisive: Figure
    drama: Figure | None
    changes: float
    length: float
    swapped: Figure | None
    first: list[FirstFigure]


class IdleRuleData(TypedDict):
    line: int
    column: int
    head: str


class IdleRules(TypedDict):
    """The part ``idle``: rules that never applied; ``exact``: in no position that there is."""

    rules: list[IdleRuleData]
    positions: int
    exact: bool


class SkillStep(TypedDict):
    """What a level of play scores against the one below it, as a share of points."""

    stronger: str
    weaker: str
    share: Figure


class LevelGoal(TypedDict):
    name: str
    goal: Figure


class SkillLevels(TypedDict):
    """The part ``skill``: what players who think more score against those who think less.

    ``own``: the strongest against itself. ``alone``: in a game for one player, what each level scores.
    """

    steps: list[SkillStep]
    own: list[RoleFigure]
    alone: list[LevelGoal]


PartName = Literal[
    "speed", "balance", "length", "branching", "first_move", "flaws", "structure", "proof", "thinking", "idle", "skill",
]  # fmt: skip
PartData = (
    Speed
    | Balance
    | Length
    | Branching
    | FirstMove
    | Flaws
    | Findings
    | Solution
    | Course
    | IdleRules
    | SkillLevels
    | LeftOut
)


class StatementData(TypedDict):
    """A sentence; ``kind``: good, warn, bad or info. ``proven``: it is certain; ``basis``: what it rests on."""

    topic: str
    kind: str
    text: str
    proven: bool
    basis: str


class Queued(TypedDict):
    """The frame ``queued``: all processes are busy, so the report waits."""

    type: Literal["queued"]


class SliderData(TypedDict):
    """A number of the rules that can be turned: its name, its value, and its ends."""

    name: str
    value: int
    low: int
    high: int


class CheckedRules(TypedDict):
    """The frame ``checked``: the mistakes, errors first; ``count``: all of them, though not all may be listed."""

    type: Literal["checked"]
    ok: bool
    mistakes: list[Mistake]
    count: int
    sliders: list[SliderData]
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


class Judgement(TypedDict):
    """The frame ``judgement``: all that can be said by now, the verdict first. It replaces the one before."""

    type: Literal["judgement"]
    statements: list[StatementData]
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


ReportNews = CheckedRules | Board | Report | Judgement
"""What a process tells while it works on a report."""
