"""Which games a search for two sides with opposite interests can play."""

from __future__ import annotations

import random
from typing import Any

from ludens.engine.any_game import AnyGameEngine
from ludens.engine.contract import LoadedGame
from ludens.game import Turns
from ludens.testing import random_game

LONGEST = 1_000
"""Joint moves after which a random game is cut in a game that does not say how long it can be."""

SAMPLE = 512
"""Random games that show whether goals add up where a game does not say so."""

WATCHED = 4
"""Random games in which every position is looked at for several roles with a choice."""


def unsuitable(game: LoadedGame[Any]) -> str:
    """Why a game is not one of two roles who move one at a time for goals of constant sum; otherwise nothing.

    What a game does not declare is taken from random games.
    """
    info = game.info
    if len(info.roles) != 2:
        return f"it is for two roles, and there {'is' if len(info.roles) == 1 else 'are'} {len(info.roles)}"
    if info.turns is Turns.SIMULTANEOUS or (info.turns is None and not _one_at_a_time(game)):
        return "it is for games in which one role moves at a time"
    if info.goal_sum is None and not _constant_sum(game):
        return "it is for games in which one role's gain is the other's loss"
    return ""


def _constant_sum(game: LoadedGame[Any]) -> bool:
    """Whether the goals of random games always add up to the same."""
    sample = 8 if isinstance(game.engine, AnyGameEngine) else SAMPLE
    found = game.engine.games(game.engine.initial(), sample, 1, max_steps=game.info.max_steps or LONGEST)
    sums = found.goals[0][found.ended[0]].sum(axis=1)
    return bool(len(sums) > 0 and (sums == sums[0]).all())


def _one_at_a_time(game: LoadedGame[Any]) -> bool:
    """Whether never two roles have a choice in positions of random games."""
    rng = random.Random(1)
    for _ in range(WATCHED):
        for state in random_game(game, rng, LONGEST)[0]:
            if all(len(game.legal_moves(state, role)) > 1 for role in (0, 1)):
                return False
    return True
