"""Random games beside a network: both value a position, and the mean of what they say has fewer mistakes.

Random games see what comes, a network what it has learnt. Where rules are fast, some of them cost less than asking the
network once (both together: Silver et al. 2016).
"""

from __future__ import annotations

from dataclasses import dataclass

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.evaluations.static import Values
from ludens.search.tree.evaluate import RandomPlayouts


@dataclass(frozen=True, slots=True)
class Beside:
    """``part``: what the mean of random games counts for, from 0 to 1; so many are played from ``each`` position."""

    games: RandomPlayouts
    part: float
    each: int

    def blended(self, engine: BatchEngine, rows: Rows, values: Values, seed: int) -> Values:
        """What positions are worth by a network's values and by random games."""
        played = self.games(engine, rows, self.each, seed, amaf=False, deadline=float("inf")).values
        return (1 - self.part) * values + self.part / self.each * played
