"""How well evaluations tell the winner: on positions of games that nothing was fitted to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.search.evaluations.learnt.games import Played, Value, play_games
from ludens.search.evaluations.learnt.schedule import Manner
from ludens.search.evaluations.learnt.stopping import Stopped, never
from ludens.search.evaluations.static import MARGIN

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Judgement:
    """``loss``: the mean logarithmic loss of the first role's chances. ``ranking``: how often, of a position that was
    won and one that was lost, the won one is valued higher; one half is chance.
    """

    loss: float
    ranking: float


def judge(value: Value, played: Played) -> Judgement:
    """How well an evaluation tells how games ended."""
    chances, ends = value(played.rows)[:, 0], played.goals[:, 0]
    safe = np.clip(chances, MARGIN / 2, 1 - MARGIN / 2)
    loss = -np.mean(ends * np.log(safe) + (1 - ends) * np.log(1 - safe))
    return Judgement(float(loss), ranking(chances, ends))


def ranking(chances: Vector, ends: Vector) -> float:
    """The area under the curve of a classifier, by ranks (Mann and Whitney 1947), draws left out.

    One half where all end alike.
    """
    chances, ends = chances[ends != 0.5], ends[ends != 0.5]
    won, lost = ends > 0.5, ends < 0.5
    if not won.any() or not lost.any():
        return 0.5
    _, places, counts = np.unique(chances, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[places]
    pairs = float(won.sum()) * float(lost.sum())
    return float((ranks[won].sum() - won.sum() * (won.sum() + 1) / 2) / pairs)


def duel(
    game: LoadedGame[object], one: Value, other: Value, manner: Manner, seed: int, stopped: Stopped = never
) -> float:
    """The share of points that the first of two evaluations makes, each side taken as often, moves looked at alike.

    Raises StoppedError.
    """
    first = _ends(play_games(game, [one, other], manner, seed, stopped))[:, 0]
    second = _ends(play_games(game, [other, one], manner, seed, stopped))[:, 1]
    return float(np.concatenate([first, second]).mean())


def _ends(played: Played) -> Vector:
    """The goals of each game once."""
    return played.goals[np.unique(played.games, return_index=True)[1]]


def of_engine(game: LoadedGame[object], static: Callable[..., Vector]) -> Value:
    """An evaluation as a function of rows alone."""
    return lambda rows: static(game.engine, rows)
