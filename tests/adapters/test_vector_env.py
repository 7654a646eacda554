"""Thousands of games at once: the same games as single ones, by any rules, and learners' habits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ludens.game import ParameterError, UnsuitableGameError

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from ludens.adapters.episode import Episode, game_of, reward_of
from ludens.adapters.vector_env import GameVectorEnv
from tests.adapters.dice import Dice

DIE = """(role x) (role random) (init (phase throw)) (face 1) (face 2) (face 3)
(<= (legal random (throw ?n)) (true (phase throw)) (face ?n)) (<= (legal x noop) (true (phase throw)))
(<= (legal random noop) (true (phase guess))) (<= (legal x (say ?n)) (true (phase guess)) (face ?n))
(<= (next (shown ?n)) (does random (throw ?n))) (<= (next (shown ?n)) (true (shown ?n)))
(<= (next (phase guess)) (true (phase throw))) (<= (next (said ?n)) (does x (say ?n)))
(<= terminal (true (said ?n))) (<= (goal x 100) (true (said ?n)) (true (shown ?n)))
(<= (goal x 0) (true (said ?n)) (true (shown ?m)) (distinct ?n ?m)) (goal random 0)"""
"""A throw that everybody sees, and then has to be told."""


def random_actions(infos: dict[str, Any], random: np.random.Generator) -> np.ndarray[Any, np.dtype[np.int64]]:
    mask = infos["action_mask"]
    return np.asarray((random.random(mask.shape) * mask).argmax(axis=-1))


class Single:
    """One game at a time, by the slower way: what each environment must show."""

    def __init__(self, name: str) -> None:
        self.episode = Episode(game_of(name))
        self.begin()

    def begin(self) -> None:
        self.episode.begin(np.random.default_rng(0))
        self._until_choice()

    def _until_choice(self) -> None:
        while not self.episode.choosing and not self.episode.over and not self.episode.cut:
            self.episode.advance({})

    def step(self, moves: dict[int, int]) -> tuple[bool, list[float]]:
        self.episode.advance(moves)
        self._until_choice()
        over = self.episode.over
        rewards = [reward_of(goal) for goal in self.episode.goals] if over else [0.0] * len(self.episode.moves)
        if over or self.episode.cut:
            self.begin()
        return over, rewards


@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "nim", "connect_four(columns=4, rows=4)", "odd", "tron", "rock_paper_scissors"]
)
def test_all_games_go_as_single_ones_do(name: str) -> None:
    joint = name in ("tron", "rock_paper_scissors")
    env, random = GameVectorEnv(name, 6, joint=joint), np.random.default_rng(5)
    singles = [Single(name) for _ in range(env.num_envs)]
    observations, infos = env.reset(seed=1)
    ended = 0
    for _ in range(65 if name == "odd" else 30):
        assert observations in env.observation_space
        for number, single in enumerate(singles):
            role = int(infos["role"][number])
            assert role in single.episode.choosing
            np.testing.assert_array_equal(observations[number], single.episode.vector(role))
            own = single.episode.mask(role)
            mask = infos["action_mask"][number, role] if joint else infos["action_mask"][number]
            np.testing.assert_array_equal(mask[: len(own)], own)
            assert not mask[len(own) :].any()
        actions = random_actions(infos, random)
        roles = infos["role"]
        observations, rewards, over, cut, infos = env.step(actions)
        for number, single in enumerate(singles):
            choosing = single.episode.choosing
            moves = {role: int(actions[number, role] if joint else actions[number]) for role in choosing}
            wanted_over, wanted = single.step(moves)
            assert bool(over[number]) is wanted_over
            assert not cut[number]
            assert infos["rewards"][number].tolist() == wanted
            assert rewards[number] == wanted[roles[number]]
        ended += int(over.sum())
    assert ended > 0
    np.testing.assert_array_equal(infos["_final_obs"], over | cut)


def test_the_last_position_is_told() -> None:
    env, random = GameVectorEnv("tic_tac_toe", 50), np.random.default_rng(1)
    _, infos = env.reset(seed=1)
    told = 0
    for _ in range(9):
        _, _, over, _, infos = env.step(random_actions(infos, random))
        for bits in infos["final_obs"][over]:
            rows = env.engine.initial()
            rows[0, 0] = int("".join(map(str, bits[::-1])), 2)
            assert env.engine.outcome(rows)[0].all()
            told += 1
    assert told > 40


def test_an_illegal_action_loses() -> None:
    env = GameVectorEnv("tic_tac_toe", 3)
    _, infos = env.reset(seed=1)
    _, _, _, _, infos = env.step(np.array([0, 0, 1]))
    observations, rewards, over, _, infos = env.step(np.array([0, 1, 99]))
    assert rewards.tolist() == [-1.0, 0.0, -1.0]
    assert infos["rewards"].tolist() == [[1.0, -1.0], [0.0, 0.0], [1.0, -1.0]]
    assert over.tolist() == infos["illegal"].tolist() == [True, False, True]
    np.testing.assert_array_equal(observations[0], env.reset()[0][0])


def test_whose_action_is_illegal_loses() -> None:
    env = GameVectorEnv("rock_paper_scissors", 3, joint=True)
    env.reset(seed=1)
    _, rewards, over, _, infos = env.step(np.array([[0, 7], [-1, 0], [5, 5]]))
    assert infos["rewards"].tolist() == [[1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]]
    assert over.all()
    assert rewards.tolist() == [1.0, -1.0, -1.0]


def test_games_are_cut() -> None:
    env, random = GameVectorEnv("tic_tac_toe", 20, max_steps=3), np.random.default_rng(1)
    _, infos = env.reset(seed=1)
    for number in range(6):
        _, rewards, over, cut, infos = env.step(random_actions(infos, random))
        assert cut.all() == (number % 3 == 2)
        assert not over.any()
        assert not rewards.any()


def test_chance_is_drawn_from_the_seed() -> None:
    """The same seed gives the same draws; games of the same seed differ from each other."""
    shown = []
    for seed in (1, 1, 2):
        env = GameVectorEnv(game_of(DIE), 300)
        observations, _ = env.reset(seed=seed)
        fluents = list(map(str, env.engine.circuit.fluents)) if env.engine.circuit else []
        faces = [number for number, fluent in enumerate(fluents) if "shown" in fluent]
        shown.append(observations[:, faces])
        right = shown[-1].argmax(axis=1)
        says = [move for move in env.moves[0] if "say" in move]
        _, rewards, over, _, _ = env.step(np.array([env.moves[0].index(says[face]) for face in right]))
        assert over.all()
        assert (rewards == 1).all()
    np.testing.assert_array_equal(shown[0], shown[1])
    assert (shown[0] != shown[2]).any()
    assert (shown[0].sum(axis=0) > 60).all()


def test_unsuitable_games_are_refused() -> None:
    with pytest.raises(UnsuitableGameError, match="hides information"):
        GameVectorEnv("kuhn_poker")
    with pytest.raises(UnsuitableGameError, match="several roles choose at once"):
        GameVectorEnv("rock_paper_scissors")
    with pytest.raises(UnsuitableGameError, match="played in Python"):
        GameVectorEnv(Dice())
    with pytest.raises(UnsuitableGameError, match="run on the CPU alone"):
        GameVectorEnv("odd", device="cuda")
    with pytest.raises(ParameterError, match="num_envs cannot be 0"):
        GameVectorEnv("nim", 0)
    with pytest.raises(ParameterError, match=r"Actions of shape \(3, 2\) instead of \(3,\)"):
        GameVectorEnv("nim", 3).step(np.zeros((3, 2), dtype=np.int64))


@pytest.mark.usefixtures("fake_driver")
def test_games_on_a_device_are_the_same() -> None:
    random = [np.random.default_rng(4), np.random.default_rng(4)]
    envs = [GameVectorEnv("nim", 100, device=device) for device in ("cpu", "cuda")]
    infos = [env.reset(seed=1)[1] for env in envs]
    for _ in range(8):
        results = [env.step(random_actions(told, dice)) for env, told, dice in zip(envs, infos, random, strict=True)]
        np.testing.assert_equal(results[0], results[1])
        infos = [result[-1] for result in results]
    envs[1].engine.wait()
