"""The same position with another role to move: what would happen if it were its turn now.

Nothing says which fact of a position means whose turn it is. So each fact that names the role is tried: the one that,
with another role's name in its place, leaves the choice to that role alone. Where there is not exactly one, or where
positions are not sets of facts, there is no such position.
"""

from __future__ import annotations

from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import LudensError


def passed(game: LoadedGame[Any], state: Any, role: int, other: int) -> Any | None:
    """The position as it is, but with another role to move; None where there is none."""
    if game.info.hidden or not isinstance(state, frozenset) or _choosing(game, state) != [role]:
        return None
    found = []
    mine, theirs = game.info.roles[role], game.info.roles[other]
    for fact in state:
        if isinstance(fact, tuple) and mine in fact[1:]:
            turned = (state - {fact}) | {tuple(theirs if part == mine else part for part in fact)}
            if _choosing(game, turned) == [other]:
                found.append(turned)
    return found[0] if len(found) == 1 else None


def _choosing(game: LoadedGame[Any], state: Any) -> list[int]:
    try:
        if game.is_terminal(state):
            return []
        return [role for role in range(len(game.info.roles)) if len(game.legal_moves(state, role)) > 1]
    except LudensError:
        return []
