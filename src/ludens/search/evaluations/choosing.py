"""Which evaluation suits a game: all are asked about positions whose value is known from random games."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.rows import Rows
from ludens.game import UnsuitableGameError
from ludens.search.evaluations.features import BENDING, PLAYOUTS, SAMPLES, SHARES, fit_features
from ludens.search.evaluations.goal_proximity import goal_proximity
from ludens.search.evaluations.mobility import mobility
from ludens.search.evaluations.ridge import explained
from ludens.search.evaluations.sample import Sample, valued_sample
from ludens.search.evaluations.static import HasEvaluations, Static, TerminalOnly, Values
from ludens.search.warm import warm_up

NEGLIGIBLE = 0.02
"""An evaluation that explains no more of the variance than this is as good as none."""

ALIKE = 0.02
"""Where two explain as much as each other, within this, the faster one is better."""

FOR_SAMPLE = 0.6
"""The part of the time in which positions are collected; the rest is for fitting."""

FEWEST = 8
"""Positions in each part below which nothing can be told."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibrated:
    """Another evaluation, its values turned into what random games bring: ``offset + slope · value`` for each role."""

    evaluation: Static
    offset: Values
    slope: Values
    constant: bool = False

    @property
    def cost(self) -> int:
        return self.evaluation.cost

    def __call__(self, engine: BatchEngine, rows: Rows) -> Values:
        return BENDING(self.estimate(engine, rows))

    def estimate(self, engine: BatchEngine, rows: Rows) -> Values:
        """The values as fitted, which may lie outside 0 to 1."""
        return np.asarray(self.offset + self.slope * self.evaluation(engine, rows))


@dataclass(frozen=True, slots=True)
class Candidate:
    """An evaluation that was tried: the share of the variance that it explains (R²), and seconds for a position."""

    name: str
    explained: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Report:
    """What was chosen and why: the best first; ``refused``: names and reasons of those that cannot value the game."""

    name: str
    candidates: tuple[Candidate, ...]
    refused: tuple[tuple[str, str], ...]
    samples: int
    seconds: float

    @property
    def notes(self) -> dict[str, float | int | str]:
        """The report as notes of a decision."""
        found = next((candidate.explained for candidate in self.candidates if candidate.name == self.name), 0.0)
        return {"evaluation": self.name, "explained": round(found, 3), "samples": self.samples}


def best_evaluation(game: LoadedGame[Any], seconds: float = 2.5, seed: int = 0) -> tuple[Static, Report]:
    """The evaluation that tells most of what random games from a position bring, and how all did.

    It is fitted and judged on positions of different games. Where all tell next to nothing, as in a game of parity,
    only ends of the game count. The same seed gives the same if there is time for all samples.
    """
    warm_up(game.engine)
    begin = time.perf_counter()
    sample = valued_sample(game, SAMPLES, PLAYOUTS, seed, seconds * FOR_SAMPLE)
    refused: list[tuple[str, str]] = []
    tried: list[tuple[Candidate, Static]] = []
    if min(map(len, sample.parts(SHARES))) >= FEWEST:
        until = begin + seconds
        for name, evaluation, found in _candidates(game, sample, refused, until):
            tried.append((Candidate(name, found, _seconds(game.engine, evaluation, sample)), evaluation))
    tried.sort(key=lambda entry: -entry[0].explained)
    name, chosen = _chosen(tried)
    candidates = tuple(candidate for candidate, _ in tried)
    return chosen, Report(name, candidates, tuple(refused), len(sample), time.perf_counter() - begin)


def _chosen(tried: list[tuple[Candidate, Static]]) -> tuple[str, Static]:
    """The fastest of those that do about as well as the best."""
    if not tried or tried[0][0].explained < NEGLIGIBLE:
        return "terminal", TerminalOnly()
    alike = [entry for entry in tried if entry[0].explained >= tried[0][0].explained - ALIKE]
    candidate, evaluation = min(alike, key=lambda entry: entry[0].seconds)
    return candidate.name, evaluation


def _candidates(
    game: LoadedGame[Any], sample: Sample, refused: list[tuple[str, str]], until: float
) -> Iterator[tuple[str, Static, float]]:
    """Every evaluation that can value the game, in time, calibrated on one part and judged on another."""
    for name, make in _simple(game).items():
        if time.perf_counter() >= until:
            refused.append((name, "there was no time to try it."))
            continue
        try:
            evaluation = calibrated(make(), game.engine, sample)
        except UnsuitableGameError as error:
            refused.append((name, str(error)))
            continue
        judged = sample.parts(SHARES)[2]
        yield name, evaluation, explained(evaluation.estimate(game.engine, judged.positions.rows), judged.values)
    try:
        fitted = fit_features(game, sample=sample)
        yield "features", fitted.features, fitted.explained
    except UnsuitableGameError as error:
        refused.append(("features", str(error)))


def _simple(game: LoadedGame[Any]) -> dict[str, Callable[[], Static]]:
    """The evaluations that have nothing to fit, by name."""
    found: dict[str, Callable[[], Static]] = {
        "goal_proximity": lambda: goal_proximity(game),
        "mobility": lambda: mobility(game),
    }
    if isinstance(game, HasEvaluations):
        found |= game.evaluations
    return found


def calibrated(evaluation: Static, engine: BatchEngine, sample: Sample) -> Calibrated:
    """The evaluation with the offset and slope that fit all but the last part of a sample best."""
    parts = sample.parts(SHARES)[:2]
    values = np.concatenate([evaluation(engine, part.positions.rows) for part in parts])
    targets = np.concatenate([part.values for part in parts])
    apart, spread = values - values.mean(axis=0), values.var(axis=0)
    slope = (apart * targets).mean(axis=0) / np.where(spread > 0, spread, np.inf)
    return Calibrated(evaluation, targets.mean(axis=0) - slope * values.mean(axis=0), slope)


def _seconds(engine: BatchEngine, evaluation: Static, sample: Sample) -> float:
    """How long valuing a position takes, in a batch; the shorter of two tries."""
    rows, taken = sample.positions.rows[:1024], []
    for _ in range(2):
        begin = time.perf_counter()
        evaluation(engine, rows)
        taken.append((time.perf_counter() - begin) / len(rows))
    return min(taken)
