"""RoPaSci 360: a turn as a matrix game, deeper and deeper while there is time, by compiled equilibria.

First one turn ahead, with nothing legal left out; then two turns ahead for the likeliest moves of both sides and the
best answers to them; then three for the best of those. What is looked at deeper is a smaller game each time, and every
stage that is finished in time decides.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludens.engine.rows import Rows
from ludens.games.ropasci.endgame import endgame_table
from ludens.games.ropasci.equilibria import MOST_MOVES, Solved, pair_values, solve_turn
from ludens.games.ropasci.network import Judge
from ludens.games.ropasci.turn_search import Array, Budget, Moves, Turn, best_places
from ludens.search.matrix.game import Equilibrium, solve

PATH = Path(__file__).with_name("data") / "network.npz"

CANDIDATES, ROUNDS, ANSWERS = 12, 6, 3
"""Of a side at first, and how often how many best answers are added."""

CHUNK = 8
"""Pairs of moves between two looks at the clock."""

WORK = (1, 100, 4000)
"""About how many positions a pair of moves takes, by depth."""


@dataclass(frozen=True, slots=True)
class Depths:
    """How much is looked at: most moves of a side two turns ahead, three turns ahead, and in the second of three."""

    two: int = 20
    three: int = 10
    inner: int = 6
    candidates: int = CANDIDATES


class Pace:
    """How long a pair of moves takes, by depth, learnt while playing."""

    def __init__(self) -> None:
        self.seconds = [1e-6, 2e-4, 6e-3]

    def learn(self, depth: int, seconds: float) -> None:
        self.seconds[depth] = 0.8 * self.seconds[depth] + 0.2 * seconds

    def side(self, depth: int, budget: Budget) -> int:
        """How many moves of each side can be looked at; a number above any wanted without limits."""
        left = (budget.until - time.perf_counter()) / self.seconds[depth]
        pairs = min(left, (budget.positions - budget.used) / WORK[depth])
        return 1 << 20 if pairs == math.inf else math.isqrt(max(0, int(pairs)))


Weights = tuple[Array, Array, Array, Array]
"""Of a network: hidden, bias, out and linear, see ``network.Judge``."""


@cache
def shipped_network() -> Weights:
    """The network that is shipped."""
    return read_network(PATH)


def read_network(path: Path) -> Weights:
    """A network from its file."""
    with np.load(path) as data:
        hidden, bias, out, linear = (
            np.ascontiguousarray(data[name], dtype=np.float64) for name in ("hidden", "bias", "out", "linear")
        )
        return hidden, bias, out, linear


def judge_of(network: Weights, draw: float = 0.5, repeated: float = 0.0, *, endgames: bool = True) -> Judge:
    """``draw``: what it is worth to Upper; ``repeated``: how near to it a second occurrence brings a position."""
    table = endgame_table()
    turns = np.ascontiguousarray(table.turns if endgames else table.turns[:0], dtype=np.int64)
    return Judge(*network, turns, table.chances, np.array([draw, repeated]))


class DeepSearch:
    """Solves turns as a judge values positions."""

    def __init__(self, judge: Judge, depths: Depths, pace: Pace) -> None:
        self.judge, self.depths, self.pace = judge, depths, pace

    def one_turn(self, rows: Rows, budget: Budget) -> Turn:
        """One turn ahead, with best answers from all legal moves."""
        most, sizes = MOST_MOVES, np.zeros(3, dtype=np.int64)
        solved = Solved(np.zeros((2, most), dtype=np.int64), np.zeros((most, most)), np.zeros((2, most)))
        limits = np.array([self.depths.candidates, ROUNDS, ANSWERS], dtype=np.int64)
        value = solve_turn(rows[0], self.judge, solved, sizes, limits)
        upper, lower, positions = (int(size) for size in sizes)
        budget.used += positions
        found = Equilibrium(value, solved.chances[0, :upper], solved.chances[1, :lower], 0.0)
        return Turn(
            (solved.moves[0, :upper], solved.moves[1, :lower]), solved.matrix[:upper, :lower], found, 1, positions
        )

    def deeper(self, rows: Rows, turn: Turn, kept: int, budget: Budget) -> Turn | None:
        """The turn for the ``kept`` best moves of each side, one turn further ahead; None if time is up before."""
        places = [best_places(turn.chances(side), turn.worth(side), kept) for side in (0, 1)]
        upper, lower = (turn.moves[side][places[side]] for side in (0, 1))
        matrix = self.table(rows, upper, lower, 0, turn.depth, budget)
        if matrix is None:
            return None
        return Turn((upper, lower), matrix, solve(matrix), turn.depth + 1, budget.used)

    def solved(self, rows: Rows, budget: Budget, most: int) -> Turn:
        """The turn, as far ahead as the budget and ``most`` turns allow."""
        turn = self.one_turn(rows, budget)
        for depth, wanted, fewest in ((1, self.depths.two, 4), (2, self.depths.three, 3)):
            kept = min(wanted, self.pace.side(depth, budget))
            if depth >= most or kept < fewest:
                break
            further = self.deeper(rows, turn, kept, budget)
            if further is None:
                break
            turn = further
        return turn

    def table(self, rows: Rows, own: Moves, others: Moves, side: int, depth: int, budget: Budget) -> Array | None:
        """What each move of a side is worth to it against each of the other's; None if time is up before."""
        pairs = np.empty((len(own) * len(others), 2), dtype=np.int64)
        pairs[:, side], pairs[:, 1 - side] = np.repeat(own, len(others)), np.tile(others, len(own))
        values = self._values(rows, pairs, depth, budget)
        if values is None:
            return None
        table = values.reshape(len(own), len(others))
        return table if side == 0 else 1 - table

    def _values(self, rows: Rows, pairs: Moves, depth: int, budget: Budget) -> Array | None:
        values: NDArray[np.float64] = np.empty(len(pairs))
        begin = time.perf_counter()
        chunk = CHUNK if depth else len(pairs)
        for first in range(0, len(pairs), chunk):
            some = slice(first, first + chunk)
            if first and time.perf_counter() >= budget.until:
                self.pace.learn(depth, (time.perf_counter() - begin) / max(1, first))
                return None
            pair_values(
                rows[0], pairs[some], depth, self.depths.candidates, self.depths.inner, self.judge, values[some]
            )
        self.pace.learn(depth, (time.perf_counter() - begin) / len(pairs))
        budget.used += WORK[depth] * len(pairs)
        return values
