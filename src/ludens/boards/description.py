"""How positions of a rulesheet lie on boards: which arguments of which terms name a place, and what stands there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from ludens.boards.orders import Axis, grid_name
from ludens.boards.picture import Look, Place
from ludens.rules.ground_rules import Ground, ground_text

Arguments = tuple[int, ...]
BLANKS = ("b", "blank", "empty", "none", "nil", "free", "e", "f")
"""Names that mean that nothing is there, the most usual first."""

SIDES = {"east": (1, 0), "west": (-1, 0), "north": (0, -1), "south": (0, 1)}
"""Where the sides of a cell are: across and down."""

ALONG = {"horizontal": True, "vertical": False, "horiz": True, "vert": False, "h": True, "v": False}
"""How a wall lies: between two rows, or between two columns."""


class Lie(Enum):
    """How the rows of a board lie: straight, each half a cell further, or centred, as in a hexagon."""

    STRAIGHT = "straight"
    SLANTED = "slanted"
    CENTRED = "centred"


@dataclass(frozen=True, slots=True)
class Spot:
    """The arguments of a term that together name a place of a board.

    ``column``, ``row`` and ``group`` are argument numbers, several for coordinates in several parts; ``group`` tells
    boards of one kind apart. ``cell`` is an argument that names column and row at once, such as ``b3``.
    """

    board: str = ""
    column: Arguments = ()
    row: Arguments = ()
    group: Arguments = ()
    cell: int | None = None

    @property
    def arguments(self) -> Arguments:
        """All arguments that it takes."""
        return (*self.group, *self.column, *self.row, *(() if self.cell is None else (self.cell,)))

    def place(self, term: Ground) -> Place:
        """The place that a term names."""
        group = " ".join(filter(None, (self.board, _text(term, self.group))))
        if self.cell is None:
            return group, _text(term, self.column), _text(term, self.row)
        letter, number = grid_name(ground_text(term[self.cell + 1])) or ("", ground_text(term[self.cell + 1]))
        return group, number, letter

    def moved(self, by: int) -> Spot:
        """The same spot with all argument numbers changed."""
        return Spot(
            self.board,
            tuple(number + by for number in self.column),
            tuple(number + by for number in self.row),
            tuple(number + by for number in self.group),
            None if self.cell is None else self.cell + by,
        )


ROW_COLUMN = Spot(column=(1,), row=(0,))
"""Of terms such as ``(cell ROW COLUMN x)``."""

COLUMN_ROW = Spot(column=(0,), row=(1,))


@dataclass(frozen=True, slots=True)
class Layer:
    """The terms of one name and number of arguments that say what stands where.

    ``marker`` is drawn there; without one, the other arguments are, except ``blanks``. ``ignored``: arguments that say
    nothing new. ``always``: the name is a relation of the rules, not a part of the position. ``side`` makes walls of
    them: the side's name or its argument, or the one that says how a wall lies, which is then ``span`` cells long.
    ``other`` is a second place: the two are tied, or a wall stands between them.
    """

    name: str
    arguments: int
    spot: Spot
    marker: str | None = None
    always: bool = False
    ignored: Arguments = ()
    blanks: frozenset[str] = frozenset({"b"})
    side: str | int | None = None
    other: Spot | None = None
    span: int = 1

    def holds(self, term: Ground) -> bool:
        """Whether the term belongs to this layer."""
        return isinstance(term, tuple) and term[0] == self.name and len(term) == self.arguments + 1

    def pieces(self, term: Ground) -> list[str]:
        """The names of what stands there; a number is a piece of its own, on top of the rest."""
        if self.marker is not None:
            return [self.marker]
        used = (*self.spot.arguments, *self.ignored)
        parts = [ground_text(part) for number, part in enumerate(term[1:]) if number not in used]
        parts = [part for part in parts if part not in self.blanks]
        words, numbers = [p for p in parts if not p.isdecimal()], [p for p in parts if p.isdecimal()]
        return [*filter(None, [" ".join(words)]), *numbers]

    def side_of(self, term: Ground) -> str:
        """The side of the cell on which a wall stands."""
        return ground_text(term[self.side + 1]) if isinstance(self.side, int) else self.side or ""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A rectangle of a board that has a name and moves as a whole."""

    name: str
    columns: Axis
    rows: Axis


@dataclass(frozen=True, slots=True)
class Board:
    """A board of one or more layers; the later ones stand on top.

    ``columns``, ``rows`` and ``groups`` are the coordinates in order; empty, they are found in what can be true.
    ``whole``: every column meets every row; ``places`` are there besides. ``rows_up``: the first row is at the bottom.
    ``blocks``: columns and rows of each part of the board that has a border. ``parts``: what moves as a whole.
    ``edges``: sides (top, bottom, left, right), each with the colour in which it is drawn since it belongs to somebody.
    """

    layers: tuple[Layer, ...]
    title: str = ""
    columns: Axis = ()
    rows: Axis = ()
    groups: Axis = ()
    whole: bool = False
    places: frozenset[Place] = frozenset()
    rows_up: bool = False
    lie: Lie = Lie.STRAIGHT
    blocks: tuple[int, int] = (0, 0)
    parts: tuple[BoardPart, ...] = ()
    edges: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class HeapTerms:
    """Terms that say how many there are of what: ``(heap a 5)``; ``count`` is the argument with the number."""

    name: str
    arguments: int
    count: int


@dataclass(frozen=True, slots=True)
class HandTerms:
    """Terms that say what somebody holds: ``(hand red ace)``; without an owner, what lies beside the board."""

    name: str
    arguments: int
    owner: int | None = None
    look: Look = Look.CARD


@dataclass(frozen=True, slots=True)
class PurseTerms:
    """Terms that say how much a role has of what it bids from: ``(coins red 8)``."""

    name: str
    values: Axis


@dataclass(frozen=True, slots=True)
class ThingTerms:
    """Things that lie side by side, of which terms with one argument say something: doors, one of them opened."""

    kind: str
    values: Axis
    look: Look = Look.CARD


@dataclass(frozen=True, slots=True)
class LookupTerms:
    """A term with a number that stands for something else: the round for its prize, the rank for a claim.

    ``rows``: what each number stands for. ``copies``: the first of two parts says how many there are of the second.
    """

    name: str
    title: str
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    look: Look = Look.CARD
    copies: bool = False


@dataclass(frozen=True, slots=True)
class Description:
    """All that is drawn of a game as something else than a fact.

    ``stacks``: names of terms ``(on upper lower)``, each with the argument that is the upper thing. ``sequences``:
    terms that list all things in order. ``controls``: names of terms ``(control role)``. ``hidden``: terms that say
    nothing but that there are places. ``words``: what names of the rules mean to people, such as ``tl`` for a corner.
    """

    boards: tuple[Board, ...] = ()
    heaps: tuple[HeapTerms, ...] = ()
    stacks: tuple[tuple[str, int], ...] = ()
    sequences: tuple[tuple[str, int], ...] = ()
    hands: tuple[HandTerms, ...] = ()
    purses: tuple[PurseTerms, ...] = ()
    things: tuple[ThingTerms, ...] = ()
    lookups: tuple[LookupTerms, ...] = ()
    controls: tuple[str, ...] = ("control",)
    hidden: tuple[tuple[str, int], ...] = ()
    words: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class MoveForm:
    """The places that the moves of one name and number of arguments name, in order."""

    name: str
    arguments: int
    spots: tuple[Spot, ...] = field(default=())


def _text(term: Ground, arguments: Sequence[int]) -> str:
    return ".".join(ground_text(term[number + 1]) for number in arguments)
