"""RoPaSci 360 in attack: it throws early, chases whatever it beats, and holds nothing back.

A sparring partner: one turn ahead like ``ropasci_nash``, but it values positions near a capture more, and kept throws
less.
"""

from __future__ import annotations

from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.games.ropasci.styles import Style, inclined
from ludens.players.kind import AgentKind
from ludens.players.ropasci.ropasci_turns import RopasciTurnAgent, TurnOptions

STYLE = Style(inclined(throws=-0.2, last_throw=-0.2, nearness=0.8, attacks_at_1=0.1, attacks_at_2=0.05), repeated=0.5)


def make_ropasci_aggressive(
    game: LoadedGame[Any], role: int, options: TurnOptions, seed: int | None = None
) -> RopasciTurnAgent[TurnOptions]:
    """An agent that attacks."""
    return RopasciTurnAgent(game, role, options, seed, name="ropasci_aggressive", style=STYLE)


AGENT = AgentKind(
    name="ropasci_aggressive",
    summary="RoPaSci 360 in attack: throws early and hunts; a sparring partner",
    source="our own",
    agent=make_ropasci_aggressive,
    options=TurnOptions,
)
