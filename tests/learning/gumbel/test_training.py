"""Training by small searches: exact from a checkpoint, refused where it does not suit, and it learns."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ludens
from ludens.game import ParameterError, UnsuitableGameError
from ludens.learning.arithmetic import device_of
from ludens.learning.checkpoints import load, save, trained_by
from ludens.learning.course import AHEAD, GUMBEL, Wanted, begun, method_for
from ludens.learning.exam import exam_of, wrong_by_policy
from ludens.search.networks.trained import fitting, read_trained, write_trained

torch = pytest.importorskip("torch", reason="PyTorch is an extra")

from ludens.learning.gumbel.net import passed  # noqa: E402  (after importorskip)
from ludens.learning.gumbel.training import GumbelTraining, plan_for  # noqa: E402
from ludens.search.networks.one_thread import one_thread_for_good  # noqa: E402

THREE = "connect_four(columns=4,rows=4,players=3)"


def small(name: str, seed: int = 5, form: str = "dense", teacher: int = 0) -> GumbelTraining:
    game = ludens.load(name)
    plan = replace(plan_for(game, 16, 2, "cpu"), form=form, teacher_width=teacher, teacher_layers=1)
    manner = replace(plan.manner, games=12, steps=4, simulations=6)
    return GumbelTraining(game, replace(plan, batch=16, manner=manner), seed, device_of("cpu", library="torch"))


def same(one: GumbelTraining, other: GumbelTraining) -> bool:
    return all((own == other.weights[name]).all() for name, own in one.weights.items())


@pytest.mark.parametrize(("name", "teacher"), [("nim", 0), (THREE, 0), ("nim", 24)])
def test_a_training_goes_on_exactly_from_a_checkpoint(name: str, teacher: int, tmp_path: Path) -> None:
    whole = small(name, teacher=teacher)
    for _ in range(2):
        whole.generation()
    save(tmp_path / "x", whole)
    for _ in range(2):
        whole.generation()
    resumed = load(tmp_path / "x", whole.game, device_of("cpu"))
    assert isinstance(resumed, GumbelTraining)
    assert not same(whole, resumed)
    for _ in range(2):
        resumed.generation()
    assert same(whole, resumed)
    assert whole.state == resumed.state
    assert not same(whole, small(name, seed=6, teacher=teacher))


def test_the_network_is_that_of_every_other_method() -> None:
    training = small("tic_tac_toe")
    training.generation()
    seen = np.random.default_rng(1).integers(0, 2, (20, training.inputs.size)).astype(np.float32)
    values, logits = training.network.answers(seen, moves=True)
    found = passed(training.learner.average, torch.from_numpy(seen))
    np.testing.assert_allclose(torch.sigmoid(found[0]).numpy(), values, atol=1e-6)
    assert logits is not None
    np.testing.assert_allclose(found[1].numpy(), logits, atol=1e-5)


def test_a_large_network_is_kept_with_8_bits(tmp_path: Path) -> None:
    game = ludens.load("nim")
    plan = replace(plan_for(game, 768, 3, "cpu"), batch=16)
    plan = replace(plan, manner=replace(plan.manner, games=4, steps=2, simulations=4))
    training = GumbelTraining(game, plan, 1, device_of("cpu", library="torch"))
    training.generation()
    write_trained(tmp_path / "x", trained_by(training))
    assert (tmp_path / "x").stat().st_size < 2 << 20
    found = read_trained(tmp_path / "x")
    for name, own in training.weights.items():
        np.testing.assert_allclose(found.weights[name], own, atol=0.006 * max(1e-3, np.abs(own).max()))
    fitting(found, game, "x")
    write_trained(tmp_path / "y", found)
    again = read_trained(tmp_path / "y").weights
    assert all(np.allclose(own, again[name], rtol=1e-6) for name, own in found.weights.items())


def test_which_method_suits() -> None:
    board, cards = ludens.load("tic_tac_toe"), ludens.load("goofspiel(cards=3)")
    assert method_for(board, Wanted()) == AHEAD
    assert method_for(board, Wanted(device="cuda")) == GUMBEL
    assert method_for(cards, Wanted(device="cuda")) == AHEAD
    assert method_for(board, Wanted(method=GUMBEL)) == GUMBEL
    with pytest.raises(UnsuitableGameError, match="several roles choose at once"):
        GumbelTraining(cards, plan_for(cards, 16, 2, "cpu"), 1, device_of("cpu", library="torch"))


@pytest.mark.slow
def test_tic_tac_toe_is_learnt_from_play_alone() -> None:
    one_thread_for_good()
    game = ludens.load("tic_tac_toe")
    exam, plan = exam_of(game), plan_for(game, 64, 2, "cpu")
    assert exam is not None
    plan = replace(plan, batch=256, rate=3e-3, manner=replace(plan.manner, steps=8, games=128))
    training = GumbelTraining(game, plan, 1, device_of("cpu", library="torch"))
    before = wrong_by_policy(game, training.network, exam.random)
    for _ in range(40):
        training.generation()
    assert wrong_by_policy(game, training.network, exam.random) < 0.1 * before


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four(columns=5,rows=4)", "breakthrough(size=5)"])
def test_a_network_on_a_board_is_the_same_in_numpy_and_its_file_is_read(name: str, tmp_path: Path) -> None:
    training = small(name, form="grid")
    training.generation()
    seen = np.random.default_rng(1).integers(0, 2, (20, training.inputs.size)).astype(np.float32)
    values, logits = training.network.answers(seen, moves=True)
    found = training.learner.forward(training.learner.average, torch.from_numpy(seen))
    np.testing.assert_allclose(torch.sigmoid(found[0]).numpy(), values, atol=1e-5)
    assert logits is not None
    np.testing.assert_allclose(found[1].numpy(), logits, atol=1e-4)
    write_trained(tmp_path / "x", trained_by(training))
    read = fitting(read_trained(tmp_path / "x"), training.game, "x")
    np.testing.assert_allclose(read.answers(seen, moves=False)[0], values, atol=1e-2)


def test_a_training_of_a_network_on_a_board_goes_on_exactly(tmp_path: Path) -> None:
    whole = small("tic_tac_toe", form="grid")
    whole.generation()
    save(tmp_path / "x", whole)
    resumed = load(tmp_path / "x", whole.game, device_of("cpu"))
    assert isinstance(resumed, GumbelTraining)
    whole.generation()
    resumed.generation()
    assert same(whole, resumed)


def test_a_training_that_is_planned_anew_goes_on_with_its_weights() -> None:
    training = small("tic_tac_toe")
    training.generation()
    plan = training.plan
    other = training.replanned(replace(plan, manner=replace(plan.manner, games=8, simulations=10)))
    assert same(training, other)
    assert other.state is training.state
    other.generation()
    assert not same(training, other)


def test_nothing_is_learnt_when_the_rate_is_nothing() -> None:
    training = small("tic_tac_toe")
    training.generation()
    before = {name: own.detach().clone() for name, own in training.learner.learning.items()}
    training.warmth = 0.0
    training.generation()
    assert all(torch.equal(own, before[name]) for name, own in training.learner.learning.items())


def test_a_teacher_may_be_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_NETWORKS", str(tmp_path))
    training = begun(ludens.load("nim"), Wanted(method=GUMBEL, width=16, teacher=32))
    assert isinstance(training, GumbelTraining)
    assert [learner.average["layer0"].shape[1] for learner in training.learners] == [16, 32]


def test_a_teacher_is_the_larger_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_NETWORKS", str(tmp_path))
    with pytest.raises(ParameterError, match="--teacher 15 is less than 16"):
        begun(ludens.load("nim"), Wanted(method=GUMBEL, width=16, teacher=15))


def test_a_teacher_plays_and_both_learn() -> None:
    training = small("tic_tac_toe", teacher=24)
    teacher = training.teacher
    assert teacher is not None
    before = [own.detach().clone() for learner in training.learners for own in learner.average.values()]
    training.generation()
    after = [own for learner in training.learners for own in learner.average.values()]
    assert not any(torch.equal(own, other) for own, other in zip(before, after, strict=True))
    assert training.weights["layer0"].shape[1] == 16
    assert teacher.average["layer0"].shape[1] == 24


@pytest.mark.parametrize("confused", [0, 1])
def test_games_are_those_of_the_teacher_alone(confused: int) -> None:
    usual, other = small("tic_tac_toe", teacher=24), small("tic_tac_toe", teacher=24)
    with torch.no_grad():
        for own in other.learners[confused].average.values():
            own.normal_(generator=torch.Generator().manual_seed(1))
    for training in (usual, other):
        training.generation()
    one, two = usual.memory.kept, other.memory.kept
    assert one is not None
    assert two is not None
    assert torch.equal(one.chances, two.chances) == (confused == 0)
