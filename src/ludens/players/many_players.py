"""How the champion plays with three and more who choose at once.

Decoupled UCT draws its move by visits, because between two whoever is foreseen loses. With more players and goals of no
fixed sum nobody plays against one alone, and a drawn move costs more than a foreseen one: the one visited most is made.
"""

from __future__ import annotations

from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.players.agent import Agent
from ludens.players.duct import DuctOptions, make_duct

FOR_MANY = "decoupled UCT, the move visited most"
"""The name of the plan."""


def duct_for_many(game: LoadedGame[Any], role: int, seed: int | None) -> Agent[Any]:
    """Decoupled UCT that makes the move with the most visits."""
    return make_duct(game, role, DuctOptions(choice="visits"), seed)
