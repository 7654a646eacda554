"""Random games played by a circuit and by the reasoner side by side."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Circuit, evaluate, value_of
from ludens.circuit.stages import CompiledCircuit
from ludens.gdl import Reasoner
from ludens.gdl.terms import GOAL, RuleSheet
from ludens.rules.ground_rules import State, ground_text


def following_state(circuit: Circuit, state: NDArray[np.bool_], joint: list[int]) -> NDArray[np.bool_]:
    """The state after a joint move, by the slow evaluation."""
    values = evaluate(circuit, state, joint)
    return np.array([value_of(values, literal) for literal in circuit.following], dtype=np.bool_)


def legal_numbers(circuit: Circuit, values: NDArray[np.bool_]) -> list[list[int]]:
    """The numbers of each role's legal moves."""
    return [[n for n, literal in enumerate(literals) if value_of(values, literal)] for literals in circuit.legal]


def assert_same_game(sheet: RuleSheet, compiled: CompiledCircuit, walks: int, steps: int) -> None:
    """Plays random games and compares every answer in every position."""
    reasoner, circuit = Reasoner(sheet), compiled.circuit
    chooser = random.Random(1)
    assert circuit.roles == reasoner.info.roles
    for _ in range(walks):
        position, state = reasoner.initial_state(), circuit.initial
        for _ in range(steps):
            assert circuit.state(state) == position
            values = evaluate(circuit, state)
            assert value_of(values, circuit.terminal) == reasoner.is_terminal(position)
            assert_same_goals(reasoner, circuit, position, values)
            if reasoner.is_terminal(position):
                break
            legal = legal_numbers(circuit, values)
            for role, numbers in enumerate(legal):
                moves = tuple(ground_text(circuit.moves[role][n]) for n in numbers)
                assert moves == reasoner.legal_moves(position, role)
            joint = [chooser.choice(numbers) for numbers in legal]
            state = following_state(circuit, state, joint)
            texts = [ground_text(circuit.moves[role][n]) for role, n in enumerate(joint)]
            position = reasoner.next_state(position, texts)


def assert_same_goals(reasoner: Reasoner, circuit: Circuit, position: State, values: NDArray[np.bool_]) -> None:
    """Compares all goals that hold, also where several do, or none."""
    facts = reasoner._facts(position, GOAL)
    for role, listed in zip(circuit.roles, circuit.goals, strict=True):
        wanted = {int(str(value)) for who, value in facts if ground_text(who) == role}
        assert {value for value, literal in listed if value_of(values, literal)} == wanted
