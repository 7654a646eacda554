"""The legal moves of a role in a position, or as far as it knows the position."""

from __future__ import annotations

import random
from functools import cached_property
from typing import Generic

from ludens.game import Game, Limit, Move, S, View
from ludens.search.hidden.beliefs import Beliefs
from ludens.search.stopwatch import Stopwatch

FEW = 20
"""Positions that are kept: one would do, but what comes next may not agree with it."""


class KnownMoves(Generic[S]):
    """Legal moves of one role of one game."""

    def __init__(self, game: Game[S], role: int, seed: int | None) -> None:
        self._game, self._role, self._seed = game, role, seed

    @cached_property
    def _beliefs(self) -> Beliefs[S]:
        return Beliefs(self._game, self._role, random.Random(self._seed), most=FEW)

    def of(self, position: S | View, limit: Limit) -> tuple[Move, ...]:
        """The legal moves; of a view, those of some position that agrees with it. At worst a guess."""
        if not isinstance(position, View):
            return self._game.legal_moves(position, self._role)
        found = self._beliefs.legal(position, Stopwatch(limit).left)
        return found or (self._beliefs.guess(position),)
