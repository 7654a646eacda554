"""The studies of learning, in very small sizes: every table has its lines, and labels are what they should be."""

from __future__ import annotations

import numpy as np
import pytest

from ludens.games.odd import Odd
from ludens.games.odd.learnt import WeightedParities
from ludens.games.ropasci import Ropasci
from ludens.games.ropasci.evaluation import SixFigures
from ludens.learning.temporal_difference.evaluation import TanhOfSum
from ludens.learning.temporal_difference.games import at_random, openings
from ludens.studies.documents import odd_learning, ropasci_learning
from ludens.studies.study import ByMode, Figure, Mode

ONE = ByMode(1, 1)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (odd_learning, ropasci_learning):
        monkeypatch.setattr(module, "PAIRS", ONE)
        monkeypatch.setattr(module, "FRESH", ByMode(4, 4))
        monkeypatch.setattr(module, "QUICK_GAMES", 2)
    monkeypatch.setattr(ropasci_learning, "LABELLED", ByMode(80, 80))
    monkeypatch.setattr(ropasci_learning, "FEWER", ByMode(40, 40))


def names(figures: list[Figure]) -> list[str]:
    return list(dict.fromkeys(figure.what.rpartition(": ")[0] for figure in figures))


def test_ropasci_is_learnt_from_games() -> None:
    figures = ropasci_learning.measure_learnt(Mode.QUICK, 0)
    assert names(figures) == ["tokens", "regression", "TDLeaf, λ 0.7, self-play, 2 games"]
    assert {figure.samples for figure in figures if "score" in figure.what} == {2}


@pytest.mark.slow
def test_weights_are_fitted_to_every_kind_of_label() -> None:
    figures = ropasci_learning.measure_fitted(Mode.QUICK, 0)
    assert len(names(figures)) == len(ropasci_learning.LABELS) + 1
    assert all(0 <= figure.value <= 100 for figure in figures if "score" in figure.what)


def test_games_that_are_cut_have_no_label() -> None:
    engine = Ropasci().engine
    labels, kept = ropasci_learning.labels_of(engine, engine.initial(50), "", 4, 0, undecided=False)
    assert not kept.any()  # no game ends before the fifth turn
    assert not labels.any()
    labels, kept = ropasci_learning.labels_of(engine, engine.initial(50), "", 0, 0, undecided=True)
    assert kept.all()
    assert set(labels) == {-1.0, 0.0, 1.0}


def test_few_labels_come_from_thirty_turns() -> None:
    figures = ropasci_learning.measure_labels(Mode.QUICK, 0)
    first, _, later, _ = (figure.value for figure in figures[:4])
    assert first < later < 100
    assert figures[-1].value > 0


def test_odd_is_learnt_from_games() -> None:
    figures = odd_learning.measure_learnt(Mode.QUICK, 0)
    assert names(figures)[:-1] == ["ends only", "clusters of 4", "groups of 5", "regression"]


@pytest.mark.slow
def test_two_moves_ahead_in_odd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odd_learning, "BEGIN", 56)
    monkeypatch.setattr(odd_learning, "DEEP_PAIRS", ONE)
    found = dict(odd_learning.judged_deeper(Mode.QUICK, 0))
    assert all(match.games == 2 for each in found.values() for match in each.matches.values())


def test_more_is_known_when_the_board_is_nearly_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odd_learning, "FRESH", ByMode(200, 200))
    told = [figure.value for figure in odd_learning.measure_stages(Mode.QUICK, 0)]
    assert len(told) == 3 * len(odd_learning.STONES)
    assert told[0] < told[-3]


def test_parities_alone_are_the_first_columns() -> None:
    rows = np.zeros((2, 2), dtype=np.uint64)
    assert odd_learning.parities_alone(rows).shape == (2, 5)
    assert odd_learning.with_fullness(rows).shape == (2, 14)


def test_the_evaluations_of_the_games_are_those_that_were_learnt() -> None:
    random = np.random.default_rng(0)
    for engine, features, count, of_game in (
        (Odd().engine, odd_learning.with_fullness, 14, lambda weights: WeightedParities(tuple(weights))),
        (Ropasci().engine, ropasci_learning.six_figures, 6, lambda weights: SixFigures(tuple(2 * weights))),
    ):
        rows, weights = openings(engine, at_random(engine), 20, 4, random), random.normal(size=count)
        np.testing.assert_allclose(of_game(weights)(engine, rows), TanhOfSum(features, weights)(engine, rows))
