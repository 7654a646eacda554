"""A board as SVG: cells and what stands on them, lines, coordinates, parts that lie apart with what moves them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ludens.boards.paint import (
    BORDER,
    CELL_EDGE,
    DARK_CELL,
    FAINT,
    INK,
    LAST,
    LIGHT_CELL,
    LINK,
    TARGET,
    TILE,
    WALL,
    WON,
    element,
    paint,
    pieces,
    text,
)
from ludens.boards.picture import Cell, Grid, Handle, Line, Outline, Shape, Stroke
from ludens.boards.picture import Part as BoardPart
from ludens.boards.svg.layout import Part, at

CELL = 40.0
HANDLE = 0.34
"""How large the handles of parts are, in cells."""

TURN = "M20.500 15a9 9 0 1 1-2.100-9.400L23 10M23 4v6h-6"
EXCHANGE = "M-7 -3H7M3.500 -6.500L7 -3L3.500 0.500M7 3.500H-7M-3.500 0L-7 3.500L-3.500 7"
"""An arrow that goes round clockwise, in a square of 24, and two in opposite directions around (0, 0)."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Where things of a board are drawn whose parts lie apart."""

    upright: tuple[float, ...]
    level: tuple[float, ...]
    gap: float

    def x(self, x: float) -> float:
        """A distance from the left."""
        return _spread(x, self.upright, self.gap)

    def y(self, y: float) -> float:
        """A distance from the top."""
        return _spread(y, self.level, self.gap)


def _spread(place: float, gaps: Sequence[float], wide: float) -> float:
    return place + wide * sum(1.0 if gap < place else 0.5 if gap == place else 0.0 for gap in gaps)


def spread_of(grid: Grid) -> Spread:
    """How far apart the parts of a board lie: where something is between them, far enough for that."""
    between = any(not handle.turns for handle in grid.handles)
    upright = sorted({part.left for part in grid.parts})[1:]
    level = sorted({part.top for part in grid.parts})[1:]
    return Spread(tuple(upright), tuple(level), 0.85 if between else 0.4)


def draw_grid(grid: Grid) -> Part:
    """The board with its title."""
    shown = _apart(grid) if grid.parts else grid
    left = min([cell.x for cell in shown.cells] + [label.x + 0.25 for label in shown.labels]) - 0.55
    right = max([cell.x for cell in shown.cells] + [label.x for label in shown.labels]) + 0.6
    heights = [handle.y for handle in shown.handles]
    top = min([cell.y for cell in shown.cells] + [label.y + 0.25 for label in shown.labels] + heights) - 0.6
    bottom = max([cell.y for cell in shown.cells] + [label.y - 0.2 for label in shown.labels]) + 0.6
    title = text((right - left) * CELL / 2, 8, shown.title, 13, fill=FAINT) if shown.title else ""
    head = 20.0 if shown.title else 0.0
    body = _parts(shown) if shown.parts else _cells(shown.cells, shown)
    body += "".join(map(_handle, shown.handles)) + _labels(shown)
    board = element("g", at(body, -left * CELL, -top * CELL + head), class_="grid")
    return Part((right - left) * CELL, (bottom - top) * CELL + head, title + board)


def _apart(grid: Grid) -> Grid:
    """The board with its parts drawn apart, and the labels below what lies under it."""
    spread = spread_of(grid)
    low = max(cell.y for cell in grid.cells)
    under = max([spread.y(handle.y) for handle in grid.handles if handle.y > low] + [spread.y(low)]) - spread.y(low)
    return replace(
        grid,
        cells=tuple(replace(cell, x=spread.x(cell.x), y=spread.y(cell.y)) for cell in grid.cells),
        labels=tuple(
            replace(label, x=spread.x(label.x) - 0.15, y=spread.y(label.y))
            if label.y <= low
            else replace(label, x=spread.x(label.x), y=spread.y(label.y) + under + 0.15)
            for label in grid.labels
        ),
        lines=tuple(line for line in grid.lines if line.stroke is not Stroke.BORDER),
        parts=tuple(_moved(part, spread.x, spread.y) for part in grid.parts),
        handles=tuple(
            replace(handle, x=spread.x(handle.x), y=spread.y(handle.y) + handle.lower) for handle in grid.handles
        ),
    )


def _moved(part: BoardPart, x: Callable[[float], float], y: Callable[[float], float]) -> BoardPart:
    inside = 0.01  # so that the edges go with the cells inside, not into the gap
    return replace(
        part,
        left=x(part.left + inside) - inside, right=x(part.right - inside) + inside,
        top=y(part.top + inside) - inside, bottom=y(part.bottom - inside) + inside,
    )  # fmt: skip


