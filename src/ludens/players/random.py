"""The agent that plays any legal move, each as likely as the others."""

from __future__ import annotations

import random

from ludens.game import Decision, Game, Limit, S


class RandomAgent:
    """Chooses uniformly; the same seed gives the same choices."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def decide(self, game: Game[S], state: S, role: int, limit: Limit) -> Decision:
        return Decision(self._random.choice(game.legal_moves(state, role)))
