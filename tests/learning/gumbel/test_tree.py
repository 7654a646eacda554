"""The batched search against its slow twin, and the table of sequential halving."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludens
from ludens.learning.gumbel.halving import visits_by_turn
from ludens.search.evaluations.sample import random_positions
from ludens.search.networks.evaluation import NetworkEvaluation, OnProcessor
from ludens.search.networks.inputs import inputs_of
from ludens.search.networks.network import Shape, new_weights

torch = pytest.importorskip("torch", reason="PyTorch is an extra")

from tests.learning.gumbel.slow_search import SlowSearch  # noqa: E402  (after importorskip)

THREE = "connect_four(columns=4,rows=4,players=3)"


def network_of(game: Any, seed: int) -> tuple[dict[str, Any], NetworkEvaluation]:
    """A network whose heads say something."""
    inputs, random = inputs_of(game), np.random.default_rng(seed)
    weights = new_weights(Shape(inputs.size, 16, 3, inputs.values, inputs.widths), random)
    for head in ("values", "moves"):
        weights[head] = random.normal(0, 0.3, weights[head].shape).astype(np.float32)
    return weights, NetworkEvaluation(inputs, OnProcessor(weights))


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four(columns=5,rows=4)", "nim", THREE, "breakthrough"])
@pytest.mark.parametrize(("simulations", "considered", "depth"), [(24, 4, 24), (16, 16, 2)])
def test_the_batched_search_finds_what_the_slow_one_does(
    name: str, simulations: int, considered: int, depth: int
) -> None:
    from ludens.learning.gumbel.eyes import Eyes  # noqa: PLC0415  (after importorskip)
    from ludens.learning.gumbel.lanes import ProcessorLanes  # noqa: PLC0415
    from ludens.learning.gumbel.tree import Trees  # noqa: PLC0415

    game, count = ludens.load(name), 24
    weights, network = network_of(game, 3)
    inputs, random = inputs_of(game), np.random.default_rng(4)
    rows = random_positions(game, count, 5).rows[:count]
    noise = random.gumbel(size=(len(rows), max(inputs.counts)))
    lanes, eyes = ProcessorLanes(game, inputs), Eyes(inputs, "cpu")
    trees = Trees(lanes, eyes, len(rows), simulations, considered=considered, depth=depth)
    given = {key: torch.from_numpy(own) for key, own in weights.items()}
    found = trees.search(given, torch.from_numpy(rows.view(np.int64)), torch.from_numpy(noise))
    slow = SlowSearch(game, network, considered, depth)
    differ = 0
    for place in range(len(rows)):
        move, chances, worth = slow.search(rows[place : place + 1], noise[place], simulations)
        wanted = np.zeros(max(inputs.counts))
        wanted[list(chances)] = list(chances.values())
        same = int(found.moves[place]) == move and np.allclose(found.chances[place], wanted, atol=2e-3)
        differ += not (same and np.allclose(found.worth[place], worth, atol=2e-3))
    assert differ <= 1, "rounding may turn one close choice"


def test_sequential_halving_visits_evenly() -> None:
    assert visits_by_turn(1, 3) == [0, 1, 2]
    assert visits_by_turn(4, 16) == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert visits_by_turn(2, 5) == [0, 0, 1, 1, 2]
    for considered in range(2, 20):
        turns = visits_by_turn(considered, 40)
        visits = [0] * considered
        for due in turns:
            visits[visits.index(due)] += 1  # there is always one
        assert sum(visits) == 40
