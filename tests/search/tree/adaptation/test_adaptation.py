"""Online adaptation against its slow twins, and on bandits whose best arm is known."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.game import Limit
from ludens.search.tree.adaptation.ntuple_bandit import NTupleBandit
from ludens.search.tree.adaptation.tuner import Manner, Parameter, Tuner
from ludens.search.tree.arrays import ROOT
from ludens.search.tree.evaluate import RandomPlayouts
from ludens.search.tree.policy import Policy
from ludens.search.tree.search import SearchSettings, TreeSearch
from tests.search.tree.adaptation.textbook import AdaptiveTextbook, TextbookBandit
from tests.search.tree.test_search import consistent, same


@pytest.mark.parametrize("sizes", [[3], [3, 3], [2, 3, 4]])
def test_the_bandit_chooses_as_its_twin_does(sizes: list[int]) -> None:
    fast, slow, random = NTupleBandit(sizes), TextbookBandit(sizes), np.random.default_rng(len(sizes))
    best = random.random(math.prod(sizes)) / 10
    for step in range(120):
        chosen = fast.choose()
        assert chosen == slow.choose(), f"step {step}"
        value = float(best[chosen] + random.normal(0, 0.05))
        fast.reward(chosen, value)
        slow.reward(chosen, value)
        if step % 40 == 39:
            fast.forget(0.5)
            slow.forget(0.5)


def test_the_best_values_are_found_though_most_combinations_were_never_tried() -> None:
    bandit, random = NTupleBandit([5, 5, 5]), np.random.default_rng(3)
    chosen = []
    for _ in range(400):
        chosen.append(bandit.choose())
        one, two, three = bandit.combinations[chosen[-1]]
        bandit.reward(chosen[-1], 0.1 * (one == 3) + 0.1 * (two == 1) + 0.1 * (three == 4) + random.normal(0, 0.02))
    assert len(set(chosen)) < len(bandit.combinations)
    assert [bandit.combinations[place] for place in chosen[-100:]].count((3, 1, 4)) > 60


def tuned_search(values: list[float], role: int, **settings: Any) -> tuple[TreeSearch, Tuner]:
    game, playouts = ludens.load("connect_four"), RandomPlayouts(1_000)
    policy = Policy(exploration=values[0], certain=False)
    tuner = Tuner(
        role,
        [Parameter("exploration", tuple(values))],
        lambda value: Manner(policy._replace(parameters=(value,)), playouts),
    )
    search = TreeSearch(game.engine, SearchSettings(policy, evaluation=playouts, **settings), seed=11, tuner=tuner)
    search.start(game.engine.initial())
    return search, tuner


@pytest.mark.parametrize("role", [0, 1])
def test_one_lane_and_one_playout_chooses_and_searches_as_the_textbook_does(role: int) -> None:
    game, values = ludens.load("connect_four"), [0.4, 0.1, 1.5]
    search, tuner = tuned_search(values, role, lanes=1, playouts=1)
    twin = AdaptiveTextbook(game, game.initial_state(), values, role, 11)
    search.think(Limit(playouts=300))
    for _ in range(300):
        twin.simulate()
    same(search, game, ROOT, twin.root)
    assert tuner.simulations == [twin.chosen.count(place) for place in range(3)]
    assert min(tuner.simulations) > 0


def test_batches_and_threads_lose_nothing() -> None:
    for threads in (1, 3):
        search, tuner = tuned_search([0.4, 0.1, 1.5], 0, lanes=32, playouts=4, threads=threads)
        search.think(Limit(playouts=20_000))
        consistent(search)
        assert 0 < sum(tuner.simulations) <= 20_000


def test_what_was_learnt_counts_less_when_the_root_has_moved() -> None:
    search, tuner = tuned_search([0.4, 0.1], 0, lanes=8, playouts=1)
    search.think(Limit(playouts=400))
    before = float(tuner.bandit._all)
    game = ludens.load("connect_four")
    state = game.initial_state()
    after = game.next_state(state, [game.legal_moves(state, role)[0] for role in range(2)])
    search.start(game.pack([after]))
    assert tuner.bandit._all == pytest.approx(before / 2)
