"""Which games a search for two sides with opposite interests can play.

What a game does not declare counts as so unless random games refute it: that is good enough to play by. What is to be
called proven asks ``GameFacts.certain``.
"""

from __future__ import annotations

from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.search.facts import facts_of

NOT_IN_TURNS = "it is for games in which one role moves at a time"
NOT_OPPOSED = "it is for games in which one role's gain is the other's loss"


def unsuitable(game: LoadedGame[Any]) -> str:
    """Why a game is not one of two roles who move one at a time for goals of constant sum; otherwise nothing."""
    info, facts = game.info, facts_of(game)
    if info.hidden or info.chance_role is not None:
        return "it is for games without chance and secrets"
    if len(info.roles) != 2:
        return f"it is for two roles, and there {'is' if len(info.roles) == 1 else 'are'} {len(info.roles)}"
    if not facts.seems_in_turns:
        return NOT_IN_TURNS
    if info.goal_sum is None and len(facts.random_games.sums) > 1:
        return NOT_OPPOSED
    return ""
