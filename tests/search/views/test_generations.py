"""Caches of two generations: by hand, against dictionaries, and without any effect on what an engine says."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.engine.any_game import GameWithEngine
from ludens.search.views.cached_engine import CachedEngine, pays, sample
from ludens.search.views.generations import TwoGenerations
from ludens.search.views.solved_states import NO_GOAL, SolvedStates, row_keys
from ludens.testing import random_game


def test_what_was_not_asked_for_is_forgotten() -> None:
    cache: TwoGenerations[str, int] = TwoGenerations(2)
    for number, key in enumerate("abc"):
        cache.put(key, number)
    assert cache.get("b") == 1
    assert cache.get("z") is None
    assert cache.renew()
    assert len(cache) == 1
    assert cache.get("a") is None
    assert cache.get("b") == 1
    assert not cache.renew()
    cache.put("d", 3)
    cache.put("e", 4)
    assert cache.get("e") == 4
    assert cache.renew()
    assert [cache.get(key) for key in "abcde"] == [None, 1, None, None, 4]


def test_a_key_that_is_put_again_has_its_new_value_in_the_next_generation() -> None:
    cache: TwoGenerations[str, int] = TwoGenerations(0)
    cache.put("a", 1)
    cache.get("a")
    cache.put("a", 2)
    cache.renew()
    assert cache.get("a") == 2


def test_a_use_counts_for_one_generation_only() -> None:
    cache: TwoGenerations[str, int] = TwoGenerations(0)
    cache.put("a", 1)
    cache.get("a")
    assert cache.renew()
    assert len(cache) == 1
    assert cache.renew()
    assert len(cache) == 0


def test_many_at_once_is_one_by_one() -> None:
    """Random puts, looks and renewals: the arrays do what the dictionaries do."""
    rng = np.random.default_rng(4)
    fast, slow = SolvedStates(most=60), TwoGenerations[bytes, int](60)
    renewals = 0
    for _ in range(400):
        rows = rng.integers(0, 12, (int(rng.integers(1, 12)), 2)).astype(np.uint64)
        if rng.random() < 0.4:
            goals = rng.choice([0, 50, 100], len(rows)).astype(np.int16)
            fast.put(rows, goals)
            for row, goal in zip(rows, goals, strict=True):
                slow.put(row.tobytes(), int(goal))
        else:
            found = [slow.get(row.tobytes()) for row in rows]
            assert fast.get(rows).tolist() == [NO_GOAL if goal is None else goal for goal in found]
        if rng.random() < 0.1:
            assert len(fast) == len(slow)
            began = fast.renew()
            assert began == slow.renew()
            renewals += began
            assert len(fast) == len(slow)
    assert renewals > 5


def test_positions_of_another_size_are_not_known() -> None:
    solved = SolvedStates()
    assert solved.get(np.zeros((2, 3), dtype=np.uint64)).tolist() == [NO_GOAL] * 2
    solved.put(np.zeros((1, 2), dtype=np.uint64), np.array([50], dtype=np.int16))
    assert solved.get(np.zeros((1, 3), dtype=np.uint64)).tolist() == [NO_GOAL]
    assert solved.get(np.zeros((1, 2), dtype=np.uint64)).tolist() == [50]


def test_equal_keys_of_different_positions_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludens.search.views.solved_states.row_keys", lambda rows: np.zeros(len(rows), dtype=np.uint64))
    solved = SolvedStates()
    solved.put(np.array([[1], [2]], dtype=np.uint64), np.array([0, 100], dtype=np.int16))
    assert solved.get(np.array([[1], [2], [3]], dtype=np.uint64)).tolist() == [NO_GOAL, 100, NO_GOAL]


def test_keys_differ() -> None:
    rows = np.stack(np.meshgrid(np.arange(100), np.arange(100)), axis=-1).reshape(-1, 2).astype(np.uint64)
    assert len(np.unique(row_keys(rows))) == len(rows)


@pytest.mark.parametrize("name", ["free_for_all", "connect_four(players=3)", "rock_paper_scissors"])
@pytest.mark.parametrize("plain", [False, True])
def test_a_cached_engine_says_the_same(name: str, plain: bool) -> None:
    game: Any = ludens.load(name)
    if plain:
        game = GameWithEngine(game)
    rng = random.Random(name)
    states = [state for _ in range(3) for state in random_game(game, rng)[0] if not game.is_terminal(state)]
    engine, cached = game.engine, CachedEngine(game.engine, most=20)
    for _ in range(12):
        rows = game.pack(rng.choices(states, k=15))
        for one, other in zip(engine.legal(rows), cached.legal(rows), strict=True):
            assert (one == other).all()
        for part, twin in zip(engine.outcome(rows), cached.outcome(rows), strict=True):
            assert (part == twin).all()
        joint = np.stack([table.argmax(axis=1) for table in engine.legal(rows)], axis=1)
        for after, same in zip(engine.follow(rows, joint), cached.follow(rows, joint), strict=True):
            assert np.array_equal(np.asarray(after), np.asarray(same))
        cached.renew()


def test_a_cached_engine_does_not_ask_twice() -> None:
    game = ludens.load("tic_tac_toe")
    asked = []

    class Counting(CachedEngine):
        """An engine that says how many positions it was asked for."""

        def legal(self, states: Any) -> Any:
            asked.append(len(states))
            return super().legal(states)

    cached = CachedEngine(Counting(game.engine))
    start = game.engine.initial(3)
    cached.legal(start[:2])
    cached.legal(start)
    assert asked == [2]


def test_remembering_pays_where_rules_are_slow() -> None:
    rng = np.random.default_rng(1)
    assert pays(GameWithEngine(ludens.load("free_for_all")).engine, rng)
    game = ludens.load("tic_tac_toe")
    getattr(game.engine, "wait", lambda: None)()
    assert not pays(game.engine, rng)


@pytest.mark.parametrize("name", ["tic_tac_toe", "lights_on", "rock_paper_scissors", "odd"])
def test_the_sample_has_open_positions_only(name: str) -> None:
    engine = ludens.load(name).engine
    rows = sample(engine, 64, np.random.default_rng(2))
    assert not engine.outcome(rows)[0].any()
    assert len(np.unique(rows, axis=0)) > 3
