"""Cards, dice, doors and coins as SVG, each from (0, 0) on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ludens.boards.paint import FAINT, INK, LAST, TARGET, TILE, TILE_EDGE, element, paint, pips, text
from ludens.boards.picture import Item, Look
from ludens.boards.svg.symbols import PICTURES, symbol

CARD_WIDE, CARD_TALL = 40.0, 56.0
WORD_TALL = 36.0
DIE = 40.0
DOOR_WIDE, DOOR_TALL = 66.0, 104.0
COIN = 26.0
NOTE = 15.0
"""The height of a line below a thing."""

BACK, BACK_LINE = "#2f6fb3", "#8fb8e0"
WOOD, WOOD_EDGE, DARK, GOLD, GOLD_EDGE = "#a8703f", "#6d4523", "#3a332b", "#ecc03a", "#a9851c"
RANKS = ("j", "q", "k", "jack", "queen", "king", "ace")
OPEN = ("open", "opened", "shown", "revealed")
CHOSEN = ("chosen", "choice", "picked", "selected", "pick")
"""What rules call things that are open, or that somebody has chosen."""


def item_size(item: Item) -> tuple[float, float]:
    """Width and height of a thing with what stands below it."""
    match item.look:
        case Look.DIE:
            wide, tall = DIE, DIE
        case Look.DOOR:
            return DOOR_WIDE, DOOR_TALL + NOTE
        case Look.COIN:
            wide, tall = COIN, COIN
        case Look.CARD:
            wide, tall = _card_size(item)
    notes = max([len(note) * 6.0 for note in item.notes] + [wide])
    return notes, tall + NOTE * len(item.notes)


def draw_item(item: Item) -> str:
    """A thing; whatever can be chosen carries its place."""
    wide, _ = item_size(item)
    draw: Callable[[Item], tuple[float, float, str]] = {
        Look.CARD: _card, Look.DIE: _die, Look.DOOR: _door, Look.COIN: _coin,
    }[item.look]  # fmt: skip
    own, tall, content = draw(item)
    notes = () if item.look is Look.DOOR else item.notes
    content += "".join(text(own / 2, tall + NOTE * (n + 0.6), note, 10.5, fill=FAINT) for n, note in enumerate(notes))
    return element("g", content, transform=f"translate({(wide - own) / 2:.2f} 0)", class_="item")


def _frame(item: Item, wide: float, tall: float, rx: float) -> str:
    """The area that is clicked, and the mark of what is in play or can be chosen."""
    mark = ""
    if item.now or item.last or item.target:
        colour = TARGET if item.target else LAST
        mark = element(
            "rect", x=-2.5, y=-2.5, width=wide + 5, height=tall + 5, rx=rx + 2, fill="none", stroke=colour,
            stroke_width=2.5, class_="mark-target" if item.target else "mark-now",
        )  # fmt: skip
    board, column, row = item.place
    if not board or item.gone or item.now:
        return mark
    return mark + element(
        "rect", width=wide, height=tall, rx=rx, fill="none", data_board=board, data_column=column, data_row=row,
        data_item=item.look.value,
    )  # fmt: skip


def _face(item: Item) -> str:
    return item.label.upper()[:1] if item.label in RANKS else item.label


def _card_size(item: Item) -> tuple[float, float]:
    """Upright where what it shows is short or a picture, otherwise as wide as its words."""
    face = _face(item)
    upright = len(face) <= 2 or face in PICTURES
    return (CARD_WIDE, CARD_TALL) if upright else (len(face) * 8.0 + 18, WORD_TALL)


def _card(item: Item) -> tuple[float, float, str]:
    face, (wide, tall) = _face(item), _card_size(item)
    if not face:
        return wide, tall, _card_back(wide, tall) + _frame(item, wide, tall, 6)
    look = {"fill": TILE, "stroke": TILE_EDGE, "stroke_width": 1.5}
    content = element("rect", "", width=wide, height=tall, rx=6, **look)
    if face in PICTURES:
        content += symbol(face, wide / 2, tall / 2)
    elif len(face) <= 2:
        content += text(7.5, 9.5, face, 10, class_="on-card")
        content += text(wide / 2, tall / 2 + 1, face, 22 if len(face) == 1 else 18, class_="on-card")
    else:
        content += text(wide / 2, tall / 2, face, 12.5, class_="on-card")
    if item.gone:
        content = element("g", content, opacity=0.35)
    return wide, tall, content + _frame(item, wide, tall, 6)


def _card_back(wide: float, tall: float) -> str:
    content = element("rect", width=wide, height=tall, rx=6, fill=BACK, stroke=paint("blue").edge, stroke_width=1.5)
    content += element(
        "rect", x=4, y=4, width=wide - 8, height=tall - 8, rx=3.5, fill="none", stroke=BACK_LINE, stroke_width=1.2
    )
    way = "".join(
        f"M{wide / 2 - 8} {y}L{wide / 2} {y - 8}L{wide / 2 + 8} {y}L{wide / 2} {y + 8}Z"
        for y in (tall / 2 - 9, tall / 2 + 9)
    )
    return content + element("path", d=way, fill="none", stroke=BACK_LINE, stroke_width=1.2)


def _die(item: Item) -> tuple[float, float, str]:
    number = int(item.label) if item.label.isdecimal() else 0
    colours = (TILE, TILE_EDGE, INK) if number else (BACK, paint("blue").edge, BACK_LINE)
    content = element("rect", width=DIE, height=DIE, rx=8, fill=colours[0], stroke=colours[1], stroke_width=1.5)
    content += pips(DIE / 2, DIE / 2, DIE, number, colours[2]) if 1 <= number <= 6 else ""
    if number > 6:
        content += text(DIE / 2, DIE / 2, item.label, 18, class_="on-card")
    if not number:
        content += text(DIE / 2, DIE / 2, "?", 20, fill="#ffffff")
    return DIE, DIE, content + _frame(item, DIE, DIE, 8)


def _coin(item: Item) -> tuple[float, float, str]:
    half = COIN / 2
    if item.label == "0":
        look = element("circle", cx=half, cy=half, r=half - 2, fill="none", stroke=FAINT, stroke_dasharray="3 3")
        content = look + text(half, half, "0", 11, fill=FAINT)
    else:
        content = element("circle", cx=half, cy=half, r=half - 1, fill=GOLD, stroke=GOLD_EDGE, stroke_width=1.5)
        content += element("circle", cx=half, cy=half, r=half - 4.5, fill="none", stroke=GOLD_EDGE, stroke_width=0.8)
        content += text(half, half, item.label, 11, class_="on-card") if item.label else ""
    return COIN, COIN, content + _frame(item, COIN, COIN, half)


def _door(item: Item) -> tuple[float, float, str]:
    """Closed with its number, or open with what is behind it; the words below are what else is true of it."""
    wide, tall = DOOR_WIDE, DOOR_TALL
    behind = [note for note in item.notes if note not in OPEN and note not in CHOSEN]
    is_open = any(note in OPEN for note in item.notes) or bool(behind)
    content = element("rect", width=wide, height=tall, rx=3, fill=WOOD_EDGE)
    inside = {"x": 5, "y": 5, "width": wide - 10, "height": tall - 5}
    if is_open:
        content += element("rect", "", **inside, fill=DARK)
        content += _behind(wide / 2 + 5, tall * 0.72, behind[0]) if behind else ""
        content += element("path", d=f"M5 5L20 13V{tall - 8}L5 {tall}Z", fill=WOOD, stroke=WOOD_EDGE)
        content += text(wide / 2 + 6, 19, item.label, 13, fill="#cbbfae")
    else:
        content += element("rect", "", **inside, fill=WOOD)
        for y in (32.0, 67.0):
            content += element("rect", x=14, y=y, width=wide - 28, height=28, rx=2, fill="none", stroke=WOOD_EDGE)
        content += element("circle", cx=wide - 11, cy=tall * 0.58, r=2.6, fill=GOLD)
        content += text(wide / 2, 19, item.label, 16, fill="#fff8ea", font_weight="bold")
    chosen = next((note for note in item.notes if note in CHOSEN), "")
    if chosen:
        content += element(
            "rect",
            x=-3,
            y=-3,
            width=wide + 6,
            height=tall + 5,
            rx=5,
            fill="none",
            stroke=paint("blue").face,
            stroke_width=3,
        )
    below = ", ".join([*([chosen] if chosen else []), *behind])
    content += text(wide / 2, tall + 9, below, 11, fill=FAINT) if below else ""
    return wide, tall, content + _frame(replace(item, last=item.last and not chosen), wide, tall, 3)


def _behind(x: float, y: float, name: str) -> str:
    """What stands behind an open door: a picture where there is one, otherwise its name."""
    return symbol(name, x, y - 8) or text(x, y - 12, name, 11, fill="#f0ebe2")
