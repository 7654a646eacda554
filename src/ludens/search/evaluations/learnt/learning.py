"""Learning the weights of a game's features from play: first from random games, then from games it plays itself.

A generation of games is played by the evaluation that there is, each move looked at with the replies to it; the
weights are then fitted to how these games ended and to what was expected on the way (TD(λ): Sutton 1988; from searches,
as in TreeStrap: Veness, Silver, Uther and Blair 2009), and the next generation plays better. Positions of all
generations are kept, so that what has been learnt is not forgotten for the latest fashion.

How much is done is a number of games, not a time: the same seed gives the same weights. A time limit can end it early,
with what has been learnt by then.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import unpack_rows
from ludens.game import NoLegalMoveError, UnsuitableGameError
from ludens.search.evaluations.cone import circuit_of
from ludens.search.evaluations.learnt.collecting import Features, collect
from ludens.search.evaluations.learnt.columns import column_values
from ludens.search.evaluations.learnt.games import Manner, Played, Value, play_games
from ludens.search.evaluations.learnt.logistic import Logit, Regression
from ludens.search.evaluations.learnt.model import Learnt, model_of, quantised
from ludens.search.evaluations.learnt.ties import tie
from ludens.search.evaluations.sample import random_positions, valued_sample
from ludens.search.facts import facts_of
from ludens.search.once import once

SECONDS = 60.0
"""The most time for learning, by default: several times what it takes on a core of one's own."""

NAME = "learnt"
FULL = 100

MOST_ENTRIES = 120_000_000
"""Positions times columns that are fitted to; the oldest positions go first."""

SHOWN = 2_048
"""Positions that show which features there are."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """How much is learnt from.

    ``positions`` of random games, each valued by ``playouts``; then as many ``generations`` of games as are listed.
    """

    positions: int = 8_192
    playouts: int = 32
    generations: tuple[Manner, ...] = (Manner(), Manner(), Manner(), Manner(checked=6))
    penalty: float = 10.0


@dataclass(frozen=True, slots=True)
class Lesson:
    """What one generation of games taught: positions, seconds, and the evaluation after it."""

    positions: int
    seconds: float
    evaluation: Learnt


class Course:
    """Learns about one game, a generation at a time. Raises UnsuitableGameError without a circuit, or positions."""

    def __init__(
        self, game: LoadedGame[Any], schedule: Schedule | None = None, seed: int = 0, until: float = math.inf
    ) -> None:
        self.game, self.schedule, self._seed = game, schedule or Schedule(), seed
        facts = facts_of(game)
        self._opposed = is_opposed(game)
        sample = valued_sample(game, self.schedule.positions, self.schedule.playouts, seed, until - time.perf_counter())
        if len(sample) < 2:
            raise UnsuitableGameError(NAME, game.info.name, "there are too few positions to learn from")
        self.features = features_of(game)
        structure = facts.structure
        assert structure is not None
        self.columns = tie(self.features, structure.symmetries, self._opposed)
        self._regression = Regression(self.columns.groups, self.schedule.penalty, self.columns.has_offset)
        self._counts = [column_values(self.features, self.columns, sample.positions.rows)]
        self._targets = [sample.values]
        self._logits = self._fitted()
        self.evaluation = self._made()

    def generation(self, number: int, until: float = math.inf) -> Played | None:
        """Plays one generation of games and learns from it; nothing where the time was too short."""
        manner = self.schedule.generations[number]
        evaluation, engine = self.evaluation, self.game.engine
        value: Value = lambda rows: evaluation(engine, rows)  # noqa: E731
        seed = self._seed + 1 + number
        played = play_games(self.game, [value] * len(self.game.info.roles), manner, seed, until)
        if not len(played) or time.perf_counter() >= until:
            return None
        if number == 0:
            # Random games have shown the way; whoever plays better has no use for their values.
            self._counts, self._targets = [], []
        self._counts.append(column_values(self.features, self.columns, played.rows))
        self._targets.append(played.targets)
        while len(self._counts) > 1 and sum(map(np.size, self._counts)) > MOST_ENTRIES:
            del self._counts[0], self._targets[0]
        self._logits = self._fitted(self._logits)
        self.evaluation = self._made()
        return played

    def _fitted(self, start: list[Logit] | None = None) -> list[Logit]:
        counts, targets = np.concatenate(self._counts), np.concatenate(self._targets)
        outputs = 1 if self._opposed else targets.shape[1]
        starts: list[Logit | None] = [None] * outputs if start is None else list(start)
        return [self._regression.fit(counts, targets[:, output], starts[output]) for output in range(outputs)]

    def _made(self) -> Learnt:
        return Learnt(self.features, quantised(self._logits, self.columns), len(self.game.info.roles))


def is_opposed(game: LoadedGame[Any]) -> bool:
    """Whether there are two roles and one gets what the other does not, at least in random games."""
    facts = facts_of(game)
    return len(game.info.roles) == 2 and facts.seems_constant_sum and facts.random_games.sums <= {FULL}


def features_of(game: LoadedGame[Any]) -> Features:
    """The features of a game, always the same; raises UnsuitableGameError without a circuit."""
    return once(game, Features, lambda: _features(game))


def _features(game: LoadedGame[Any]) -> Features:
    circuit = circuit_of(game, NAME)
    structure = facts_of(game).structure
    assert structure is not None
    rows = random_positions(game, SHOWN, 0).rows
    try:
        legal = game.engine.legal(rows)
    except NoLegalMoveError:
        legal = []
    if not len(rows) or not legal:
        raise UnsuitableGameError(NAME, game.info.name, "there are no positions to learn from")
    return collect(circuit, structure, unpack_rows(rows, len(circuit.fluents)), legal)


class _CutShort(Exception):  # noqa: N818  (not an error)
    def __init__(self, kept: dict[str, float]) -> None:
        super().__init__()
        self.kept = kept


def learnt_evaluation(
    game: LoadedGame[Any],
    schedule: Schedule | None = None,
    seed: int = 0,
    seconds: float = SECONDS,
    stopped: Callable[[], bool] = lambda: False,
) -> Learnt:
    """The evaluation of a game: kept with the game and on disk, or learnt now.

    What a time limit, or ``stopped``, has ended early is kept with the game alone, never on disk.
    """
    schedule = schedule or Schedule()

    def learn() -> dict[str, float]:
        until = time.perf_counter() + seconds
        course = Course(game, schedule, seed, until)
        for number in range(len(schedule.generations)):
            if stopped() or course.generation(number, until) is None:
                raise _CutShort(course.evaluation.model.kept(course.features))
        return course.evaluation.model.kept(course.features)

    def make() -> Learnt:
        circuit_of(game, NAME)
        try:
            kept = facts_of(game).kept(f"{NAME} {schedule} {seed}", learn)
        except _CutShort as cut:
            kept = cut.kept
        features = features_of(game)
        return Learnt(features, model_of(kept, features), len(game.info.roles))

    return once(game, (NAME, schedule, seed), make)
