"""RoPaSci 360: the answer to what is expected of the other side, one and two turns ahead.

The other side is taken to move as expected with some probability, and else as hurts most: a restricted Nash response
(Johanson, Zinkevich and Bowling 2007). So a move that gains much against the expected ones is not made if it loses more
against others. Where all is known, it is a best response.

Two turns ahead the other side is taken to go on as well as we would, which hides what its later mistakes are worth. So
what counts is the mean of what pairs of moves are worth one and two turns ahead.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ludens.engine.rows import Rows
from ludens.games.ropasci.deep_search import DeepSearch
from ludens.games.ropasci.turn_search import Array, Budget, Moves, Turn, best_places
from ludens.search.matrix.game import Equilibrium, solve

LIKELY = 0.01
"""Moves that are expected less are left out."""

NEAR = 16
"""Own moves that are mixed one turn ahead."""

OTHERS, OF_TURN = 12, 6
"""Expected moves that are looked at, at most, and moves of the turn as it was solved that are looked at besides."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """Moves of the other side by number, with their chances; ``trust``: how likely it is to move so."""

    moves: Moves
    chances: Array
    trust: float = 1.0


def answer(
    search: DeepSearch,
    rows: Rows,
    role: int,
    legal: Moves,
    expected: Expectation,
    *,
    kept: int,
    budget: Budget,
    turn: Turn | None = None,
) -> Turn:
    """The turn of a role, with the chances by which it answers.

    ``kept``: own moves that are looked at two turns ahead; none: there is time for one turn ahead alone. ``turn``: as
    it was solved for both sides; without it, only expected moves of the other side are looked at.
    """
    order = np.argsort(-expected.chances, kind="stable")[:OTHERS]
    order = order[expected.chances[order] >= min(LIKELY, expected.chances.max())]
    others, weights = expected.moves[order], expected.chances[order] / expected.chances[order].sum()
    if turn is not None:
        others = _joined(others, _best_of(turn, 1 - role))
        weights = np.append(weights, np.zeros(len(others) - len(weights)))
    near = search.table(rows, legal, others, role, 0, budget)
    assert near is not None, "one turn ahead takes no time"
    best = np.argsort(-(near @ weights), kind="stable")[: kept or NEAR]
    if turn is not None:
        best = _joined(best, np.flatnonzero(np.isin(legal, _best_of(turn, role))))
    own = legal[best]
    further = search.table(rows, own, others, role, 1, budget) if kept else None
    depth, table = (1, near[best]) if further is None else (2, (near[best] + further) / 2)
    gains = table @ weights
    if expected.trust < 1.0:
        chances = solve(expected.trust * gains[:, None] + (1 - expected.trust) * table).row
    else:
        chances = np.zeros(len(own))
        chances[int(gains.argmax())] = 1.0
    value = float(chances @ gains)
    if role == 0:
        return Turn((own, others), table, Equilibrium(value, chances, weights, 0.0), depth, budget.used)
    return Turn((others, own), 1 - table.T, Equilibrium(1 - value, weights, chances, 0.0), depth, budget.used)


def _best_of(turn: Turn, side: int) -> Moves:
    return turn.moves[side][best_places(turn.chances(side), turn.worth(side), OF_TURN)]


def _joined(moves: Moves, more: Moves) -> Moves:
    """The moves, and those of the others that are not among them."""
    return np.append(moves, more[~np.isin(more, moves)])
