"""A position as a picture: what text and SVG are both made from.

Lengths are in cells: neighbouring cells of a square board lie 1 apart; ``y`` grows downwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

Place = tuple[str, str, str]
"""The board, the column and the row, as the rules name them; empty where there is only one."""


class Shape(Enum):
    """What a piece looks like."""

    DISC = "disc"
    CROSS = "cross"
    RING = "ring"
    FIGURE = "figure"
    SIGN = "sign"
    BLOCK = "block"


class Outline(Enum):
    """The form of the cells of a grid."""

    SQUARE = "square"
    HEXAGON = "hexagon"


class Stroke(Enum):
    """What a line stands for: something between two cells, a tie of two cells, the border of a part of the board,
    or a side of the board that belongs to somebody."""

    WALL = "wall"
    LINK = "link"
    BORDER = "border"
    EDGE = "edge"


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that stands on a cell.

    ``sign`` is its short text, ``label`` what is written on it, ``colour`` the name of a colour.
    """

    name: str
    sign: str
    shape: Shape = Shape.SIGN
    colour: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A place with its centre and what stands there, the topmost piece last."""

    place: Place
    x: float
    y: float
    pieces: tuple[Piece, ...] = ()
    dark: bool = False
    target: bool = False
    last: bool = False
    won: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    stroke: Stroke
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """A coordinate beside the board."""

    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Grid:
    """A board; its cells do not overlap."""

    title: str
    cells: tuple[Cell, ...]
    labels: tuple[Label, ...] = ()
    lines: tuple[Line, ...] = ()
    outline: Outline = Outline.SQUARE


@dataclass(frozen=True, slots=True)
class Heap:
    """So many of something."""

    place: Place
    count: int
    target: bool = False
    last: bool = False


@dataclass(frozen=True, slots=True)
class Heaps:
    """Heaps side by side."""

    title: str
    heaps: tuple[Heap, ...]


@dataclass(frozen=True, slots=True)
class Stacks:
    """Things on top of each other, each stack from the bottom to the top."""

    title: str
    stacks: tuple[tuple[Piece, ...], ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """Things that somebody holds or that lie beside the board: cards, a pool."""

    title: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """A table: whatever else is true, by name. Counters are facts with one value."""

    rows: tuple[tuple[str, str], ...]


Panel = Grid | Heaps | Stacks | Hand | Facts


@dataclass(frozen=True, slots=True)
class Picture:
    """Panels from top to bottom, who is to move (as pieces in their colours), and what the signs mean."""

    panels: tuple[Panel, ...]
    turn: tuple[Piece, ...] = ()
    legend: tuple[Piece, ...] = ()
