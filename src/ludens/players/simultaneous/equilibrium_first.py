"""Exact where possible, a search elsewhere: for games in which both roles choose at once.

A share of the clock goes to an equilibrium of the whole game, position by position, which is kept with the game, so
that later moves and later games need not begin again; then to ``sm_minimax``. If either reaches the end of the game,
its mixed strategy is an equilibrium, and nobody can do better against it; of those of the whole game it plays the one
that gains most from mistakes (``search/matrix/mistakes.py``). Otherwise a tree search uses the rest.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import Decision, Limit, MoveReport
from ludens.players.agent import SeatedAgent
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.simultaneous.duct import DuctOptions, make_duct
from ludens.players.simultaneous.sm_minimax import SimultaneousMinimaxAgent, SimultaneousMinimaxOptions
from ludens.search.facts import facts_of
from ludens.search.matrix.whole_game import WholeGame
from ludens.search.once import once
from ludens.search.stopwatch import SECONDS
from ludens.search.time_share import TimeShare

WHOLE = 0.3
"""The part of a move's time for an equilibrium of the whole game."""


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
        self._game, self._role, self._random = game, role, self._exact.random
        self._whole = once(game, WholeGame, lambda: WholeGame(game.engine))
        self._settled = facts_of(game).certain.settled

    def decide(self, state: Any, limit: Limit) -> Decision:
        """A legal move in a position that is not terminal."""
        begin = time.perf_counter()
        if limit.seconds is None and limit.playouts is None:
            limit = replace(limit, seconds=SECONDS)
        known = self._known(state, limit, begin)
        if known is not None:
            return replace(known, notes={**known.notes, "seconds": time.perf_counter() - begin})
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

    def _known(self, state: Any, limit: Limit, begin: float) -> Decision | None:
        """A move by an equilibrium of the whole game, if there is one by now.

        Not with a limit of playouts: the same number of them gives the same moves, whatever was played before.
        """
        if limit.seconds is None or limit.playouts is not None or self._whole.given_up:
            return None
        row = self._game.pack([state])[0]
        found = self._whole.solved(row)
        if found is None:
            self._whole.work(begin + WHOLE * limit.seconds)
            found = self._whole.solved(row)
        if found is None:
            return None
        role, names = self._role, self._game.engine.moves(self._role)
        chances = found.gaining(role)
        against = found.matrix @ found.found.column if role == 0 else self._whole.total - found.found.row @ found.matrix
        place = int(self._random.choice(len(chances), p=chances / chances.sum()))
        reports = tuple(
            MoveReport(names[move], value=float(against[number]), proven=self._settled, chance=float(chances[number]))
            for number, move in enumerate(found.moves[role])
        )
        listed = tuple(sorted(reports, key=lambda report: (report.chance or 0.0, report.value or 0.0), reverse=True))
        value = found.found.value if role == 0 else self._whole.total - found.found.value
        notes: dict[str, float | int | str] = {"positions": self._whole.positions, "simulations": 0}
        return Decision(reports[place].move, float(value), listed, notes=notes)


AGENT = AgentKind(
    name="equilibrium_first",
    summary="plays an equilibrium if the game is small enough, otherwise decoupled UCT with a drawn move",
    source="our own; the equilibrium by Saffidine, Finnsson and Buro 2012",
    agent=EquilibriumFirst,
    options=EquilibriumFirstOptions,
)
