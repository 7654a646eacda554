"""Leaves worth partly what playouts bring and partly what an evaluation says: (1 − β)·evaluation + β·playouts.

Playouts see what comes, the evaluation what there is; where their mistakes differ, the mean of both has fewer (Winands
and Björnsson 2011 use both in Lines of Action, Silver et al. 2016 in Go).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.evaluations.learnt.model import Learnt
from ludens.search.evaluations.leaves import compiled_sums
from ludens.search.evaluations.static import Static
from ludens.search.tree.evaluate import Evaluated, Evaluation, ValuesInLoops, Valuing


@dataclass(frozen=True, slots=True, eq=False)
class BlendedLeaves:
    """What a tree asks: sums over playouts, each of which is moved towards the evaluation of where it starts.

    ``part``: what playouts count for (β), from 0 to 1. What moves were worth in playouts (AMAF) stays as it is.
    """

    playouts: Evaluation
    static: Static
    part: float

    def __call__(
        self, engine: BatchEngine, rows: Rows, per_row: int, seed: int, *, amaf: bool, deadline: float
    ) -> Evaluated:
        played = self.playouts(engine, rows, per_row, seed, amaf=amaf, deadline=deadline)
        rest = (1.0 - self.part) * self.static(engine, rows)
        values = self.part * played.values + per_row * rest
        squares = self.part**2 * played.squares + 2 * self.part * rest * played.values + per_row * rest**2
        return Evaluated(values, squares, played.played)

    def in_loops(self, engine: BatchEngine, per_row: int, *, amaf: bool) -> Valuing | None:
        """The same in compiled loops, where these can play, and the evaluation is a sum."""
        if type(self.static) is not Learnt or not isinstance(self.playouts, ValuesInLoops):
            return None
        games = self.playouts.in_loops(engine, per_row, amaf=amaf)
        if games is None or games.sums is not None:
            return None
        return replace(games, sums=compiled_sums(self.static, len(engine.roles)), part=self.part)
