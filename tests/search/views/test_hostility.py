"""Hostile others: the goals of the added gates against the formula in words, and what it makes a search do."""

from __future__ import annotations

import random

import pytest

import ludens
from ludens import Limit
from ludens.game import UnsuitableGameError
from ludens.games.rules_game import RulesGame
from ludens.players import make_agent
from ludens.search.views.hostility import hostile_engine
from ludens.testing import random_game

GAMES = ("connect_four(players=3, columns=4, rows=4)", "free_for_all(players=3)", "tic_tac_toe")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("hostility", [0.25, 1.0])
def test_every_goal_is_the_weighted_mean(name: str, hostility: float) -> None:
    game = ludens.load(name)
    assert isinstance(game, RulesGame)
    role = 1
    engine = hostile_engine(game, role, hostility)
    states = [state for seed in range(3) for state in random_game(game, random.Random(seed))[0]]
    rows = game.pack(states)
    over, goals = engine.outcome(rows)
    assert over.tolist() == [game.is_terminal(state) for state in states]
    assert over.sum() >= 3
    for state, given in zip(states, goals, strict=True):
        if not game.is_terminal(state):
            continue
        own = game.goals(state)
        for other, value in enumerate(given):
            rest = 100 - own[role]
            wanted = own[other] if other == role else (1 - hostility) * own[other] + hostility * rest
            assert abs(int(value) - wanted) <= 0.5


def test_without_hostility_it_is_the_game_itself() -> None:
    game = ludens.load("connect_four(players=3, columns=4, rows=4)")
    assert hostile_engine(game, 0, 0.0) is game.engine
    alone = ludens.load("lights_on")
    assert hostile_engine(alone, 0, 1.0) is alone.engine


SPITE = """
(role a) (role b) (role c) (init (step 1))
(<= (legal a safe) (true (step 1))) (<= (legal a trusting) (true (step 1)))
(<= (legal b kind) (true (step 2))) (<= (legal b spiteful) (true (step 2)))
(<= (legal ?r wait) (role ?r) (distinct ?r a) (true (step 1)))
(<= (legal ?r wait) (role ?r) (distinct ?r b) (true (step 2)))
(<= (next (step 2)) (true (step 1))) (<= (next (step 3)) (true (step 2)))
(<= (next (did ?m)) (does ?r ?m) (distinct ?m wait)) (<= (next (did ?m)) (true (did ?m)))
(<= terminal (true (step 3)))
(<= (goal a 40) (true (did safe)))
(<= (goal a 100) (true (did trusting)) (true (did kind)))
(<= (goal a 0) (true (did trusting)) (true (did spiteful)))
(<= (goal b 60) (true (did kind))) (<= (goal b 50) (true (did spiteful)))
(<= (goal c 50) (role c))
"""
"""Who is trusted gains by being kind, but could do harm."""


def test_the_paranoid_trust_nobody() -> None:
    game = ludens.load(SPITE)
    limit = Limit(playouts=4_000)
    assert make_agent("uct", game, 0, 1).decide(game.initial_state(), limit).move == "trusting"
    assert make_agent("uct(hostility=1)", game, 0, 1).decide(game.initial_state(), limit).move == "safe"


def test_nothing_is_proved_of_others_who_are_only_imagined() -> None:
    game = ludens.load(SPITE)
    decision = make_agent("uct(hostility=1)", game, 0, 1).decide(game.initial_state(), Limit(playouts=4_000))
    assert not any(report.proven for report in decision.moves)


def test_evaluations_and_guides_do_not_mix_with_it() -> None:
    game = ludens.load("connect_four(players=3, columns=4, rows=4)")
    for plan in ("uct(hostility=1, playout=mast)", "uct(hostility=1, evaluation=mobility)"):
        with pytest.raises(UnsuitableGameError):
            make_agent(plan, game, 0, 1)
    with pytest.raises(UnsuitableGameError):
        make_agent("uct(hostility=1)", ludens.load("odd"), 0, 1)
