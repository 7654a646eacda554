"""Learning from play: games on lanes, weights that are kept, and what they are worth."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludens
from ludens.engine.rows import Rows
from ludens.search.evaluations.learnt.games import Values, play_games
from ludens.search.evaluations.learnt.judging import duel, of_engine
from ludens.search.evaluations.learnt.learning import Course
from ludens.search.evaluations.learnt.schedule import Manner, Schedule
from ludens.search.evaluations.leaves import ValuedLeaves, plain_cut
from ludens.search.evaluations.sample import random_positions

SHORT = Schedule(512, 8, (Manner(games=64), Manner(games=64)))
QUIET = Manner(games=64, noise=0.0, blunders=0.0, opening=2)


def even(rows: Rows) -> Values:
    return np.full((len(rows), 2), 0.5)


def test_a_win_is_seen_one_move_ahead_and_a_loss_two() -> None:
    game = ludens.load("tic_tac_toe")
    careless = play_games(game, [even] * 2, Manner(games=256, noise=0.01, blunders=0, opening=0, checked=0), 1)
    careful = play_games(game, [even] * 2, Manner(games=256, noise=0.01, blunders=0, opening=0, checked=9), 1)
    assert {0.0, 0.5, 1.0} >= set(np.unique(careful.values))
    for played in (careless, careful):
        won = played.values[:, 0] == 1.0
        assert won.any()
        at_once = played.values.max(axis=1) == 1.0
        assert (played.goals[at_once] == played.values[at_once]).mean() > 0.95
    assert (careful.goals == 0.5).mean() > (careless.goals == 0.5).mean()


def test_targets_lie_between_what_was_expected_and_what_came() -> None:
    game = ludens.load("connect_four")
    ends = play_games(game, [even] * 2, Manner(games=32, decay=1.0), 3)
    np.testing.assert_array_equal(ends.targets, ends.goals)
    expected = play_games(game, [even] * 2, Manner(games=32, decay=0.0), 3)
    np.testing.assert_array_equal(expected.targets, expected.values)
    mixed = play_games(game, [even] * 2, Manner(games=32, decay=0.5), 3)
    last = np.array([np.flatnonzero(mixed.games == number).max() for number in np.unique(mixed.games)])
    np.testing.assert_allclose(mixed.targets[last], (mixed.values[last] + mixed.goals[last]) / 2)
    np.testing.assert_array_equal(mixed.rows, ends.rows)


def test_the_same_seed_gives_the_same_weights() -> None:
    found = []
    for _ in range(2):
        game = ludens.load("tic_tac_toe")
        course = Course(game, SHORT, seed=4)
        course.generation()
        found.append(course.evaluation.model.to_text())
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "name",
    [
        "tic_tac_toe",
        "connect_four",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("breakthrough", "oshi_zumo", "free_for_all")),
    ],
)
def test_machine_code_and_numpy_agree_on_every_position(name: str) -> None:
    game = ludens.load(name)
    learnt = Course(game, Schedule(256, 4, ())).evaluation
    rows = random_positions(game, 1_000, 9).rows
    values = learnt(game.engine, rows)
    np.testing.assert_array_equal(values, learnt.plain(rows))
    assert values.shape == (len(rows), len(game.info.roles))
    assert ((values > 0) & (values < 1)).all()


@pytest.mark.slow
def test_learning_beats_not_learning() -> None:
    game: Any = ludens.load("breakthrough")
    course = Course(game, SHORT)
    for _ in range(2):
        course.generation()
    assert duel(game, of_engine(game, course.evaluation), even, QUIET, 5) > 0.9


def test_leaves_after_no_steps_are_the_evaluation_itself() -> None:
    game = ludens.load("tic_tac_toe")
    learnt = Course(game, Schedule(256, 4, ())).evaluation
    rows = random_positions(game, 50, 1).rows
    values = learnt(game.engine, rows)
    found = ValuedLeaves(learnt)(game.engine, rows, 4, 1, amaf=False, deadline=0.0)
    np.testing.assert_allclose(found.values, 4 * values)
    np.testing.assert_allclose(found.squares, 4 * values**2)


@pytest.mark.parametrize(("steps", "decided"), [(3, 0.0), (40, 0.6)])
def test_cut_playouts_bring_the_same_on_average_as_step_by_step(steps: int, decided: float) -> None:
    game = ludens.load("connect_four")
    learnt = Course(game, Schedule(256, 8, ())).evaluation
    rows = random_positions(game, 40, 2).rows
    leaves = ValuedLeaves(learnt, steps, decided, game.engine.cutting)
    found = leaves(game.engine, rows, 200, 1, amaf=False, deadline=0.0)
    plain = plain_cut(game.engine, learnt, np.repeat(rows, 200, axis=0), 2, steps, decided).reshape(40, 200, 2)
    # Five standard errors of a difference of two means of 200 values between 0 and 1.
    spread = np.maximum(plain.std(axis=1), 0.02)
    assert (np.abs(found.values / 200 - plain.mean(axis=1)) < 5 * spread * np.sqrt(2 / 200)).all()
