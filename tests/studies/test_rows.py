"""Rows of tables from outcomes of games."""

from __future__ import annotations

import random

import pytest

from ludens.arena.store import Outcome
from ludens.studies.best_values import best_value
from ludens.studies.figures import at_least, share
from ludens.studies.published import Published, results
from ludens.studies.ranking import ranking
from ludens.studies.rows import figure_row, score_row
from ludens.studies.tallies import Tally, tally
from ludens.studies.verdicts import Verdict
from ludens.studies.words import verdict_words
from tests.studies.tiny import comparison

WORDS = comparison("v random", "search_light", "random", published=results(40, 5, 5))


def outcome(number: int, goals: tuple[float, ...], agents: tuple[str, ...]) -> Outcome:
    return Outcome(f"{number}", "tic_tac_toe", number, agents, goals, (), 0.5)


def test_a_tally_counts_as_one_would_by_hand() -> None:
    numbers = random.Random(1)
    for _ in range(200):
        wins = draws = losses = 0
        played = []
        for number in range(numbers.randint(1, 12)):
            result = numbers.choice((100, 50, 0))
            wins, draws, losses = wins + (result == 100), draws + (result == 50), losses + (result == 0)
            first = numbers.random() < 0.5
            agents = ("search_light", "random") if first else ("random", "search_light")
            played.append(outcome(number, (result, 100 - result) if first else (100 - result, result), agents))
        found = tally(WORDS, played, 20)
        assert (found.wins, found.draws, found.losses) == (wins, draws, losses)
        assert found.score == pytest.approx((wins + draws / 2) / len(played))
        assert found.seconds == pytest.approx(0.5 * len(played))
        assert found.interval is not None
        assert found.interval.low <= found.score <= found.interval.high  # type: ignore[operator]


def test_several_seats_of_a_game_for_three_count_by_their_mean() -> None:
    played = [
        outcome(0, (0, 100, 0), ("search_light", "random", "search_light")),
        outcome(1, (100, 0, 0), ("search_light", "random", "search_light")),
        outcome(2, (0, 0, 0), ("random", "random", "search_light")),
    ]
    found = tally(WORDS, played, 3)
    assert (found.wins, found.draws, found.losses) == (1, 1, 1)
    assert found.score == pytest.approx((0 + 0.5 + 0) / 3)


def test_forfeits_are_told() -> None:
    played = [Outcome("0", "tic_tac_toe", 0, ("search_light", "random"), (0.0, 100.0), ((0, "over-run"),), 1.0)]
    row = score_row("first", tally(WORDS, played, 1))
    assert "forfeits of search_light by over-run: 1" in row.note


def test_a_row_without_games() -> None:
    row = score_row("first", tally(WORDS, [], 6))
    assert row.ours == "–"
    assert row.verdict is Verdict.NOT_PLAYED
    assert row.value is None
    assert (row.games, row.planned) == (0, 6)


def test_a_row_tells_the_score_its_interval_and_the_counts() -> None:
    row = score_row("first", Tally(WORDS, 6, 2, 2, 10, 0.7, 12.0, work=(1500.0, None)))
    assert row.ours == "70.0 % (40 to 89): 6–2–2"
    assert row.document == "40 wins, 5 draws, 5 losses"
    assert row.published == pytest.approx(85)
    assert row.note == "work a move 1,500 v –"


def pairing(one: str, other: str, wins: int, losses: int) -> Tally:
    games = wins + losses
    return Tally(comparison(f"{one} v {other}", one, other), wins, 0, losses, games, wins / games, 1.0)


def test_a_ranking_agrees_differs_or_stays_open() -> None:
    order = ("uct", "monte_carlo", "random")
    clear = [pairing(*pair, 90, 10) for pair in (("uct", "monte_carlo"), ("monte_carlo", "random"), ("uct", "random"))]
    assert [row.verdict for row in ranking("x", order)(clear)] == [Verdict.AGREES] * 3
    assert [row.ours[0] for row in ranking("x", order)(clear)] == ["1", "2", "3"]
    reversed_order = ranking("x", order[::-1])(clear)
    assert [row.verdict for row in reversed_order] == [Verdict.DIFFERS, Verdict.AGREES, Verdict.DIFFERS]
    even = [pairing(*pair, 5, 5) for pair in (("uct", "monte_carlo"), ("monte_carlo", "random"), ("uct", "random"))]
    assert [row.verdict for row in ranking("x", order)(even)] == [Verdict.UNCLEAR] * 3
    assert list(ranking("x", order)([])) == []
    absent = ranking("x", (*order, "nobody"))(clear)
    assert [row.verdict for row in absent] == [*[Verdict.UNCLEAR] * 3, Verdict.NOT_PLAYED]


def point(place: float, wins: int, games: int) -> Tally:
    found = comparison(f"at {place}", "uct", "random", place=place)
    return Tally(found, wins, 0, games - wins, games, wins / games, 1.0)


def test_the_best_value_of_a_curve() -> None:
    curve = [point(1.0, 10, 100), point(2.0, 90, 100), point(3.0, 85, 100)]
    assert [best_value("x", "best", place)(curve)[0].verdict for place in (1.0, 2.0, 3.0, 4.0)] == [
        Verdict.DIFFERS, Verdict.AGREES, Verdict.DIRECTION, Verdict.NOT_PLAYED,
    ]  # fmt: skip
    flat = [point(1.0, 5, 10), point(2.0, 6, 10)]
    assert best_value("x", "best", 2.0)(flat)[0].verdict is Verdict.UNCLEAR
    assert best_value("x", "best", 1.0)(curve)[0].ours == "highest at 2"


def test_a_row_that_cannot_tell_says_how_many_games_would() -> None:
    asked = comparison("v random", "search_light", "random", published=Published("ahead"))
    row = score_row("e", Tally(asked, 6, 0, 4, 10, 0.6, 1.0))
    assert row.verdict is Verdict.UNCLEAR
    assert row.needed is not None
    assert 80 <= row.needed <= 105
    assert verdict_words(row.verdict, row.needed) == f"cannot tell (needs about {row.needed})"
    settled = score_row("e", Tally(asked, 60, 0, 40, 100, 0.6, 1.0))
    assert (settled.verdict, settled.needed) == (Verdict.DIRECTION, None)
    level = score_row("e", Tally(asked, 5, 0, 5, 10, 0.5, 1.0))
    assert verdict_words(level.verdict, level.needed) == f"cannot tell (needs about {level.needed})"
    assert (row.seats, row.even) == ("in turn", 50)


def test_a_figure_that_cannot_tell_says_how_many_samples_would() -> None:
    figure = at_least(share("x", 52, 100, "games"), 50.0, "most")
    row = figure_row("e", figure)
    assert row.verdict is Verdict.UNCLEAR
    assert row.needed == pytest.approx(2310, rel=0.05)
    more = at_least(share("x", 52 * 26, 2600, "games"), 50.0, "most")
    assert figure_row("e", more).verdict is Verdict.DIRECTION
