"""Few games from each of many positions: how they lie on lanes, and what came of them.

Lanes play several games of one position in turn and count the results, each for itself.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.compiled import TALLY_BITS, lanes_each
from ludens.engine.layout import Layout
from ludens.engine.playouts import Counts, Spread, Words
from ludens.engine.rows import from_planes, to_planes


@dataclass(frozen=True, slots=True)
class Tallies:
    """Games that ended, by position, and for each role how often each of its goal ``values`` came up in them.

    ``reached``: for each role, shape (positions, values).
    """

    finished: Counts
    reached: tuple[Counts, ...]
    values: tuple[tuple[int, ...], ...]


def deal(values: NDArray[np.bool_], per_state: int, words: int) -> Spread:
    """Lays ``per_state`` games from each position, of shape (positions, fluents), on lanes, so many words at a time."""
    lanes = int(lanes_each(len(values), per_state))
    padded = -(-len(values) * lanes // (64 * words)) * 64 * words
    active = to_planes(np.ones((len(values) * lanes, 1), dtype=np.bool_), padded)[0]
    later = per_state // lanes - 1
    more = np.array([active * np.uint64(later >> bit & 1) for bit in range(later.bit_length())], dtype=np.uint64)
    start = to_planes(np.repeat(values, lanes, axis=0), padded)
    return Spread(len(values), lanes, False, start, active, more.reshape(-1, padded // 64))


def tallied(layout: Layout, games: Spread, planes: Words) -> Tallies:
    """The results by position, from the planes ``results`` of the layout."""
    first, fields = layout.sections["tally"] - layout.sections["age"], 1 + layout.goals
    bits = from_planes(planes[first : first + fields * TALLY_BITS], games.positions * games.lanes)
    counters = bits.reshape(games.positions, games.lanes, fields, TALLY_BITS) @ (1 << np.arange(TALLY_BITS))
    counts = counters.sum(axis=1)
    ends = np.cumsum([1, *map(len, layout.circuit.goals)])
    return Tallies(
        counts[:, 0],
        tuple(counts[:, begin:end] for begin, end in itertools.pairwise(ends)),
        tuple(tuple(value for value, _ in goals) for goals in layout.circuit.goals),
    )
