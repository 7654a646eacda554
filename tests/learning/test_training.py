"""Training: the same with and without interruptions, by one thread or two, and good in the end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ludens
from ludens.learning.arithmetic import device_of
from ludens.learning.checkpoints import load, save
from ludens.learning.exam import exam_of, wrong_ahead, wrong_by_policy
from ludens.learning.training import AnyTraining, Plan, Training, plan_for
from ludens.search.networks.one_thread import one_thread_for_good
from ludens.search.networks.tensor_file import TensorFileError


def small(name: str, games: int = 48, form: str = "dense") -> tuple[ludens.LoadedGame, Plan]:
    game = ludens.load(name)
    plan = plan_for(game, 16, 2, form)
    return game, replace(plan, batch=64, manner=replace(plan.manner, games=games))


def same(one: AnyTraining, other: AnyTraining) -> bool:
    return all((own == other.weights[name]).all() for name, own in one.weights.items())


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("nim", "dense"),
        ("goofspiel(cards=3)", "dense"),
        ("connect_four(columns=4,rows=4,players=3)", "dense"),
        ("connect_four(columns=4,rows=4,players=3)", "grid"),
    ],
)
def test_a_training_goes_on_exactly_from_a_checkpoint(name: str, form: str, tmp_path: Path) -> None:
    game, plan = small(name, 16, form)
    whole = Training(game, plan, seed=5)
    with whole.beside():
        for _ in range(2):
            whole.generation()
        save(tmp_path / "x", whole)
        for _ in range(2):
            whole.generation()
    resumed = load(tmp_path / "x", game, device_of("cpu"))
    for _ in range(2):
        resumed.generation()
    assert same(whole, resumed)
    assert whole.state.played == resumed.state.played
    assert not same(whole, Training(game, plan, seed=5))


def test_another_seed_gives_another_network() -> None:
    game, plan = small("nim")
    one, other = Training(game, plan, seed=1), Training(game, plan, seed=2)
    one.generation()
    other.generation()
    assert not same(one, other)


def test_a_training_of_other_rules_is_refused(tmp_path: Path) -> None:
    game, plan = small("nim")
    training = Training(game, plan)
    training.generation()
    save(tmp_path / "x", training)
    with pytest.raises(TensorFileError, match="other rules"):
        load(tmp_path / "x", ludens.load("tic_tac_toe"), device_of("cpu"))


def test_a_damaged_training_is_refused(tmp_path: Path) -> None:
    game, plan = small("nim")
    training = Training(game, plan)
    training.generation()
    save(tmp_path / "x", training)
    (tmp_path / "x").write_bytes((tmp_path / "x").read_bytes()[:-1])
    with pytest.raises(TensorFileError, match="damaged"):
        load(tmp_path / "x", game, device_of("cpu"))


def test_a_few_generations_learn_something_of_nim() -> None:
    one_thread_for_good()
    game, plan = small("nim", 256)
    exam = exam_of(game)
    assert exam is not None
    training = Training(game, replace(plan, reuse=2.0, rate=5e-3), seed=1)
    before = wrong_ahead(game, training.network, exam.random)
    for _ in range(10):
        training.generation()
    assert wrong_ahead(game, training.network, exam.random) < 0.5 * before


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nim", "tic_tac_toe"])
def test_small_games_are_learnt_perfectly(name: str) -> None:
    """A few seconds of a core each: no move that changes the outcome, with and without looking ahead, anywhere."""
    one_thread_for_good()
    game = ludens.load(name)
    exam, training = exam_of(game), Training(game, plan_for(game, 128, 2), seed=1)
    assert exam is not None
    assert exam.whole
    for _ in range(60):
        for _ in range(2):
            training.generation()
        wrong = [
            choose(game, training.network, asked)
            for asked in (exam.perfect, exam.random)
            for choose in (wrong_by_policy, wrong_ahead)
        ]
        if not any(wrong):
            break
    assert wrong == [0, 0, 0, 0]


def test_endings_help() -> None:
    """A few games without any solved position, and the same with their endings: fewer moves are wrong."""
    one_thread_for_good()
    game, plan = small("tic_tac_toe", 128)
    exam = exam_of(game)
    assert exam is not None
    wrong = []
    for solved in (0, 2_000):
        manner = replace(plan.manner, whole=0, endings=solved)
        training = Training(game, replace(plan, manner=manner, rate=5e-3), seed=1)
        for _ in range(25):
            training.generation()
        wrong.append(wrong_ahead(game, training.network, exam.random))
    assert wrong[1] < 0.8 * wrong[0]


def test_weights_are_numbers_of_the_processor() -> None:
    game, plan = small("nim")
    assert all(own.dtype == np.float32 for own in Training(game, plan).weights.values())
