"""Games as environments of Gymnasium: its own checker, and games against agents that come out as they should."""

from __future__ import annotations

import sys
from importlib import reload
from typing import Any

import numpy as np
import pytest

from ludens import Limit, LudensError, ParameterError
from ludens.games import GAMES
from tests.adapters.dice import Dice, encode

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from ludens.adapters import gymnasium_env  # noqa: E402
from ludens.adapters.gymnasium_env import GameEnv  # noqa: E402

FEW = Limit(playouts=10)


@pytest.mark.parametrize(
    ("name", "role", "opponents"),
    [
        ("tic_tac_toe", 0, "uct"),
        ("tic_tac_toe", "oplayer", "monte_carlo"),
        ("connect_four(players=3)", 1, ("random", "uct")),
        ("rock_paper_scissors", 0, "duct"),
        ("tron", 1, ("random",)),
        ("lights_on", 0, ()),
        ("odd", 0, "random"),
        ("goofspiel", 1, "random"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*is not within the observation space:UserWarning")
def test_the_checker_of_the_library_is_content(name: str, role: int | str, opponents: str | tuple[str, ...]) -> None:
    check_env(GameEnv(name, role, opponents, limit=FEW), skip_render_check=True)


def play(env: GameEnv, seed: int) -> tuple[list[str], float, dict[str, Any]]:
    """The positions seen and the reward of a game of random legal moves."""
    numbers = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    seen, over, cut, reward = [env.episode.game.text(env.episode.state)], False, False, 0.0
    while not (over or cut):
        assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))
        legal = env.episode.game.legal_moves(env.episode.state, env.role)
        assert sorted(env.moves[number] for number in np.flatnonzero(info["action_mask"])) == list(legal)
        assert reward == 0
        _, reward, over, cut, info = env.step(int(numbers.choice(np.flatnonzero(info["action_mask"]))))
        seen.append(env.episode.game.text(env.episode.state))
    return seen, reward, info


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four(players=3)", "rock_paper_scissors", "goofspiel"])
def test_games_are_those_of_the_rules_and_of_the_seed(name: str) -> None:
    env = GameEnv(name, 1, "monte_carlo", limit=FEW)
    results = set()
    for seed in range(4):
        seen, reward, _ = play(env, seed)
        assert env.episode.over
        assert reward == env.episode.game.goals(env.episode.state)[1] / 50 - 1
        assert play(env, seed)[0] == seen
        assert play(GameEnv(name, 1, "monte_carlo", limit=FEW), seed)[0] == seen
        results.add(tuple(seen))
    assert len(results) > 1


def test_a_strong_opponent_wins() -> None:
    rewards = [play(GameEnv("tic_tac_toe", 1, "uct", limit=Limit(playouts=300)), seed)[1] for seed in range(12)]
    assert sum(rewards) / len(rewards) < -0.5


def test_forced_moves_are_made_without_asking() -> None:
    env = GameEnv("tic_tac_toe", "oplayer", "random")
    env.reset(seed=0)
    assert env.episode.steps == 1
    assert env.episode.choosing == (1,)


def test_an_illegal_move_loses() -> None:
    env = GameEnv("tic_tac_toe", 0, "random")
    env.reset(seed=0)
    for wrong in (env.moves.index("noop"), 99, -1):
        seen, reward, over, cut, info = env.step(wrong)
        assert (reward, over, cut, info["illegal"]) == (-1, True, False, True)
        assert np.array_equal(seen, env.reset(seed=0)[0])


def test_chance_belongs_to_the_environment() -> None:
    env = GameEnv(Dice(), "player", (), encode=encode)
    check_env(env, skip_render_check=True)
    sums = set()
    for seed in range(20):
        env.reset(seed=seed)
        sums.add(int(env.step(1)[0][0]))
    assert sums == {1, 2, 3}
    with pytest.raises(ParameterError, match="dice has no player 'random'; its players are player"):
        GameEnv(Dice(), "random", encode=encode)


def test_long_games_are_truncated() -> None:
    env = GameEnv("tic_tac_toe", 0, "random", max_steps=2)
    _, info = env.reset(seed=1)
    _, reward, over, cut, _ = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert (reward, over, cut) == (0, False, True)


def test_environments_are_registered() -> None:
    for name, given in (("ludens/tic_tac_toe-v0", {}), ("ludens/Game-v0", {"game": "nim(heaps=2-3)"})):
        env = gymnasium.make(name, opponents="random", **given)
        observation, info = env.reset(seed=3)
        assert env.observation_space.contains(observation)
        assert info["action_mask"].any()
        env.close()
    assert {f"ludens/{name}-v0" for name in GAMES} <= set(gymnasium.registry)
    gymnasium_env.register()


def test_drawing(capsys: pytest.CaptureFixture[str]) -> None:
    for mode, beginning in (("svg", "<svg"), ("ansi", " 1  ")):
        env = GameEnv("tic_tac_toe", render_mode=mode)
        env.reset(seed=0)
        assert str(env.render()).startswith(beginning)
    env = GameEnv("tic_tac_toe", render_mode="human")
    env.reset(seed=0)
    assert env.render() is None
    assert "1 2 3" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "tic_tac_tow"}, "There is no game called 'tic_tac_tow'"),
        ({"game": "tic_tac_toe", "role": 2}, "tic_tac_toe has no player 2; its players are xplayer, oplayer"),
        ({"game": "tic_tac_toe", "role": "red"}, "has no player 'red'"),
        ({"game": "tic_tac_toe", "opponents": ("uct", "uct")}, "needs 1 opponents, but 2 were given"),
        ({"game": "tic_tac_toe", "opponents": "nobody"}, "There is no agent called 'nobody'"),
        ({"game": "connect_four(players=3)", "opponents": "negamax"}, "negamax cannot play"),
        ({"game": "tic_tac_toe", "render_mode": "film"}, "render_mode cannot be 'film'"),
        ({"game": Dice()}, "its positions are no vectors"),
    ],
)
def test_mistakes_are_told(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(LudensError, match=message):
        GameEnv(**arguments)


def test_a_missing_library_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(LudensError, match=r"Gymnasium is not installed: pip install 'ludens\[gym\]'"):
        reload(gymnasium_env)
