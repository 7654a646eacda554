"""Lessons: how they are listed, and every step of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from ludens.game import Move
from ludens.studio.frames.games import Option


class ExampleData(TypedDict):
    """A position to learn on; pages have its title in their texts."""

    name: str
    game: str


class Rounds(TypedDict):
    """How many rounds a reader may choose."""

    default: int
    highest: int


class LessonCard(TypedDict):
    """A lesson; what it says of itself is in the texts of the pages, by its name."""

    name: str
    examples: list[ExampleData]
    rounds: Rounds
    knobs: list[Option]


class LessonList(TypedDict):
    lessons: list[LessonCard]


@dataclass(frozen=True, slots=True)
class Node:
    """A position of the tree, numbered in the order in which they appear.

    ``label``: the moves that led here, of those who had a choice. ``turn``: the roles that have one now. ``board``: the
    position as SVG. ``skipped``: the algorithm knows of the move and does not look at it.
    """

    id: int
    parent: int | None
    label: str
    turn: tuple[int, ...] = ()
    goals: tuple[int, ...] | None = None
    board: str = ""
    skipped: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """How a move compares with the others where one is chosen; ``None`` is what the algorithm does not use.

    ``total`` is ``None`` too for a move that comes first because it has not been tried.
    """

    role: int
    move: Move
    visits: int = 0
    mean: float | None = None
    bonus: float | None = None
    amaf: float | None = None
    chance: float | None = None
    total: float | None = None
    chosen: bool = False


Said = tuple[str | int | float, ...]
"""A sentence: its name in the texts of the pages, under ``steps``, and what it speaks of."""

Changes = dict[str, float | int | str | None]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that the algorithm does.

    ``words``: the step in sentences. ``path``: numbers of the nodes from the root to where it happens. ``new``: nodes
    that appear. ``changes``: what is now written at nodes, by their number. ``playout``: the moves of a random game.
    """

    phase: str
    words: tuple[Said, ...]
    path: tuple[int, ...]
    new: tuple[Node, ...] = ()
    scores: tuple[Score, ...] = ()
    changes: dict[int, Changes] | None = None
    playout: tuple[str, ...] = ()
    goals: tuple[float, ...] | None = None


class LessonRun(TypedDict):
    lesson: str
    roles: list[str]
    steps: list[Step]


class Written(TypedDict):
    """A rule as it is written."""

    line: int
    head: str
    body: list[str]


class GroundRule(TypedDict):
    """A rule without variables; what has no name of its own is a number in brackets."""

    head: str
    body: list[str]


class StageData(TypedDict):
    """How many gates there are after a step of the compiler."""

    name: str
    gates: int


class CircuitNode(TypedDict):
    """A node of a circuit: fluent, move, gate, loop, constant, or more, a gate that is not opened.

    ``inputs``: of a gate the two wires that it joins. A wire is twice the number of its node, plus one if inverted.
    """

    id: int
    kind: str
    label: str
    inputs: list[int]


class CircuitLesson(TypedDict):
    """An output of a circuit, from its rules to planes of bits.

    ``stages``: gates after each step of the compiler. ``wire``: of the output. ``planes``: the bits of each node in all
    games, as hexadecimal digits. ``moved``: what each role does next in game ``lane``, whose position is ``board``.
    """

    roles: list[str]
    outputs: list[str]
    output: str
    rules: list[Written]
    ground: list[GroundRule]
    ground_rules: int
    stages: list[StageData]
    gates: int
    fluents: int
    nodes: list[CircuitNode]
    wire: int
    left_out: int
    planes: dict[str, str]
    lanes: int
    lane: int
    board: str
    moved: list[str]
