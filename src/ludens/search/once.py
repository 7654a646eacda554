"""What is found out about a game, or made of it, once: kept with the game for as long as there is the game."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from ludens.engine.contract import LoadedGame

T = TypeVar("T")

PLACE = "_made_once"
"""The attribute of a game that all of it is kept in, as ``functools.cached_property`` keeps a single thing."""


def once(game: LoadedGame[Any], what: Hashable, make: Callable[[], T]) -> T:
    """What a function makes of a game: made for the first who asks, the same object for everybody who asks for it.

    A game that takes no new attributes has it made each time.
    """
    if not hasattr(game, "__dict__"):
        return make()
    kept: dict[Hashable, Any] = vars(game).setdefault(PLACE, {})
    if what not in kept:
        kept.setdefault(what, make())
    found: T = kept[what]
    return found
