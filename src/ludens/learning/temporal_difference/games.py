"""Many games at once between two players, each of whom looks at all positions of a turn together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.learning.temporal_difference.shallow import Moves, Search
from ludens.learning.temporal_difference.updates import Array

Player = Callable[[Rows, np.random.Generator], Moves]
"""Moves of both roles in many positions; only those of its own role are made."""

Seen = Callable[[Moves, Rows], None]
"""Is shown the numbers of the games that go on, and their positions, before every turn."""


def at_random(candidates: BatchEngine) -> Player:
    """Any move that ``candidates`` calls legal."""

    def player(rows: Rows, random: np.random.Generator) -> Moves:
        return np.stack([_any(table, random) for table in candidates.legal(rows)], axis=1)

    return player


def _any(table: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], random: np.random.Generator) -> Moves:
    return np.asarray((table * (1 - random.random(table.shape))).argmax(axis=1))


def by_search(search: Search) -> Player:
    """The moves that a search finds."""
    return lambda rows, random: search(rows, random).moves


def exploring(player: Player, other: Player, share: float) -> Player:
    """Another player's move in a share of the turns, for each role by itself."""

    def mixed(rows: Rows, random: np.random.Generator) -> Moves:
        moves = player(rows, random)
        return np.where(random.random(moves.shape) < share, other(rows, random), moves)

    return mixed


def openings(engine: BatchEngine, player: Player, count: int, turns: int, random: np.random.Generator) -> Rows:
    """Positions after so many turns; none of the games must end by then."""
    rows = engine.initial(count)
    for _ in range(turns):
        rows = engine.step(rows, player(rows, random))
    return rows


def play(
    engine: BatchEngine,
    players: tuple[Player, Player],
    rows: Rows,
    random: np.random.Generator,
    seen: Seen | None = None,
) -> Array:
    """Plays games to their ends: what each is worth to the first role, -1, 0 or 1."""
    results, numbers = np.empty(len(rows)), np.arange(len(rows))
    while True:
        over, goals = engine.outcome(rows)
        results[numbers[over]] = goals[over, 0] / 50 - 1.0
        numbers, rows = numbers[~over], rows[~over]
        if not len(rows):
            return results
        if seen is not None:
            seen(numbers, rows)
        moves = players[0](rows, random)
        if players[1] is not players[0]:
            moves = np.stack([moves[:, 0], players[1](rows, random)[:, 1]], axis=1)
        rows = engine.step(rows, moves)


@dataclass(frozen=True, slots=True)
class Match:
    """Games of one player against another: won, drawn and lost."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """From 0 to 1, a draw being half."""
        return (self.won + self.drawn / 2) / self.games

    def __add__(self, other: Match) -> Match:
        return Match(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)


def match(engine: BatchEngine, player: Player, other: Player, starts: Rows, random: np.random.Generator) -> Match:
    """Two games from each position, with seats changed."""
    as_first = play(engine, (player, other), starts, random)
    as_second = -play(engine, (other, player), starts, random)
    results = np.concatenate([as_first, as_second])
    return Match(int((results > 0).sum()), int((results == 0).sum()), int((results < 0).sum()))
