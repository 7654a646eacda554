"""Exact where possible, a search elsewhere: for games in which both roles choose at once.

A share of the clock goes to ``sm_minimax``. If that reaches the end of the game, its mixed strategy is an equilibrium,
and nobody can do better against it. Otherwise a tree search uses the rest.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import Decision, Limit
from ludens.players.agent import SeatedAgent
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.simultaneous.duct import DuctOptions, make_duct
from ludens.players.simultaneous.sm_minimax import SimultaneousMinimaxAgent, SimultaneousMinimaxOptions
from ludens.search.stopwatch import SECONDS
from ludens.search.time_share import TimeShare


@dataclass(frozen=True)
class EquilibriumFirstOptions(DuctOptions):
    """Options of the tree, and how long the search for an equilibrium goes first."""

    share: float = option(0.4, "fraction of the clock for an equilibrium at first", lowest=0.02, highest=0.5)
    threshold: float = option(
        0.25, "moves with less than this fraction of the largest probability are not drawn", lowest=0, highest=1
    )


class EquilibriumFirst:
    """Draws its move by an equilibrium of the whole game, or by the visits of a tree."""

    def __init__(
        self, game: LoadedGame[Any], role: int, options: EquilibriumFirstOptions, seed: int | None = None
    ) -> None:
        self._exact = SimultaneousMinimaxAgent(game, role, SimultaneousMinimaxOptions(), seed)
        self._tree: SeatedAgent[Any, Any] = make_duct(game, role, options, seed)
        self._share = TimeShare(options.share)

    def decide(self, state: Any, limit: Limit) -> Decision:
        """A legal move in a position that is not terminal."""
        begin = time.perf_counter()
        if limit.seconds is None and limit.playouts is None:
            limit = replace(limit, seconds=SECONDS)
        part = self._share.part
        first = Limit(
            None if limit.seconds is None else part * limit.seconds,
            None if limit.playouts is None else max(1, int(part * limit.playouts)),
        )
        exact = self._exact.decide(state, first)
        seconds = time.perf_counter() - begin
        certain = len(exact.moves) > 0 and exact.moves[0].proven
        self._share.learn(certain)
        notes = {"equilibrium_share": round(part, 3), "equilibrium_seconds": seconds}
        if certain or not exact.moves:
            return replace(exact, notes={**exact.notes, **notes})
        if limit.seconds is not None:
            limit = replace(limit, seconds=max(0.0, limit.seconds - seconds))
        found = self._tree.decide(state, limit)
        return replace(found, notes={**found.notes, **notes, "seconds": time.perf_counter() - begin})


AGENT = AgentKind(
    name="equilibrium_first",
    summary="plays an equilibrium if the game is small enough, otherwise decoupled UCT with a drawn move",
    source="our own; the equilibrium by Saffidine, Finnsson and Buro 2012",
    agent=EquilibriumFirst,
    options=EquilibriumFirstOptions,
)
