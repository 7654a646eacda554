"""One choice for roles that take turns: while one chooses, the others can only wait.

The moves of all lie side by side, the first move of one with the first of the others and so on, and in every lane those
of one role are legal. So two roles have half as much to choose from as when each chooses by itself.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ludens.circuit.network import Circuit


def side_by_side(circuit: Circuit, left_out: Sequence[int | None]) -> list[tuple[tuple[int, int], ...]]:
    """The moves, each with its role before it, that share a place; ``left_out``: a move of each role that has none."""
    own = [
        [(role, move) for move in range(len(moves)) if move != out]
        for role, (moves, out) in enumerate(zip(circuit.moves, left_out, strict=True))
    ]
    return [tuple(move for move in shared if move is not None) for shared in itertools.zip_longest(*own)]
