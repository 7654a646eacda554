"""What ``analyse``, ``puzzles`` and ``rules`` print with ``--json``."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from ludens.cli.outputs.games import JointMove


class Estimate(TypedDict):
    """A mean with its 95 % interval; the ends are the mean if it is exact, and null if they are not known."""

    mean: float | None
    low: float | None
    high: float | None
    games: Annotated[int, "how many games were measured; 0 if it is exact"]


class Statement(TypedDict):
    """A sentence about a game."""

    topic: str
    kind: str
    text: str
    proven: bool
    basis: Annotated[str, "how it is known"]


class FirstMove(TypedDict):
    """A first move."""

    move: str
    random: Annotated[Estimate, "the mover's goal in random games after it"]
    value: Annotated[float | None, "the mover's goal with best play"]
    group: Annotated[int, "moves of one group are symmetrical"]
    trap: Annotated[bool, "not best, though it looks better in random play than a best move"]


class ProvenValue(TypedDict):
    """The value of a game with best play."""

    goals: dict[str, float]
    positions: int
    method: str
    moves: Annotated[int, "the length of the game with best play"]


class SwapRule(TypedDict):
    """What the first role gets without and with the swap rule."""

    first: str
    plain: Estimate | None
    swapped: Estimate | None
    proven: bool


class Thinking(TypedDict):
    """Games between players who think a little."""

    games: int
    playouts: Annotated[int, "random games for every legal move"]
    goals: dict[str, Estimate]
    decisive: Annotated[Estimate, "the fraction of games with one winner"]
    drama: Annotated[Estimate | None, "the fraction of these in which the winner had been clearly behind"]
    lead_changes: float
    mean_length: float
    by_first_move: dict[str, Estimate]


class SkillStep(TypedDict):
    """A player who thinks more against one who thinks less."""

    stronger: str
    weaker: str
    share: Annotated[Estimate, "the stronger player's score"]


class Skill(TypedDict):
    """Whether thinking pays: ``analyse --skill``."""

    steps: list[SkillStep]
    own: Annotated[dict[str, Estimate], "goals of the strongest level against itself"]
    alone: Annotated[dict[str, Estimate], "in games for one player, the mean goal of each level"]


class Flaw(TypedDict):
    """Something that goes wrong in play, and the moves that lead there."""

    message: str
    moves: list[JointMove]


class IdleRule(TypedDict):
    """A rule that never applies."""

    line: int
    column: int
    head: str


class IdleRules(TypedDict):
    """Rules that never apply, and how many positions show it."""

    rules: list[IdleRule]
    positions: int
    proven: bool


class Analysis(TypedDict):
    """What kind of game it is: ``analyse``."""

    game: str
    verdict: Statement | None
    statements: list[Statement]
    games: Annotated[int, "random games"]
    ended: int
    goals: dict[str, Estimate] | None
    wins: dict[str, Estimate] | None
    draws: Estimate | None
    mean_length: float | None
    lengths: Annotated[dict[str, int] | None, "games by number of joint moves"]
    all_lengths: Annotated[list[int | None] | None, "the shortest and the longest possible game"]
    choices_by_step: list[float] | None
    most_choices: int | None
    decided_half_way: float | None
    first_mover: str | None
    first_moves: list[FirstMove]
    positions: Annotated[int | None, "how many the game has"]
    solution: ProvenValue | None
    swap_rule: SwapRule | None
    thinking: Thinking | None
    skill: Skill | None
    flaws: list[Flaw]
    idle_rules: IdleRules | None


class Variant(Analysis):
    """The analysis of a game with one value of a parameter."""

    value: int


class Variants(TypedDict):
    """A game with several values of a parameter: ``analyse --vary``."""

    parameter: str
    variants: list[Variant]


class Rules(TypedDict):
    """How to play a game: ``rules``."""

    title: str
    goal: str
    turn: list[str]
    end: list[str]
    roles: Annotated[dict[str, str], "what each role wants or does"]
    words: Annotated[list[str], "explanations of the words used"]
    origin: Annotated[Literal["page", "rules", "game"], "where the text comes from"]


class Puzzle(TypedDict):
    """A position in which few moves are good."""

    game: str
    role: Annotated[str, "whose move is to be found"]
    moves: Annotated[list[JointMove], "from the start of the game"]
    good: Annotated[list[str], "the moves to be found; all others are worse"]
    line: Annotated[list[JointMove], "how it goes on after the first of them"]
    points: Annotated[float, "what the good moves make sure of"]
    worse: Annotated[float, "what any other move brings at most, if the others play well"]
    proven: bool
    depth: Annotated[int, "joint moves that the proof looks ahead"]
    task: Annotated[str, "what is to be found, in words"]
