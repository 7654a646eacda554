"""The agent that plays a random legal move, all equally likely."""

from __future__ import annotations

import random
from typing import Generic

from ludens.engine.contract import LoadedGame
from ludens.game import Decision, Limit, S, View
from ludens.players.kind import AgentKind
from ludens.players.known_moves import KnownMoves
from ludens.players.options import Options


class RandomAgent(Generic[S]):
    """Chooses uniformly; the same seed gives the same choices."""

    def __init__(self, game: LoadedGame[S], role: int, options: Options, seed: int | None = None) -> None:
        self._moves = KnownMoves(game, role, seed)
        self._random = random.Random(seed)

    def decide(self, state: S | View, limit: Limit) -> Decision:
        return Decision(self._random.choice(self._moves.of(state, limit)))


AGENT = AgentKind(
    name="random",
    summary="plays a random legal move, all equally likely",
    source="Tong 2013, 3.1.1",
    agent=RandomAgent,
    chance=True,
    hidden=True,
    instant=True,
)
