"""RoPaSci 360: the hexagon with the tokens of both sides, and the throws that they have left."""

from __future__ import annotations

from typing import ClassVar

from ludens.boards.description import MoveForm, Spot
from ludens.boards.grids import Marks
from ludens.boards.picture import Facts, Panel, Piece, Place, Shape
from ludens.boards.pieces import role_colours
from ludens.games.hexagon.drawing import hexagon
from ludens.games.ropasci.layout import ROLES
from ludens.games.ropasci.rules import RopasciState

SYMBOLS = {"r": "rock", "p": "paper", "s": "scissors"}
COLOURS = role_colours(ROLES)

_FIRST, _SECOND = Spot(column=(1,), row=(0,)), Spot(column=(3,), row=(2,))


def _piece(side: int, symbol: str) -> Piece:
    sign = symbol.upper() if side == 0 else symbol
    return Piece(f"{ROLES[side]} {SYMBOLS[symbol]}", sign, Shape.DISC, COLOURS[ROLES[side]], sign)


class RopasciDrawing:
    """Draws positions of RoPaSci 360. Upper's tokens are capital letters."""

    forms: ClassVar = {
        ("throw", 3): MoveForm("throw", 3, (_FIRST.moved(1),)),
        ("slide", 4): MoveForm("slide", 4, (_FIRST, _SECOND)),
        ("swing", 4): MoveForm("swing", 4, (_FIRST, _SECOND)),
    }

    words: ClassVar = SYMBOLS

    def panels(self, state: RopasciState, marks: Marks) -> tuple[Panel, ...]:
        """The board, the throws left, and the turn."""

        def place(r: int, q: int) -> Place:
            return "", str(q), str(r)

        def pieces(r: int, q: int) -> tuple[Piece, ...]:
            tokens = [(side, token) for side in (0, 1) for token in state.tokens[side]]
            return tuple(_piece(side, token.symbol) for side, token in tokens if (token.r, token.q) == (r, q))

        throws = ", ".join(f"{role} {left}" for role, left in zip(ROLES, state.throws_left, strict=True))
        return hexagon(marks, place, pieces), Facts((("throws left", throws), ("turn", str(state.turn))))

    def movers(self, state: RopasciState) -> tuple[str, ...]:
        """Both sides: they move at once."""
        return ROLES
