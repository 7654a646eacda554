"""What a move takes from others: pieces in a role's colour that are gone from the boards, or have changed sides."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from ludens.boards.drawings import drawing_of, plain_panels
from ludens.boards.picture import Grid, Shape
from ludens.boards.pieces import role_colours


@dataclass(frozen=True, slots=True)
class Capture:
    """So many pieces of a role are fewer after a move. ``turned``: they have become pieces of whoever moved."""

    role: int
    count: int
    turned: bool


def captures(game: Any, before: Any, after: Any, mover: int) -> list[Capture]:
    """What others have lost from one position to the next, in which ``mover`` was the only one to choose."""
    had, have = _pieces(game, before), _pieces(game, after)
    # Whoever puts a piece on the board as well has one more than was turned.
    gained = have[mover] - had[mover]
    lost = {role: had[role] - have[role] for role in game.info.players if role != mover and have[role] < had[role]}
    return [Capture(role, count, 0 < count <= gained <= count + 1) for role, count in lost.items()]


def _pieces(game: Any, state: Any) -> Counter[int]:
    """How many pieces on boards each role has, by their colours."""
    owners = {colour: role for role, colour in enumerate(role_colours(game.info.roles).values()) if colour}
    grids = [panel for panel in plain_panels(drawing_of(game), state) if isinstance(panel, Grid)]
    standing = [cell.pieces[0] for grid in grids for cell in grid.cells if cell.pieces]
    return Counter(
        owners[piece.colour] for piece in standing if piece.colour in owners and piece.shape is not Shape.BLOCK
    )
