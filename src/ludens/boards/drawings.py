"""Who draws which game: rulesheets by their terms, native games each by its own, any other game by its text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Protocol

from ludens.boards.description import MoveForm
from ludens.boards.grids import Marks
from ludens.boards.odd import OddDrawing
from ludens.boards.picture import Facts, Panel
from ludens.boards.ropasci import RopasciDrawing
from ludens.boards.setting import setting
from ludens.boards.terms import TermDrawing
from ludens.game import Game
from ludens.games.odd import Odd
from ludens.games.ropasci_rules import Ropasci
from ludens.gdl.reasoner import Reasoner
from ludens.gdl.terms import Relation


class Drawing(Protocol):
    """Draws the positions of one game."""

    @property
    def forms(self) -> Mapping[Relation, MoveForm]:
        """The places that moves name."""

    def panels(self, state: Any, marks: Marks) -> tuple[Panel, ...]:
        """What there is to see of a position."""

    def movers(self, state: Any) -> tuple[str, ...]:
        """The roles that are to move, as far as the position itself says it."""


NATIVE: dict[type, Drawing] = {Odd: OddDrawing(), Ropasci: RopasciDrawing()}
"""The drawings of games written in Python, by the class of the game."""


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
    if isinstance(game, Reasoner):
        return _of_rulesheet(game)
    return NATIVE.get(type(game)) or TextDrawing(game)


@lru_cache(maxsize=16)
def _of_rulesheet(game: Reasoner) -> TermDrawing:
    return TermDrawing(setting(game))
