"""Goals that are looked at from time to time are those that are looked at whenever a game ends."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import ludens
from ludens.circuit.network import Circuit
from ludens.engine.backend import Backend
from ludens.engine.code import gates
from ludens.engine.engine import Engine
from ludens.engine.layout import Layout
from ludens.games.loading import load_rulesheet
from ludens.search.evaluations.sample import random_positions


def engines(circuit: Circuit, backend: Backend, monkeypatch: pytest.MonkeyPatch) -> list[Engine]:
    """One whose goals wait, and one whose goals do not."""
    found = []
    for waits in (True, False):
        monkeypatch.setattr(Layout, "goals_wait", waits)
        found.append(Engine(circuit, backend))
    return found


@pytest.mark.parametrize("backend", Backend)
@pytest.mark.parametrize("name", ["reversi", "tic_tac_toe", "goofspiel", "blocker"])
def test_results_are_the_same(name: str, backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting, plain = engines(load_rulesheet(name).compiled.circuit, backend, monkeypatch)
    rows = random_positions(ludens.load(name), 20, 3).rows
    for several in (1, 300):  # games of a lane: one, and one after the other
        found, wanted = (engine.playouts(rows, several, 5, amaf=several == 1) for engine in (waiting, plain))
        np.testing.assert_array_equal(found.goals, wanted.goals)
        np.testing.assert_array_equal(found.finished, wanted.finished)
        for reached, right in zip(found.reached, wanted.reached, strict=True):
            np.testing.assert_array_equal(reached, right)
    games, right_games = (engine.games(rows, 7, 2, max_steps=30) for engine in (waiting, plain))
    np.testing.assert_array_equal(games.goals, right_games.goals)
    tallies, right_tallies = (engine.tally(rows, 9, 4) for engine in (waiting, plain))
    for field in dataclasses.fields(tallies):
        np.testing.assert_array_equal(getattr(tallies, field.name), getattr(right_tallies, field.name))


def test_goals_of_many_gates_stay_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    circuit = load_rulesheet("reversi").compiled.circuit
    layout = Layout(circuit)
    assert layout.goals_wait
    plain = Engine(circuit, Backend.LLVM).playouts(Engine(circuit).initial(), 600, 1)
    monkeypatch.setattr(gates, "MANY_GATES", 0)
    from_table = Engine(circuit, Backend.LLVM)
    np.testing.assert_array_equal(from_table.playouts(from_table.initial(), 600, 1).goals, plain.goals)


def test_gates_for_goals_alone_come_last_of_those_for_the_position() -> None:
    circuit = load_rulesheet("reversi").compiled.circuit
    layout = Layout(circuit)
    needed = {literal >> 1 for literal in (circuit.terminal, *circuit.following, *sum(circuit.legal, ()))}
    for gate in reversed(range(circuit.gates)):
        if circuit.first_gate + gate in needed:
            needed |= {int(circuit.left[gate]) >> 1, int(circuit.right[gate]) >> 1}
    for number, block in enumerate(circuit.blocks):
        only_goals = layout.first_goal_block <= number < circuit.state_blocks
        assert all((circuit.first_gate + gate in needed) != only_goals for gate in range(block.first, block.last))
