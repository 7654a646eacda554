"""What is said to grow grows in every game; what only seems to is not said to."""

from __future__ import annotations

import numpy as np
import pytest

from ludens.circuit.growing import all_grow, exclusive, growing_blocks, support
from ludens.circuit.network import Circuit
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.engine.rows import unpack_rows
from ludens.games.loading import load_rulesheet
from tests.engine.circuits import reachability, tic_tac_toe


def literals_true(circuit: Circuit, values: np.ndarray, literal: int) -> np.ndarray:
    """By position, whether a literal of a fluent is true."""
    return np.asarray(values[:, (literal >> 1) - 1] != bool(literal & 1))


def test_stones_of_hex_are_there_to_stay() -> None:
    circuit = load_rulesheet("hex(size=4)").compiled.circuit
    cyclic = [block for block in circuit.blocks[: circuit.state_blocks] if block.loops]
    assert cyclic
    assert growing_blocks(circuit) == cyclic


def test_a_stone_that_may_be_taken_over_is_not() -> None:
    circuit = load_rulesheet("hex(size=4, swap=true)").compiled.circuit
    assert growing_blocks(circuit) == []


def test_a_block_rests_on_what_makes_it_true() -> None:
    circuit = reachability(5)
    feeds = [literal for _, literal in circuit.blocks[0].loops]
    assert support(circuit, feeds) == [2 * (1 + cell) for cell in range(5)]
    assert support(circuit, [literal ^ 1 for literal in feeds]) == [2 * (1 + cell) + 1 for cell in range(5)]
    assert support(circuit, [circuit.following[0]]) is None  # it rests on a move
    assert growing_blocks(circuit) == [circuit.blocks[0]]
    assert not all_grow(circuit, [3])  # a closed cell may be opened


def test_turns_exclude_each_other() -> None:
    circuit = tic_tac_toe()
    assert exclusive(circuit, [2 * 19, 2 * 20])
    assert not exclusive(circuit, [2 * 1, 2 * 2])  # two cells may both be x


@pytest.mark.parametrize("name", ["hex(size=3)", "tic_tac_toe", "connect_four", "blocker", "sheep"])
def test_what_is_proved_holds_in_random_games(name: str) -> None:
    circuit = load_rulesheet(name).compiled.circuit
    engine, random = Engine(circuit, Backend.TABLE), np.random.default_rng(1)
    proved = [literal for literal in range(2, 2 * circuit.first_move) if all_grow(circuit, [literal])]
    pairs = [(one, other) for one in proved[:6] for other in range(2, 2 * circuit.first_move)]
    apart = [pair for pair in pairs if pair[0] != pair[1] and exclusive(circuit, pair)]
    rows = engine.initial(64)
    for _ in range(30):
        values = unpack_rows(rows, len(circuit.fluents))
        for one, other in apart:
            assert not (literals_true(circuit, values, one) & literals_true(circuit, values, other)).any()
        going = ~engine.outcome(rows)[0]
        rows, values = rows[going], values[going]
        if not len(rows):
            break
        legal = engine.legal(rows)
        joint = np.stack([(table * random.random(table.shape)).argmax(axis=1) for table in legal], axis=1)
        rows = engine.step(rows, joint)
        after = unpack_rows(rows, len(circuit.fluents))
        for literal in proved:
            assert not (literals_true(circuit, values, literal) & ~literals_true(circuit, after, literal)).any()
    if name.startswith(("hex", "tic_tac_toe", "connect_four")):
        assert proved
