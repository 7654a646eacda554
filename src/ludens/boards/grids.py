"""One board as grids: where its cells lie, what stands on them, the lines between them, the coordinates beside it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from ludens.boards.description import ALONG, SIDES, Layer, Lie
from ludens.boards.inference.beside import DICE
from ludens.boards.moving_parts import board_handles, board_parts, carried
from ludens.boards.picture import Cell, Grid, Label, Line, Outline, Piece, Place, Shape, Stroke
from ludens.boards.pieces import Pieces
from ludens.boards.setting import MOST_GROUPS, BoardSetting
from ludens.game import Move
from ludens.rules.ground_rules import Ground

ROW_HEIGHT = 3**0.5 / 2
"""How far apart the rows of a hexagonal board are."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The places to mark: where the last moves were made, where the next one can begin, and what won the game."""

    last: frozenset[Place] = field(default_factory=frozenset)
    targets: frozenset[Place] = field(default_factory=frozenset)
    won: frozenset[Place] = field(default_factory=frozenset)
    played: tuple[tuple[str, Move], ...] = ()
    """The last joint move, by role."""
    trails: Mapping[Place, str] = field(default_factory=dict)
    """The colour of whoever stood last on a place that is closed now."""


class BoardDrawing:
    """Draws one board with all its layers."""

    def __init__(self, setting: BoardSetting, pieces: Pieces, marks: Marks) -> None:
        self.setting, self.board = setting, setting.board
        self.pieces, self.marks = pieces, marks
        self.on: defaultdict[Place, list[str]] = defaultdict(list)
        self.lines: list[tuple[Layer, Ground]] = []
        self.dice: set[Place] = set()

    def grids(self, terms: Sequence[Ground]) -> tuple[list[Grid], set[Ground]]:
        """The board, once for each of its groups, and the terms that it shows."""
        used: set[Ground] = set()
        for layer in self.board.layers:
            always = [term for owner, term in self.setting.always if owner == layer]
            for term in [*always, *(term for term in terms if not layer.always and layer.holds(term))]:
                if self._put(layer, term):
                    used.add(term)
        groups = [group for group in self.setting.groups if self._is_shown(group)] or list(self.setting.groups[:1])
        centres = self._centres({*self.setting.places, *self.on})
        return [self._grid(group, centres) for group in groups], used

    def _put(self, layer: Layer, term: Ground) -> bool:
        """Puts a term on the board; False when it has no room there."""
        place = layer.spot.place(term)
        if not self._is_inside(place):
            return False
        if layer.side is not None:
            self.lines.append((layer, term))
            return layer.side_of(term) in SIDES or layer.side_of(term) in ALONG
        if layer.other is not None:
            other = layer.other.place(term)
            self.lines.append((layer, term))
            return self._is_inside(other) and self._are_beside(place, other)
        self.on[place] += layer.pieces(term)
        if any(word in layer.name for word in DICE):
            self.dice.add(place)
        return True

    def _is_inside(self, place: Place) -> bool:
        return place in self.setting.places or (
            place[0] in self.setting.groups and place[1] in self.setting.columns and place[2] in self.setting.rows
        )

    def _are_beside(self, one: Place, other: Place) -> bool:
        columns, rows = self.setting.columns, self.setting.rows
        across = columns.index(one[1]) - columns.index(other[1])
        down = rows.index(one[2]) - rows.index(other[2])
        return max(abs(across), abs(down)) <= 1

    def _is_shown(self, group: str) -> bool:
        if len(self.setting.groups) <= MOST_GROUPS:
            return True
        return any(place[0] == group and pieces for place, pieces in self.on.items())

    def _centres(self, places: Collection[Place]) -> dict[Place, tuple[float, float]]:
        columns, rows = self.setting.columns, self.setting.rows
        shown = rows[::-1] if self.board.rows_up else rows
        down = {row: number for number, row in enumerate(shown)}
        across = {column: number for number, column in enumerate(columns)}
        if self.board.lie is Lie.STRAIGHT:
            return {place: (across[place[1]], down[place[2]]) for place in places}
        if self.board.lie is Lie.SLANTED:
            return {place: (across[place[1]] + down[place[2]] / 2, down[place[2]] * ROW_HEIGHT) for place in places}
        centres = {}
        for row in {(place[0], place[2]) for place in places}:
            line = sorted((place for place in places if (place[0], place[2]) == row), key=lambda p: across[p[1]])
            for number, place in enumerate(line):
                centres[place] = (number - (len(line) - 1) / 2, down[row[1]] * ROW_HEIGHT)
        return centres

    def _grid(self, group: str, centres: dict[Place, tuple[float, float]]) -> Grid:
        chequered = any(self.pieces[name].shape is Shape.FIGURE for names in self.on.values() for name in names)
        targets, last = self._marked(self.marks.targets), self._marked(self.marks.last, occupied=True)
        parts = board_parts(self.board, self.setting.columns, self.setting.rows, self.marks.last)
        last = {carried(place, self.board, self.marks.last) for place in last}
        cells = tuple(
            Cell(
                place,
                *centres[place],
                pieces=self._pieces(place),
                dark=chequered and round(sum(centres[place])) % 2 == (len(self.setting.rows) + 1) % 2,
                target=place in targets,
                last=place in last,
                won=place in self.marks.won,
            )
            for place in sorted(centres, key=lambda place: (centres[place][1], centres[place][0]))
            if place[0] == group
        )
        outline = Outline.SQUARE if self.board.lie is Lie.STRAIGHT else Outline.HEXAGON
        title = group if len(self.setting.groups) > 1 or self.board.title else ""
        lines = self._borders() + self._strokes(group, centres) + _edges(self.board.edges, cells, outline)
        handles = board_handles(parts, self.setting.handles, self.marks.targets, self.marks.last)
        return Grid(title, cells, self._labels(cells), lines, outline, parts, handles)

    def _pieces(self, place: Place) -> tuple[Piece, ...]:
        """What stands on a place; closed ones in the colour of whoever left them behind."""
        found = [self.pieces[name] for name in self.on.get(place, ())]
        if place in self.dice:
            found = [replace(piece, shape=Shape.DIE) if piece.name.isdecimal() else piece for piece in found]
        trail = self.marks.trails.get(place, "")
        return tuple(replace(p, colour=trail) if p.shape is Shape.BLOCK and not p.colour else p for p in found)

    def _marked(self, places: Collection[Place], occupied: bool = False) -> set[Place]:
        """The places meant; one that names a column only means the uppermost cell in it, or the uppermost piece."""
        found = set(places)
        downwards = self.setting.rows[::-1] if self.board.rows_up else self.setting.rows
        for group, column, row in places:
            if not row and any(self.setting.rows):
                line = [(group, column, other) for other in downwards]
                found |= set([place for place in line if bool(self.on.get(place)) == occupied][:1])
        return found

    def _labels(self, cells: Sequence[Cell]) -> tuple[Label, ...]:
        """Names of rows on the left of each, names of columns below the last row."""
        labels = []
        for row in dict.fromkeys(cell.place[2] for cell in cells):
            first = min((cell for cell in cells if cell.place[2] == row), key=lambda cell: cell.x)
            left = min(cell.x for cell in cells) if self.board.lie is Lie.STRAIGHT else first.x
            labels.append(Label(_short(row), left - 1, first.y))
        if self.board.lie is Lie.CENTRED or not cells:
            return tuple(labels)
        slanted = self.board.lie is Lie.SLANTED
        below = max(cell.y for cell in cells) + (ROW_HEIGHT if slanted else 1)
        shift = len(self.setting.rows) / 2 if slanted else 0.0
        return (*labels, *(Label(_short(name), x + shift, below) for x, name in enumerate(self.setting.columns)))

    def _borders(self) -> tuple[Line, ...]:
        across, down = self.board.blocks
        if self.board.parts:
            across, down = len(self.board.parts[0].columns), len(self.board.parts[0].rows)
        width, height = len(self.setting.columns) - 0.5, len(self.setting.rows) - 0.5
        upright = range(across, len(self.setting.columns), across) if across else ()
        level = range(down, len(self.setting.rows), down) if down else ()
        return (
            *(Line(x - 0.5, -0.5, x - 0.5, height, Stroke.BORDER) for x in upright),
            *(Line(-0.5, y - 0.5, width, y - 0.5, Stroke.BORDER) for y in level),
        )

    def _strokes(self, group: str, centres: dict[Place, tuple[float, float]]) -> tuple[Line, ...]:
        """Walls on sides of cells, and lines or walls between two cells."""
        lines = []
        for layer, term in self.lines:
            place = layer.spot.place(term)
            if place[0] != group or place not in centres:
                continue
            x, y = centres[place]
            if layer.side is not None and layer.side_of(term) in SIDES:
                across, down = SIDES[layer.side_of(term)]
                lines.append(_wall(x, y, x + across, y + down))
            elif layer.side is not None and layer.side_of(term) in ALONG:
                lines += self._long_wall(layer, term, centres)
            elif layer.other is not None and layer.other.place(term) in centres:
                other = centres[layer.other.place(term)]
                if 0 < max(abs(x - other[0]), abs(y - other[1])) <= 1:
                    wall = "wall" in layer.name
                    lines.append(_wall(x, y, *other) if wall else Line(x, y, *other, Stroke.LINK))
        return tuple(lines)

    def _long_wall(self, layer: Layer, term: Ground, centres: dict[Place, tuple[float, float]]) -> list[Line]:
        """A wall between the cell's row and the next one, or its column and the next, as many cells long as it is."""
        group, column, row = layer.spot.place(term)
        level = ALONG[layer.side_of(term)]
        found = []
        for step in range(layer.span):
            here = (group, _later(self.setting.columns, column, step if level else 0),
                    _later(self.setting.rows, row, 0 if level else step))  # fmt: skip
            beyond = (group, _later(self.setting.columns, here[1], 0 if level else 1),
                      _later(self.setting.rows, here[2], 1 if level else 0))  # fmt: skip
            if here in centres and beyond in centres and here != beyond:
                found.append(_wall(*centres[here], *centres[beyond]))
        return found


