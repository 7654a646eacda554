"""MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996): tests that close in on the value, starting from the last depth's.

It deepens move by move and plays the best move of the last depth that it finished. A transposition table of fixed size
keeps positions with bounds and best moves; when it is full, the quarter that was searched deepest stays. It tries moves
in this order: one that is known to suffice, the best move of the table, killers, history. The value shown for a refuted
move is the most it can be worth. It plays games of two roles who move one at a time for goals of constant sum. A limit
of playouts counts the positions that it makes or, with ``monte_carlo``, playouts. If rules and evaluation allow it
(``terminal`` and ``learnt`` do), it searches depth first in machine code, many times as fast as on batches;
``depth_first=false`` turns that off.
"""

from __future__ import annotations

from ludens.players.alphabeta.minimax_agent import MinimaxAgent, MinimaxOptions
from ludens.players.kind import AgentKind


class MtdfAgent(MinimaxAgent):
    """Alpha-beta by windows of no width alone."""

    method = "mtdf"


AGENT = AgentKind(
    name="mtdf",
    summary="alpha-beta by tests alone, each of which asks whether the value is above a guess",
    source="El Bouhali 2013, 2.3; Plaat et al. 1996",
    agent=MtdfAgent,
    options=MinimaxOptions,
)
