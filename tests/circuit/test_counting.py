"""Tables by numbers against the gates themselves: in every state of small circuits, and in positions of games."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ludens.circuit.analysis.games import Evaluator, play
from ludens.circuit.counting import Counted, counted
from ludens.circuit.kept_findings import exact_sets_of
from ludens.circuit.network import Block, Circuit, evaluate, value_of
from ludens.engine.layout import Layout
from ludens.games.loading import load_rulesheet
from tests.engine.circuits import tic_tac_toe

FLUENTS = 7


def random_circuit(seed: int, gates: int) -> Circuit:
    """Gates of the position alone, each of two nodes before it."""
    random = np.random.default_rng(seed)
    plain = replace(
        tic_tac_toe(),
        fluents=tuple((f"f{number}",) for number in range(FLUENTS)),
        moves=((), ()),
        legal=((), ()),
        initial=np.zeros(FLUENTS, dtype=np.bool_),
        variables=0,
        following=tuple(range(2, 2 + 2 * FLUENTS, 2)),
    )
    pairs = np.array([random.choice(2 * plain.first_gate + 2 * gate - 2, 2, replace=False) for gate in range(gates)])
    pairs = (pairs + 2).astype(np.int32)
    return replace(plain, left=pairs[:, 0], right=pairs[:, 1], blocks=(Block(0, gates),), state_blocks=1)


def told(table: Counted, values: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> bool:
    """What a table says, given the values of nodes."""
    return bool(table.table[tuple(sum(value_of(values, one) for one in literals) for literals in table.sets)])


@pytest.mark.parametrize("seed", range(20))
def test_every_state_of_small_circuits(seed: int) -> None:
    circuit = random_circuit(seed, 30)
    literals = [2 * (circuit.first_gate + gate) + gate % 2 for gate in range(circuit.gates)]
    tables = counted(circuit, literals, range(circuit.gates), [])
    for number in range(1 << FLUENTS):
        values = evaluate(circuit, np.array([number >> bit & 1 for bit in range(FLUENTS)], dtype=np.bool_))
        for literal, table in zip(literals, tables, strict=True):
            assert told(table, values) == value_of(values, literal)


@pytest.mark.parametrize("name", ["reversi(size=4)", "cephalopod", "goofspiel"])
def test_positions_of_games(name: str) -> None:
    circuit = load_rulesheet(name).compiled.circuit
    blocks = circuit.blocks[Layout(circuit).first_goal_block : circuit.state_blocks]
    literals = [literal for goals in circuit.goals for _, literal in goals]
    tables = counted(circuit, literals, range(blocks[0].first, blocks[-1].last), exact_sets_of(circuit))
    looked_at = 0
    for step in play(Evaluator(circuit), seed=3).steps:
        for game in range(5):
            if step.going >> game & 1:
                values = evaluate(circuit, np.array([plane >> game & 1 for plane in step.state], dtype=np.bool_))
                assert [told(table, values) for table in tables] == [value_of(values, one) for one in literals]
                looked_at += 1
    assert looked_at >= 30


def test_the_discs_of_reversi_are_two_numbers() -> None:
    """Of cells without a disc at first white's count as much as black's lack, and the four others twice as much."""
    circuit = load_rulesheet("reversi").compiled.circuit
    blocks = circuit.blocks[Layout(circuit).first_goal_block : circuit.state_blocks]
    (table,) = counted(
        circuit, [circuit.goals[0][-1][1]], range(blocks[0].first, blocks[-1].last), exact_sets_of(circuit)
    )
    assert [len(literals) for literals in table.sets] == [120, 4, 1]  # and whether the game is over
