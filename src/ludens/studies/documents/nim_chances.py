"""What the players of Tong 2013 win in nim, worked out exactly: no games, and no error of any.

Simulations are as many as one likes, so that a move has the mean score of all random games after it. The chances of
the next position then give those of this one. All positions that the heaps can come to are on a grid; in the order of
their indices each comes after those that it leads to.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Heaps = tuple[int, ...]
Wheel = Callable[["Chances", "Moves"], Floats]
"""With which chance a player makes each of some moves."""

WIN = 100.0
ROUNDING = 1e-9
"""Scores that differ by less are equal."""


@dataclass(frozen=True, slots=True)
class Moves:
    """What a position leads to: the positions on the grid, counted along it, and what can be seen at once."""

    places: NDArray[np.int64]
    wins: NDArray[np.bool_]
    loses: NDArray[np.bool_]
    perfect: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Chances:
    """What random games from each position of the grid bring whoever is to move.

    ``won``: the chance of a win. ``steps_won`` and ``steps_lost``: the moves of a game, 0 where it is not won or not
    lost, on average.
    """

    won: Floats
    steps_won: Floats
    steps_lost: Floats


def even(weights: NDArray[np.bool_]) -> Floats:
    """The same chance for each that is marked, or for all where none is."""
    marked = weights if weights.any() else np.ones_like(weights)
    return np.asarray(marked / marked.sum())


def by_random(_: Chances, moves: Moves) -> Floats:
    """``random``: any move."""
    return even(np.ones_like(moves.wins))


def by_perfect(_: Chances, moves: Moves) -> Floats:
    """Any move that wins against everybody, if there is one."""
    return even(moves.perfect)


def by_search_light(_: Chances, moves: Moves) -> Floats:
    """``search_light``: a win at once, else any move after which the other has none."""
    return even(moves.wins) if moves.wins.any() else even(~moves.loses)


def by_monte_carlo(chances: Chances, moves: Moves) -> Floats:
    """``monte_carlo``: the move after which random games are won most often."""
    won = 1.0 - chances.won[moves.places]
    return even(won > won.max() - ROUNDING)


def by_wheel(chances: Chances, moves: Moves) -> Floats:
    """``roulette``: as search light, but the move is drawn by the scores of random games, shorter ones being better."""
    if moves.wins.any() or moves.loses.all():
        return by_search_light(chances, moves)
    lost = 1.0 - chances.won[moves.places]
    scores = WIN * lost - (chances.steps_lost[moves.places] + lost)
    weights = np.where(moves.loses, 0.0, scores)
    total = weights.sum()
    return weights / total if total > 0 else even(~moves.loses)


PLAYERS: Mapping[str, Wheel] = {
    "roulette": by_wheel,
    "random": by_random,
    "monte_carlo": by_monte_carlo,
    "search_light": by_search_light,
}


def sometimes_perfect(part: float, otherwise: Wheel = by_random) -> Wheel:
    """A player that makes this part of its moves perfectly."""

    def drawn(chances: Chances, moves: Moves) -> Floats:
        return part * by_perfect(chances, moves) + (1 - part) * otherwise(chances, moves)

    return drawn


class Nim:
    """The game of nim with these heaps; whoever takes the last object wins."""

    def __init__(self, heaps: Heaps) -> None:
        self.heaps = heaps
        shape = tuple(size + 1 for size in heaps)
        positions = list(product(*(range(size) for size in shape)))
        strides = [math.prod(shape[place + 1 :]) for place in range(len(shape))]
        left = np.array([sum(map(bool, position)) for position in positions])
        sums = np.array([_nim_sum(position) for position in positions])
        self._moves = [_moves(number, position, strides, left, sums) for number, position in enumerate(positions)]
        self._random = _random_games(self._moves)

    def first_wins(self, first: Wheel, second: Wheel) -> float:
        """The chance that the player who moves first wins."""
        return self.seats(first, second)[0]

    def seats(self, player: Wheel, opponent: Wheel) -> tuple[float, float]:
        """The chances of a player to win when it moves first, and when it moves second."""
        own, others = np.zeros(len(self._moves)), np.zeros(len(self._moves))
        for number, moves in enumerate(self._moves[1:], start=1):
            own[number] = player(self._random, moves) @ (1.0 - others[moves.places])
            others[number] = opponent(self._random, moves) @ (1.0 - own[moves.places])
        return float(own[-1]), 1.0 - float(others[-1])


def more_often(first: float, first_games: int, second: float, second_games: int) -> float:
    """The chance that the first has the higher rate after so many games each, level counting half."""
    ours, theirs = _binomial(first, first_games), _binomial(second, second_games)
    rates = np.arange(first_games + 1)[:, None] / first_games - np.arange(second_games + 1) / second_games
    ahead = np.where(np.abs(rates) < ROUNDING, 0.5, rates > 0)
    return float(ours @ ahead @ theirs)


def _binomial(chance: float, games: int) -> Floats:
    wins = np.arange(games + 1)
    ways = np.array([math.comb(games, won) for won in wins], dtype=float)
    return np.asarray(ways * chance**wins * (1 - chance) ** (games - wins))


def _nim_sum(position: Heaps) -> int:
    total = 0
    for size in position:
        total ^= size
    return total


def _moves(number: int, position: Heaps, strides: list[int], left: NDArray[np.int64], sums: NDArray[np.int64]) -> Moves:
    taken = [stride * count for stride, size in zip(strides, position, strict=True) for count in range(1, size + 1)]
    places = number - np.array(taken, dtype=np.int64)
    return Moves(places, left[places] == 0, left[places] == 1, sums[places] == 0)


def _random_games(moves: list[Moves]) -> Chances:
    won, steps_won, steps_lost = (np.zeros(len(moves)) for _ in range(3))
    for number, each in enumerate(moves[1:], start=1):
        after = each.places
        won[number] = (1.0 - won[after]).mean()
        steps_won[number] = (steps_lost[after] + 1.0 - won[after]).mean()
        steps_lost[number] = (steps_won[after] + won[after]).mean()
    return Chances(won, steps_won, steps_lost)
