"""When ours agrees with a document: the rule, case by case and on every small result there is."""

from __future__ import annotations

import itertools

import pytest

from ludens.arena.statistics import Interval, wilson_interval
from ludens.studies.published import Published, rate, results
from ludens.studies.verdicts import MOST_GAMES, Bound, Verdict, fewest, figure_verdict, games_to_tell, score_verdict

AHEAD, BEHIND = Published("ahead"), Published("behind", ahead=False)


@pytest.mark.parametrize(
    ("low", "high", "published", "expected"),
    [
        (0.58, 0.75, rate(68, 1000), Verdict.AGREES),
        (0.58, 0.79, rate(68, 1000), Verdict.DIRECTION),  # inside, but 21 points wide
        (0.30, 0.80, rate(68, 1000), Verdict.UNCLEAR),  # inside, but half of all scores are
        (0.51, 1.00, rate(68, 1000), Verdict.DIRECTION),
        (0.40, 0.60, rate(50), Verdict.AGREES),
        (0.39, 0.60, rate(50), Verdict.UNCLEAR),
        (0.60, 0.70, rate(50), Verdict.DIFFERS),  # the document has nobody ahead
        (0.85, 0.99, rate(68, 1000), Verdict.DIRECTION),
        (0.45, 0.60, rate(68, 1000), Verdict.DIFFERS),
        (0.45, 0.66, rate(68, 50), Verdict.UNCLEAR),  # 50 games leave 54 to 79 % open
        (0.10, 0.30, rate(68, 50), Verdict.DIFFERS),
        (0.10, 0.30, rate(2, 1000), Verdict.DIRECTION),
        (0.60, 0.90, AHEAD, Verdict.DIRECTION),
        (0.40, 0.90, AHEAD, Verdict.UNCLEAR),
        (0.10, 0.40, AHEAD, Verdict.DIFFERS),
        (0.10, 0.40, BEHIND, Verdict.DIRECTION),
        (0.10, 0.40, None, Verdict.NO_CLAIM),
    ],
)
def test_verdicts_on_scores(low: float, high: float, published: Published | None, expected: Verdict) -> None:
    assert score_verdict((low + high) / 2, Interval(low, high), published) is expected


def test_without_games_there_is_no_verdict() -> None:
    assert score_verdict(None, None, rate(60)) is Verdict.NOT_PLAYED
    assert score_verdict(None, None, None) is Verdict.NO_CLAIM


def test_even_is_a_third_among_three() -> None:
    assert score_verdict(0.4, Interval(0.36, 0.45), AHEAD, even=1 / 3) is Verdict.DIRECTION
    assert score_verdict(0.4, Interval(0.36, 0.45), AHEAD) is Verdict.DIFFERS


def every_result(most: int) -> list[tuple[float, int]]:
    """Every score that up to so many games without draws can have, with their number, and some of many games."""
    small = [(wins / games, games) for games in range(1, most) for wins in range(games + 1)]
    return small + [(wins / 40, 40 * times) for times in (2, 5, 25, 1000) for wins in range(41)]


CLAIMS = [
    *(rate(percent, games) for percent in range(0, 101, 5) for games in (None, 5, 25, 1000)),
    AHEAD,
    BEHIND,
]


@pytest.mark.parametrize("even", [1 / 2, 1 / 3])
def test_the_rule_on_every_small_result_against_every_claim(even: float) -> None:
    """Read off the rule's own sentences, one at a time."""
    for (score, games), claim in itertools.product(every_result(26), CLAIMS):
        found = wilson_interval(score, games)
        verdict = score_verdict(score, found, claim, even)
        inside = claim.score is not None and found.low - 1e-9 <= claim.score <= found.high + 1e-9
        narrow = found.high - found.low <= 0.2
        assert (verdict is Verdict.AGREES) == (inside and narrow)
        ahead, behind = found.low > even, found.high < even
        said_ahead = claim.ahead if claim.score is None else claim.score > even
        said_behind = not claim.ahead if claim.score is None else claim.score < even
        certain = (ahead and said_ahead) or (behind and said_behind)
        assert (verdict is Verdict.DIRECTION) == (certain and not (inside and narrow))
        if verdict is Verdict.DIFFERS:
            assert not inside
            assert not certain
        if claim.score is None:
            level = even - 0.05 <= found.low and found.high <= even + 0.05
            other_side = (ahead and said_behind) or (behind and said_ahead)
            assert (verdict is Verdict.DIFFERS) == (other_side or (level and not certain))


