"""Figures from samples, and verdicts over what a document only says in words."""

from __future__ import annotations

import random

import pytest

from ludens.arena.store import Outcome
from ludens.studies.figures import at_least, at_most, mean, share
from ludens.studies.rows import figure_row
from ludens.studies.study import Figure
from ludens.studies.tallies import tally
from ludens.studies.verdicts import Verdict
from tests.studies.tiny import comparison


def test_a_share_is_a_percentage_with_an_interval_around_it() -> None:
    figure = share("drawn", 10, 40, "games")
    assert figure.value == 25
    assert figure.unit == "% of games"
    assert figure.interval is not None
    assert 0 < figure.interval.low < 25 < figure.interval.high < 100


def test_a_share_of_nothing_may_be_anything() -> None:
    figure = share("drawn", 0, 0, "games")
    assert figure.interval is not None
    assert (figure.interval.low, figure.interval.high, figure.samples) == (0, 100, 0)


def test_intervals_of_means_hold_the_truth_as_often_as_they_say() -> None:
    numbers = random.Random(4)
    held = 0
    for _ in range(2000):
        interval = mean("x", [numbers.gauss(7, 3) for _ in range(8)]).interval
        assert interval is not None
        held += interval.low <= 7 <= interval.high
    assert 0.93 <= held / 2000 <= 0.97


def test_one_sample_has_no_interval() -> None:
    assert mean("x", [3.0]).interval is None


@pytest.mark.parametrize(
    ("count", "least", "verdict"),
    [(90, 50.0, Verdict.DIRECTION), (10, 50.0, Verdict.DIFFERS), (52, 50.0, Verdict.UNCLEAR)],
)
def test_words_are_judged_by_the_whole_interval(count: int, least: float, verdict: Verdict) -> None:
    figure = share("x", count, 100, "games")
    assert figure_row("e", at_least(figure, least, "many")).verdict is verdict
    mirrored = share("x", 100 - count, 100, "games")
    assert figure_row("e", at_most(mirrored, 100 - least, "few")).verdict is verdict


def test_our_reading_of_words_is_not_printed_as_a_figure_of_the_document() -> None:
    row = figure_row("e", at_least(Figure(what="x", value=3.0, unit="times", note="12 / 4"), 2.0, "much", "at least 2"))
    assert row.published is None
    assert (row.document, row.note) == ("much", "12 / 4; at least 2")


def test_scores_by_wins_do_not_look_at_how_much_anybody_has() -> None:
    agents = ("search_light", "random")
    played = [
        Outcome(str(number), "free_for_all", number, agents, goals)
        for number, goals in enumerate([(40.0, 10.0), (10.0, 10.0), (0.0, 30.0), (20.0, 10.0)])
    ]
    assert tally(comparison("v", *agents, by_wins=True), played, 4).score == pytest.approx(2.5 / 4)
    assert tally(comparison("v", *agents), played, 4).score == pytest.approx(0.7 / 4)
