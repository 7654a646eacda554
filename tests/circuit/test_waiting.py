"""Whose turn it is, as the network shows it by itself."""

from __future__ import annotations

import numpy as np
import pytest

from ludens.circuit.network import Circuit
from ludens.circuit.waiting import waiting_moves
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.engine.rows import pack_rows
from ludens.games.loading import load_rulesheet
from tests.engine.circuits import reachability, tic_tac_toe


def check_on_any_bits(circuit: Circuit, waiting: tuple[int, int]) -> None:
    """In any position, reachable or not, one role waits, and can do nothing else."""
    bits = np.random.default_rng(1).random((512, len(circuit.fluents))) < 0.5
    first, second = Engine(circuit, Backend.TABLE).legal(pack_rows(bits))
    waits = first[:, waiting[0]], second[:, waiting[1]]
    np.testing.assert_array_equal(waits[0], ~waits[1])
    for legal, own, is_waiting in zip((first, second), waiting, waits, strict=True):
        assert not np.delete(legal, own, axis=1)[is_waiting].any()


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "nim", "breakthrough(size=4)", "hex(size=3)"])
def test_roles_that_take_turns(name: str) -> None:
    circuit = load_rulesheet(name).compiled.circuit
    waiting = waiting_moves(circuit)
    assert waiting is not None
    assert circuit.moves[0][waiting[0]] == "noop"
    check_on_any_bits(circuit, waiting)


@pytest.mark.parametrize("name", ["rock_paper_scissors", "tron", "lights_on"])
def test_roles_that_do_not(name: str) -> None:
    assert waiting_moves(load_rulesheet(name).compiled.circuit) is None


def test_what_only_reached_positions_show_is_not_shown() -> None:
    """By hand there is a fluent for each role's turn: nothing but play rules out that both hold."""
    assert waiting_moves(tic_tac_toe()) is None
    assert waiting_moves(reachability(4)) is None
