"""A picture as an SVG document: panels below each other, boards of one kind side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ludens.boards.paint import (
    BORDER,
    CELL_EDGE,
    FAINT,
    INK,
    LAST,
    LIGHT_CELL,
    PAPER,
    TARGET,
    element,
    one_piece,
    paint,
    text,
)
from ludens.boards.picture import Facts, Grid, Hand, Heap, Heaps, Panel, Picture, Piece, Seats, Shape, Stacks
from ludens.boards.svg.beside import CHARACTER, facts, hand, seats
from ludens.boards.svg.grid import draw_grid
from ludens.boards.svg.layout import GAP, Part, at, below, row
from ludens.boards.words import role_name, words

MARGIN = 14.0
WIDEST = 900.0
"""Boards of one kind stand side by side up to this width."""

FONT = "DejaVu Sans, Verdana, sans-serif"


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
    boards = [draw_grid(panel) for panel in picture.panels if isinstance(panel, Grid)]
    parts = [_heading(title)] if title else []
    parts += [_beside(boards)] if boards else []
    width = max([part.width for part in parts] + [280.0])
    parts += [part for panel in picture.panels if not isinstance(panel, Grid) for part in _panel(panel, width)]
    parts += [_legend(picture.legend, width)] if any(map(_needs_legend, picture.legend)) else []
    parts += [_turn(picture.turn)] if picture.turn else []
    return below(parts)


def _beside(parts: Sequence[Part]) -> Part:
    """Parts in rows, as many to a row as there is room for; four or more in a square."""
    most = max(1, int((WIDEST + GAP) // (max(part.width for part in parts) + GAP)))
    across = min(most, len(parts) if len(parts) < 4 else math.ceil(len(parts) ** 0.5))
    rows = [parts[start : start + across] for start in range(0, len(parts), across)]
    return below([row(line) for line in rows], GAP)


def _heading(words: str) -> Part:
    return Part(len(words) * 9.0, 22.0, text(len(words) * 4.5, 11, words, 15, font_weight="bold"))


def _panel(panel: Panel, width: float) -> list[Part]:
    match panel:
        case Heaps():
            return [row([_heap(heap) for heap in panel.heaps])]
        case Stacks():
            return [_stacks(panel)]
        case Hand():
            return [hand(panel, width)]
        case Seats():
            return [seats(panel, width)]
        case Facts():
            return [facts(panel, width)] if panel.rows else []
        case Grid():
            return [draw_grid(panel)]


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
        content += text(x + 24, y + 11, words(piece.name), 11, fill=FAINT, text_anchor="start")
        x += wide
        widest = max(widest, x)
    return Part(widest, y + 22, content)


def _turn(movers: Sequence[Piece]) -> Part:
    content, x = "", 0.0
    for piece in movers:
        name = role_name(piece.name)
        content += one_piece(x + 8, 9, 22, piece)
        content += text(x + 20, 9, name, 12, text_anchor="start", font_weight="bold", data_role=piece.name)
        x += 30 + len(name) * 8
    return Part(
        x + 52, 18, content + text(x - 4, 9, "to move", 12, text_anchor="start", fill=FAINT, data_word="to move")
    )
