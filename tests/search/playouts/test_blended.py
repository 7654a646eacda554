"""Leaves that playouts and an evaluation value together, compared with playout after playout."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest

import ludens
from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.players import make_agent
from ludens.search.evaluations.sample import random_positions
from ludens.search.evaluations.static import TerminalOnly
from ludens.search.playouts.blended import BlendedLeaves
from ludens.search.tree.evaluate import Evaluated, RandomPlayouts


@dataclass(frozen=True)
class Listed:
    """Playouts whose values are given: (positions, playouts, roles)."""

    values: np.ndarray

    def __call__(
        self, engine: BatchEngine, rows: Rows, per_row: int, seed: int, *, amaf: bool, deadline: float
    ) -> Evaluated:
        return Evaluated(self.values.sum(axis=1), (self.values**2).sum(axis=1))


@dataclass(frozen=True)
class Given:
    """An evaluation whose values are given: (positions, roles)."""

    values: np.ndarray
    cost: int = 1
    constant: bool = False

    def __call__(self, engine: BatchEngine, rows: Rows) -> np.ndarray:
        return self.values


@pytest.mark.parametrize("part", [0.0, 0.25, 1.0])
def test_sums_are_those_of_single_playouts_moved_towards_the_evaluation(part: float) -> None:
    random = np.random.default_rng(3)
    game = ludens.load("tic_tac_toe")
    rows = random_positions(game, 20, 1).rows
    playouts, static = random.random((len(rows), 7, 2)), random.random((len(rows), 2))
    found = BlendedLeaves(Listed(playouts), Given(static), part)(game.engine, rows, 7, 0, amaf=False, deadline=math.inf)
    for row in range(len(rows)):
        single = [part * played + (1 - part) * static[row] for played in playouts[row]]
        assert np.allclose(found.values[row], np.sum(single, axis=0))
        assert np.allclose(found.squares[row], np.sum(np.square(single), axis=0))


def test_with_the_whole_part_it_is_playouts_alone() -> None:
    game = ludens.load("connect_four(columns=4, rows=4)")
    rows = game.engine.initial()
    playouts = RandomPlayouts(50)
    blended = BlendedLeaves(playouts, TerminalOnly(), 1.0)(game.engine, rows, 16, 5, amaf=True, deadline=math.inf)
    plain = playouts(game.engine, rows, 16, 5, amaf=True, deadline=math.inf)
    assert (blended.values == plain.values).all()
    assert (blended.squares == plain.squares).all()
    assert all((own[0] == other[0]).all() for own, other in zip(blended.played, plain.played, strict=True))


@pytest.mark.parametrize("name", ["uct(evaluation=mobility, blend=0.5)", "grave(evaluation=mobility, blend=0.5)"])
def test_agents_take_both(name: str) -> None:
    game = ludens.load("reversi(size=4)")
    agent = make_agent(name, game, 0, 1)
    state = game.initial_state()
    assert agent.decide(state, ludens.Limit(playouts=500)).move in game.legal_moves(state, 0)
