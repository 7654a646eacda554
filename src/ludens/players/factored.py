"""Play by parts: it solves each independent part of a game and combines the results.

Before the first move it explores every part separately, merges positions that are worth the same, and combines the
parts to find the value of the whole game (see ``search/parts/factored.py``). Values are exact. If there are too many
combinations, it tries again as the game goes on, in half of its time, and searches the whole game by UCT in the other
half.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Decision, Limit, UnsuitableGameError
from ludens.players.agent import SeatedAgent
from ludens.players.kind import AgentKind
from ludens.players.options import Options
from ludens.players.tree_agent import TreeAgent
from ludens.players.trees.uct import UctOptions, make_uct
from ludens.search.parts.factored import FactoredSearch
from ludens.search.stopwatch import SECONDS

START_SECONDS = 10.0
"""How long it may combine parts before the first move."""


class FactoredAgent(SeatedAgent[Any, Options]):
    """Plays what is best by the values of the parts together, or by UCT where those cannot be had."""

    def __init__(self, game: LoadedGame[Any], role: int, options: Options, seed: int | None = None) -> None:
        super().__init__(game, role, options, seed)
        self._seed = seed
        self.search = FactoredSearch(game)
        if self.search.reason:
            raise UnsuitableGameError("factored", game.info.name, self.search.reason)
        self._whole: TreeAgent[Any, UctOptions] | None = None
        start = self.engine.initial()
        if not self.engine.outcome(start)[0][0] and not self.search.decide(start, role, Limit(START_SECONDS)):
            self._search_whole()

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        begin = time.perf_counter()
        if limit == Limit():
            limit = Limit(SECONDS)
        # A limit of playouts alone leaves no time to combine, so that the same seed makes the same choices.
        found = self.search.decide(position, self.role, Limit((limit.seconds or 0.0) / 2))
        if found is not None:
            return found
        if limit.seconds is not None:
            limit = replace(limit, seconds=max(0.0, limit.seconds - (time.perf_counter() - begin)))
        return self._search_whole().decide(self.game.unpack(position)[0], limit)

    def _search_whole(self) -> TreeAgent[Any, UctOptions]:
        if self._whole is None:
            self._whole = make_uct(self.game, self.role, UctOptions(), self._seed)
        return self._whole


AGENT = AgentKind(
    name="factored",
    summary="plays games of independent parts: it solves each part and combines the results",
    source="Cox, Schkufza, Madsen and Genesereth 2009; Zhao, Schiffel and Thielscher 2009; Sprague 1935, Grundy 1939",
    agent=FactoredAgent,
)
