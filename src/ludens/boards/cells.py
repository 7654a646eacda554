"""How the two coordinates of a cell tell how far apart cells are."""

from __future__ import annotations

import enum
from typing import Protocol, runtime_checkable


class Cells(enum.Enum):
    """Cells are as far apart as the greatest difference in either coordinate, or also, on hexagons, in a third one.

    That is the sum of the two, as in Hex and RoPaSci 360, or their difference, as in Odd.
    """

    SQUARES = 0
    HEXAGONS_BY_SUM = 1
    HEXAGONS_BY_DIFFERENCE = -1


@runtime_checkable
class HasCells(Protocol):
    """A game that says what its cells are."""

    @property
    def cells(self) -> Cells: ...
