"""What every agent does."""

from __future__ import annotations

from typing import Protocol

from ludens.game import Decision, Game, Limit, S


class Agent(Protocol):
    """Something that chooses moves."""

    def decide(self, game: Game[S], state: S, role: int, limit: Limit) -> Decision:
        """A legal move of the role in a position that is not terminal."""
