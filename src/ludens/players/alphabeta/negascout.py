"""NegaScout, or principal variation search (Reinefeld 1983): all moves but the first are only tested at first.

It deepens move by move and plays the best move of the last depth that it finished. Positions are kept in a
transposition table of fixed size with bounds and best moves; when it is full, the quarter that was searched deepest
stays. Moves are tried in this order: one that is known to suffice, the best move of the table, killers, history. Of a
move that was refuted the value shown is the most it can be worth. It plays games of two roles who move one at a time
for goals of constant sum; a limit of playouts counts the positions that it makes or, with ``monte_carlo``, playouts.

Where rules and evaluation allow it (``terminal`` and ``learnt`` do), it searches depth first in machine code, many
times as fast as on batches; ``depth_first=false`` switches that off.
"""

from __future__ import annotations

from ludens.players.alphabeta.minimax_agent import MinimaxAgent, MinimaxOptions
from ludens.players.kind import AgentKind


class NegascoutAgent(MinimaxAgent):
    """Alpha-beta that tests every later move with a window of no width first."""

    method = "negascout"


AGENT = AgentKind(
    name="negascout",
    summary="alpha-beta that expects the first move to be best, and only tests the others",
    source="El Bouhali 2013, 2.2; Reinefeld 1983",
    agent=NegascoutAgent,
    options=MinimaxOptions,
)
