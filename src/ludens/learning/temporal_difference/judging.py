"""How good an evaluation is: how much of the results of other games it tells, and how it scores in a shallow search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.learning.temporal_difference.evaluation import signed
from ludens.learning.temporal_difference.games import Match, Player, by_search, match, play
from ludens.learning.temporal_difference.learning import Manner, Setting, learn
from ludens.learning.temporal_difference.shallow import Moves
from ludens.learning.temporal_difference.updates import Array
from ludens.search.evaluations.ridge import explained
from ludens.search.evaluations.static import Static


@dataclass(frozen=True, slots=True)
class Examples:
    """Positions of games that are over by now, the turn of each, and how the game ended, from -1 to 1."""

    rows: Rows
    turns: Moves
    results: Array


def examples(engine: BatchEngine, player: Player, starts: Rows, random: np.random.Generator) -> Examples:
    """All positions of games of a player against itself."""
    numbers: list[Moves] = []
    rows: list[Rows] = []

    def seen(going: Moves, positions: Rows) -> None:
        numbers.append(going)
        rows.append(positions)

    results = play(engine, (player, player), starts, random, seen)
    turns = np.repeat(np.arange(len(numbers)), [len(each) for each in numbers])
    return Examples(np.concatenate(rows), turns, results[np.concatenate(numbers)])


@dataclass(frozen=True, slots=True)
class Judged:
    """``told``: the share of the variance of results that the values explain, below 0 if a draw for all were better.

    ``matches``: by opponent.
    """

    told: float
    matches: Mapping[str, Match]


def share_told(engine: BatchEngine, evaluation: Static, fresh: Examples) -> float:
    """R² of the values of positions as predictions of how their games ended."""
    return explained(signed(evaluation, engine, fresh.rows)[:, None], fresh.results[:, None])


@dataclass(frozen=True, slots=True)
class Room:
    """The same opponents, first positions and fresh games for every way to learn.

    ``starts``: positions that matches begin with. ``fresh``: games that nothing was fitted to.
    """

    setting: Setting
    opponents: Mapping[str, Player]
    starts: Rows
    fresh: Examples
    seed: int

    def learnt(self, manner: Manner, trainings: int) -> Judged:
        """Several trainings, judged together."""
        return self.judged([learn(self.setting, manner, self.seed + number) for number in range(trainings)])

    def judged(self, evaluations: Sequence[Static]) -> Judged:
        """The mean share told, and all games together; evaluations share the positions that games begin with."""
        engine, random = self.setting.engine, np.random.default_rng(self.seed)
        told, matches = list[float](), dict[str, Match]()
        for evaluation, starts in zip(evaluations, np.array_split(self.starts, len(evaluations)), strict=True):
            told.append(share_told(engine, evaluation, self.fresh))
            player = by_search(self.setting.looking(evaluation))
            for name, opponent in self.opponents.items():
                played = match(engine, player, opponent, starts, random)
                matches[name] = matches.get(name, Match(0, 0, 0)) + played
        return Judged(float(np.mean(told)), matches)