HEXAGON = tuple((math.sin(math.pi / 3 * n) / 3**0.5, math.cos(math.pi / 3 * n) / 3**0.5) for n in range(6))
"""The corners of a hexagonal cell around its centre, from the lowest on against the clock."""

SQUARE = ((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5))

OUTSIDE: dict[Outline, dict[str, tuple[int, ...]]] = {
    Outline.SQUARE: {"bottom": (0, 1), "right": (1, 2), "top": (2, 3), "left": (3, 0)},
    Outline.HEXAGON: {"bottom": (5, 0, 1), "right": (1, 2, 3), "top": (2, 3, 4), "left": (4, 5, 0)},
}
"""The corners of a cell along each side of the board."""


def _edges(edges: Sequence[tuple[str, str]], cells: Sequence[Cell], outline: Outline) -> tuple[Line, ...]:
    """The sides of a board that belong to somebody, along its outermost cells."""
    lines = []
    for side, colour in edges:
        for cell in (cell for cell in cells if _is_outermost(cell, side, cells)):
            corners: Sequence[tuple[float, float]] = SQUARE if outline is Outline.SQUARE else HEXAGON
            way = [corners[number] for number in OUTSIDE[outline][side]]
            lines += [
                Line(cell.x + a, cell.y + b, cell.x + c, cell.y + d, Stroke.EDGE, colour)
                for (a, b), (c, d) in pairwise(way)
            ]
    return tuple(lines)


def _is_outermost(cell: Cell, side: str, cells: Sequence[Cell]) -> bool:
    """Whether no cell of the same row, or column, lies further on this side."""
    if side in ("left", "right"):
        across = [other.x for other in cells if other.place[2] == cell.place[2]]
        return cell.x == (min(across) if side == "left" else max(across))
    down = [other.y for other in cells if other.place[1] == cell.place[1]]
    return cell.y == (min(down) if side == "top" else max(down))


def _later(axis: Sequence[str], name: str, steps: int) -> str:
    """The coordinate so many steps after one; nothing beyond the last."""
    place = axis.index(name) + steps if name in axis else len(axis)
    return axis[place] if place < len(axis) else ""


def _wall(x: float, y: float, to_x: float, to_y: float) -> Line:
    """The line between two neighbouring cells, across the way from one to the other."""
    middle_x, middle_y = (x + to_x) / 2, (y + to_y) / 2
    length = 4 if to_x != x and to_y != y else 2
    half_x, half_y = (y - to_y) / length, (to_x - x) / length
    return Line(middle_x - half_x, middle_y - half_y, middle_x + half_x, middle_y + half_y, Stroke.WALL)


def _short(name: str) -> str:
    return name.replace(".", " ")
