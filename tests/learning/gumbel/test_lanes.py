"""Positions as tensors: on a stand-in for a card they are those of the processor, and eyes see what ``Inputs`` does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludens
from ludens.engine.backend import Backend
from ludens.search.evaluations.sample import random_positions
from ludens.search.networks.inputs import inputs_of
from tests.engine.cuda.fake_driver import FakeDriver

torch = pytest.importorskip("torch", reason="PyTorch is an extra")

from ludens.learning.gumbel.eyes import Eyes  # noqa: E402  (after importorskip)
from ludens.learning.gumbel.lanes import CardLanes, ProcessorLanes  # noqa: E402
from ludens.learning.gumbel.play import Manner, Play  # noqa: E402
from tests.learning.gumbel.test_tree import THREE, network_of  # noqa: E402

COUNT = 100

Both = tuple[Any, ProcessorLanes, CardLanes]


@pytest.fixture
def both(fake_driver: FakeDriver, request: pytest.FixtureRequest) -> Both:
    from ludens.engine.cuda.engine import CudaEngine  # noqa: PLC0415

    game = ludens.load(request.param)
    inputs = inputs_of(game)
    assert game.engine.circuit is not None
    rules, seeing = CudaEngine(game.engine.circuit, Backend.TABLE), CudaEngine(inputs.circuit, Backend.TABLE)
    card = CardLanes(rules, seeing, "cpu")
    return game, ProcessorLanes(game, inputs), card


@pytest.mark.usefixtures("empty_cache")
@pytest.mark.parametrize("both", ["tic_tac_toe", "nim", THREE], indirect=True)
def test_a_card_says_what_the_processor_says(both: Both) -> None:
    game, processor, card = both
    rows = torch.from_numpy(random_positions(game, COUNT, 1).rows[:COUNT].view(np.int64))
    legal = processor.legal(rows)
    assert torch.equal(card.legal(rows), legal)
    assert torch.equal(card.features(rows), processor.features(rows))
    assert torch.equal(card.first(3), processor.first(3))
    turns = Eyes(inputs_of(game), "cpu").turns(legal)
    moves = turns.firsts.scatter(1, turns.mover[:, None], turns.allowed.to(torch.uint8).argmax(1)[:, None])
    one, other = processor.follow(rows, moves), card.follow(rows, moves)
    assert one.over.any()
    for name in ("rows", "over", "goals"):
        assert torch.equal(getattr(one, name), getattr(other, name)), name
    assert torch.equal(one.legal[~one.over], other.legal[~one.over])


@pytest.mark.usefixtures("empty_cache")
@pytest.mark.parametrize("both", ["tic_tac_toe"], indirect=True)
def test_games_go_the_same_way_on_both(both: Both) -> None:
    game, processor, card = both
    weights = {name: torch.from_numpy(own) for name, own in network_of(game, 1)[0].items()}
    found = []
    for own in (processor, card):
        play = Play(own, Eyes(inputs_of(game), "cpu"), Manner(games=16, steps=9, simulations=8, opening=3))
        random = torch.Generator()
        random.manual_seed(3)
        found.append(play.generation(weights, random))
    for name in ("rows", "chances", "worth"):
        assert torch.equal(getattr(found[0], name), getattr(found[1], name)), name


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four(columns=5,rows=4)", "nim", THREE])
def test_eyes_see_what_inputs_see(name: str) -> None:
    game = ludens.load(name)
    inputs, random = inputs_of(game), np.random.default_rng(1)
    eyes, rows = Eyes(inputs, "cpu"), random_positions(game, COUNT, 2).rows[:COUNT]
    legal = game.engine.legal(rows)
    second, turns = inputs.second_moves(legal), eyes.turns(torch.from_numpy(np.concatenate(legal, axis=1)))
    np.testing.assert_array_equal(turns.second.numpy(), second)
    seen = eyes.see(torch.from_numpy(inputs.features(rows).view(np.uint8)), turns.second)
    np.testing.assert_array_equal(seen.numpy(), inputs.see(rows, second))
    logits = random.normal(size=(len(rows), sum(inputs.widths))).astype(np.float32)
    mine, own = eyes.of_mover(torch.from_numpy(logits), turns).numpy(), inputs.of_roles(logits, second)
    values = random.random((len(rows), inputs.values)).astype(np.float32)
    worth = eyes.worth(torch.from_numpy(values), turns.second)
    np.testing.assert_allclose(worth.numpy(), inputs.worth(values, second), atol=1e-6)
    np.testing.assert_allclose(eyes.wanted(worth, turns.second).numpy(), values, atol=1e-6)
    for place, mover in enumerate(turns.mover.tolist()):
        count = inputs.counts[mover]
        np.testing.assert_array_equal(mine[place, :count], own[mover][place])
        np.testing.assert_array_equal(turns.allowed[place, :count].numpy(), legal[mover][place])
    for number, turn in enumerate(inputs.images):
        np.testing.assert_array_equal(eyes.image(number, seen).numpy(), turn.turned(inputs.see(rows, second)))
        moved = logits[:, turn.moves[: logits.shape[1]]]
        np.testing.assert_array_equal(eyes.unturned(number, torch.from_numpy(moved)).numpy(), logits)
