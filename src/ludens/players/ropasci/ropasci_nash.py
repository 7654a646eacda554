"""RoPaSci 360 one turn ahead: an equilibrium of all legal moves of both sides, valued by learnt figures.

A sparring partner in the style of the players that students wrote with linear programs, but it considers every legal
move, and the weights of its figures (``games/ropasci/threats.py``) were learnt from whole games.
"""

from __future__ import annotations

from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.games.ropasci.styles import Style
from ludens.players.kind import AgentKind
from ludens.players.ropasci.ropasci_turns import RopasciTurnAgent, TurnOptions


def make_ropasci_nash(
    game: LoadedGame[Any], role: int, options: TurnOptions, seed: int | None = None
) -> RopasciTurnAgent[TurnOptions]:
    """An agent that draws its move by the chances of the equilibrium."""
    return RopasciTurnAgent(game, role, options, seed, name="ropasci_nash", style=Style())


AGENT = AgentKind(
    name="ropasci_nash",
    summary="RoPaSci 360 by an equilibrium of all moves, one turn ahead; a sparring partner",
    source="our own; after Saffidine, Finnsson and Buro 2012",
    agent=make_ropasci_nash,
    options=TurnOptions,
)
