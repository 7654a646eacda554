"""Continuous rollouts side by side give what the recursion gives, one first move after another."""

from __future__ import annotations

import random

import numpy as np
import pytest

import ludens
from ludens import Limit
from ludens.search.draws import choose, draws
from ludens.search.evaluations.goal_proximity import goal_proximity
from ludens.search.playouts.continuous import DRAW, LOSS, WIN, ContinuousRollout
from ludens.search.stopwatch import Stopwatch
from ludens.testing import random_game
from tests.search.playouts.slow_continuous import Simulation, word


@pytest.mark.parametrize(
    "name",
    ["tic_tac_toe", "nim(heaps=3-4)", "connect_four(columns=4, rows=4)", "bidding_tic_tac_toe", "lights_on", "tron"],
)
def test_results_are_those_of_the_recursion(name: str) -> None:
    game, rng = ludens.load(name), random.Random(name)
    for _ in range(4):
        states = random_game(game, rng)[0]
        state = states[rng.randrange(max(1, len(states) // 2))]
        role = max(range(len(game.info.roles)), key=lambda r: len(game.legal_moves(state, r)))
        (trials, penalty), seed = rng.choice([(1, 15), (40, 15), (60, 1)]), rng.randrange(1 << 60)
        legal = game.legal_moves(state, role)
        numbers = np.array([game.engine.moves(role).index(move) for move in legal])
        rollout = ContinuousRollout(game.engine, role, trials, penalty, 1_000, seed)
        found = rollout.run(game.pack([state]), numbers, Stopwatch(Limit(playouts=10**9)))
        for stream, move in enumerate(legal):
            slow = Simulation(game, role, trials, penalty, seed, stream)
            slow.simulate(state, move)
            assert found[stream].tolist() == slow.results


def test_a_heap_of_three_by_hand() -> None:
    """Take all but one of (a: 1, b: 2): every continuation can be written down.

    After (reduce a 0) the heap b has 2, and the opponent can win at once by taking both: a penalty of 15 losses.
    After (reduce b 0) the opponent takes the last one: the same.
    After (reduce b 1) heaps of 1 and 1 are left. The opponent cannot win at once; it takes one of them, whichever,
    and the only move left wins: one trial, and no other move to go on with.
    """
    game = ludens.load("nim(heaps=1-2)")
    names = ["(reduce a 0)", "(reduce b 0)", "(reduce b 1)"]
    assert game.legal_moves(game.initial_state(), 0) == tuple(names)
    numbers = np.array([game.engine.moves(0).index(name) for name in names])
    rollout = ContinuousRollout(game.engine, 0, 300, 15, 100, 1)
    found = rollout.run(game.pack([game.initial_state()]), numbers, Stopwatch(Limit(playouts=10**6)))
    assert found[0].tolist() == [0, 0, 15]
    assert found[1].tolist() == [0, 0, 15]
    assert (found[2, WIN], found[2, DRAW], found[2, LOSS]) == (1, 0, 0)
    assert rollout.ends == 3


def test_endless_games_are_draws() -> None:
    text = "(role you)\n(legal you a)\n(legal you b)\n(<= terminal (true over))\n(goal you 1)\n(<= (next x) (true x))"
    game = ludens.load(text)
    rollout = ContinuousRollout(game.engine, 0, 10, 15, 20, 1)
    found = rollout.run(game.pack([game.initial_state()]), np.array([0, 1]), Stopwatch(Limit(playouts=10**6)))
    assert found[:, DRAW].tolist() == [10, 10]


def test_words_are_those_of_the_slow_twin() -> None:
    seeds = [0, 5, 2**63 + 11]
    for seed in seeds:
        streams, counts = np.arange(20) * 7, np.arange(20) * 3
        found = draws(seed, streams, counts)
        assert found.tolist() == [word(seed, int(s), int(c)) for s, c in zip(streams, counts, strict=True)]


def test_choices_are_uniform() -> None:
    legal = np.tile(np.array([True, False, True, True, False, True]), (40_000, 1))
    chosen = choose(legal, draws(3, np.zeros(40_000, dtype=np.int64), np.arange(40_000)))
    counts = np.bincount(chosen, minlength=6)
    assert counts[[1, 4]].tolist() == [0, 0]
    assert ((counts[[0, 2, 3, 5]] - 10_000) ** 2 / 10_000).sum() < 16.3  # 3 degrees, 0.1 %


def test_replies_by_placement_are_the_worst_for_the_role() -> None:
    """Every position after a reply is worth no more to the role than after any other reply."""
    game = ludens.load("pentago_swap")
    placement = goal_proximity(game)
    rollout = ContinuousRollout(game.engine, 0, 10, 15, 100, 1, placement)
    state = random_game(game, random.Random(2))[0][7]
    assert len(game.legal_moves(state, 1)) > 1
    rows = game.pack([state])
    answered, _ = rollout._answer(rows, np.zeros(1, dtype=np.int64), None)
    (waiting,) = game.legal_moves(state, 0)
    following = [game.next_state(state, (waiting, move)) for move in game.legal_moves(state, 1)]
    worth = placement(game.engine, game.pack(following))[:, 0]
    assert placement(game.engine, answered)[0, 0] == pytest.approx(worth.min())
    assert worth.min() < worth.max()
