"""Exploration by the scale of goals: what random games show, and what the tree makes of it."""

from __future__ import annotations

import random
import statistics

import pytest

import ludens
from ludens import Limit
from ludens.players import make_agent
from ludens.players.tree_agent import TreeAgent
from ludens.players.trees.uct import LEAST_SCALE, goal_scale
from ludens.search.facts import facts_of
from ludens.testing import random_game

COIN = """
(role a) (role b) (init open)
(<= (legal a (take ?n)) (true open) (number ?n)) (<= (legal b wait) (true open)) (number 1) (number 2)
(<= (next (took ?n)) (does a (take ?n)))
(<= terminal (not (true open)))
(<= (goal a FIRST) (true (took 1))) (<= (goal a SECOND) (true (took 2)))
(<= (goal b SECOND) (true (took 1))) (<= (goal b FIRST) (true (took 2)))
"""
"""Two results, each as likely as the other."""


@pytest.mark.parametrize(
    ("goals", "scale"),
    [((0, 100), 1.0), ((40, 60), 0.2), ((50, 100), 0.5), ((49, 50), LEAST_SCALE), ((30, 30), 1.0)],
)
def test_the_scale_is_one_where_half_of_the_games_are_won_and_less_where_goals_are_closer(
    goals: tuple[int, int], scale: float
) -> None:
    game = ludens.load(COIN.replace("FIRST", str(goals[0])).replace("SECOND", str(goals[1])))
    assert goal_scale(game) == pytest.approx(scale, rel=0.01)


@pytest.mark.parametrize("name", ["free_for_all(players=3)", "connect_four(players=3, columns=5)"])
def test_the_spread_is_that_of_goals_in_random_games(name: str) -> None:
    game, rng = ludens.load(name), random.Random(5)
    ends = [game.goals(random_game(game, rng)[0][-1]) for _ in range(60)]
    slow = statistics.fmean(statistics.pstdev(own) for own in zip(*ends, strict=True)) / 100
    assert facts_of(game).random_games.spread == pytest.approx(slow, rel=0.25)


def test_a_scaled_tree_is_that_of_the_smaller_constant() -> None:
    game = ludens.load("free_for_all(players=3)")
    scale = goal_scale(game)
    assert 0.15 < scale < 0.4

    def explores(name: str) -> float:
        agent = make_agent(name, game, 0, 1)
        assert isinstance(agent, TreeAgent)
        return agent.search.settings.policy.parameters[0]

    assert explores("uct") == explores("uct(scaled=false)") == 0.4
    assert explores("uct(scaled=true)") == pytest.approx(0.4 * scale)
    assert explores("uct(scaled=true, exploration=1)") == pytest.approx(scale)
    assert explores("uct(scaled=true, tuned=true)") == pytest.approx(0.4 * scale)
    assert explores("uct(scaled=true, history=5)") == pytest.approx(0.4 * scale)
    assert explores("uct(scaled=true, hostility=0.5)") == pytest.approx(0.4 * scale)
    one, other = (
        make_agent(name, game, 0, 1).decide(game.initial_state(), Limit(playouts=2_000))
        for name in ("uct(scaled=true)", f"uct(exploration={0.4 * scale!r})")
    )
    assert one.moves == other.moves
