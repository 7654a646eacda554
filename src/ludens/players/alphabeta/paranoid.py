"""Paranoia: alpha-beta for any number of roles, any order of turns, and goals of any sum.

The role expects all others to work together to keep its goal low. If others move at the same time, a turn is split in
two: its own move, and then their joint answer, given in knowledge of it, of which at most 4,096 are looked at. With a
single role it is a search for the best goal. Otherwise it is MTD(f), with the same table and order of moves.
"""

from __future__ import annotations

from ludens.players.alphabeta.minimax_agent import MinimaxAgent, MinimaxOptions
from ludens.players.kind import AgentKind


class ParanoidAgent(MinimaxAgent):
    """Alpha-beta for one role against all others together."""

    def _check(self) -> None:
        """Every game will do."""


AGENT = AgentKind(
    name="paranoid",
    summary="alpha-beta in games of any kind, with all others allied against it",
    source="Cheng, Krauthamer, Ofir and Siddiqui; Sturtevant and Korf 2000",
    agent=ParanoidAgent,
    options=MinimaxOptions,
)
