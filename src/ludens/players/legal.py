"""The agent that plays the first legal move: the least that a player must do."""

from __future__ import annotations

from ludens.game import Decision, Game, Limit, S


class LegalAgent:
    """Chooses the first of the ascending legal moves."""

    def __init__(self, seed: int | None = None) -> None:
        pass

    def decide(self, game: Game[S], state: S, role: int, limit: Limit) -> Decision:
        return Decision(game.legal_moves(state, role)[0])
