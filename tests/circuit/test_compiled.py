"""Circuits against the reasoner, for every built-in game and for public rulesheets."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ludens.circuit.compiled import compile_circuit
from ludens.circuit.graphviz import to_dot
from ludens.circuit.network import Circuit, evaluate, value_of
from ludens.game import BudgetError
from ludens.games import RULESHEETS
from ludens.games.loading import built_in_source, read_source
from ludens.gdl import Source, read_rules
from ludens.gdl.terms import RuleSheet
from tests.circuit.walks import assert_same_game
from tests.corpus import FOLDER, SHEETS, needs_corpus

QUICK = (
    "2pffa_zerosum", "3pConnectFour", "beatMania", "blocker", "bomberman2p", "buttons", "chinook",
    "ghostMaze2p", "hanoi", "knightsTour", "nineBoardTicTacToe", "peg", "pentago", "sheepAndWolf",
    "snakeParallel", "ticTacToe",
)  # fmt: skip

MOST_GATES = {"ticTacToe": 122, "connectFour": 720, "breakthrough": 1_600, "pentago": 800}

REACHABLE = """
(role walker)
(init (at a))
(edge a b) (edge b c) (edge c a) (edge d a)
(<= (linked ?x ?y) (edge ?x ?y) (not (true (cut ?x ?y))))
(<= (reach ?x ?y) (linked ?x ?y))
(<= (reach ?x ?z) (reach ?x ?y) (reach ?y ?z))
(<= (legal walker (remove ?x ?y)) (edge ?x ?y) (not (true (cut ?x ?y))))
(<= (next (cut ?x ?y)) (true (cut ?x ?y)))
(<= (next (cut ?x ?y)) (does walker (remove ?x ?y)))
(<= (next (at a)) (true (at a)))
(<= terminal (not (reach a a)))
(<= (goal walker 100) (reach d b))
(<= (goal walker 0) (not (reach d b)))
"""


def sheet_of(source: Source) -> RuleSheet:
    return read_rules(source)[0]


def corpus_sheet(name: str) -> RuleSheet:
    return sheet_of(read_source(FOLDER / f"{name}.kif"))


@pytest.mark.parametrize("name", sorted(RULESHEETS))
def test_a_built_in_game_plays_as_the_reasoner_does(name: str) -> None:
    sheet = sheet_of(built_in_source(name, {}))
    assert_same_game(sheet, compile_circuit(sheet), walks=2, steps=25)


@needs_corpus
@pytest.mark.parametrize("name", [name for name in QUICK if Path(FOLDER, f"{name}.kif").exists()])
def test_a_public_sheet_plays_as_the_reasoner_does(name: str) -> None:
    sheet = corpus_sheet(name)
    assert_same_game(sheet, compile_circuit(sheet), walks=1, steps=10)


@pytest.mark.slow
@needs_corpus
@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_every_public_sheet_plays_as_the_reasoner_does(path: Path) -> None:
    sheet = sheet_of(read_source(path))
    try:
        compiled = compile_circuit(sheet)
    except BudgetError as error:
        pytest.skip(str(error))
    if compiled.circuit.gates < 300_000:
        assert_same_game(sheet, compiled, walks=1, steps=5)


@needs_corpus
@pytest.mark.parametrize(("name", "most"), MOST_GATES.items())
def test_circuits_stay_small(name: str, most: int) -> None:
    assert compile_circuit(corpus_sheet(name)).circuit.gates <= most


def test_rules_that_need_each_other_become_a_loop() -> None:
    sheet = sheet_of(Source(REACHABLE))
    compiled = compile_circuit(sheet)
    assert compiled.circuit.variables > 0
    assert any(block.loops for block in compiled.circuit.blocks)
    assert_same_game(sheet, compiled, walks=8, steps=10)


def test_a_fluent_that_never_changes_is_left_to_the_side() -> None:
    compiled = compile_circuit(sheet_of(Source(REACHABLE)))
    assert ("at", "a") in compiled.circuit.always
    assert ("at", "a") not in compiled.circuit.fluents


def test_blocks_cover_the_gates_and_read_only_what_comes_before() -> None:
    for name in ("hex", "blocker", "tic_tac_toe"):
        assert_in_order(compile_circuit(sheet_of(built_in_source(name, {}))).circuit)


def assert_in_order(circuit: Circuit) -> None:
    assert [block.first for block in circuit.blocks] == [0, *(block.last for block in circuit.blocks[:-1])]
    assert circuit.blocks[-1].last == circuit.gates
    reads = np.maximum(circuit.left, circuit.right) >> 1
    assert (reads < circuit.first_gate + np.arange(circuit.gates)).all()
    on_position = circuit.blocks[circuit.state_blocks - 1].last
    nodes = np.concatenate([circuit.left[:on_position], circuit.right[:on_position]]) >> 1
    assert not ((nodes >= circuit.first_move) & (nodes < circuit.first_variable)).any()
    outputs = [circuit.terminal, *(literal for literals in circuit.legal for literal in literals)]
    outputs += [literal for values in circuit.goals for _, literal in values]
    assert max(outputs) >> 1 < circuit.first_gate + on_position


def test_too_little_time_is_said_so() -> None:
    with pytest.raises(BudgetError, match="seconds"):
        compile_circuit(sheet_of(built_in_source("tic_tac_toe", {})), seconds=0.001)


def test_a_drawing_names_every_input_and_output() -> None:
    circuit = compile_circuit(sheet_of(built_in_source("rock_paper_scissors", {}))).circuit
    dot = to_dot(circuit)
    assert dot.count(" -> ") >= 2 * circuit.gates
    assert all(f"legal {role}" in dot for role in circuit.roles)


def test_the_stages_end_with_the_circuit() -> None:
    compiled = compile_circuit(sheet_of(built_in_source("tic_tac_toe", {})))
    assert compiled.stages[-1].gates == compiled.circuit.gates
    assert not value_of(evaluate(compiled.circuit, compiled.circuit.initial), compiled.circuit.terminal)


TIMES_OF_A_BUSY_MACHINE = """
import itertools, sys, time
clock = itertools.count(step=float(sys.argv[1]))
time.monotonic = lambda: next(clock)
import hashlib
from ludens.circuit import storage
from ludens.circuit.compiled import compile_circuit
from ludens.circuit.stages import CompiledCircuit
from ludens.games.loading import built_in_source
from ludens.gdl import right_rules
for name in ("tic_tac_toe", "connect_four", "hex(size=4)", "checkers_small"):
    given = {"size": "4"} if "hex" in name else {}
    compiled = compile_circuit(right_rules(built_in_source(name.partition("(")[0], given)), seconds=1e6)
    text = storage.to_bytes(CompiledCircuit(compiled.circuit, compiled.stages, 0.0, 0.0))
    print(name, hashlib.sha256(text).hexdigest())
"""


def test_a_busy_machine_makes_the_same_circuits() -> None:
    """Time passes at other rates, and sets of names come in another order."""
    found = [
        subprocess.run(
            [sys.executable, "-c", TIMES_OF_A_BUSY_MACHINE, step],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for step, seed in (("0.000001", "1"), ("100000", "2"))
    ]
    assert found[0].count("\n") == 4
    assert found[0] == found[1]
