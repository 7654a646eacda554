"""What agents think, and how far they have got ready."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ludens.studio.frames.positions import Place

Values = dict[str, float]
"""What roles can expect, by the role's number as text; a role of which nothing is known is missing."""

Stage = Literal["queued", "preparing", "thinking", "done"]


class Preparing(TypedDict):
    """How much is done of what an agent needs at a first start; ``stand_in``: a simpler one plays meanwhile."""

    done: int
    total: int
    stand_in: bool


class SearchLimit(TypedDict):
    seconds: float | None
    playouts: int | None


class Candidate(TypedDict):
    """What an agent thinks of a move."""

    move: str
    visits: int
    value: float | None
    margin: float | None
    proven: bool
    chance: float | None


class DrawnCandidate(Candidate):
    """The same, with what a page needs to draw it on the board."""

    label: str
    places: list[Place]


class Mark(TypedDict):
    """The places of a role's move."""

    role: int
    places: list[Place]


class LineStep(TypedDict):
    """A joint move of the line that an agent expects."""

    moves: list[str]
    text: str
    marks: list[Mark]


class Thought(TypedDict):
    """What an agent thinks of a position: its choice, with the reasons."""

    move: str
    seconds: float
    simulations: int
    rate: int | None
    value: float | None
    values: Values | None
    moves: list[DrawnCandidate]
    line: list[LineStep]
    notes: dict[str, float | int | str | None]
    preparing: Preparing | None


class ThoughtSoFar(TypedDict):
    """How a search is going: its stage, and as much of a thought as there is."""

    stage: Stage
    move: NotRequired[str]
    seconds: NotRequired[float]
    simulations: NotRequired[int]
    rate: NotRequired[int | None]
    value: NotRequired[float | None]
    values: NotRequired[Values | None]
    moves: NotRequired[list[DrawnCandidate]]
    line: NotRequired[list[LineStep]]
    notes: NotRequired[dict[str, float | int | str | None]]
    preparing: NotRequired[Preparing | None]


class Search(TypedDict):
    """What is searched by whom; ``final``: this is the agent's decision."""

    role: int
    agent: str
    ply: int
    limit: SearchLimit
    final: bool


class Thinking(Search, ThoughtSoFar):
    """The frame ``thinking``. ``hidden``: what would give a choice away is left out."""

    type: Literal["thinking"]
    hidden: NotRequired[Literal[True]]


class Hint(Search, ThoughtSoFar):
    """The frame ``hint``: the same for the page that asked."""

    type: Literal["hint"]
    hint: Literal[True]


class Worth(TypedDict):
    """What a position is worth to a role; with the best move, and what is thought of all, where there is a choice."""

    value: float | None
    move: NotRequired[str]
    moves: NotRequired[list[Candidate]]


class JudgedPosition(TypedDict):
    """What a position of a finished game is worth, by the role's number as text."""

    ply: int
    roles: dict[str, Worth]
