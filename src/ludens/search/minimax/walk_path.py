"""The path of a walk: a frame for each node from the root to where the walk is, and what it has found."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.search.minimax.graph import NO_MOVE

FRAME = np.dtype(
    [
        ("node", "i4"),
        ("alpha", "i4"),
        ("beta", "i4"),
        ("low", "i4"),
        ("high", "i4"),
        ("certain_low", "i4"),
        ("certain_high", "i4"),
        ("tried", "i4"),
        ("place", "i4"),
        ("best", "i4"),
        ("moves", "i4"),
        ("rest", "i2"),
        ("kind", "i1"),
        ("side", "i1"),
        ("scouting", "i1"),
    ]
)
"""A node on the path, its numbers seen from the side to move. ``rest``: joint moves still to be searched. ``moves``:
how many of its moves are to be looked at; ``tried``: how many have been; ``place``: the one that is looked at;
``scouting``: with a window of no width, first."""


class Path(NamedTuple):
    """Room for one walk: frames, and for every depth the scores of moves and two killer moves (Akl and Newborn 1977).

    ``answer`` (3): the bounds found, and whether the walk was broken off. ``wanted`` and ``unvalued``: nodes to be
    expanded and valued; ``counts`` (2): how many.
    """

    frames: NDArray[Any]
    scores: NDArray[np.int64]
    killers: NDArray[np.int32]
    answer: NDArray[np.int64]
    wanted: NDArray[np.int64]
    unvalued: NDArray[np.int64]
    counts: NDArray[np.int64]


def new_path(levels: int, widest: int, wanted: int) -> Path:
    """Room for a walk of so many levels, moves of a position and nodes wanted."""
    return Path(
        np.zeros(levels, dtype=FRAME),
        np.zeros((levels, widest), dtype=np.int64),
        np.full((levels, 2), NO_MOVE, dtype=np.int32),
        np.zeros(3, dtype=np.int64),
        np.zeros(wanted, dtype=np.int64),
        np.zeros(wanted, dtype=np.int64),
        np.zeros(2, dtype=np.int64),
    )
