"""Games between plans that were played on the spot: kept in the cache, so that later matches know them.

They are found by the rules, and by the network that there was for them.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

from ludens import cache
from ludens.engine.contract import LoadedGame
from ludens.players.plans.belief import Trial
from ludens.search.networks.store import network_digest
from ludens.search.once import once
from ludens.search.rules_digest import rules_digest

CODE = ("players/**/*.py", "search/**/*.py", "engine/**/*.py", "circuit/*.py", "circuit/passes/*.py")
"""What plays: other code may play otherwise, and its results are not taken for current."""


class KeptTrials:
    """All trials of a game, those of earlier programs included."""

    def __init__(self, game: LoadedGame[Any]) -> None:
        self._made_from = f"{cache.code_version(*CODE)}\n{rules_digest(game)}\n{network_digest(game)}"
        self.all: list[Trial] = self._fetched()

    def add(self, plan: str, against: str, clock: float, score: float) -> None:
        """Adds one pair, from 0 to 1."""
        new = Trial(plan, against, clock, 1, score, score**2)
        for place, old in enumerate(self.all):
            if (old.plan, old.against, old.clock) == (plan, against, clock):
                pairs = old.pairs + 1
                mean = old.score + (score - old.score) / pairs
                self.all[place] = replace(old, pairs=pairs, score=mean, squares=old.squares + score**2)
                return
        self.all.append(new)

    def keep(self) -> None:
        """Writes all of them to the cache."""
        cache.keep("trials", self._made_from, json.dumps([asdict(trial) for trial in self.all]).encode())

    def _fetched(self) -> list[Trial]:
        data = cache.fetch("trials", self._made_from)
        return [] if data is None else [Trial(**row) for row in json.loads(data)]


def kept_trials(game: LoadedGame[Any]) -> KeptTrials:
    """The trials of a game; the same object for everybody in this program."""
    return once(game, KeptTrials, lambda: KeptTrials(game))
