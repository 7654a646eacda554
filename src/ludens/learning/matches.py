"""Matches on lanes: two networks play many games at once, each looking one move ahead as in self-play."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludens.arena.statistics import Estimate, estimate
from ludens.engine.contract import LoadedGame
from ludens.learning.lookahead import drawn, look_ahead
from ludens.learning.selfplay import Manner
from ludens.search.draws import choose
from ludens.search.networks.evaluation import NetworkEvaluation
from ludens.search.random_games import longest

OPENING = 4
"""Random joint moves at the start, at most; both games of a pair have the same."""

HEAT = 0.01
"""Moves that are worth about the same are played about as often."""


def duel(
    game: LoadedGame[Any], one: NetworkEvaluation, other: NetworkEvaluation, pairs: int, seed: int
) -> Estimate | None:
    """What the first of two networks scores, by pairs of games with seats changed; ``None`` unless there are two roles.

    Games that are not over at the end of their time count as even.
    """
    if len(game.info.roles) != 2:
        return None
    first, second = (_scores(game, seats, pairs, seed) for seats in ((one, other), (other, one)))
    return estimate(((first[:, 0] + second[:, 1]) / 2).tolist())


def _scores(
    game: LoadedGame[Any], seats: tuple[NetworkEvaluation, NetworkEvaluation], games: int, seed: int
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    engine, random = game.engine, np.random.default_rng(seed)
    rows, numbers = engine.initial(games), np.arange(games)
    openings = random.integers(0, OPENING + 1, games)
    found = np.full((games, 2), 0.5)
    for step in range(longest(game.info)):
        legal = engine.legal(rows)
        going = np.all([table.any(axis=1) for table in legal], axis=0)
        rows, numbers, legal = rows[going], numbers[going], [table[going] for table in legal]
        if not len(rows):
            break
        words = np.random.default_rng([seed, step]).integers(0, 1 << 64, size=(2, games), dtype=np.uint64)
        moves = np.stack([choose(table, own[numbers]) for table, own in zip(legal, words, strict=True)], axis=1)
        asked = np.flatnonzero(step >= openings[numbers])
        for role, network in enumerate(seats):
            own = asked[legal[role][asked].sum(axis=1) > 1]
            if len(own):
                tables = [table[own] for table in legal]
                ahead = look_ahead(engine, network, rows[own], tables, heat=HEAT, random=random, most=Manner().most)
                moves[own, role] = drawn(ahead.playable(role), random)
        rows, over, goals = engine.follow(rows, moves)
        found[numbers[over]] = np.maximum(goals[over], 0) / 100
        rows, numbers = rows[~over], numbers[~over]
    return found
