"""The hexagon of side 5 as a grid, for the games that are written in Python."""

from __future__ import annotations

from collections.abc import Callable

from ludens.boards.grids import ROW_HEIGHT, Marks
from ludens.boards.picture import Cell, Grid, Label, Outline, Piece, Place
from ludens.games.hexagon.cells import PLACES, RADIUS


def hexagon(marks: Marks, place: Callable[[int, int], Place], pieces: Callable[[int, int], tuple[Piece, ...]]) -> Grid:
    """The grid, given what each cell (r, q) is called and what stands on it. The row with the largest r is on top."""
    cells = []
    for r, q in sorted(PLACES, key=lambda cell: (-cell[0], cell[1])):
        name = place(r, q)
        cells.append(
            Cell(name, q + r / 2, -r * ROW_HEIGHT, pieces(r, q), target=name in marks.targets, last=name in marks.last)
        )
    return Grid("", tuple(cells), _labels(cells), outline=Outline.HEXAGON)


def _labels(cells: list[Cell]) -> tuple[Label, ...]:
    """The number of each row on its left; the number of each column below the cell at its lower end."""
    labels = []
    for number in range(-RADIUS, RADIUS + 1):
        row = [cell for cell in cells if cell.place[2] == str(number)]
        labels.append(Label(str(number), min(cell.x for cell in row) - 1, row[0].y))
    return tuple(labels)
