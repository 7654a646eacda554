"""How long games are, learnt from those played so far, and how the time of a whole game is shared by that.

A game that has come to turn t is compared with those that were longer. Nearly all of them end within so many turns
more; the time that is left has a share for each of these, and a few besides. So shares are equal for as long as a game
is not unusually long. A part of the time is set aside for every turn that the rules allow: the last move of the longest
game has its own.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from typing import Any, cast

from ludens.game import Game
from ludens.search.once import once
from ludens.search.random_games import longest

KEPT = 64
"""Games that are remembered, the last ones."""

NEARLY_ALL = 0.9
"""The part of games that is over when all shares have been used."""

MORE = 10
"""Turns that a game may last longer than it should: no move takes more than one such part of what is left."""

SET_ASIDE = 0.25
"""The part of the time that is spread evenly over all turns that a game can have."""

UNKNOWN = (10, 20, 30, 40, 60)
"""Turns of games of which nothing is known yet."""


class GameLengths:
    """The lengths of games, in turns: those ``known``, oldest first, and ``most``, which none exceeds."""

    def __init__(self, known: Iterable[int] = UNKNOWN, most: int = 1_000) -> None:
        self.most = most
        self.known = deque((min(length, most) for length in known), KEPT)

    def add(self, length: int) -> None:
        """Learns from a game that is over."""
        self.known.append(min(length, self.most))

    def remaining(self, turn: int) -> int:
        """Turns within which nearly all games end that have come to this turn, counted from 0; at least 1.

        MORE are added; of a game that is longer than all before it nothing else is known.
        """
        longer = sorted(length - turn for length in self.known if length > turn)
        expected = longer[math.ceil(NEARLY_ALL * len(longer)) - 1] if longer else 0
        return max(1, min(expected + MORE, self.most - turn))

    def share(self, left: float, whole: float, turn: int) -> float:
        """Seconds for the move of a turn, of those that are left of the whole; never negative."""
        turns = max(1, self.most - turn)
        aside = min(max(0.0, left), SET_ASIDE * whole * min(1.0, turns / self.most))
        return aside / turns + max(0.0, left - aside) / self.remaining(turn)


def lengths_of(game: Game[Any], known: Iterable[int] = UNKNOWN) -> GameLengths:
    """The lengths of a game's games, kept with the game; ``known`` is what is known before the first."""
    return once(cast(Any, game), GameLengths, lambda: GameLengths(known, longest(game.info)))
