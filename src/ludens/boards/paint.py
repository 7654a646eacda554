"""The parts of an SVG: shapes as elements, the palette, and pieces at places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from ludens.boards.picture import Piece, Shape

INK, FAINT, PAPER = "#2d2a26", "#7d776c", "#ffffff"
LIGHT_CELL, DARK_CELL, CELL_EDGE = "#f6f1e6", "#ddd0b8", "#c3b491"
BLOCK, BORDER, WALL, LINK = "#8d8577", "#5d5443", "#5d5443", "#2f6fb3"
TARGET, LAST, WON = "#3d9455", "#f7dc7f", "#1f9e4b"
TILE, TILE_EDGE = "#fffdf8", "#b7a884"

UNDRAWABLE = {code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\t\n\r"} | {
    code: f"\\u{code:04x}" for code in (0xFFFE, 0xFFFF, *range(0xD800, 0xE000))
}
"""Characters that XML does not have, with what is written instead: control pictures, or the number."""


@dataclass(frozen=True, slots=True)
class Paint:
    """What a colour looks like: the face, its edge, and what is written on it."""

    face: str
    edge: str
    ink: str


PALETTE = {
    "white": Paint("#fdfdfb", "#5b5750", INK), "light": Paint("#fdfdfb", "#5b5750", INK),
    "black": Paint("#33302c", "#15130f", "#fbf9f4"), "dark": Paint("#33302c", "#15130f", "#fbf9f4"),
    "red": Paint("#c8402f", "#8c2a1e", "#ffffff"), "blue": Paint("#2f6fb3", "#1f4c7c", "#ffffff"),
    "green": Paint("#3d9455", "#28663a", "#ffffff"), "yellow": Paint("#ecc03a", "#a9851c", INK),
    "gold": Paint("#d4a72c", "#8f6f18", INK), "orange": Paint("#e0802a", "#9b5717", "#ffffff"),
    "purple": Paint("#7a55a8", "#523875", "#ffffff"), "magenta": Paint("#b83c8d", "#7e2860", "#ffffff"),
    "pink": Paint("#eaa0bd", "#a8627e", INK), "brown": Paint("#8a5a3a", "#5c3b25", "#ffffff"),
    "teal": Paint("#2a8f8f", "#1b6060", "#ffffff"), "cyan": Paint("#3aa9c9", "#25728a", "#ffffff"),
    "grey": Paint("#8b8b8b", "#5a5a5a", "#ffffff"), "gray": Paint("#8b8b8b", "#5a5a5a", "#ffffff"),
}  # fmt: skip
NO_COLOUR = Paint(TILE, TILE_EDGE, INK)


def drawable(text: str) -> str:
    """A text in which every character may stand in an SVG document: the others are written as pictures or numbers."""
    return text if text.isprintable() else text.translate(UNDRAWABLE)


def element(name: str, content: str = "", **attributes: object) -> str:
    """An element; attributes in Python's spelling, numbers with at most two decimals."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(drawable(_value(value)))}"
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def text(x: float, y: float, words: str, size: float, **attributes: object) -> str:
    """Words around a point."""
    # Not every viewer knows dominant-baseline, so that the line is lowered by a third of its height instead.
    style = {"text_anchor": "middle", "dy": "0.35em", "fill": INK} | attributes
    return element("text", escape(drawable(words)), x=x, y=y, font_size=size, **style)


def paint(colour: str) -> Paint:
    """What a colour looks like, by its name."""
    return PALETTE.get(colour, NO_COLOUR)


def pieces(x: float, y: float, size: float, found: Sequence[Piece]) -> str:
    """What stands on a cell of this size with its centre here, the topmost last."""
    blocks = [piece for piece in found if piece.shape is Shape.BLOCK]
    others = [piece for piece in found if piece.shape is not Shape.BLOCK]
    drawn = block(x, y, size, blocks[0].colour) if blocks else ""
    if len(others) == 2 and others[1].shape is Shape.DIE:
        return drawn + die(x, y, size, others[1].name, paint(others[0].colour))
    if len(others) == 2 and others[1].name.isdecimal() and not others[0].name.isdecimal() and _has_room(others[0]):
        below = others[0]
        label = below.label if below.shape is Shape.SIGN else ""
        plain = Piece(below.name, below.sign, below.shape, below.colour, f"{label}{others[1].sign}")
        return drawn + one_piece(x, y, size, plain)
    if len(others) == 1:
        return drawn + one_piece(x, y, size, others[0])
    shown, step = others[-4:], size * 0.2
    for number, piece in enumerate(shown):
        across, down = ((-1, -1), (1, -1), (-1, 1), (1, 1))[number] if len(shown) > 2 else ((-1, 0), (1, 0))[number]
        drawn += one_piece(x + across * step, y + down * step, size * 0.55, piece)
    return drawn


