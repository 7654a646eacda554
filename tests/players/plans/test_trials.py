"""Trial games: who is better is found out, noise is not taken for it, and all of it is kept."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

import ludens
from ludens import Limit
from ludens.players.plans.belief import Belief
from ludens.players.plans.candidates import REFERENCE
from ludens.players.plans.kept_trials import KeptTrials, kept_trials
from ludens.players.plans.trials import Contest, Pair, free_cores, play_pair

GOOD, BAD = "negamax", "random"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))


def contest(plans: tuple[str, ...] = (REFERENCE, GOOD), variance: float = 0.4, default: str = REFERENCE) -> Contest:
    game = ludens.load("nim(heaps=9-5)")
    spread = np.diag([0.0 if plan == REFERENCE else variance for plan in plans])
    return Contest(game, Belief(plans, np.zeros(len(plans)), spread), default, kept_trials(game))


def by_coin(contest: Contest, chances: dict[str, float], pairs: int, seed: int = 1) -> None:
    """Plays the contest as if every plan won so often against every other."""
    random = np.random.default_rng(seed)
    for _ in range(pairs):
        challenger = contest.challenger()
        if challenger is None:
            return
        chance = 0.5 + chances.get(challenger, 0.0) - chances.get(contest.best, 0.0)
        contest.kept.add(challenger, contest.best, 0.1, float((random.random(2) < chance).mean()))


def test_the_plan_that_wins_is_taken() -> None:
    found = contest((REFERENCE, "grave", "uct_rave"))
    assert found.best == REFERENCE
    by_coin(found, {"grave": 0.3}, 40)
    assert found.best == "grave"


@pytest.mark.parametrize("seed", range(5))
def test_even_plans_are_seldom_switched_to(seed: int) -> None:
    switched = 0
    for number in range(8):
        found = contest((REFERENCE, "grave", "uct_rave"))
        by_coin(found, {}, 15, seed * 100 + number)
        switched += found.best != REFERENCE
    assert switched <= 4


def test_nobody_is_tried_who_is_unlikely_to_be_better() -> None:
    found = contest((REFERENCE, "grave"), variance=0.01)
    for _ in range(30):
        found.kept.add("grave", REFERENCE, 0.1, 0.0)
    sure = Contest(found.game, Belief((REFERENCE, "grave"), np.array([0.0, -1.0]), np.diag([0.0, 0.1])), REFERENCE,
                   KeptTrials(found.game))  # fmt: skip
    assert sure.challenger() is None


def test_what_was_played_is_known_to_the_next_program() -> None:
    found = contest()
    found.kept.add(GOOD, REFERENCE, 0.1, 1.0)
    found.kept.add(GOOD, REFERENCE, 0.1, 0.5)
    found.kept.keep()
    [again] = contest().kept.all
    assert (again.plan, again.against, again.pairs, again.score, again.squares) == (GOOD, REFERENCE, 2, 0.75, 1.25)
    assert again.error == pytest.approx(0.25 / 2**0.5)


def test_real_games_are_played_until_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    found = contest((REFERENCE, BAD, GOOD), default=BAD)
    looks = iter(range(10**9))
    monkeypatch.setattr(time, "perf_counter", lambda: next(looks) / 400)
    found.play(1.0, 0.003, 1)
    assert sum(trial.pairs for trial in found.kept.all) >= 2
    assert all(trial.clock == 0.001 for trial in found.kept.all)
    assert time.perf_counter() < 2


def test_a_pair_is_played_from_both_seats_and_plans_that_cannot_play_are_told() -> None:
    game = ludens.load("nim(heaps=9-5)")
    assert play_pair(game, Limit(0.01), float("inf"), Pair(GOOD, BAD, 3)) in {0.0, 0.5, 1.0}
    assert play_pair(game, Limit(0.01), 0.0, Pair(GOOD, BAD, 3)) is None
    assert play_pair(ludens.load("odd"), Limit(0.01), float("inf"), Pair("factored", BAD, 3)) == "factored"


def test_there_is_always_a_core() -> None:
    assert free_cores() >= 1


@pytest.mark.slow
def test_trials_in_several_processes() -> None:
    found = contest((REFERENCE, BAD, GOOD), default=BAD)
    for _ in range(10):  # a busy machine may need more than one go
        if not found.kept.all:
            found.play(8.0, 0.004, 1, processes=2)
    assert found.kept.all
    assert {trial.plan for trial in found.kept.all} <= {REFERENCE, BAD, GOOD}
    assert all(0 <= trial.score <= 1 and trial.pairs > 0 for trial in found.kept.all)
