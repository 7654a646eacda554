"""Who draws which game: those that know their drawing themselves, rulesheets by their terms, others by their text."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Any, Protocol, runtime_checkable

from ludens.boards.description import Description, MoveForm
from ludens.boards.grids import Marks
from ludens.boards.picture import Facts, Panel
from ludens.boards.setting import setting
from ludens.boards.terms import TermDrawing
from ludens.game import Game
from ludens.gdl.reasoner import Reasoner
from ludens.gdl.terms import Relation


class Drawing(Hashable, Protocol):
    """Draws the positions of one game."""

    @property
    def forms(self) -> Mapping[Relation, MoveForm]:
        """The places that moves name."""

    def panels(self, state: Any, marks: Marks) -> tuple[Panel, ...]:
        """What there is to see of a position."""

    def movers(self, state: Any) -> tuple[str, ...]:
        """The roles that are to move, as far as the position itself says it."""


@runtime_checkable
class Drawn(Protocol):
    """A game that knows how it is drawn."""

    @property
    def drawing(self) -> Drawing:
        """The drawing."""


class TextDrawing:
    """Shows the text of a position: for games of which nothing else is known."""

    forms: Mapping[Relation, MoveForm] = {}

    def __init__(self, game: Game[Any]) -> None:
        self._game = game

    def panels(self, state: Any, marks: Marks) -> tuple[Panel, ...]:
        """The lines of the text."""
        return (Facts(tuple(("", line) for line in self._game.text(state).splitlines())),)

    def movers(self, state: Any) -> tuple[str, ...]:
        """Nobody: the text says it, or nothing does."""
        return ()


def drawing_of(game: Game[Any]) -> Drawing:
    """The drawing of a game."""
    if isinstance(game, Drawn):
        return game.drawing
    return drawing_of_rulesheet(game) if isinstance(game, Reasoner) else TextDrawing(game)


@lru_cache(maxsize=64)
def plain_panels(drawing: Drawing, state: Any) -> tuple[Panel, ...]:
    """What there is to see of a position, without any marks: asked for again and again while it is shown."""
    return drawing.panels(state, Marks())


@lru_cache(maxsize=16)
def drawing_of_rulesheet(game: Reasoner, description: Description | None = None) -> Drawing:
    """The drawing of a game in GDL: as it is described, otherwise as its rules suggest."""
    return TermDrawing(setting(game, description))
