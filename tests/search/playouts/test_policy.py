"""The linear policy: it finds what a made-up player looks at, and is written and read without loss."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.engine.preference import FLUENT, MARK
from ludens.search.playouts import policy_learning
from ludens.search.playouts.by_name import playouts_by_name
from ludens.search.playouts.policy_fit import Choices, LinearPolicy, fitted
from ludens.search.playouts.policy_learning import LearntPolicy, learnt_policy

MOVES, FLUENTS = 6, 9
GOOD, BAD = ("1 1", "1 3", "2 2", "3 1", "3 3"), ("1 2", "2 1", "2 3", "3 2")


def made_up(count: int, seed: int) -> tuple[Choices, LinearPolicy]:
    """The choices of a player who likes move 2, marked moves, and move 4 where fluent 7 is true."""
    random = np.random.default_rng(seed)
    truth = LinearPolicy(np.array([0, 0, 1.0, 0, 0, 0]), np.array([1.5]), np.array([[4, 7]]), np.array([2.0]))
    legal = random.random((count, MOVES)) < 0.7
    legal[:, 0] = True
    fluents, marks = random.random((count, FLUENTS)) < 0.5, random.random(legal.shape) < 0.2
    seen = Choices(fluents, legal, np.zeros((count, MOVES)), (marks,))
    return Choices(seen.fluents, legal, truth.chances(seen), seen.marks), truth


def test_the_policy_of_a_made_up_player_is_found() -> None:
    seen, truth = made_up(2000, 1)
    policy = fitted(seen, 4)
    assert [4, 7] in policy.pairs.tolist()
    best = policy.pairs[np.argmax(policy.pair_weights)]
    assert best.tolist() == [4, 7]
    assert policy.pair_weights.max() == pytest.approx(2.0, abs=0.3)
    assert policy.marks[0] == pytest.approx(1.5, abs=0.2)
    assert policy.moves.argmax() == 2
    fresh, _ = made_up(500, 2)
    assert policy.loss(fresh) == pytest.approx(truth.loss(fresh), abs=0.02)


def test_levels_follow_scores() -> None:
    policy = LinearPolicy(np.array([0.0, 1.0, 0.5]), np.array([2.0]), np.array([[0, 3], [1, 3]]), np.array([0.7, -1.0]))
    levels = LearntPolicy((policy,), (((2, 4, 6),),), 0.1).preference().roles[0]
    assert levels is not None
    assert np.argsort(levels.moves).tolist() == [1, 2, 0]
    cases = {(move, one): level for move, one, _, level in levels.cases.tolist()}
    assert cases[1, MARK] < cases[2, MARK] < cases[0, MARK] < levels.moves[1]
    assert levels.moves[1] < cases[0, FLUENT + 3] < levels.moves[2]
    assert (1, FLUENT + 3) not in cases
    assert levels.chances[0] == 0.1
    assert levels.free.tolist() == [True] + [False] * (len(levels.chances) - 1)


def test_policies_are_written_and_read() -> None:
    _, truth = made_up(1, 1)
    (again,) = policy_learning._read(policy_learning._written((truth,)))
    assert again.moves == pytest.approx(truth.moves)
    assert again.pairs.tolist() == truth.pairs.tolist()
    assert again.pair_weights == pytest.approx(truth.pair_weights)


def test_a_policy_is_learnt_from_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_learning, "SEARCHES", 6)
    monkeypatch.setattr(policy_learning, "PLAYOUTS", 4096)
    game = ludens.load("tic_tac_toe")
    engine, policy = learnt_policy(game)
    good, bad = ([engine.moves(0).index(f"(mark {cell})") for cell in cells] for cells in (GOOD, BAD))
    assert engine.preferring is not None
    found = engine.preferring(engine.initial(), 1000, 1, max_steps=1, amaf=True, preference=policy.preference())
    assert found.played is not None
    first = found.played[0][0][0]
    assert first[good].sum() > 2 * first[bad].sum()
    assert playouts_by_name(game, "policy") is not None
