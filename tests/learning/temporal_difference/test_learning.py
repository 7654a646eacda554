"""Learning: a small game with known values, seeds, drawn games, opponents."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.games.loading import load
from ludens.learning.temporal_difference.evaluation import TanhOfSum
from ludens.learning.temporal_difference.games import Match, Player, at_random, by_search, match, play
from ludens.learning.temporal_difference.judging import examples, share_told
from ludens.learning.temporal_difference.learning import Learner, Manner, Setting, learn
from ludens.learning.temporal_difference.shallow import Moves, in_turns
from ludens.learning.temporal_difference.updates import Array

ENGINE: BatchEngine = load("nim(heaps=1-2)").engine
MANNER = Manner(games=400, batch=10, rate=0.3, halved=100, explore=0.2, scaled=False)


def solved(engine: BatchEngine, row: Rows, known: dict[bytes, float]) -> float:
    """What a position is worth to the first role if both play perfectly; all positions below are added."""
    if row.tobytes() not in known:
        over, goals = engine.outcome(row)
        if over[0]:
            known[row.tobytes()] = goals[0, 0] / 50 - 1
        else:
            first, second = (np.flatnonzero(table[0]) for table in engine.legal(row))
            below = [
                solved(engine, engine.step(row, np.array([[one, other]])), known) for one in first for other in second
            ]
            known[row.tobytes()] = max(below) if len(first) > len(second) else min(below)
    return known[row.tobytes()]


TRUE: dict[bytes, float] = {}
solved(ENGINE, ENGINE.initial(), TRUE)
PLACES = {key: place for place, key in enumerate(TRUE)}


def one_of_all(rows: Rows) -> Array:
    """A feature for every position: the weights are a table of values."""
    return np.eye(len(PLACES))[[PLACES[row.tobytes()] for row in rows]]


def setting() -> Setting:
    return Setting(
        ENGINE,
        one_of_all,
        lambda evaluation: in_turns(ENGINE, evaluation, 1),
        at_random(ENGINE),
        lambda count, random: ENGINE.initial(count),
    )


@pytest.mark.parametrize("leaf", [False, True])
def test_who_wins_nim_is_learnt(leaf: bool) -> None:
    found = learn(setting(), replace(MANNER, leaf=leaf), 0)
    player = by_search(in_turns(ENGINE, found, 1))
    result = play(ENGINE, (player, player), ENGINE.initial(20), np.random.default_rng(0))
    np.testing.assert_array_equal(result, TRUE[ENGINE.initial().tobytes()])
    first = found.values(one_of_all(ENGINE.initial()))[0]
    # The table has no weight for the first position if only leaves are learnt, which lie one move ahead.
    assert leaf or np.sign(first) == TRUE[ENGINE.initial().tobytes()]


def test_the_same_seed_gives_the_same_weights() -> None:
    few = replace(MANNER, games=20)
    np.testing.assert_array_equal(learn(setting(), few, 3).weights, learn(setting(), few, 3).weights)
    assert not np.array_equal(learn(setting(), few, 3).weights, learn(setting(), few, 4).weights)


def test_scaled_features_give_weights_of_the_features_as_they_are() -> None:
    found = learn(setting(), replace(MANNER, games=40, scaled=True), 0)
    assert found.features is one_of_all
    assert np.abs(found.weights).max() > 0


def test_drawn_games_may_be_left_out() -> None:
    evaluation = TanhOfSum(one_of_all, np.zeros(len(PLACES)))
    random = np.random.default_rng(0)
    learner = Learner(in_turns(ENGINE, evaluation, 1), evaluation, random, leaf=False)
    learner.see(np.array([0, 1]), ENGINE.initial(2))
    place = PLACES[ENGINE.initial().tobytes()]
    evaluation.weights[place] = 0.5
    assert learner.direction(np.array([1.0, 0.0]), 1.0, draws=True)[place] > 0
    only = learner.direction(np.array([0.0, 0.0]), 1.0, draws=False)
    assert not only.any()


def test_against_an_opponent_the_learner_sits_on_both_sides() -> None:
    begun: list[int] = []

    def first_legal(rows: Rows, random: np.random.Generator) -> Moves:
        if (rows == ENGINE.initial()).all():
            begun.append(len(rows))
        return np.stack([table.argmax(axis=1) for table in ENGINE.legal(rows)], axis=1)

    learn(setting(), replace(MANNER, games=10, opponent=first_legal), 0)
    assert begun == [5, 5]


def perfect() -> Player:
    """Perfect play."""
    evaluation = TanhOfSum(one_of_all, np.array([np.arctanh(0.9 * value) for value in TRUE.values()]))
    return by_search(in_turns(ENGINE, evaluation, 1))


def test_a_match_changes_seats() -> None:
    player, starts = perfect(), ENGINE.initial(4)
    assert match(ENGINE, player, player, starts, np.random.default_rng(0)) == Match(4, 0, 4)
    against = match(ENGINE, player, at_random(ENGINE), starts, np.random.default_rng(0))
    assert against.games == 8
    assert against.won >= 4
    assert (Match(1, 2, 1) + Match(1, 0, 3)).score == 3 / 8


def test_examples_know_the_turn_and_the_end() -> None:
    found = examples(ENGINE, perfect(), ENGINE.initial(5), np.random.default_rng(0))
    assert (found.turns[:5] == 0).all()
    assert set(found.results) == {TRUE[ENGINE.initial().tobytes()]}
    mixed = examples(ENGINE, at_random(ENGINE), ENGINE.initial(200), np.random.default_rng(0))
    level = TanhOfSum(one_of_all, np.zeros(len(PLACES)))
    better = TanhOfSum(one_of_all, 0.3 * np.array(list(TRUE.values())))
    assert share_told(ENGINE, level, mixed) <= 0.0 < share_told(ENGINE, better, mixed)
