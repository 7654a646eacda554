"""Playouts that count for less the longer they are: by formula, and told how deep positions lie."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import ludens
from ludens import Limit
from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.players.flat.roulette import scores_of
from ludens.players.tree_agent import TreeAgent, TreeOptions, TreePlan
from ludens.search.playouts.by_length import LengthPlayouts, Worth, discounted, less_the_depth
from ludens.search.tree.evaluate import Evaluated
from ludens.search.tree.policy import UCB1, Policy


def test_the_depth_is_taken_away_as_the_flat_wheel_does() -> None:
    goals, lengths = np.meshgrid(np.array([0, 30, 50, 100]), np.arange(1, 120))
    found = less_the_depth(goals / 100, lengths.astype(np.float64))
    assert found == pytest.approx(scores_of(goals, lengths) / 100)


@pytest.mark.parametrize("worth", [discounted(0.9), less_the_depth])
@pytest.mark.parametrize("name", ["tic_tac_toe", "nim(heaps=3-4)", "odd"])
def test_sums_are_those_of_single_games(name: str, worth: Worth) -> None:
    game = ludens.load(name)
    rows, depths, seed = game.engine.initial(5), np.arange(5), 17
    playouts = LengthPlayouts(game.engine, worth)
    playouts.below(depths)
    found = playouts(game.engine, rows, 6, seed, amaf=False, deadline=np.inf)
    games = game.engine.games(rows, 6, seed)
    for row in range(5):
        for role in range(2):
            values = [
                float(worth(np.array(games.goals[row, each, role] / 100), np.array(games.lengths[row, each] + row)))
                for each in range(6)
            ]
            assert found.values[row, role] == pytest.approx(sum(values))
            assert found.squares[row, role] == pytest.approx(sum(value**2 for value in values))


class Asked:
    """Notes which depths it is told of which positions."""

    def __init__(self, game: Any) -> None:
        self.game, self.told, self.marks = game, list[int](), list[int]()

    def below(self, depths: NDArray[np.int64]) -> None:
        self.told += depths.tolist()

    def __call__(
        self, engine: BatchEngine, rows: Rows, per_row: int, seed: int, *, amaf: bool, deadline: float
    ) -> Evaluated:
        for state in self.game.unpack(rows):
            self.marks.append(sum(fact[0] == "cell" and fact[3] != "b" for fact in state))
        values = np.full((len(rows), 2), per_row / 2)
        return Evaluated(values, values / 2)


def test_depths_are_those_of_positions_below_the_root() -> None:
    game = ludens.load("tic_tac_toe")
    asked = Asked(game)
    agent = TreeAgent(game, 0, TreeOptions(shared=False), TreePlan(Policy(UCB1), asked), 1)
    agent.decide(game.initial_state(), Limit(playouts=3_000))
    assert asked.told == asked.marks
    assert max(asked.told) >= 3
