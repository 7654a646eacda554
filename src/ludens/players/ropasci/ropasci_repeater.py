"""RoPaSci 360 for a draw: a draw is nearly as good as a win to it, and a position that comes again is half of one.

A sparring partner: one turn ahead like ``ropasci_nash``. To beat it, a player must break such play, and must not be led
into the third repetition while ahead.
"""

from __future__ import annotations

from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.games.ropasci.styles import Style
from ludens.players.kind import AgentKind
from ludens.players.ropasci.ropasci_turns import RopasciTurnAgent, TurnOptions

STYLE = Style(draw=0.9, repeated=0.5)


def make_ropasci_repeater(
    game: LoadedGame[Any], role: int, options: TurnOptions, seed: int | None = None
) -> RopasciTurnAgent[TurnOptions]:
    """An agent that seeks a draw."""
    return RopasciTurnAgent(game, role, options, seed, name="ropasci_repeater", style=STYLE)


AGENT = AgentKind(
    name="ropasci_repeater",
    summary="RoPaSci 360 for a draw, by repetition or any other way; a sparring partner",
    source="our own",
    agent=make_ropasci_repeater,
    options=TurnOptions,
)
