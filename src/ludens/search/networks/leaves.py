"""Leaves of a tree valued by a network, which also says what their moves may be worth."""

from __future__ import annotations

import numpy as np

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.evaluations.static import MARGIN, Values
from ludens.search.networks.beside import Beside
from ludens.search.networks.evaluation import Chances, NetworkEvaluation
from ludens.search.networks.inputs import Bits
from ludens.search.tree.evaluate import Evaluated
from ludens.search.tree.priors import Expected

HEAT = 0.05
"""Chances of moves were learnt so that a move worth so much less than another is e times less likely."""

LEAST = 1e-6
"""No chance is taken for less."""


class NetworkLeaves:
    """What a tree asks of a network (``Evaluation``, ``ExpectsOfMoves``). ``visits``: what an expected value counts.

    ``beside``: random games, whose mean has a part in the value of a leaf; what is expected of moves has none of it.
    """

    def __init__(
        self, engine: BatchEngine, network: NetworkEvaluation, visits: int, beside: Beside | None = None
    ) -> None:
        self._engine, self.network, self.visits, self.beside = engine, network, visits, beside
        self._asked: tuple[Rows, Expected] | None = None

    def __call__(
        self, engine: BatchEngine, rows: Rows, per_row: int, seed: int, *, amaf: bool, deadline: float
    ) -> Evaluated:
        values = self._look(rows)[0]
        if self.beside is not None:
            values = self.beside.blended(engine, rows, values, seed)
        return Evaluated(per_row * values, per_row * values**2)

    def expected(self, rows: Rows) -> Expected:
        """What is expected of the moves of positions; of those just valued it is known already."""
        asked = self._asked
        return asked[1] if asked is not None and asked[0] is rows else self._look(rows)[1]

    def _look(self, rows: Rows) -> tuple[Values, Expected]:
        legal = self._engine.legal(rows)
        worth, chances = self.network.look(rows, legal)
        values = MARGIN / 2 + (1 - MARGIN) * worth
        expected = Expected(legal, _of_moves(values, chances, legal), self.visits)
        self._asked = rows, expected
        return values, expected


def _of_moves(values: Values, chances: Chances, legal: list[Bits]) -> list[Values]:
    """What moves are worth: chances are those of e to the values, divided by HEAT, and their mean is the position's."""
    found = []
    for role, (own, table) in enumerate(zip(chances, legal, strict=True)):
        logs = np.log(np.maximum(own, LEAST))
        mean = (own * logs).sum(axis=1, keepdims=True)
        found.append(np.where(table, np.clip(values[:, role : role + 1] + HEAT * (logs - mean), 0.0, 1.0), 0.0))
    return found
