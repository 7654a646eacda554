"""Weights of numbers of moves: those that made the values are found again, and noise explains nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludens
from ludens import Limit
from ludens.engine.contract import LoadedGame
from ludens.players import make_agent
from ludens.search.evaluations.mobility import mobility
from ludens.search.evaluations.mobility_regression import columns, fit_mobility
from ludens.search.evaluations.sample import Sample, random_positions

WEIGHTS = np.array([[0.2, -0.2], [-0.05, 0.05]])


def sample_of(values: object, name: str = "breakthrough(size=5)") -> tuple[LoadedGame[Any], Sample]:
    game = ludens.load(name)
    positions = random_positions(game, 400, 1)
    found = columns(mobility(game), game.engine, positions.rows)
    given = 0.5 + found @ WEIGHTS if values == "weights" else np.random.default_rng(1).random(found.shape)
    return game, Sample(positions, given, 1)


def test_the_weights_that_made_the_values_are_found() -> None:
    game, sample = sample_of("weights")
    fitted = fit_mobility(game, sample=sample)
    assert fitted.weights == pytest.approx(WEIGHTS, abs=1e-3)
    assert fitted.explained == pytest.approx(1.0)
    values = fitted(game.engine, sample.positions.rows)
    assert np.corrcoef(values[:, 0], sample.values[:, 0])[0, 1] > 0.99
    assert ((values > 0) & (values < 1)).all()


def test_noise_explains_nothing() -> None:
    game, sample = sample_of("noise")
    assert fit_mobility(game, sample=sample).explained < 0.05


def test_an_agent_may_ask_for_it() -> None:
    game = ludens.load("breakthrough(size=5)")
    decision = make_agent("paranoid(evaluation=mobility_regression, depth=1)", game, 0, 1).decide(
        game.initial_state(), Limit(playouts=2_000)
    )
    assert decision.notes["depth"] == 1
    assert "explained" in decision.notes
