"""Learning weights by TD(λ) or TDLeaf(λ) from games that the evaluation plays itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.learning.temporal_difference.evaluation import Features, TanhOfSum
from ludens.learning.temporal_difference.games import Player, exploring, play
from ludens.learning.temporal_difference.shallow import Found, Moves, Search
from ludens.learning.temporal_difference.updates import Array, update
from ludens.search.evaluations.static import Static

Looking = Callable[[Static], Search]
"""The search with an evaluation at its leaves."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How weights are learnt.

    ``games``, of which ``batch`` at a time are played before the weights move. ``rate``: how far they move for a game;
    after ``halved`` games it is half of that, after twice as many a third, and so on; 0 keeps it. ``decay``: λ.
    ``leaf``: TDLeaf, otherwise TD. ``explore``: the share of random moves. ``scaled``: features are divided by their
    spread first. ``draws``: drawn games count. ``opponent``: who sits on the other side; None for self-play.
    """

    games: int = 1_000
    batch: int = 20
    rate: float = 0.01
    halved: int = 250
    decay: float = 0.7
    leaf: bool = True
    explore: float = 0.1
    scaled: bool = True
    draws: bool = True
    opponent: Player | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """A game to learn: its engine, the features, the search, any legal moves, and positions to begin with."""

    engine: BatchEngine
    features: Features
    looking: Looking
    any_move: Player
    starts: Callable[[int, np.random.Generator], Rows]


class Learner:
    """Plays by a search with the evaluation, and records values and gradients turn by turn.

    ``see`` comes before ``player`` in every turn, with the same positions.
    """

    def __init__(self, search: Search, evaluation: TanhOfSum, random: np.random.Generator, *, leaf: bool) -> None:
        self._search, self._evaluation, self._random, self._leaf = search, evaluation, random, leaf
        self._moves: Moves = np.zeros((0, 2), dtype=np.int64)
        self._numbers: list[Moves] = []
        self._values: list[Array] = []
        self._gradients: list[Array] = []

    def see(self, numbers: Moves, rows: Rows) -> None:
        """The games that go on, by number, and their positions."""
        found = self._search(rows, self._random)
        values, gradients = self.seen_at_leaves(found) if self._leaf else self._at_positions(rows)
        self._moves = found.moves
        self._numbers.append(numbers)
        self._values.append(values)
        self._gradients.append(gradients)

    def player(self, rows: Rows, random: np.random.Generator) -> Moves:
        """The moves for the positions that were seen last."""
        return self._moves

    def _at_positions(self, rows: Rows) -> tuple[Array, Array]:
        features = self._evaluation.features(rows)
        return self._evaluation.values(features), self._evaluation.gradients(features)

    def seen_at_leaves(self, found: Found) -> tuple[Array, Array]:
        gradients = np.zeros((len(found.values), len(self._evaluation.weights)))
        going = ~found.over
        if going.any():
            parts = self._evaluation.gradients(self._evaluation.features(found.leaves[going]))
            np.add.at(gradients, found.of[going], found.chances[going, None] * parts)
        return found.values, gradients

    def direction(self, results: Array, decay: float, *, draws: bool) -> Array:
        """The sum of the updates of all games that were seen."""
        numbers, total = np.concatenate(self._numbers), np.zeros(len(self._evaluation.weights))
        values, gradients = np.concatenate(self._values), np.concatenate(self._gradients)
        for game, result in enumerate(results):
            if draws or result != 0:
                own = numbers == game
                total += update(values[own], gradients[own], float(result), decay)
        return total


def spreads(setting: Setting, games: int, random: np.random.Generator) -> Array:
    """The usual size of each feature in random games; 1 for one that is always 0."""
    found: list[Array] = []
    play(
        setting.engine,
        (setting.any_move, setting.any_move),
        setting.starts(games, random),
        random,
        lambda numbers, rows: found.append(setting.features(rows)),
    )
    sizes = np.sqrt(np.mean(np.concatenate(found) ** 2, axis=0))
    return np.where(sizes > 0, sizes, 1.0)


def learn(setting: Setting, manner: Manner, seed: int) -> TanhOfSum:
    """Weights from so many games, which begin with weights of 0."""
    random = np.random.default_rng(seed)
    scales = spreads(setting, manner.batch, random) if manner.scaled else None
    features = setting.features if scales is None else lambda rows: setting.features(rows) / scales
    count = setting.features(setting.engine.initial()).shape[1]
    evaluation = TanhOfSum(features, np.zeros(count))
    for played in range(0, manner.games, manner.batch):
        direction = _batch(setting, evaluation, manner, random)
        slower = 1 + played / manner.halved if manner.halved else 1.0
        evaluation = TanhOfSum(features, evaluation.weights + manner.rate / slower * direction)
    weights = evaluation.weights if scales is None else evaluation.weights / scales
    return TanhOfSum(setting.features, weights)


def _batch(setting: Setting, evaluation: TanhOfSum, manner: Manner, random: np.random.Generator) -> Array:
    """The sum of the updates of a batch of games; against an opponent, both sit on either side equally often."""
    total = np.zeros(len(evaluation.weights))
    seats = (None,) if manner.opponent is None else (0, 1)
    for seat in seats:
        learner = Learner(setting.looking(evaluation), evaluation, random, leaf=manner.leaf)
        own = exploring(learner.player, setting.any_move, manner.explore)
        other = manner.opponent or own
        players = (other, own) if seat == 1 else (own, other)
        starts = setting.starts(manner.batch // len(seats), random)
        results = play(setting.engine, players, starts, random, learner.see)
        total += learner.direction(results, manner.decay, draws=manner.draws)
    return total
