"""A picture as an SVG document: panels below each other, boards of one kind side by side."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from ludens.boards.paint import (
    BORDER,
    CELL_EDGE,
    DARK_CELL,
    FAINT,
    INK,
    LAST,
    LIGHT_CELL,
    LINK,
    PAPER,
    TARGET,
    TILE,
    TILE_EDGE,
    WALL,
    WON,
    element,
    one_piece,
    paint,
    pieces,
    text,
)
from ludens.boards.picture import (
    Cell,
    Facts,
    Grid,
    Hand,
    Heap,
    Heaps,
    Line,
    Outline,
    Panel,
    Picture,
    Piece,
    Shape,
    Stacks,
    Stroke,
)

CELL, GAP, MARGIN, LINE_HEIGHT = 40.0, 18.0, 14.0, 18.0
WIDEST = 900.0
"""Boards of one kind stand side by side up to this width."""

FONT = "DejaVu Sans, Verdana, sans-serif"
CHARACTER = 6.6
"""The usual width of a character of table text."""


@dataclass(frozen=True, slots=True)
class Part:
    """A finished piece of the drawing, from (0, 0) to its width and height."""

    width: float
    height: float
    content: str


def as_svg(picture: Picture, title: str = "") -> str:
    """The picture as an SVG document.

    Every cell and every heap carries its place in ``data-board``, ``data-column``, ``data-row``.
    """
    part = as_part(picture, title)
    width, height = math.ceil(part.width + 2 * MARGIN), math.ceil(part.height + 2 * MARGIN)
    paper = element("rect", width=width, height=height, rx=8, fill=PAPER)
    return element(
        "svg", paper + at(part.content, MARGIN, MARGIN), xmlns="http://www.w3.org/2000/svg", width=width, height=height,
        viewBox=f"0 0 {width} {height}", font_family=FONT,
    )  # fmt: skip


def as_part(picture: Picture, title: str = "") -> Part:
    """The picture as a part of a larger drawing."""
    boards = [_grid(panel) for panel in picture.panels if isinstance(panel, Grid)]
    parts = [_heading(title)] if title else []
    parts += [_beside(boards)] if boards else []
    width = max([part.width for part in parts] + [280.0])
    parts += [part for panel in picture.panels if not isinstance(panel, Grid) for part in _panel(panel, width)]
    parts += [_legend(picture.legend, width)] if any(map(_needs_legend, picture.legend)) else []
    parts += [_turn(picture.turn)] if picture.turn else []
    return below(parts)


def at(content: str, x: float, y: float) -> str:
    """The content moved to a place."""
    return element("g", content, transform=f"translate({x:.2f} {y:.2f})")


def below(parts: Sequence[Part], gap: float = 10.0) -> Part:
    """Parts below each other, each in the middle."""
    width = max((part.width for part in parts), default=0.0)
    content, y = "", 0.0
    for part in parts:
        content += at(part.content, (width - part.width) / 2, y)
        y += part.height + gap
    return Part(width, max(0.0, y - gap), content)


def _beside(parts: Sequence[Part]) -> Part:
    """Parts in rows, as many to a row as there is room for; four or more in a square."""
    most = max(1, int((WIDEST + GAP) // (max(part.width for part in parts) + GAP)))
    across = min(most, len(parts) if len(parts) < 4 else math.ceil(len(parts) ** 0.5))
    rows = [parts[start : start + across] for start in range(0, len(parts), across)]
    return below([_row(row) for row in rows], GAP)


def _row(parts: Sequence[Part]) -> Part:
    content, x = "", 0.0
    for part in parts:
        content += at(part.content, x, 0)
        x += part.width + GAP
    return Part(x - GAP, max(part.height for part in parts), content)


def _heading(words: str) -> Part:
    return Part(len(words) * 9.0, 22.0, text(len(words) * 4.5, 11, words, 15, font_weight="bold"))


def _grid(grid: Grid) -> Part:
    left = min([cell.x for cell in grid.cells] + [label.x + 0.25 for label in grid.labels]) - 0.55
    right = max([cell.x for cell in grid.cells] + [label.x for label in grid.labels]) + 0.6
    top = min([cell.y for cell in grid.cells] + [label.y + 0.25 for label in grid.labels]) - 0.6
    bottom = max([cell.y for cell in grid.cells] + [label.y - 0.2 for label in grid.labels]) + 0.6
    title = text((right - left) * CELL / 2, 8, grid.title, 13, fill=FAINT) if grid.title else ""
    head = 20.0 if grid.title else 0.0
    body = "".join(_cell(cell, grid.outline) for cell in grid.cells)
    body += "".join(map(_line, grid.lines))
    body += "".join(
        pieces(cell.x * CELL, cell.y * CELL, CELL, cell.pieces) + _target(cell) + _won(cell, grid.outline)
        for cell in grid.cells
    )
    low = max(cell.y for cell in grid.cells)
    for label in grid.labels:
        x, y = (label.x, label.y - 0.2) if label.y > low else (label.x + 0.25, label.y)
        body += text(x * CELL, y * CELL, label.text, 12 if len(label.text) < 3 else 10, fill=FAINT)
    return Part((right - left) * CELL, (bottom - top) * CELL + head, title + at(body, -left * CELL, -top * CELL + head))


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


def _panel(panel: Panel, width: float) -> list[Part]:
    match panel:
        case Heaps():
            return [_row([_heap(heap) for heap in panel.heaps])]
        case Stacks():
            return [_stacks(panel)]
        case Hand():
            return [_hand(panel, width)]
        case Facts():
            return [_facts(panel, width)] if panel.rows else []
        case Grid():
            return [_grid(panel)]


def _heap(heap: Heap) -> Part:
    """Counters in columns of eight at most, the number and the name below."""
    radius, tall = 8.0, 8
    columns = max(1, math.ceil(heap.count / tall))
    width, floor = max(34.0, columns * radius * 2.2, len(heap.place[1]) * 8.0), tall * radius * 2.15
    shift = (width - columns * radius * 2.2) / 2 + radius * 1.1
    content = "".join(
        element(
            "circle", cx=shift + number // tall * radius * 2.2, cy=floor - (number % tall + 0.5) * radius * 2.15,
            r=radius, fill=paint("brown").face, stroke=paint("brown").edge,
        )
        for number in range(heap.count)
    )  # fmt: skip
    ground = element("line", x1=0, y1=floor + 2, x2=width, y2=floor + 2, stroke=BORDER, stroke_width=2.5)
    mark = element("rect", x=0, y=floor + 5, width=width, height=36, rx=4, fill=LAST) if heap.last else ""
    name = text(width / 2, floor + 15, heap.place[1], 13, fill=TARGET if heap.target else INK)
    count = text(width / 2, floor + 32, str(heap.count), 12, fill=FAINT)
    board, column, row = heap.place
    area = element(
        "rect", width=width, height=floor + 42, rx=4, fill="none",
        data_board=board, data_column=column, data_row=row,
    )  # fmt: skip
    return Part(width, floor + 42, mark + content + ground + name + count + area)


def _stacks(panel: Stacks) -> Part:
    wide = max([len(piece.label) for stack in panel.stacks for piece in stack] + [3]) * 9.0 + 12
    tall, high = 26.0, max(map(len, panel.stacks))
    content = element(
        "line", x1=0, y1=high * tall + 2, x2=len(panel.stacks) * (wide + 12) - 12, y2=high * tall + 2, stroke=BORDER,
        stroke_width=2.5,
    )  # fmt: skip
    for number, stack in enumerate(panel.stacks):
        for level, piece in enumerate(stack):
            x, y = number * (wide + 12), (high - level - 1) * tall
            content += element("rect", x=x, y=y, width=wide, height=tall - 1, rx=3, fill=LIGHT_CELL, stroke=CELL_EDGE)
            content += text(x + wide / 2, y + tall / 2, piece.label, 13)
    return Part(len(panel.stacks) * (wide + 12) - 12, high * tall + 6, content)


def _hand(panel: Hand, width: float) -> Part:
    """Things held, as cards: upright where they are short, otherwise as wide as their words."""
    longest = max([len(piece.label) for piece in panel.pieces] + [1])
    wide, tall = (30.0, 42.0) if longest <= 2 else (longest * 8.0 + 14, 30.0)
    across = max(1, int(width // (wide + 6)))
    content = text(0, 8, panel.title, 12, fill=FAINT, text_anchor="start")
    for number, piece in enumerate(panel.pieces):
        x, y = number % across * (wide + 6), 20 + number // across * (tall + 6)
        content += element(
            "rect", x=x, y=y, width=wide, height=tall, rx=5, fill=TILE, stroke=TILE_EDGE, stroke_width=1.5
        )
        content += text(x + wide / 2, y + tall / 2, piece.label, 17 if longest <= 2 else 12)
    rows = math.ceil(len(panel.pieces) / across)
    shown = max(1, min(across, len(panel.pieces))) * (wide + 6)
    return Part(min(width, max(shown, len(panel.title) * CHARACTER)), 20.0 + (tall + 6) * rows, content)


def _facts(panel: Facts, width: float) -> Part:
    """Names on the left, values on the right, long ones on several lines."""
    indent = max(len(name) for name, _ in panel.rows) * CHARACTER + 12
    room = max(24, int((max(width, 360) - indent) / CHARACTER))
    content, y, widest = "", 0.0, 0.0
    for name, value in panel.rows:
        content += text(0, y + 9, name, 11, fill=FAINT, text_anchor="start")
        for line in textwrap.wrap(value, room)[:12] or [""]:
            content += text(indent, y + 9, line, 11, text_anchor="start")
            widest = max(widest, indent + len(line) * CHARACTER)
            y += LINE_HEIGHT
    return Part(max(widest, indent), y, content)


def _needs_legend(piece: Piece) -> bool:
    return piece.shape is Shape.SIGN or (piece.shape is Shape.DISC and bool(piece.label))


def _legend(found: Sequence[Piece], width: float) -> Part:
    content, x, y = "", 0.0, 0.0
    widest = 0.0
    for piece in filter(_needs_legend, found):
        wide = 30 + len(piece.name) * CHARACTER
        if x and x + wide > max(width, 280):
            x, y = 0.0, y + 24
        content += one_piece(x + 10, y + 11, 24, piece)
        content += text(x + 24, y + 11, piece.name, 11, fill=FAINT, text_anchor="start")
        x += wide
        widest = max(widest, x)
    return Part(widest, y + 22, content)


def _turn(movers: Sequence[Piece]) -> Part:
    content, x = "", 0.0
    for piece in movers:
        content += one_piece(x + 8, 9, 22, piece)
        content += text(x + 20, 9, piece.name, 12, text_anchor="start", font_weight="bold")
        x += 30 + len(piece.name) * 8
    return Part(x + 52, 18, content + text(x - 4, 9, "to move", 12, text_anchor="start", fill=FAINT))
