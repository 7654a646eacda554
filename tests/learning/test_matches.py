"""Matches of two networks: who knows more wins, a network is even with itself, and few of many moves are looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import ludens
from ludens.engine.contract import LoadedGame
from ludens.learning.matches import duel
from ludens.learning.selfplay import Manner
from ludens.search.networks.evaluation import Answers, NetworkEvaluation, OnProcessor
from ludens.search.networks.inputs import inputs_of
from ludens.search.networks.network import Shape, new_weights
from ludens.search.networks.store import network_for


def noise(game: LoadedGame[Any]) -> NetworkEvaluation:
    """A network that says something else of every position."""
    inputs, random = inputs_of(game), np.random.default_rng(1)
    weights = new_weights(Shape(inputs.size, 8, 2, inputs.values, inputs.widths), random)
    return NetworkEvaluation(inputs, OnProcessor({k: random.normal(0, 0.3, w.shape) for k, w in weights.items()}))


@dataclass
class Counting:
    """Answers as another does, and counts the positions."""

    answers: Answers
    asked: int = 0

    def __call__(self, inputs: Any, *, moves: bool) -> Any:
        self.asked += len(inputs)
        return self.answers(inputs, moves=moves)


def test_a_network_is_about_even_with_itself_and_a_seed_gives_the_same_games() -> None:
    game = ludens.load("breakthrough(size=5)")
    network = noise(game)
    found = duel(game, network, network, 200, 1)
    assert found is not None
    assert found.by_pairs.low <= 0.5 <= found.by_pairs.high
    assert duel(game, network, network, 200, 1) == found


def test_who_has_learnt_the_game_wins() -> None:
    game = ludens.load("connect_four")
    found = duel(game, network_for(game), noise(game), 20, 1)
    assert found is not None
    assert found.by_pairs.low > 0.8


def test_many_moves_are_not_all_looked_at() -> None:
    """In hex there are 81 moves at first; twelve of them and one question for their chances are asked about."""
    game = ludens.load("hex(size=9)")
    network = noise(game)
    counting = Counting(network.answers)
    pairs, longest = 4, 81
    duel(game, NetworkEvaluation(network.inputs, counting), network, pairs, 1)
    assert 0 < counting.asked <= 2 * pairs * (longest / 2 + 1) * (Manner().most + 1)
