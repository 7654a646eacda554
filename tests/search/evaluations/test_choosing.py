"""Which evaluation is chosen for a game, and what is said about it."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.game import UnsuitableGameError
from ludens.games.odd import GAME
from ludens.players.evaluations import NAMES, OWNERS, Request, make_evaluation
from ludens.search.evaluations.choosing import Calibrated, best_evaluation, calibrated
from ludens.search.evaluations.mobility import mobility
from ludens.search.evaluations.sample import valued_sample
from ludens.search.evaluations.static import TerminalOnly

ENOUGH = 1e6
"""Seconds: what is found does not depend on how busy the machine is."""


def test_the_best_explains_most_and_says_so() -> None:
    game = ludens.load("breakthrough")
    evaluation, report = best_evaluation(game, seconds=ENOUGH, seed=1)
    assert report.name == "features"
    assert report.candidates[0].name == "features"
    assert {candidate.name for candidate in report.candidates} == {"features", "goal_proximity", "mobility"}
    assert report.candidates[0].explained > 0.4
    assert report.notes["explained"] == round(report.candidates[0].explained, 3)
    sample = valued_sample(game, 500, 64, 99)
    values = evaluation(game.engine, sample.positions.rows)
    assert np.corrcoef(values[:, 0], sample.values[:, 0])[0, 1] > 0.6


def test_where_nothing_can_be_told_only_ends_count() -> None:
    evaluation, report = best_evaluation(ludens.load("nim"), seconds=ENOUGH, seed=1)
    assert isinstance(evaluation, TerminalOnly)
    assert report.name == "terminal"
    evaluation, report = best_evaluation(ludens.load("rock_paper_scissors"), seconds=ENOUGH)
    assert isinstance(evaluation, TerminalOnly)


def test_odd_is_judged_by_its_own_evaluations() -> None:
    _, report = best_evaluation(ludens.load("odd"), seconds=ENOUGH)
    assert set(GAME.evaluations) | {"mobility"} == {candidate.name for candidate in report.candidates}
    assert {name for name, _ in report.refused} == {"features", "goal_proximity"}


def test_calibration_is_the_line_of_least_squares() -> None:
    game = ludens.load("checkers_small")
    sample = valued_sample(game, 400, 16, 2)
    raw = mobility(game)
    found = calibrated(raw, game.engine, sample)
    assert isinstance(found, Calibrated)
    parts = sample.parts((5, 2, 1))[:2]
    values = np.concatenate([raw(game.engine, part.positions.rows) for part in parts])
    targets = np.concatenate([part.values for part in parts])
    for role in (0, 1):
        slope, offset = np.polyfit(values[:, role], targets[:, role], 1)
        assert found.slope[role] == pytest.approx(slope)
        assert found.offset[role] == pytest.approx(offset)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "network"])
def test_every_evaluation_by_name(name: str) -> None:
    game = ludens.load(OWNERS.get(name, "tic_tac_toe"))
    made = make_evaluation(name, Request(game, 8, 3))
    values = made.evaluation(game.engine, game.engine.initial(5))
    assert values.shape == (5, 2)
    assert ((values >= 0) & (values <= 1)).all()


@pytest.mark.parametrize("name", GAME.evaluations)
def test_evaluations_of_odd_are_for_odd_alone(name: str) -> None:
    with pytest.raises(UnsuitableGameError, match=f"{name} cannot play tic_tac_toe"):
        make_evaluation(name, Request(ludens.load("tic_tac_toe")))


def test_features_that_explain_nothing_give_way_to_the_goals() -> None:
    made = make_evaluation("features", Request(ludens.load("nim"), seed=1))
    assert "instead of features" in str(made.notes["evaluation"])
    assert float(made.notes["explained"]) < 0.02
    assert "evaluation" not in make_evaluation("features", Request(ludens.load("breakthrough"), seed=1)).notes
