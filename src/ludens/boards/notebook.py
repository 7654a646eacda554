"""Games that show themselves in a notebook.

Games know nothing of boards, which are built on top of them; so that a notebook can show a game, its class is given
the method that notebooks look for when ``ludens`` is imported.
"""

from __future__ import annotations

from typing import Any

from ludens.boards.position import show
from ludens.game import Game
from ludens.gdl.reasoner import Reasoner


def pictures_in_notebooks() -> None:
    """Gives games with rulesheets a ``_repr_svg_`` that shows the first position."""
    setattr(Reasoner, "_repr_svg_", _first_position)  # noqa: B010 - the class declares no such method


def _first_position(game: Game[Any]) -> str:
    return show(game).svg
