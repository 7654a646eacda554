"""Positions that are solved: what they are worth, and the moves that keep that.

Small games are solved whole. Of larger ones, endings can be: all that can follow late positions of some games, from the
last moves back, as far as a number of positions allows. Making and solving a position takes about as long as asking a
network for its value, and the answer is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.search.evaluations.static import Values
from ludens.search.facts import facts_of
from ludens.search.minimax.enumeration import Enumeration, begin, enumerate_positions, evaluate, with_room
from ludens.search.minimax.graph import BEYOND, WHOLE_POSITION, WORTH, add_position, certain_worth
from ludens.search.networks.evaluation import Chances
from ludens.search.networks.inputs import Bits
from ludens.search.suitability import unsuitable

SAME = 1e-6
"""Values that differ by less are the same goal."""

Numbers = NDArray[np.int64]

TOGETHER = 32
"""Late positions whose endings are made at once: large enough for batches, and not much is lost if they are too many.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """Positions and their ``worth`` to the first role, from 0 to 1; ``movers`` and the moves that keep it: ``right``.

    ``moves``: how many there are. Shape of ``right``: (positions, moves of the role with the most).
    """

    rows: Rows
    worth: Values
    movers: Numbers
    moves: NDArray[np.int32]
    right: Bits

    def __len__(self) -> int:
        return len(self.rows)


class Solved:
    """Positions of a game for two, in turns, with opposite goals, as far as they have been made and solved.

    ``values``: what each is worth to the first role, -WORTH to WORTH, as far as that is ``known``; in a whole game,
    what is not known is endless, a draw. ``moves``: how many each has; none where the game is over, or nobody looked.
    """

    def __init__(self, game: LoadedGame[Any], found: Enumeration) -> None:
        evaluate(found)
        nodes = found.graph.nodes[: found.size]
        self.game, self._graph = game, found.graph
        self.values = np.clip(0, nodes["certain_low"], nodes["certain_high"]).astype(np.int16)
        self.known = np.asarray(nodes["certain_low"] == nodes["certain_high"])
        self.moves = np.asarray(nodes["edges"], dtype=np.int32)
        self._open = np.flatnonzero(self.known & (self.moves > 0))

    def __len__(self) -> int:
        return len(self.values)

    def worth(self, rows: Rows) -> Values:
        """What positions are worth to the first role, from 0 to 1; NaN where it is not certain."""
        found = np.empty(len(rows), dtype=np.int32)
        certain_worth(self._graph, np.ascontiguousarray(rows), found)
        return np.where(found == BEYOND, np.nan, (found + WORTH) / (2 * WORTH))

    def edges(self, nodes: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """The moves of positions, by number: each's place among ``nodes``, its own number, and where it leads."""
        graph = self._graph
        counts, firsts = self.moves[nodes].astype(np.int64), graph.nodes["first_edge"][nodes].astype(np.int64)
        owners = np.repeat(np.arange(len(nodes)), counts)
        edges = graph.edges[np.repeat(firsts - (np.cumsum(counts) - counts), counts) + np.arange(len(owners))]
        return owners, edges["move"].astype(np.int64), edges["child"].astype(np.int64)

    def of(self, nodes: Numbers) -> Kept:
        """Positions, by number, with the moves that keep their value; values must be certain."""
        roles, values = len(self.game.info.roles), self.values
        owners, moves, after = self.edges(nodes)
        right = np.zeros((len(nodes), widest_role(self.game)), dtype=np.bool_)
        keeps = values[after] == values[nodes[owners]]
        right[owners[keeps], moves[keeps] // roles] = True
        movers = np.zeros(len(nodes), dtype=np.int64)
        movers[owners] = moves % roles
        states = np.ascontiguousarray(self._graph.states[nodes])
        return Kept(states, (values[nodes] + WORTH) / (2 * WORTH), movers, self.moves[nodes], right)

    def judged(self, rows: Rows, legal: Sequence[Bits]) -> tuple[Values, Chances]:
        """What positions are worth to the first role, NaN where that is not certain; and the moves that keep it.

        These share all chances between them; there are none where anything is uncertain, or there is no choice.
        """
        worth, found = self.worth(rows), [np.zeros(table.shape, dtype=np.float32) for table in legal]
        for role, (table, chances) in enumerate(zip(legal, found, strict=True)):
            places = np.flatnonzero(np.isfinite(worth) & (table.sum(axis=1) > 1))
            owners, own = np.nonzero(table[places])
            joint = np.stack([other[places[owners]].argmax(axis=1) for other in legal], axis=1)
            joint[:, role] = own
            after, over, goals = self.game.engine.follow(rows[places[owners]], joint)
            values = np.where(over, np.maximum(goals[:, 0], 0) / 100, self.worth(after))
            chances[places[owners], own] = np.abs(values - worth[places[owners]]) < SAME
            unclear = np.bincount(owners, weights=np.isnan(values), minlength=len(places)) > 0
            chances[places[unclear]] = 0
        return worth, [chances / np.maximum(1, chances.sum(axis=1, keepdims=True)) for chances in found]

    def sample(self, most: int, random: np.random.Generator) -> Kept:
        """At most so many positions that are not over, themselves and what follows them certain; some may be equal."""
        nodes = self._open[random.integers(0, len(self._open), most if len(self._open) else 0)]
        owners, _, after = self.edges(nodes)
        unclear = np.bincount(owners, weights=~self.known[after], minlength=len(nodes)) > 0
        return self.of(nodes[~unclear])

    def of_perfect_play(self) -> Bits:
        """The positions that are reached from the first if nobody ever makes a move that changes the outcome."""
        values, found = self.values, np.zeros(len(self), dtype=np.bool_)
        front = np.zeros(1, dtype=np.int64)
        while len(front):
            found[front] = True
            owners, _, after = self.edges(front)
            after = np.unique(after[values[after] == values[front[owners]]])
            front = after[~found[after]]
        return found


def solvable(game: LoadedGame[Any]) -> bool:
    """Whether two roles move in turns, and one gets what the other does not of 100, at least in random games."""
    return not unsuitable(game) and facts_of(game).random_games.sums <= {100}


def whole_game(game: LoadedGame[Any], most: int) -> Solved | None:
    """A game, solved, unless it has more than so many positions."""
    found = begin(game.engine, game.engine.initial())
    for _ in enumerate_positions(game.engine, found, most):
        pass
    return Solved(game, found) if found.complete else None


def endings(game: LoadedGame[Any], layers: Sequence[Rows], most: int) -> Solved | None:
    """What follows positions, the last of the layers first, until there are more than so many positions.

    Positions in which the game is over must not be among them. ``None`` where there is nothing to begin with.
    """
    found: Enumeration | None = None
    for layer in reversed(layers):
        for first in range(0, len(layer), TOGETHER):
            some = layer[first : first + TOGETHER]
            if found is None:
                found = begin(game.engine, some[:1])
            found.graph = with_room(found.graph, len(some), 0)
            for row in some:
                add_position(found.graph, row, WHOLE_POSITION)
            for _ in enumerate_positions(game.engine, found, most):
                pass
            if found.size > most:
                return Solved(game, found)
    return None if found is None else Solved(game, found)


def widest_role(game: LoadedGame[Any]) -> int:
    """The moves of the role that has the most."""
    return max(len(game.engine.moves(role)) for role in range(len(game.info.roles)))
