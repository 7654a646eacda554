"""Which games and measurements a study means, and in which order they are done.

All comparisons advance together: whenever a study is broken off, about the same part of each has been played.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version

from ludens.arena.match import MatchConditions, MatchJob, match_id
from ludens.arena.meetings import seatings
from ludens.games.loading import load
from ludens.studies.study import Comparison, Measurement, Mode, Study


@dataclass(frozen=True, slots=True)
class GameTask:
    """A game to be played, and the tournament of the store that it belongs to."""

    tournament: str
    conditions: MatchConditions
    job: MatchJob

    @property
    def id(self) -> str:
        return self.job.id


@dataclass(frozen=True, slots=True)
class MeasurementTask:
    """A measurement to be made."""

    id: str
    measurement: Measurement
    mode: Mode
    seed: int


Task = GameTask | MeasurementTask


def game_tasks(comparison: Comparison, mode: Mode, seed: int) -> tuple[GameTask, ...]:
    """The games of a comparison; with changing seats, games of the same number follow each other."""
    asked = comparison.tournament(mode, seed)
    contest, conditions = asked.id, asked.conditions
    orders, tasks = _orders(comparison), []
    for count in range(comparison.games.of(mode)):
        number, seated = count // len(orders), orders[count % len(orders)]
        job = MatchJob(match_id(contest, comparison.game, seated, number), comparison.game, seated, number)
        tasks.append(GameTask(contest, conditions, job))
    return tuple(tasks)


def measurement_task(study: Study, measurement: Measurement, mode: Mode, seed: int) -> MeasurementTask:
    """The task of a measurement; its id is the same for the same study, size, seed and version."""
    text = json.dumps([study.name, measurement.what, mode.value, seed, version("ludens")])
    return MeasurementTask(hashlib.sha256(text.encode()).hexdigest()[:16], measurement, mode, seed)


def ordered(study: Study, mode: Mode, seed: int) -> list[Task]:
    """All tasks of a study, each once: measurements first, then games so that all comparisons advance together."""
    placed: list[tuple[float, Task]] = []
    for experiment in study.experiments:
        for comparison in experiment.comparisons:
            tasks = game_tasks(comparison, mode, seed)
            placed += [((place + 0.5) / len(tasks), task) for place, task in enumerate(tasks)]
    placed.sort(key=lambda each: each[0])
    first: list[Task] = [
        measurement_task(study, measurement, mode, seed)
        for experiment in study.experiments
        for measurement in experiment.measurements
    ]
    return list({task.id: task for task in (*first, *(task for _, task in placed))}.values())


def seats_of(study: Study) -> Iterator[tuple[str, str]]:
    """Each game with each agent that plays it, once."""
    found = {
        (comparison.game, agent): None
        for experiment in study.experiments
        for comparison in experiment.comparisons
        for agent in (comparison.agent, comparison.opponent)
    }
    return iter(found)


def _orders(comparison: Comparison) -> tuple[tuple[str, ...], ...]:
    roles = len(load(comparison.game).info.roles)
    if comparison.seat is None:
        return seatings((comparison.agent, comparison.opponent), roles)
    return (tuple(comparison.agent if role == comparison.seat else comparison.opponent for role in range(roles)),)
