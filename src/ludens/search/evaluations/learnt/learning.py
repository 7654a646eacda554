"""Learning the weights of a game's features from play: first from random games, then from games it plays itself.

A generation of games is played by the evaluation that there is, each move looked at with the replies to it; the
weights are then fitted to how these games ended and to what was expected on the way (TD(λ): Sutton 1988; from searches,
as in TreeStrap: Veness, Silver, Uther and Blair 2009), and the next generation plays better. Positions of all
generations are kept, so that what has been learnt is not forgotten for the latest fashion.

How much is done is a number of games, not a time: the same seed gives the same weights.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.game import UnsuitableGameError
from ludens.search.evaluations.learnt.columns import column_values
from ludens.search.evaluations.learnt.game_features import NAME, features_of
from ludens.search.evaluations.learnt.games import Played, Value, play_games
from ludens.search.evaluations.learnt.logistic import Logit, Regression
from ludens.search.evaluations.learnt.model import Learnt, Model
from ludens.search.evaluations.learnt.quantising import quantised
from ludens.search.evaluations.learnt.schedule import Manner, Schedule
from ludens.search.evaluations.learnt.stopping import Stopped, go_on, never
from ludens.search.evaluations.learnt.ties import tie
from ludens.search.evaluations.sample import valued_sample
from ludens.search.facts import facts_of

MOST_ENTRIES = 120_000_000
"""Positions times columns that are fitted to; the oldest positions go first."""


class Course:
    """Learns about one game, a generation at a time. Raises UnsuitableGameError without a circuit, or positions.

    ``done``: generations so far. What StoppedError ends can be done again.
    """

    def __init__(
        self, game: LoadedGame[Any], schedule: Schedule | None = None, seed: int = 0, stopped: Stopped = never
    ) -> None:
        self.game, self.schedule, self._seed, self.done = game, schedule or Schedule(), seed, 0
        facts = facts_of(game)
        self._opposed = facts.seems_opposed
        self.features = features_of(game)
        structure = facts.structure
        assert structure is not None
        go_on(stopped)
        sample = valued_sample(game, self.schedule.positions, self.schedule.playouts, seed, stopped=stopped)
        go_on(stopped)
        if len(sample) < 2:
            raise UnsuitableGameError(NAME, game.info.name, "there are too few positions to learn from")
        self.columns = tie(self.features, structure.symmetries, self._opposed)
        self._regression = Regression(self.columns.groups, self.schedule.penalty, self.columns.has_offset)
        self._counts = [column_values(self.features, self.columns, sample.positions.rows)]
        self._targets = [sample.values]
        self._logits = self._fitted(stopped=stopped)
        self.evaluation = self._made(quantised(self._logits, self.columns))

    @property
    def is_complete(self) -> bool:
        """Whether all generations have been played."""
        return self.done == len(self.schedule.generations)

    def generation(self, stopped: Stopped = never) -> Played:
        """Plays the next generation of games and learns from it; raises StoppedError."""
        number, kept = self.done, (self._counts, self._targets)
        played = self._played(self.schedule.generations[number], 1 + number, stopped)
        go_on(stopped)
        # Random games have shown the way; whoever plays better has no use for their values.
        counts, targets = kept if number else ([], [])
        self._counts = [*counts, column_values(self.features, self.columns, played.rows)]
        self._targets = [*targets, played.targets]
        while len(self._counts) > 1 and sum(map(np.size, self._counts)) > MOST_ENTRIES:
            del self._counts[0], self._targets[0]
        try:
            self._logits = self._fitted(self._logits, stopped)
        except BaseException:
            self._counts, self._targets = kept
            raise
        self.evaluation = self._made(quantised(self._logits, self.columns))
        self.done += 1
        return played

    def _played(self, manner: Manner, number: int, stopped: Stopped) -> Played:
        evaluation, engine = self.evaluation, self.game.engine
        value: Value = lambda rows: evaluation(engine, rows)  # noqa: E731
        return play_games(self.game, [value] * len(self.game.info.roles), manner, self._seed + number, stopped)

    def _fitted(self, start: list[Logit] | None = None, stopped: Stopped = never) -> list[Logit]:
        counts, targets = np.concatenate(self._counts), np.concatenate(self._targets)
        outputs = 1 if self._opposed else targets.shape[1]
        starts: list[Logit | None] = [None] * outputs if start is None else list(start)
        return [self._regression.fit(counts, targets[:, output], starts[output], stopped) for output in range(outputs)]

    def _made(self, model: Model) -> Learnt:
        return Learnt(model, len(self.game.info.roles), lambda: self.features)
