"""Whose turn it is: what the network shows holds in every position of random games."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.circuit.network import Circuit, evaluate, value_of
from ludens.circuit.taking_turns import turn_literals, waiting_move
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.engine.rows import pack_rows, unpack_rows
from ludens.games.loading import load_rulesheet
from ludens.search.evaluations.sample import random_positions
from tests.engine.circuits import reachability, tic_tac_toe


def assert_turns_are_right(circuit: Circuit, positions: np.ndarray) -> None:
    turns = turn_literals(circuit)
    assert turns is not None
    waiting = [waiting_move(circuit, role, turn) for role, turn in enumerate(turns)]
    for position in positions:
        values = evaluate(circuit, position)
        own = [value_of(values, turn) for turn in turns]
        assert sum(own) <= 1
        for role, legal in enumerate(circuit.legal):
            possible = {number for number, literal in enumerate(legal) if value_of(values, literal)}
            assert own[role] or possible <= {waiting[role]}


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "breakthrough", "reversi", "hex(size=4)", "nim"])
def test_roles_take_turns(name: str) -> None:
    circuit = load_rulesheet(name).compiled.circuit
    rows = random_positions(ludens.load(name), 60, 3).rows
    assert_turns_are_right(circuit, unpack_rows(rows, len(circuit.fluents)))


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "nim", "breakthrough(size=4)", "hex(size=3)"])
def test_one_fluent_for_both_turns_shows_them_in_any_position(name: str) -> None:
    """Whether it can be reached or not: one role waits, and can do nothing else."""
    circuit = load_rulesheet(name).compiled.circuit
    turns = turn_literals(circuit)
    assert turns is not None
    assert turns[0] == turns[1] ^ 1
    found = [waiting_move(circuit, role, turn) for role, turn in enumerate(turns)]
    waiting = [move for move in found if move is not None]
    assert circuit.moves[0][waiting[0]] == "noop"
    bits = np.random.default_rng(1).random((512, len(circuit.fluents))) < 0.5
    first, second = Engine(circuit, Backend.TABLE).legal(pack_rows(bits))
    waits = first[:, waiting[0]], second[:, waiting[1]]
    np.testing.assert_array_equal(waits[0], ~waits[1])
    for legal, own, is_waiting in zip((first, second), waiting, waits, strict=True):
        assert own is not None
        assert not np.delete(legal, own, axis=1)[is_waiting].any()


def test_turns_may_be_fluents_of_their_own() -> None:
    circuit = tic_tac_toe()
    assert turn_literals(circuit) == (2 * 19, 2 * 20)
    assert [waiting_move(circuit, role, turn) for role, turn in enumerate((2 * 19, 2 * 20))] == [9, 9]


@pytest.mark.parametrize("name", ["goofspiel", "tron", "rock_paper_scissors", "blocker", "lights_on"])
def test_who_moves_at_once_takes_no_turns(name: str) -> None:
    assert turn_literals(load_rulesheet(name).compiled.circuit) is None


def test_one_role_takes_no_turns() -> None:
    assert turn_literals(reachability(4)) is None
