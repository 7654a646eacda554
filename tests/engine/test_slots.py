"""Values that share places in memory are never in each other's way."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.circuit.network import Circuit
from ludens.engine import slots
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.engine.layout import Layout
from ludens.games.loading import load_rulesheet
from ludens.search.evaluations.sample import random_positions

GAMES = ["breakthrough", "hex", "reversi", "checkers_small", "goofspiel", "tic_tac_toe"]
"""With and without loops, roles that choose together, goals that wait."""


def circuit_of(name: str) -> Circuit:
    return load_rulesheet(name).compiled.circuit


@pytest.mark.parametrize("name", GAMES)
def test_a_place_is_written_again_only_when_its_value_has_been_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    circuit = circuit_of(name)
    usual = Layout(circuit)
    monkeypatch.setattr(slots, "MANY_GATES", 0)
    layout = Layout(circuit)
    assert layout.planes < usual.planes
    holds = {int(slot): node for node, slot in enumerate(layout.slots[: circuit.first_gate])}
    for gate in range(circuit.gates):
        for side in (circuit.left, circuit.right):
            node = int(side[gate]) >> 1
            assert holds[int(layout.slots[node])] == node
        holds[int(layout.slots[circuit.first_gate + gate])] = circuit.first_gate + gate
    loops = [literal for block in circuit.blocks for _, literal in block.loops]
    for literal in (*layout.outputs, *circuit.following, *loops):
        assert holds[int(layout.slots[literal >> 1])] == literal >> 1


@pytest.mark.parametrize("backend", Backend)
@pytest.mark.parametrize("name", GAMES)
def test_games_are_the_same(name: str, backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    circuit = circuit_of(name)
    plain = Engine(circuit, backend)
    monkeypatch.setattr(slots, "MANY_GATES", 0)
    sharing = Engine(circuit, backend)
    rows = random_positions(ludens.load(name), 40, 3).rows
    for several in (1, 200):
        wanted, found = (engine.playouts(rows, several, 5, amaf=several == 1) for engine in (plain, sharing))
        np.testing.assert_array_equal(found.goals, wanted.goals)
        np.testing.assert_array_equal(found.steps, wanted.steps)
    for right, legal in zip(plain.legal(rows), sharing.legal(rows), strict=True):
        np.testing.assert_array_equal(legal, right)
    for wanted_part, part in zip(plain.outcome(rows), sharing.outcome(rows), strict=True):
        np.testing.assert_array_equal(part, wanted_part)
