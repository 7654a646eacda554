"""Search Light: looks one move ahead for wins and losses, and plays any move that is neither.

Tong 2013, 3.1.3: it takes an immediate win and avoids an immediate loss. Among the other moves, it avoids those after
which the opponent's next move may win. If others move at the same time, it takes the move with the largest share of
wins among their replies, and of several the one with the smallest share of losses.
"""

from __future__ import annotations

import numpy as np

from ludens.engine.rows import Rows
from ludens.game import Decision, Limit, S
from ludens.players.agent import SeatedAgent
from ludens.players.kind import AgentKind
from ludens.players.options import Options
from ludens.search.playouts.lookahead import look_ahead
from ludens.search.stopwatch import Stopwatch


class SearchLightAgent(SeatedAgent[S, Options]):
    """Chooses any of the moves with the most wins and then the fewest losses in sight."""

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        watch = Stopwatch(limit)
        seen = look_ahead(self.engine, position, self.role, self.random, watch.share(0.9))
        best = np.flatnonzero(seen.wins == seen.wins.max())
        best = best[seen.losses[best] == seen.losses[best].min()]
        notes = {"winning": int((seen.wins == 1).sum()), "losing": int(seen.losing.sum())}
        return self._decision(seen.children.moves, self._any(best), watch, notes=notes)


AGENT = AgentKind(
    name="search_light",
    summary="takes a win, avoids a loss, checks whether the others could win next, and otherwise plays any move",
    source="Tong 2013, 3.1.3",
    agent=SearchLightAgent,
)
