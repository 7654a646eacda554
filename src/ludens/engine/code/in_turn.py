"""One choice for two roles that take turns: while one chooses, the other can only wait.

The moves of both lie side by side, the first move of one with the first of the other and so on, and in every lane those
of one role are legal. So there is half as much to choose from as when each role chooses by itself.
"""

from __future__ import annotations

import itertools

from ludens.circuit.network import Circuit


def side_by_side(circuit: Circuit, waiting: tuple[int, int]) -> list[tuple[tuple[int, int], ...]]:
    """The moves, each with its role before it, that share a place; ``waiting``: the moves that have none."""
    own = [
        [(role, move) for move in range(len(moves)) if move != waits]
        for role, (moves, waits) in enumerate(zip(circuit.moves, waiting, strict=True))
    ]
    return [tuple(move for move in both if move is not None) for both in itertools.zip_longest(*own)]
