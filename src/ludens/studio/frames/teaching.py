"""What is taught: threats, explanations of moves, and puzzles."""

from __future__ import annotations

from typing import Literal, TypedDict

from ludens.studio.frames.positions import LegalMove, Place


class SaidMove(TypedDict):
    """A move of a role, in words and on the board."""

    role: int
    move: str
    label: str
    places: list[Place]


class FactData(TypedDict):
    """A fact about a move; ``ludens.teaching.explaining`` says what each kind means."""

    kind: str
    role: int
    moves: list[SaidMove]
    only: bool
    points: float | None
    better: float | None
    now: bool
    opposed: bool
    count: int


class ThreatData(TypedDict):
    """A move that wins at once unless one of ``stops`` is made; ``now``: in this very turn."""

    move: SaidMove
    stops: list[SaidMove]
    now: bool


class TrapData(TypedDict):
    """A move after which another player can win at once, and how."""

    move: SaidMove
    by: list[SaidMove]


class Seen(TypedDict):
    """What there is to see one turn ahead; ``passing``: what another would do if it were its turn now."""

    wins: list[SaidMove]
    threats: list[ThreatData]
    traps: list[TrapData]
    passing: list[SaidMove]


class Threats(Seen):
    """The frame ``threats``: the answer to the page that asked."""

    type: Literal["threats"]
    ply: int
    role: int


class Explanation(TypedDict):
    """Why a move was good or bad; ``best``: what would have been best, with what speaks for it.

    ``lost``: the points that the move gave away, and ``worth`` what can be expected after it, as far as a search tells.
    """

    role: int
    move: SaidMove
    facts: list[FactData]
    best: SaidMove | None
    best_facts: list[FactData]
    lost: float | None
    worth: float | None


class Explained(TypedDict):
    """The frame ``explained``: about the turn that led to a position. ``coach``: for the coach to comment on."""

    type: Literal["explained"]
    ply: int
    coach: bool
    turn: list[Explanation]


class PuzzleStep(TypedDict):
    """The good moves of a puzzle's position, and the joint moves up to its next one."""

    good: list[str]
    line: list[list[str]]


class PuzzleData(TypedDict):
    """A puzzle as it is kept: the position after ``moves``, and what is to be found there."""

    moves: list[list[str]]
    role: int
    steps: list[PuzzleStep]
    points: float
    worse: float
    proven: bool
    opposed: bool
    depth: int


class PuzzleShelf(TypedDict):
    """How many puzzles there are of a game, or of one's own mistakes, and how many are solved."""

    game: str
    title: str
    own: bool
    waiting: int
    solved: int
    missed: int


class PuzzleList(TypedDict):
    """All puzzles by game; ``streak``: how many were solved in a row at the first try."""

    shelves: list[PuzzleShelf]
    streak: int


class ShownPosition(TypedDict):
    """A position of a puzzle on the way; ``text``: the move that led there."""

    svg: str
    text: str


class ShownPuzzle(TypedDict):
    """A puzzle to be solved; ``count``: of the good moves."""

    id: str
    game: str
    title: str
    own: bool
    roles: list[str]
    colours: list[str]
    role: int
    moves: list[list[str]]
    points: float
    worse: float
    proven: bool
    opposed: bool
    depth: int
    steps: int
    count: int
    svg: str
    legal: list[LegalMove]


class NextPuzzle(TypedDict):
    """The next puzzle; where there can be none, why: something is ``hidden``, or all choose ``at_once``."""

    puzzle: ShownPuzzle | None
    reason: str


class Tried(TypedDict):
    """What comes of a move in a puzzle: whether it is right, the positions that follow, and what speaks for it.

    ``done``: the puzzle is solved. ``step`` and ``legal``: what is to be found next.
    """

    right: bool
    done: bool
    move: SaidMove
    shown: list[ShownPosition]
    facts: list[FactData]
    step: int
    legal: list[LegalMove]


class PuzzleSolution(TypedDict):
    """The moves to be found, in words, with the positions that they lead to."""

    move: SaidMove
    others: list[SaidMove]
    shown: list[ShownPosition]
    facts: list[FactData]


class MadePuzzles(TypedDict):
    """How many puzzles a game of one's own gave."""

    made: int
