"""Batches of playouts keep to limits, are fair, and repeat themselves without a clock."""

from __future__ import annotations

import math

import numpy as np
import pytest

import ludens
from ludens import Limit
from ludens.engine.any_game import AnyGameEngine
from ludens.search.playouts.batches import Pace
from ludens.search.stopwatch import SECONDS, Stopwatch
from ludens.search.tally import Tally
from tests.clocks import Still, put_up

ENGINE = ludens.load("tic_tac_toe").engine


@pytest.mark.parametrize(("playouts", "rows"), [(1, 9), (9, 9), (100, 9), (7, 1), (200_000, 3), (5, 100_000)])
def test_playouts_are_exact_and_even(playouts: int, rows: int) -> None:
    watch = Stopwatch(Limit(playouts=playouts))
    counts = np.zeros(rows, dtype=np.int64)
    for batch in Pace(ENGINE).batches(watch, rows):
        assert batch.games <= ENGINE.games_at_once
        counts[batch.rows] += batch.each
    assert counts.sum() == playouts == watch.played
    assert counts.max() - counts.min() <= 1
    assert watch.playouts == 0


def test_without_a_clock_batches_are_always_the_same() -> None:
    pace = Pace(ENGINE)
    first, second = (list(pace.batches(Stopwatch(Limit(playouts=300_000)), 7)) for _ in range(2))
    assert first == second


def test_a_further_limit_counts_too() -> None:
    watch = Stopwatch(Limit(playouts=100))
    assert sum(batch.games for batch in Pace(ENGINE).batches(watch, 4, most=10)) == 10
    assert watch.playouts == 90


@pytest.mark.parametrize(("cost", "together"), [((0.0002, 1e-7), 512), ((0.0, 1e-4), 1), ((0.002, 0.0), 512)])
def test_time_is_kept_whatever_calls_cost(
    cost: tuple[float, float], together: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace, clock = Pace(ENGINE), Still()
    put_up(clock, monkeypatch)
    monkeypatch.setattr(pace, "_together", together)
    over, games = [], 0
    for _ in range(5):
        watch = Stopwatch(Limit(seconds=0.03))
        for batch in pace.batches(watch, 200):
            clock.now += cost[0] + cost[1] * batch.games
        over.append(-watch.left)
        games = watch.played
    assert sorted(over)[2] < 0.02
    assert games > 30


def test_in_python_games_are_played_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    put_up(Still(), monkeypatch)
    pace = Pace(AnyGameEngine(ludens.load("tic_tac_toe")))
    batches = pace.batches(Stopwatch(Limit(seconds=0.01)), 5)
    assert [next(batches).games for _ in range(12)] == [1] * 12


def test_a_call_that_was_slow_once_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pace, clock = Pace(ENGINE), Still()
    put_up(clock, monkeypatch)
    for batch in pace.batches(Stopwatch(Limit(seconds=0.02)), 9):
        clock.now += 0.03
        assert batch.games
    tried = 0
    for _ in range(20):
        for _ in pace.batches(Stopwatch(Limit(seconds=0.005)), 9):
            clock.now += 0.001
            tried += 1
    assert tried > 0


def test_a_stopwatch_without_limits_has_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    put_up(Still(), monkeypatch)
    watch = Stopwatch(Limit())
    assert watch.left == pytest.approx(SECONDS)
    assert Stopwatch(Limit(playouts=5)).left == math.inf
    part = Stopwatch(Limit(seconds=1.0, playouts=10)).part(0.5)
    assert part.playouts == 5
    assert part.left == pytest.approx(0.5)


def test_tallies_have_the_means_and_intervals_of_their_games() -> None:
    game = ludens.load("tic_tac_toe")
    start = game.initial_state()
    rows = game.pack([game.next_state(start, (move, "noop")) for move in game.legal_moves(start, 0)])
    places = np.array([0, 1, 2, 2, 1, 0, 3, 4, 5])
    by_counts, by_games = Tally(7), Tally(7)
    by_counts.add(game.engine.playouts(rows, 50, 3), 0, places)
    found = game.engine.games(rows, 50, 3)
    goals = found.goals[:, :, 0].astype(np.int64)
    by_games.add_games(goals, found.ended, places)
    for place in range(6):
        sample = goals[places == place].ravel().astype(float)
        for tally in (by_counts, by_games):
            assert tally.visits[place] == len(sample)
            assert math.isclose(tally.means[place], sample.mean())
            spread = (sample.var() * len(sample) + 2_500) / (len(sample) + 1)
            assert math.isclose(tally.margins[place], 1.96 * math.sqrt(spread / len(sample)))
    assert np.isnan(by_counts.means[6])
    assert np.isnan(by_counts.margins[6])


def test_a_few_equal_playouts_are_no_certainty() -> None:
    tally = Tally(1)
    tally.add_games(np.array([[100, 100, 100]]), np.ones((1, 3), dtype=np.bool_), np.array([0]))
    assert tally.means[0] == 100
    assert tally.margins[0] > 20


def test_tallies_are_merged() -> None:
    first, second = Tally(2), Tally(2)
    first.add_games(np.array([[100, 0]]), np.ones((1, 2), dtype=np.bool_), np.array([0]))
    second.add_games(np.array([[50]]), np.ones((1, 1), dtype=np.bool_), np.array([0]))
    first.merge(second)
    assert (first.visits[0], first.sums[0], first.squares[0]) == (3, 150, 12_500)
