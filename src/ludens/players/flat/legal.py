"""The agent that plays the first legal move: the least that a player must do."""

from __future__ import annotations

from typing import Generic

from ludens.engine.contract import LoadedGame
from ludens.game import Decision, Limit, S, View
from ludens.players.kind import AgentKind
from ludens.players.known_moves import KnownMoves
from ludens.players.options import Options


class LegalAgent(Generic[S]):
    """Chooses the first of the ascending legal moves."""

    def __init__(self, game: LoadedGame[S], role: int, options: Options, seed: int | None = None) -> None:
        self._moves = KnownMoves(game, role, seed)

    def decide(self, state: S | View, limit: Limit) -> Decision:
        return Decision(self._moves.of(state, limit)[0])


AGENT = AgentKind(
    name="legal",
    summary="plays the first of its legal moves",
    source="the sample players of the General Game Playing base package",
    agent=LegalAgent,
    chance=True,
    hidden=True,
    instant=True,
)