def _parts(grid: Grid) -> str:
    """Each part in a group of its own, with where it came from: pages show how it moved."""
    drawn = ""
    by_name = {part.name: part for part in grid.parts}
    for part in grid.parts:
        inside = [cell for cell in grid.cells if part.covers(cell.x, cell.y)]
        marked = bool(part.turned or part.came)
        frame = element(
            "rect", x=part.left * CELL - 5, y=part.top * CELL - 5, width=(part.right - part.left) * CELL + 10,
            height=(part.bottom - part.top) * CELL + 10, rx=8, fill=LAST if marked else DARK_CELL,
            stroke=BORDER, stroke_width=1.5,
        )  # fmt: skip
        data: dict[str, object] = {"class_": "part", "data_part": part.name}
        if part.turned:
            data["data_turned"] = part.turned
        if part.came in by_name:
            origin = by_name[part.came]
            data["data_from"] = f"{(origin.left - part.left) * CELL:.2f} {(origin.top - part.top) * CELL:.2f}"
        drawn += element("g", frame + _cells(inside, replace(grid, lines=())), **data)
    return drawn + "".join(map(_line, grid.lines))


def _cells(cells: Sequence[Cell], grid: Grid) -> str:
    body = "".join(_cell(cell, grid.outline) for cell in cells)
    body += "".join(map(_line, grid.lines))
    return body + "".join(_standing(cell) + _target(cell) + _won(cell, grid.outline) for cell in cells)


def _standing(cell: Cell) -> str:
    """What stands on a cell, as one group that knows where it is: pages show how it came there."""
    if not cell.pieces:
        return ""
    names = " ".join(piece.name for piece in cell.pieces)
    drawn = pieces(cell.x * CELL, cell.y * CELL, CELL, cell.pieces)
    return element("g", drawn, class_="standing", data_on="|".join(cell.place), data_pieces=names)


def _labels(grid: Grid) -> str:
    low = max(cell.y for cell in grid.cells)
    body = ""
    for label in grid.labels:
        x, y = (label.x, label.y - 0.2) if label.y > low else (label.x + 0.25, label.y)
        body += text(x * CELL, y * CELL, label.text, 12 if len(label.text) < 3 else 10, fill=FAINT)
    return body


def _cell(cell: Cell, outline: Outline) -> str:
    x, y = cell.x * CELL, cell.y * CELL
    fill = LAST if cell.last else DARK_CELL if cell.dark else LIGHT_CELL
    board, column, row = cell.place
    data = {"data_board": board, "data_column": column, "data_row": row, "fill": fill, "stroke": CELL_EDGE}
    if outline is Outline.HEXAGON:
        radius = CELL / 3**0.5
        corners = [(math.sin(math.pi / 3 * n) * radius, math.cos(math.pi / 3 * n) * radius) for n in range(6)]
        points = " ".join(f"{x + across:.2f},{y + down:.2f}" for across, down in corners)
        return element("polygon", points=points, **data)
    return element("rect", x=x - CELL / 2, y=y - CELL / 2, width=CELL, height=CELL, **data)


def _target(cell: Cell) -> str:
    if not cell.target:
        return ""
    if any(piece.shape is not Shape.BLOCK for piece in cell.pieces):
        return element(
            "circle", cx=cell.x * CELL, cy=cell.y * CELL, r=CELL * 0.44, fill="none", stroke=TARGET, stroke_width=2,
            stroke_opacity=0.65,
        )  # fmt: skip
    return element("circle", cx=cell.x * CELL, cy=cell.y * CELL, r=CELL * 0.1, fill=TARGET, fill_opacity=0.55)


def _won(cell: Cell, outline: Outline) -> str:
    """A mark around a piece that decided the game."""
    if not cell.won:
        return ""
    radius = CELL * (0.44 if outline is Outline.HEXAGON else 0.455)
    return element(
        "circle", cx=cell.x * CELL, cy=cell.y * CELL, r=radius, fill="none", stroke=WON, stroke_width=3,
    )  # fmt: skip


def _line(line: Line) -> str:
    if line.stroke is Stroke.EDGE:
        colour, width = paint(line.colour).face, 6
    else:
        colour, width = {Stroke.BORDER: (BORDER, 3), Stroke.WALL: (WALL, 4), Stroke.LINK: (LINK, 4)}[line.stroke]
    return element(
        "line", x1=line.x1 * CELL, y1=line.y1 * CELL, x2=line.x2 * CELL, y2=line.y2 * CELL,
        stroke=colour, stroke_width=width, stroke_linecap="round",
    )  # fmt: skip


def _handle(handle: Handle) -> str:
    """A round button with the arrow of a turn or of an exchange."""
    x, y, radius = handle.x * CELL, handle.y * CELL, HANDLE * CELL
    board, column, row = handle.place
    face = LAST if handle.last else TILE
    ink = TARGET if handle.target else FAINT
    button = element(
        "circle", cx=x, cy=y, r=radius, fill=face, stroke=ink, stroke_width=1.5,
        data_board=board, data_column=column, data_row=row, data_handle="turn" if handle.turns else "swap",
    )  # fmt: skip
    scale = (
        f"scale({0.62 * handle.turns:.2f} 0.62) translate(-12 -12)" if handle.turns else f"rotate({handle.angle:.1f})"
    )
    way, thick = (TURN, 2.6) if handle.turns else (EXCHANGE, 1.8)
    arrow = element(
        "path", d=way, transform=f"translate({x:.2f} {y:.2f}) {scale}", fill="none", stroke=INK, stroke_width=thick,
        stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip
    return element("g", button + arrow, class_="handle")
