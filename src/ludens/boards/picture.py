"""A position as a picture: what text and SVG are both made from.

Lengths are in cells: neighbouring cells of a square board lie 1 apart; ``y`` grows downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    DIE = "die"


class Look(Enum):
    """What a thing beside the board looks like."""

    CARD = "card"
    DIE = "die"
    DOOR = "door"
    COIN = "coin"


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
class Part:
    """A rectangle of cells that moves as a whole.

    ``turned``: the quarter turns, clockwise, that the last move gave it. ``came``: where its contents were before the
    last move exchanged them, as the name of another part.
    """

    name: str
    left: float
    top: float
    right: float
    bottom: float
    turned: int = 0
    came: str = ""

    def covers(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom


@dataclass(frozen=True, slots=True)
class Handle:
    """Something beside the cells by which a part of the board is moved: turned clockwise (1), back (-1), exchanged."""

    place: Place
    x: float
    y: float
    turns: int = 0
    angle: float = 0.0
    lower: float = 0.0
    """How much further down it is drawn, where another one would be at the same place."""
    target: bool = False
    last: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A board; its cells do not overlap."""

    title: str
    cells: tuple[Cell, ...]
    labels: tuple[Label, ...] = ()
    lines: tuple[Line, ...] = ()
    outline: Outline = Outline.SQUARE
    parts: tuple[Part, ...] = ()
    handles: tuple[Handle, ...] = ()


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
class Item:
    """A thing that somebody holds or that lies on the table: a card, a die, a door, a coin.

    ``label`` is what it shows; empty, it lies face down. ``notes``: what else is true of it, in words. ``now``: it is
    the one in play; ``gone``: it has been.
    """

    place: Place
    label: str
    look: Look = Look.CARD
    notes: tuple[str, ...] = ()
    now: bool = False
    gone: bool = False
    target: bool = False
    last: bool = False


@dataclass(frozen=True, slots=True)
class Hand:
    """Things that lie beside the board: prizes, doors, a pool."""

    title: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """What belongs to one role: things, counters by name, and what else is true of it, in words.

    ``played``: what it did last, where that is not seen on a board.
    """

    role: Piece
    items: tuple[Item, ...] = ()
    counts: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    played: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Seats:
    """The players, each with what it has."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """A table: whatever else is true, by name. Counters are facts with one value."""

    rows: tuple[tuple[str, str], ...]


Panel = Grid | Heaps | Stacks | Hand | Seats | Facts


@dataclass(frozen=True, slots=True)
class Picture:
    """Panels from top to bottom, who is to move (as pieces in their colours), and what the signs mean."""

    panels: tuple[Panel, ...]
    turn: tuple[Piece, ...] = ()
    legend: tuple[Piece, ...] = ()


def places(panels: Sequence[Panel]) -> list[Place]:
    """All places of a picture that can be clicked, as far as the rules allow it."""
    found: list[Place] = []
    for panel in panels:
        match panel:
            case Grid():
                found += [cell.place for cell in panel.cells] + [handle.place for handle in panel.handles]
            case Heaps():
                found += [heap.place for heap in panel.heaps]
            case Hand():
                found += [item.place for item in panel.items]
            case Seats():
                found += [item.place for seat in panel.seats for item in seat.items]
            case _:
                pass
    return found