def _has_room(piece: Piece) -> bool:
    return piece.shape in (Shape.DISC, Shape.SIGN)


def block(x: float, y: float, size: float, colour: str = "") -> str:
    """A cell that is closed; in the colour of whoever closed it, where that is known."""
    half = size * (0.5 if not colour else 0.46)
    fill = {"fill": paint(colour).face, "fill_opacity": 0.55, "rx": size * 0.1} if colour else {"fill": BLOCK}
    return element("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, **fill)


SPOTS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}  # fmt: skip
"""Where the pips of a die are."""


def pips(x: float, y: float, size: float, number: int, ink: str) -> str:
    """The pips of a die of this size, from one to six."""
    return "".join(
        element("circle", cx=x + across * size * 0.25, cy=y + down * size * 0.25, r=size * 0.085, fill=ink)
        for across, down in SPOTS[number]
    )


def die(x: float, y: float, size: float, number: str, look: Paint) -> str:
    """A die in a colour on a cell of this size."""
    half = size * 0.37
    cube = element(
        "rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=size * 0.13, fill=look.face,
        stroke=look.edge, stroke_width=1.5,
    )  # fmt: skip
    if number.isdecimal() and int(number) in SPOTS:
        return cube + pips(x, y, 2 * half, int(number), look.ink)
    return cube + _label(x, y, size * 0.62, number, look.ink)


def one_piece(x: float, y: float, size: float, piece: Piece) -> str:
    """A piece on a cell of this size."""
    look = paint(piece.colour)
    match piece.shape:
        case Shape.DISC:
            disc = element("circle", cx=x, cy=y, r=size * 0.36, fill=look.face, stroke=look.edge, stroke_width=1.5)
            return disc + (_label(x, y, size * 0.62, piece.label, look.ink) if piece.label else "")
        case Shape.CROSS:
            arm = size * 0.26
            corners = [(x - arm, y - arm), (x + arm, y + arm), (x + arm, y - arm), (x - arm, y + arm)]
            way = "".join(f"{letter}{a:.4g} {b:.4g}" for letter, (a, b) in zip("MLML", corners, strict=True))
            return element("path", d=way, stroke=look.face, stroke_width=size * 0.13, stroke_linecap="round")
        case Shape.RING:
            return element("circle", cx=x, cy=y, r=size * 0.28, fill="none", stroke=look.face, stroke_width=size * 0.12)
        case Shape.FIGURE:
            edge = look.edge if piece.colour != "black" else "none"
            return text(x, y, piece.label, size * 0.8, fill=look.face, stroke=edge, stroke_width=size * 0.025)
        case Shape.BLOCK:
            return block(x, y, size * 0.8, piece.colour)
        case Shape.DIE:
            return die(x, y, size, piece.name, look)
        case Shape.SIGN:
            return _sign(x, y, size, piece, look)


def _sign(x: float, y: float, size: float, piece: Piece, look: Paint) -> str:
    if piece.label and not piece.label[0].isascii():
        return text(x, y, piece.label, size * 0.6, fill=look.face if piece.colour else INK)
    half = size * 0.38
    tile = element(
        "rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=size * 0.09,
        fill=look.face, stroke=look.edge, stroke_width=1.2,
    )  # fmt: skip
    return tile + _label(x, y, size * 0.68, piece.label or piece.sign, look.ink)


def _label(x: float, y: float, room: float, words: str, ink: str) -> str:
    """Words that fit into a room of this width."""
    return text(x, y, words, min(room * 0.72, room * 1.6 / max(1, len(words))), fill=ink)


def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
