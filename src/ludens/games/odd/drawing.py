"""Odd: the hexagon with its stones, and how many groups there are."""

from __future__ import annotations

from typing import ClassVar

from ludens.boards.description import MoveForm, Spot
from ludens.boards.grids import Marks
from ludens.boards.picture import Facts, Panel, Piece, Place, Shape
from ludens.games.hexagon.cells import NUMBERS
from ludens.games.hexagon.drawing import hexagon
from ludens.games.odd import COLOURS, ROLES, OddState, groups

_STONES = tuple(Piece(colour, colour[0], Shape.DISC, colour) for colour in COLOURS)


class OddDrawing:
    """Draws positions of Odd, in the coordinates of the course."""

    forms: ClassVar = {(colour, 2): MoveForm(colour, 2, (Spot(column=(0,), row=(1,)),)) for colour in COLOURS}

    def panels(self, state: OddState, marks: Marks) -> tuple[Panel, ...]:
        """The board and the number of groups."""

        def place(r: int, q: int) -> Place:
            return "", str(-q), str(r)

        def pieces(r: int, q: int) -> tuple[Piece, ...]:
            cell = NUMBERS[r, q]
            sets = zip(_STONES, (state.white, state.black), strict=True)
            return tuple(stone for stone, cells in sets if cells >> cell & 1)

        return hexagon(marks, place, pieces), Facts((("groups", str(len(groups(state)))),))

    def movers(self, state: OddState) -> tuple[str, ...]:
        """Whoever puts the next stone."""
        return (ROLES[state.mover],)
