"""When ours agrees with a document: the rules, case by case."""

from __future__ import annotations

import pytest

from ludens.arena.statistics import Interval
from ludens.studies.verdicts import Published, Verdict, figure_verdict, rate, results, score_verdict


@pytest.mark.parametrize(
    ("low", "high", "published", "expected"),
    [
        (0.55, 0.75, rate(68, 1000), Verdict.AGREES),
        (0.30, 0.80, rate(68, 1000), Verdict.UNCLEAR),  # inside, but half of all scores are
        (0.51, 1.00, rate(68, 1000), Verdict.AGREES),  # wide, but on the same side
        (0.40, 0.60, rate(50), Verdict.AGREES),
        (0.85, 0.99, rate(68, 1000), Verdict.DIRECTION),
        (0.45, 0.60, rate(68, 1000), Verdict.DIFFERS),
        (0.45, 0.64, rate(68, 50), Verdict.UNCLEAR),  # 50 games leave 54 to 79 % open
        (0.10, 0.30, rate(68, 50), Verdict.DIFFERS),
        (0.10, 0.30, rate(2, 1000), Verdict.DIRECTION),
        (0.60, 0.90, Published("ahead"), Verdict.AGREES),
        (0.40, 0.90, Published("ahead"), Verdict.UNCLEAR),
        (0.10, 0.40, Published("ahead"), Verdict.DIFFERS),
        (0.10, 0.40, Published("behind", ahead=False), Verdict.AGREES),
        (0.10, 0.40, None, Verdict.NO_CLAIM),
    ],
)
def test_verdicts_on_scores(low: float, high: float, published: Published | None, expected: Verdict) -> None:
    assert score_verdict(Interval(low, high), published) is expected


def test_without_games_there_is_no_verdict() -> None:
    assert score_verdict(None, rate(60)) is Verdict.NOT_PLAYED
    assert score_verdict(None, None) is Verdict.NO_CLAIM


def test_even_is_a_third_among_three() -> None:
    assert score_verdict(Interval(0.36, 0.45), Published("ahead"), even=1 / 3) is Verdict.AGREES
    assert score_verdict(Interval(0.36, 0.45), Published("ahead")) is Verdict.DIFFERS


def test_draws_are_halves_of_published_counts() -> None:
    found = results(40, 7, 3)
    assert found.games == 50
    assert found.score == pytest.approx(0.87)
    assert found.words == "40 wins, 7 draws, 3 losses"
    assert results(23, 1, 1).words == "23 wins, 1 draw, 1 loss"
    assert results(37, 0, 13).words == "37 of 50"
    interval = found.interval
    assert interval is not None
    assert interval.low < 0.87 < interval.high


@pytest.mark.parametrize(
    ("value", "interval", "published", "bound", "expected"),
    [
        (10.5, None, 10.0, "about", Verdict.AGREES),
        (12.0, None, 10.0, "about", Verdict.DIFFERS),
        (12.0, Interval(9, 15), 10.0, "about", Verdict.AGREES),
        (12.0, None, 10.0, "at least", Verdict.AGREES),
        (8.0, None, 10.0, "at least", Verdict.DIFFERS),
        (8.0, None, 10.0, "at most", Verdict.AGREES),
        (12.0, None, 10.0, "at most", Verdict.DIFFERS),
        (12.0, None, None, "about", Verdict.NO_CLAIM),
    ],
)
def test_verdicts_on_figures(
    value: float, interval: Interval | None, published: float | None, bound: str, expected: Verdict
) -> None:
    assert figure_verdict(value, interval, published, bound=bound) is expected  # type: ignore[arg-type]
