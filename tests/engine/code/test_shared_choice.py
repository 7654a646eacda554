"""Roles that choose together make the moves that they would choose by themselves."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.circuit.network import Circuit
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.engine.layout import Layout
from ludens.games.loading import load_rulesheet
from ludens.search.evaluations.sample import random_positions
from tests.engine.circuits import tic_tac_toe
from tests.engine.test_target import all_numbers


def both(circuit: Circuit, backend: Backend, monkeypatch: pytest.MonkeyPatch) -> tuple[Engine, Engine]:
    """An engine whose roles choose together, and one whose roles choose by themselves."""
    assert Layout(circuit).turns is not None
    together = Engine(circuit, backend)
    with monkeypatch.context() as changed:
        changed.setattr(Layout, "turns", None)
        return together, Engine(circuit, backend)


@pytest.mark.parametrize("backend", Backend)
@pytest.mark.parametrize("name", ["breakthrough", "reversi", "hex(size=4)", "pentago_swap", "nim"])
def test_games_are_the_same(name: str, backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    together, alone = both(load_rulesheet(name).compiled.circuit, backend, monkeypatch)
    rows = random_positions(ludens.load(name), 20, 3).rows
    for per_state, seed in ((3, 1), (200, 2)):
        found, right = (engine.playouts(rows, per_state, seed, max_steps=300) for engine in (together, alone))
        np.testing.assert_array_equal(found.steps, right.steps)
        np.testing.assert_array_equal(found.goals, right.goals)


def test_all_kinds_of_playouts_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    together, alone = both(tic_tac_toe(), Backend.TABLE, monkeypatch)
    np.testing.assert_equal(all_numbers(together), all_numbers(alone))


def test_few_moves_are_chosen_by_themselves() -> None:
    assert Layout(load_rulesheet("connect_four").compiled.circuit).turns is None
