"""A picture as text: the board on a canvas of characters, and below it whatever else is true."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from ludens.boards.picture import (
    Cell,
    Facts,
    Grid,
    Hand,
    Heaps,
    Item,
    Look,
    Outline,
    Panel,
    Picture,
    Seat,
    Seats,
    Shape,
    Stacks,
    Stroke,
)
from ludens.boards.words import words

BLANK = "·"
STYLES = {
    "white": "bold", "light": "bold", "black": "bold bright_black",
    "dark": "bold bright_black", "red": "bold red", "blue": "bold bright_blue", "green": "bold green",
    "yellow": "bold yellow", "gold": "bold yellow", "orange": "bold dark_orange", "purple": "bold medium_purple",
    "magenta": "bold magenta", "pink": "bold pink1", "brown": "bold orange4", "teal": "bold dark_cyan",
    "cyan": "bold cyan", "grey": "bold", "gray": "bold", "": "bold",
}  # fmt: skip
FAINT = "dim"
LAST = "reverse"
TARGET = "bold green"


def as_text(picture: Picture) -> str:
    """The picture in several lines, without colour."""
    return as_rich(picture).plain


def as_rich(picture: Picture) -> Text:
    """The picture in colour, for terminals that have it: the last move is reversed, cells to choose are green."""
    lines = as_lines(picture)
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)


def as_lines(picture: Picture) -> list[Text]:
    """The lines of the picture, each with its styles."""
    lines = [line for panel in picture.panels if not isinstance(panel, Facts) for line in _panel(panel)]
    if picture.legend:
        lines.append(_legend(picture))
    lines += [line for panel in picture.panels if isinstance(panel, Facts) for line in _panel(panel)]
    lines += _played(picture)
    if picture.turn:
        lines.append(_turn(picture))
    return lines


def _legend(picture: Picture) -> Text:
    line = Text()
    for number, piece in enumerate(picture.legend):
        line.append(", " if number else "").append(piece.sign, STYLES.get(piece.colour, "bold"))
        line.append(f" = {piece.name}")
    return line


def _turn(picture: Picture) -> Text:
    line = Text()
    for number, piece in enumerate(picture.turn):
        line.append(" and " if number else "").append(piece.name, STYLES.get(piece.colour, "bold"))
    return line.append(" to move")


def _panel(panel: Panel) -> list[Text]:
    match panel:
        case Grid():
            return _grid(panel)
        case Heaps():
            width = max(len(heap.place[1]) for heap in panel.heaps)
            return [
                Text.assemble((f"{heap.place[1]:>{width}}", FAINT), "  ", ("●" * heap.count, "bold"), f" {heap.count}")
                for heap in panel.heaps
            ]
        case Stacks():
            return _stacks(panel)
        case Hand():
            return [_hand(panel)]
        case Seats():
            return [_seat(seat) for seat in panel.seats if seat.items or seat.counts or seat.notes]
        case Facts():
            return [Text(f"{words(name)}: {value}" if name else value) for name, value in panel.rows]


def _hand(panel: Hand) -> Text:
    line = Text(f"{words(panel.title)}:")
    for item in panel.items:
        line.append(" ").append(*_item(item))
    return line if panel.items else line.append(" none")


def _item(item: Item) -> tuple[str, str]:
    """A thing with what is true of it; face down it is a question mark, and the one in play has brackets."""
    shown = item.label or "?"
    shown = f"[{shown}]" if item.now else f"{shown} ({', '.join(item.notes)})" if item.notes else shown
    return shown, FAINT if item.gone else TARGET if item.target else "bold"


def _seat(seat: Seat) -> Text:
    """A player, and what it has: things by name, counters, words."""
    line = Text.assemble((words(seat.role.name), STYLES.get(seat.role.colour, "bold")), ":")
    hands: dict[str, list[Item]] = {}
    for item in seat.items:
        hands.setdefault(item.place[0], []).append(item)
    first = True
    for name, held in hands.items():
        if held[0].look is not Look.COIN:
            line.append(f"{'' if first else ','} {words(name)}")
            for item in held:
                line.append(" ").append(*_item(item))
            first = False
    for words_of in [f"{words(name)} {value}" for name, value in seat.counts] + list(seat.notes):
        line.append(f"{'' if first else ','} {words_of}")
        first = False
    return line


def _played(picture: Picture) -> list[Text]:
    """What the players showed last, where that is seen on no board."""
    seats = [seat for panel in picture.panels if isinstance(panel, Seats) for seat in panel.seats if seat.played]
    if not seats:
        return []
    shown = [f"{words(seat.role.name)} {' '.join(item.label for item in seat.played)}" for seat in seats]
    return [Text(f"last: {', '.join(shown)}", FAINT)]


class _Canvas:
    """Characters at places, written line by line."""

    def __init__(self) -> None:
        self.characters: dict[tuple[int, int], tuple[str, str]] = {}

    def write(self, line: int, column: int, text: str, style: str = "") -> None:
        for number, character in enumerate(text):
            self.characters[line, column + number] = (character, style)

    def lines(self) -> list[Text]:
        left = min((column for _, column in self.characters), default=0)
        bottom = max((line for line, _ in self.characters), default=-1)
        found = []
        for line in range(bottom + 1):
            right = max((column for number, column in self.characters if number == line), default=left - 1)
            text = Text()
            for column in range(left, right + 1):
                text.append(*self.characters.get((line, column), (" ", "")))
            found.append(text)
        return found


def _grid(grid: Grid) -> list[Text]:
    """Each row of cells on a line; borders between parts of the board are drawn in the gaps."""
    signs = {cell.place: _sign(cell) for cell in grid.cells}
    low = max((cell.y for cell in grid.cells), default=0.0)
    width = max([*map(len, signs.values()), *(len(label.text) for label in grid.labels if label.y > low)], default=1)
    if grid.outline is Outline.HEXAGON:
        width += 1 - width % 2  # so that half a cell is a whole number of characters
    heights = sorted({round(cell.y, 3) for cell in grid.cells})
    level = sorted({line.y1 for line in grid.lines if line.stroke is Stroke.BORDER and line.y1 == line.y2})
    lines = {y: number + sum(border < y for border in level) for number, y in enumerate(heights)}
    below = len(heights) + len(level)
    canvas, pitch = _Canvas(), width + 1
    for cell in grid.cells:
        sign = signs[cell.place].center(width)
        canvas.write(lines[round(cell.y, 3)], round(cell.x * pitch), sign, _style(cell))
    _write_borders(canvas, grid, lines, level, pitch)
    left = min((round(cell.x * pitch) for cell in grid.cells), default=0)
    rows = [label for label in grid.labels if round(label.y, 3) in lines]
    for label in rows:
        text = f"{label.text:>2}"
        at = round((label.x + 1) * pitch) - 2 - len(text)
        canvas.write(lines[round(label.y, 3)], at, text, FAINT)
    for label in grid.labels:
        if round(label.y, 3) not in lines:
            canvas.write(below, round(label.x * pitch), label.text.center(width), FAINT)
    if not rows:
        canvas.write(0, left - 4, " ")
    return [*([Text(f"{grid.title}:")] if grid.title else []), *canvas.lines()]


def _write_borders(canvas: _Canvas, grid: Grid, lines: dict[float, int], level: Sequence[float], pitch: int) -> None:
    rows = [*lines.values()]
    end = max((round(cell.x * pitch) + pitch - 1 for cell in grid.cells), default=0)
    upright = [line.x1 for line in grid.lines if line.stroke is Stroke.BORDER and line.x1 == line.x2]
    columns = [round((x + 0.5) * pitch) - 1 for x in upright]
    for number, y in enumerate(level):
        line = sum(height < y for height in lines) + number
        for column in range(end):
            canvas.write(line, column, "┼" if column in columns else "─", FAINT)
    for row in rows:
        for column in columns:
            canvas.write(row, column, "│", FAINT)


def _sign(cell: Cell) -> str:
    """The signs of all pieces; of more than a few the topmost with a plus."""
    signs = [piece.sign for piece in cell.pieces if piece.shape is not Shape.BLOCK]
    signs = signs or [piece.sign for piece in cell.pieces[-1:]]
    together = "".join(signs)
    return BLANK if not signs else together if len(signs) == 1 or len(together) <= 3 else f"{signs[-1]}+"


def _style(cell: Cell) -> str:
    piece = next((piece for piece in reversed(cell.pieces) if piece.colour), None)
    style = STYLES.get(piece.colour, "bold") if piece else "bold" if cell.pieces else FAINT
    if cell.target and not cell.pieces:
        style = TARGET
    return f"{style} {LAST}" if cell.last or cell.won else style


def _stacks(panel: Stacks) -> list[Text]:
    width = max((len(piece.sign) for stack in panel.stacks for piece in stack), default=1)
    height = max(map(len, panel.stacks), default=0)
    lines = []
    for level in reversed(range(height)):
        signs = [stack[level].sign if level < len(stack) else "" for stack in panel.stacks]
        lines.append(Text("    " + "  ".join(sign.center(width) for sign in signs)))
    return lines
