"""Why some figures of AlwaysPlayScissors are not found: a cache, the goals of reversi, the moves of blocker.

Each measurement changes the one thing that is thought to be the cause.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.games.loading import load
from ludens.games.rules_game import RulesGame
from ludens.rules.ground_rules import GroundingBudget
from ludens.search.evaluations.mobility import mobility
from ludens.search.evaluations.mobility_regression import PENALTY, PLAYOUTS, SAMPLES, SECONDS, SHARES, columns
from ludens.search.evaluations.ridge import Ridge, explained
from ludens.search.evaluations.sample import Sample, valued_sample
from ludens.search.views.cached_engine import sample, speedup
from ludens.studies.documents.cone_sizes import proposition_cones
from ludens.studies.documents.scissors_figures import (
    BUILT_IN,
    FITTED,
    HEURISTIC_GAMES,
    LARGE_NETWORKS,
    SMALLER,
    TIMED,
    Sheets,
    ready,
)
from ludens.studies.figures import mean
from ludens.studies.study import Figure, Mode

Floats = NDArray[np.float64]

AT_ONCE = (1, 4, 16, 64, 256)
"""Positions that are asked about in one go."""

COUNTING = ("reversi", "connect_four")
"""A game whose goals count, and one whose goals do not."""


def measure_batches(mode: Mode, seed: int, sheets: Sheets = BUILT_IN) -> list[Figure]:
    """How much faster a cache is than working positions out, in minefield, for few and for many at once."""
    engine, figures = ready(LARGE_NETWORKS[0], sheets).engine, list[Figure]()
    for count in AT_ONCE:
        found = [
            speedup(engine, sample(engine, count, np.random.default_rng(seed + number)))
            for number in range(TIMED.of(mode))
        ]
        words = "one position" if count == 1 else f"{count} positions"
        figures.append(replace(mean(f"{words} at once", found, "times as long as looking up"), place=count))
    return figures


def measure_goals_alone(mode: Mode, seed: int, sheets: Sheets = BUILT_IN) -> list[Figure]:
    """How much smaller the cone of goals is without what was worked out to know whether the game is over."""
    del mode, seed
    figures = []
    for name in COUNTING:
        game = load(sheets.get(name, name))
        assert isinstance(game, RulesGame)
        found = proposition_cones(game.sheet.ground(GroundingBudget()))
        figures.append(
            Figure(
                what=f"{name}: goals, propositions that terminal does not need",
                value=found.total / max(1, found.goals_alone),
                unit=SMALLER,
                samples=1,
                note=f"{found.total:,} / {found.goals_alone:,}",
            )
        )
    return figures


def measure_same_turn(mode: Mode, seed: int, sheets: Sheets = BUILT_IN) -> list[Figure]:
    """How much numbers of moves explain among positions of the same turn: they may only tell how far the game is."""
    figures = []
    for name in HEURISTIC_GAMES:
        game = ready(name, sheets)
        found = [round(100 * _explained_within_turns(game, seed + number), 6) for number in range(FITTED.of(mode))]
        figures.append(mean(f"{name}: variance that numbers of moves explain in the same turn", found, "%"))
    return figures


def _explained_within_turns(game: LoadedGame[Any], seed: int) -> float:
    """R² of the regression on the differences from the means of each turn, on positions of other games."""
    first, second = valued_sample(game, SAMPLES, PLAYOUTS, seed, SECONDS).parts(SHARES)
    counts = mobility(game)
    fitted, judged = (
        _within_turns(part, columns(counts, game.engine, part.positions.rows)) for part in (first, second)
    )
    line = Ridge(fitted, _within_turns(first, first.values), np.eye(len(game.info.roles))).line(PENALTY)
    return explained(line(judged), _within_turns(second, second.values))


def _within_turns(part: Sample, values: Floats) -> Floats:
    """The values, less the mean of all positions of the same turn."""
    _, turns = np.unique(part.positions.steps, return_inverse=True)
    sums = np.zeros((int(turns.max()) + 1, values.shape[1]))
    np.add.at(sums, turns, values)
    return np.asarray(values - (sums / np.bincount(turns)[:, None])[turns])
