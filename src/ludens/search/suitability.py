"""Which games a search for two sides with opposite interests can play.

What a game does not declare is looked for in random games: they may refute it. What they do not refute is good enough
to play by; what is to be called proven asks ``certainty``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.game import NoLegalMoveError, Turns

LONGEST = 1_000
"""Joint moves after which a random game is cut in a game that does not say how long it can be."""

SAMPLE = 512
"""Random games that show whether goals add up where a game does not say so."""

NOT_IN_TURNS = "it is for games in which one role moves at a time"
NOT_OPPOSED = "it is for games in which one role's gain is the other's loss"

WATCHED = 64
"""Random games in which every position is looked at for several roles with a choice."""


def unsuitable(game: LoadedGame[Any]) -> str:
    """Why a game is not one of two roles who move one at a time for goals of constant sum; otherwise nothing.

    What a game does not declare counts as so unless random games refute it.
    """
    info = game.info
    if info.hidden or info.chance_role is not None:
        return "it is for games without chance and secrets"
    if len(info.roles) != 2:
        return f"it is for two roles, and there {'is' if len(info.roles) == 1 else 'are'} {len(info.roles)}"
    if info.turns is Turns.SIMULTANEOUS or (info.turns is None and not one_at_a_time(game)):
        return NOT_IN_TURNS
    if info.goal_sum is None and len(sums_seen(game)) > 1:
        return NOT_OPPOSED
    return ""


def constant_sum(game: LoadedGame[Any]) -> bool:
    """Whether the goals add up to the same in every game, as it declares, or else in random games."""
    return game.info.goal_sum is not None or len(sums_seen(game)) == 1


def sums_seen(game: LoadedGame[Any]) -> set[int]:
    """What the goals of all roles added up to at the ends of random games."""
    sample = SAMPLE if game.engine.batch else 8
    found = game.engine.games(game.engine.initial(), sample, 1, max_steps=game.info.max_steps or LONGEST)
    return set(found.goals[0][found.ended[0]].sum(axis=1, dtype=np.int64).tolist())


def one_at_a_time(game: LoadedGame[Any]) -> bool:
    """Whether never two roles have a choice in positions of random games."""
    engine, random = game.engine, np.random.default_rng(1)
    rows = engine.initial(WATCHED if engine.batch else 2)
    for _ in range(LONGEST):
        rows = rows[~engine.outcome(rows)[0]]
        if not len(rows):
            return True
        try:
            legal = engine.legal(rows)
        except NoLegalMoveError:
            return True
        choices = np.stack([table.sum(axis=1) for table in legal], axis=1)
        if ((choices > 1).sum(axis=1) > 1).any():
            return False
        going = (choices > 0).all(axis=1)
        rows = rows[going]
        drawn = [(table[going] * random.random(table[going].shape)).argmax(axis=1) for table in legal]
        rows = engine.step(rows, np.stack(drawn, axis=1))
    return True