def test_mirrored_results_have_the_same_verdict() -> None:
    for (score, games), percent in itertools.product(every_result(16), range(0, 101, 10)):
        mirrored = score_verdict(1 - score, wilson_interval(1 - score, games), rate(100 - percent, 30))
        assert score_verdict(score, wilson_interval(score, games), rate(percent, 30)) is mirrored


def test_the_games_that_would_tell_do_and_a_tenth_fewer_do_not() -> None:
    told = 0
    for (score, games), claim in itertools.product(every_result(12), CLAIMS):
        if score_verdict(score, wilson_interval(score, games), claim) is not Verdict.UNCLEAR:
            continue
        needed = games_to_tell(score, games, claim)
        if needed is None:
            last = wilson_interval(score, MOST_GAMES // 2)
            assert score_verdict(score, last, claim) is Verdict.UNCLEAR
            continue
        told += 1
        assert games < needed <= MOST_GAMES
        assert score_verdict(score, wilson_interval(score, needed), claim) is not Verdict.UNCLEAR
        fewer = wilson_interval(score, max(games, int(0.9 * needed) - 1))
        assert score_verdict(score, fewer, claim) is Verdict.UNCLEAR
    assert told > 1000


def test_level_scores_tell_that_nobody_is_ahead() -> None:
    assert games_to_tell(0.5, 10, AHEAD) == pytest.approx(385, rel=0.06)
    assert score_verdict(0.5, wilson_interval(0.5, 300), AHEAD) is Verdict.UNCLEAR
    assert score_verdict(0.5, wilson_interval(0.5, 400), AHEAD) is Verdict.DIFFERS
    assert score_verdict(0.52, Interval(0.505, 0.535), AHEAD) is Verdict.DIRECTION  # little, but for certain
    assert games_to_tell(0.6, 10, AHEAD) == pytest.approx(93, rel=0.06)


def test_the_fewest_is_found_within_a_twentieth() -> None:
    for wanted in (1, 2, 3, 17, 100, 12_345):
        assert wanted <= (fewest(lambda count, wanted=wanted: count >= wanted, 1) or 0) <= 1.06 * wanted + 1  # type: ignore[misc]
    assert fewest(lambda count: False, 1) is None


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
        (10.5, None, 10.0, ("about", None), Verdict.AGREES),
        (12.0, None, 10.0, ("about", None), Verdict.DIFFERS),
        (10.0, Interval(9.5, 10.5), 10.0, ("about", None), Verdict.AGREES),
        (12.0, Interval(9, 15), 10.0, ("about", None), Verdict.UNCLEAR),
        (12.0, None, 10.0, ("at least", None), Verdict.DIRECTION),
        (10.2, None, 10.0, ("at least", None), Verdict.AGREES),
        (8.0, None, 10.0, ("at least", None), Verdict.DIFFERS),
        (8.0, None, 10.0, ("at most", None), Verdict.DIRECTION),
        (12.0, None, 10.0, ("at most", None), Verdict.DIFFERS),
        (12.0, Interval(9, 15), None, ("at least", 10.0), Verdict.UNCLEAR),
        (12.0, Interval(11, 15), None, ("at least", 10.0), Verdict.DIRECTION),
        (4.76, None, 84.5, ("at least", 3.16), Verdict.DIRECTION),  # smaller, as was said, but not by as much
        (1.5, None, 84.5, ("at least", 3.16), Verdict.DIFFERS),
        (12.0, None, None, ("about", None), Verdict.NO_CLAIM),
    ],
)
def test_verdicts_on_figures(
    value: float,
    interval: Interval | None,
    published: float | None,
    bound: tuple[Bound, float | None],
    expected: Verdict,
) -> None:
    assert figure_verdict(value, interval, published, bound=bound[0], threshold=bound[1]) is expected
