"""Places and moves as people write them: ``d3``, ``b2–b3``, ``throw rock c5``, ``take 2 from b``.

One notation for all boards: columns are letters from the left, rows are numbers, counted as the rules count them.
Names that the rules give as words or letters stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ludens.boards.clicks import move_term
from ludens.boards.description import MoveForm, Spot
from ludens.boards.drawings import Drawing
from ludens.boards.orders import ordered
from ludens.boards.picture import Cell, Grid, Heaps, Label, Outline, Panel, Place
from ludens.game import Move
from ludens.rules.ground_rules import Ground, ground_text

WHOLE = re.compile(r"-?\d+")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class GridNames:
    """What the columns and rows of one board are called."""

    def __init__(self, cells: Collection[Cell]) -> None:
        columns, rows = {cell.place[1] for cell in cells}, {cell.place[2] for cell in cells}
        self.renamed = len(columns) > 1 and len(rows) > 1 and all(map(WHOLE.fullmatch, columns | rows))
        self.renamed = self.renamed and len(columns) <= len(LETTERS)
        self.columns = {name: LETTERS[number] for number, name in enumerate(_from_left(cells))} if self.renamed else {}
        self.rows = {name: str(number) for number, name in enumerate(_counted(rows), 1)} if self.renamed else {}

    def place(self, column: str, row: str) -> str:
        """The name of a cell, or of a whole column."""
        if self.renamed:
            return f"{self.columns.get(column, column)}{self.rows.get(row, row)}"
        together = column.isdecimal() and row.isalpha() and len(row) == 1
        return f"{row}{column}" if together else " ".join(filter(None, (column, row)))


class Notation:
    """The names of places and moves on the boards of a position."""

    def __init__(self, drawing: Drawing, panels: Sequence[Panel]) -> None:
        self._forms: Mapping[Any, MoveForm] = drawing.forms
        self._words: Mapping[str, str] = getattr(drawing, "words", {})
        self._grids = {board: GridNames(places) for board, places in _boards(panels).items()}
        self._heaps = {heap.place: heap.count for panel in panels if isinstance(panel, Heaps) for heap in panel.heaps}
        self._beside: frozenset[str] = getattr(drawing, "beside", frozenset())
        self._counted: frozenset[str] = getattr(drawing, "counted", frozenset())
        self._named = sum(bool(self._spots(form)) for form in self._forms.values()) > 1

    def place(self, place: Place) -> str:
        """The name of a place, after that of its board where there are several."""
        board, column, row = place
        grid = self._grids.get(board)
        name = grid.place(column, row) if grid else self._word(column)
        return f"{self._word(board)} {name}" if grid and len(self._grids) > 1 and board else name

    def move(self, move: Move, taken: int | None = None) -> str:
        """A move. ``taken``: how many it takes from its heap, where it is made on one."""
        term, form = move_term(move), self.form(move)
        if not isinstance(term, tuple):
            return self._word(term)
        places = [spot.place(term) for spot in self._spots(form)]
        if taken is not None and places:
            return f"{self.taking(taken)} from {self.place(places[0])}"
        rest = self.rest(term, form)
        if not places:
            between = " × " if term[0] in self._counted else " "
            return f"{self._word(ground_text(term[0]))} {between.join(rest)}".rstrip()
        where = "–".join(map(self.place, places))
        name = [self._word(ground_text(term[0]))] if self._named else []
        if len(rest) > 1:
            return f"{' '.join([*name, where])}: {', '.join(rest)}"
        return " ".join([*name, *rest, where])

    def choice(self, move: Move, taken: int | None = None) -> str:
        """What tells a move from others on the same places."""
        term, form = move_term(move), self.form(move)
        if taken is not None:
            return self.taking(taken)
        if not isinstance(term, tuple) or not self._spots(form):
            return self.move(move)
        name = [self._word(ground_text(term[0]))] if self._named else []
        return f"{' '.join(name)} {', '.join(self.rest(term, form))}".strip() or self.move(move)

    @staticmethod
    def taking(taken: int) -> str:
        """To take so many from a heap, or to add some to it."""
        return f"take {taken}" if taken >= 0 else f"add {-taken}"

    def rest(self, term: Ground, form: MoveForm | None) -> list[str]:
        """What a move says besides its places."""
        used = {number for spot in self._spots(form) for number in spot.arguments}
        return [self._word(ground_text(part)) for number, part in enumerate(term[1:]) if number not in used]

    def _spots(self, form: MoveForm | None) -> list[Spot]:
        """The places on boards and of heaps that a form names; what lies beside them is called by its name."""
        return [spot for spot in form.spots if spot.board not in self._beside] if form else []

    def form(self, move: Move) -> MoveForm | None:
        """The form of a move."""
        term = move_term(move)
        return self._forms.get((str(term[0]), len(term) - 1)) if isinstance(term, tuple) else None

    def heap_of(self, move: Move) -> Place | None:
        """The heap on which a move is made."""
        form = self.form(move)
        places = [spot.place(move_term(move)) for spot in self._spots(form)]
        return places[0] if len(places) == 1 and places[0] in self._heaps else None

    def count(self, heap: Place) -> int:
        """How many there are in a heap."""
        return self._heaps.get(heap, 0)

    def _word(self, name: str) -> str:
        return self._words.get(name, name.replace("_", " "))


def with_names(panels: Sequence[Panel]) -> tuple[Panel, ...]:
    """The panels with columns and rows labelled as the notation names them."""
    return tuple(_labelled(panel) if isinstance(panel, Grid) else panel for panel in panels)


def _labelled(grid: Grid) -> Grid:
    names = GridNames(grid.cells)
    if not names.renamed:
        return grid
    low = max(cell.y for cell in grid.cells)
    labels = [
        replace(label, text=(names.columns if label.y > low else names.rows).get(label.text, label.text))
        for label in grid.labels
    ]
    if grid.outline is Outline.HEXAGON and not any(label.y > low for label in grid.labels):
        labels += _along_columns(grid, names)
    return replace(grid, labels=tuple(labels))


def _along_columns(grid: Grid, names: GridNames) -> list[Label]:
    """Labels at the right ends of columns that run aslant: rows have theirs on the left."""
    found = []
    for column, letter in names.columns.items():
        line = sorted((cell for cell in grid.cells if cell.place[1] == column), key=lambda cell: cell.y)
        if len(line) > 1:
            last, before = (line[-1], line[-2]) if line[-1].x > line[0].x else (line[0], line[1])
            # The label of a row is drawn a quarter of a cell further to the right.
            found.append(Label(letter, last.x + (last.x - before.x) - 0.25, last.y + (last.y - before.y) * 0.9))
    return found


def _boards(panels: Sequence[Panel]) -> dict[str, list[Cell]]:
    found: dict[str, list[Cell]] = {}
    for panel in panels:
        for cell in panel.cells if isinstance(panel, Grid) else ():
            found.setdefault(cell.place[0], []).append(cell)
    return found


def _from_left(cells: Collection[Cell]) -> list[str]:
    """The columns by where they lie in the middle."""
    across: dict[str, list[float]] = {}
    for cell in cells:
        across.setdefault(cell.place[1], []).append(cell.x)
    return sorted(across, key=lambda column: sum(across[column]) / len(across[column]))


def _counted(names: Collection[str]) -> list[str]:
    whole = all(map(WHOLE.fullmatch, names))
    return sorted(names, key=int) if whole else ordered(names)
