"""What lies beside a board as SVG: cards, dice, doors and coins, players with what they have, facts."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from ludens.boards.paint import CELL_EDGE, FAINT, INK, element, one_piece, text
from ludens.boards.picture import Facts, Hand, Item, Look, Seat, Seats
from ludens.boards.svg.items import COIN, draw_item, item_size
from ludens.boards.svg.layout import Part, at, below
from ludens.boards.words import counted, role_name, words

LINE_HEIGHT = 18.0
CHARACTER = 6.6
"""The usual width of a character of table text."""

SPACE = 7.0
DASHED = {"stroke": CELL_EDGE, "stroke_dasharray": "4 4"}
PILL = 22.0
LONGEST_PILL = 28
"""Facts of more characters than this stand in a table."""


def hand(panel: Hand, width: float) -> Part:
    """Things side by side below what they are."""
    title = Part(len(panel.title) * CHARACTER, 16, _centred(panel.title))
    return below([title, items(panel.items, width) if panel.items else _nothing()], 6)


def _nothing() -> Part:
    """Where something will lie."""
    wide, tall = 40.0, 40.0
    frame = element("rect", x=1, y=1, width=wide - 2, height=tall - 2, rx=8, fill="none", **DASHED)
    return Part(wide, tall, frame)


def _centred(title: str) -> str:
    return text(len(title) * CHARACTER / 2, 8, words(title), 12, fill=FAINT)


def items(found: Sequence[Item], width: float) -> Part:
    """Things in rows, as many to a row as there is room for."""
    across, x, y, widest, tallest = SPACE, 0.0, 0.0, 0.0, 0.0
    content = ""
    for item in found:
        wide, tall = item_size(item)
        if x and x + wide > max(width, 200):
            x, y, tallest = 0.0, y + tallest + across, 0.0
        content += at(draw_item(item), x, y)
        x, tallest, widest = x + wide + across, max(tallest, tall), max(widest, x + wide)
    return Part(widest, y + tallest, content)


def seats(panel: Seats, width: float) -> Part:
    """The players below each other, parted by lines."""
    drawn = [_seat(seat, width) for seat in panel.seats]
    wide = max([part.width for part in drawn] + [min(width, 240.0)])
    content, y = "", 0.0
    for number, part in enumerate(drawn):
        if number:
            content += element("line", x1=0, y1=y - 10, x2=wide, y2=y - 10, stroke=CELL_EDGE, stroke_width=1)
        content += at(part.content, 0, y)
        y += part.height + 20
    return Part(wide, y - 20, content)


def _seat(seat: Seat, width: float) -> Part:
    """Who it is with counters and notes in a line; below it the things, and what was played last."""
    role = seat.role.name
    content = one_piece(9, 11, 24, seat.role)
    content += text(22, 11, role_name(role), 13, text_anchor="start", font_weight="bold", data_role=role)
    x = 34 + max(len(role), 4) * 8.0
    coins = {item.place[0] for item in seat.items if item.look is Look.COIN}
    for name, value in seat.counts:
        pill = _purse(value) if name in coins else _pill(value, counted(value, name), counted=True)
        content, x = content + at(pill.content, x, 0), x + pill.width + SPACE
    for note in seat.notes:
        pill = _pill("", note)
        content, x = content + at(pill.content, x, 0), x + pill.width + SPACE
    head = Part(x, PILL, content)
    held = items(seat.items, width if not seat.played else width - 80) if seat.items else None
    played = below([_said("played", seat.played), items(seat.played, width)], 4) if seat.played else None
    lower = [part for part in (held, played) if part is not None]
    if not lower:
        return head
    if held is None and played is not None:
        top = max(0.0, (played.height - PILL) / 2)
        side = at(played.content, max(x + 10, width - played.width), 0)
        return Part(max(x + 10 + played.width, width), max(PILL, played.height), at(content, 0, top) + side)
    line = _beside(lower, width)
    return Part(max(head.width, line.width), PILL + 8 + line.height, content + at(line.content, 0, PILL + 8))


def _beside(parts: Sequence[Part], width: float) -> Part:
    """What is held on the left, what was played on the right."""
    if len(parts) == 1:
        return parts[0]
    left, right = parts
    x = max(left.width + 24, width - right.width)
    tall = max(left.height, right.height)
    return Part(
        x + right.width, tall, at(left.content, 0, tall - left.height) + at(right.content, x, tall - right.height)
    )


def _said(word: str, found: Sequence[Item]) -> Part:
    wide = len(word) * 6.0
    return Part(wide, 12, text(wide / 2, 6, word, 10.5, fill=FAINT, data_word=word))


def _purse(held: str) -> Part:
    coin = at(draw_item(Item(("", "", ""), "", Look.COIN)), 0, (PILL - COIN) / 2)
    return Part(
        COIN + 6 + len(held) * 8, PILL, coin + text(COIN + 5, 11, held, 13, text_anchor="start", font_weight="bold")
    )


def _pill(value: str, name: str, counted: bool = False) -> Part:
    """A word in a frame, with the number before it or the value after it."""
    first, second = (value, name) if counted else (name, value)
    wide = (len(first) + len(second) + (1 if first and second else 0)) * CHARACTER + 16
    frame = element("rect", width=wide, height=PILL, rx=PILL / 2, fill="none", stroke=CELL_EDGE)
    shown = text(8, 11, first, 11, text_anchor="start", fill=INK if counted or not second else FAINT)
    at_x = 8 + (len(first) + 1) * CHARACTER if first else 8.0
    if second:
        shown += text(at_x, 11, second, 11, text_anchor="start", fill=FAINT if counted else INK)
    return Part(wide, PILL, frame + shown)


def facts(panel: Facts, width: float) -> Part:
    """Short ones in frames, side by side; others as a table."""
    short = [(name, value) for name, value in panel.rows if name and len(name) + len(value) <= LONGEST_PILL]
    long = [row for row in panel.rows if row not in short]
    pills = [_pill("" if value == "yes" else value, words(name)) for name, value in short]
    parts = [_flow(pills, max(width, 280))] if pills else []
    return below([*parts, *([_table(long, width)] if long else [])])


def _flow(parts: Sequence[Part], width: float) -> Part:
    content, x, y, widest = "", 0.0, 0.0, 0.0
    for part in parts:
        if x and x + part.width > width:
            x, y = 0.0, y + PILL + SPACE
        content += at(part.content, x, y)
        x, widest = x + part.width + SPACE, max(widest, x + part.width)
    return Part(widest, y + PILL, content)


def _table(rows: Sequence[tuple[str, str]], width: float) -> Part:
    """Names on the left, values on the right, long ones on several lines."""
    indent = max(len(name) for name, _ in rows) * CHARACTER + 12
    room = max(24, int((max(width, 360) - indent) / CHARACTER))
    content, y, widest = "", 0.0, 0.0
    for name, value in rows:
        content += text(0, y + 9, words(name), 11, fill=FAINT, text_anchor="start")
        for line in textwrap.wrap(value, room)[:12] or [""]:
            content += text(indent, y + 9, line, 11, text_anchor="start")
            widest = max(widest, indent + len(line) * CHARACTER)
            y += LINE_HEIGHT
    return Part(max(widest, indent), y, content)
