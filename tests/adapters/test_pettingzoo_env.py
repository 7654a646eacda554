"""Games as environments of PettingZoo: its own tests, and the same games as the rules play them."""

from __future__ import annotations

import random
import sys
from importlib import reload
from typing import Any

import numpy as np
import pytest

import ludens
from ludens import IllegalMoveError, LudensError, ParameterError
from tests.adapters.dice import Dice, encode

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from ludens.adapters import pettingzoo_env
from ludens.adapters.pettingzoo_env import aec_env, parallel_env

GAMES = [
    "tic_tac_toe", "connect_four", "connect_four(players=3)", "rock_paper_scissors", "tron", "lights_on", "odd",
    "goofspiel", "free_for_all",
]  # fmt: skip
ADVICE = [
    "ignore:Observation space for each agent probably should be:UserWarning",  # a dictionary, as in its own games
    "ignore:We recommend agents to be named:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",  # when the game is over
    "ignore:Agents have different observation space sizes:UserWarning",
    "ignore:Action mask is a single number:UserWarning",
    "ignore:Observation numpy array is all zeros:UserWarning",  # an empty board
]
pytestmark = [pytest.mark.filterwarnings(advice) for advice in ADVICE]


@pytest.mark.parametrize("name", GAMES)
def test_agents_in_turn_pass_the_tests_of_the_library(name: str) -> None:
    api_test(aec_env(name), num_cycles=30)
    seed_test(lambda: aec_env(name), num_cycles=30)


@pytest.mark.parametrize("name", GAMES)
def test_agents_at_once_pass_the_tests_of_the_library(name: str) -> None:
    parallel_api_test(parallel_env(name), num_cycles=30)


@pytest.mark.parametrize("name", ["rock_paper_scissors", "prisoners_dilemma"])
def test_the_seed_of_agents_at_once(name: str) -> None:
    parallel_seed_test(lambda: parallel_env(name), num_cycles=30)


def test_drawing(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode: aec_env("tic_tac_toe", render_mode=render_mode),
        custom_tests={"svg": lambda text: text.startswith("<svg") and text.rstrip().endswith("</svg>")},
    )
    env = parallel_env("tic_tac_toe", render_mode="ansi")
    env.reset()
    assert "1 2 3" in str(env.render())
    env.close()
    assert "1 2 3" in capsys.readouterr().out
    assert aec_env("tic_tac_toe").render() is None
    with pytest.raises(ParameterError, match="render_mode cannot be 'film'; it may be human, ansi, svg"):
        aec_env("tic_tac_toe", render_mode="film")


@pytest.mark.parametrize("name", GAMES)
def test_both_kinds_play_the_games_of_the_rules(name: str) -> None:
    game, numbers = ludens.load(name), random.Random(4)
    turns, joint = aec_env(name), parallel_env(name)
    turns.reset(seed=1)
    seen, _ = joint.reset(seed=1)
    state: Any = game.initial_state()
    while joint.agents:
        legal = [game.legal_moves(state, role) for role in range(len(game.info.roles))]
        moves = [numbers.choice(some) for some in legal]
        actions = {}
        for role, agent in enumerate(game.info.roles):
            mask = seen[agent]["action_mask"]
            assert sorted(turns.moves[agent][number] for number in np.flatnonzero(mask)) == list(legal[role])
            actions[agent] = joint.moves[agent].index(moves[role])
            if len(legal[role]) > 1:
                assert turns.agent_selection == agent
                assert np.array_equal(turns.observe(agent)["observation"], seen[agent]["observation"])
                turns.step(actions[agent])
        seen, rewards, over, cut, _ = joint.step(actions)
        state = game.next_state(state, moves)
        assert set(over.values()) == {game.is_terminal(state)}
        assert set(cut.values()) == {False}
    expected = {agent: goal / 50 - 1 for agent, goal in zip(game.info.roles, game.goals(state), strict=True)}
    assert rewards == expected
    assert {agent: turns._cumulative_rewards[agent] for agent in turns.agents} == expected
    assert all(turns.terminations.values())


def test_choices_at_once_are_hidden_until_all_are_made() -> None:
    env = aec_env("rock_paper_scissors")
    env.reset()
    first = env.agent_selection
    before = env.observe(env.possible_agents[1])
    env.step(0)
    assert env.agent_selection != first
    after, reward, *_ = env.last()
    assert reward == 0
    assert all(np.array_equal(before[key], after[key]) for key in before)


def test_illegal_moves_are_refused_and_nothing_changes() -> None:
    env = aec_env("tic_tac_toe")
    env.reset()
    before = env.observe("xplayer")["observation"]
    for wrong in (env.moves["xplayer"].index("noop"), 99, -1, None):
        with pytest.raises(IllegalMoveError, match="is not a legal move of xplayer"):
            env.step(wrong)
    assert np.array_equal(env.observe("xplayer")["observation"], before)
    both = parallel_env("tic_tac_toe")
    both.reset()
    with pytest.raises(IllegalMoveError, match="'noop' is not a legal move of xplayer"):
        both.step({agent: both.moves[agent].index("noop") for agent in both.agents})
    with pytest.raises(ParameterError, match="xplayer has not chosen"):
        both.step({})


def test_the_wrapper_of_the_library_makes_a_loss_of_an_illegal_move() -> None:
    env = TerminateIllegalWrapper(aec_env("tic_tac_toe"), illegal_reward=-1)
    env.reset()
    env.step(env.unwrapped.moves["xplayer"].index("noop"))
    assert env.rewards == {"xplayer": -1, "oplayer": 0}
    assert all(env.terminations.values())


def test_games_that_go_on_for_too_long_are_truncated() -> None:
    env = aec_env("tic_tac_toe", max_steps=2)
    env.reset()
    for _ in range(2):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    _, reward, over, cut, _ = env.last()
    assert (reward, over, cut) == (0, False, True)
    both = parallel_env("tic_tac_toe", max_steps=1)
    seen, _ = both.reset()
    _, _, over_of, cut_of, _ = both.step({"xplayer": int(np.flatnonzero(seen["xplayer"]["action_mask"])[0])})
    assert not any(over_of.values())
    assert all(cut_of.values())
    assert both.agents == []


def test_chance_is_nobodys_agent() -> None:
    api_test(aec_env(Dice(), encode=encode), num_cycles=30)
    parallel_api_test(parallel_env(Dice(), encode=encode), num_cycles=30)
    env = parallel_env(Dice(), encode=encode)
    results = []
    for seed in (7, 7, 8, 9, 10, 11):
        env.reset(seed=seed)
        env.step({"player": 1})
        results.append(env.step({"player": 2})[0]["player"]["observation"][0])
    assert results[0] == results[1]
    assert len(set(results)) > 1
    assert env.possible_agents == ["player"]


def test_a_missing_library_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(LudensError, match=r"PettingZoo is not installed: pip install 'ludens\[gym\]'"):
        reload(pettingzoo_env)
