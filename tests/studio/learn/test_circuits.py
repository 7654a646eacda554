"""The lesson on circuits: what it shows is what the rules say, gate by gate and game by game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ludens import load
from ludens.circuit.network import Circuit, evaluate, value_of
from ludens.game import ParameterError
from ludens.studio.frames.learn import CircuitLesson
from ludens.studio.learn.circuits import LANES, circuit_lesson, outputs, random_games

GAMES = ("tic_tac_toe", "nim(heaps=1-2-2)", "connect_four(columns=4, rows=4)", "rock_paper_scissors(rounds=2)")


def bits(digits: str) -> list[bool]:
    return [bool(int(digit, 16) & bit) for digit in digits for bit in (8, 4, 2, 1)]


def read(lesson: CircuitLesson, wire: int) -> list[bool]:
    return [bit != bool(wire & 1) for bit in bits(lesson["planes"][str(wire >> 1)])]


@pytest.mark.parametrize("name", GAMES)
def test_a_plane_is_the_and_of_its_inputs_in_all_games(name: str) -> None:
    lesson = circuit_lesson(load(name), "", 3, 1, 0)
    gates = [node for node in lesson["nodes"] if node["kind"] == "gate"]
    assert gates
    for node in gates:
        left, right = (read(lesson, wire) for wire in node["inputs"])
        assert read(lesson, 2 * node["id"]) == [one and other for one, other in zip(left, right, strict=True)]
        assert len(left) == LANES


@pytest.mark.parametrize("name", GAMES[:3])
def test_what_the_planes_say_is_what_the_reasoner_says(name: str) -> None:
    game: Any = load(name)
    circuit: Circuit = game.compiled.circuit
    for moves in (0, 2):
        states, joint = random_games(circuit, moves, 5)
        lesson = circuit_lesson(game, "terminal", moves, 5, 0)
        assert lesson["output"] == "terminal"
        told = read(lesson, lesson["wire"])
        for lane in range(0, LANES, 37):
            state = circuit.state(states[lane])
            assert told[lane] == game.is_terminal(state)
            chosen = [circuit.moves[role][number] for role, number in enumerate(joint[lane]) if number >= 0]
            assert (not chosen) == game.is_terminal(state)


def test_every_output_agrees_with_the_slow_evaluation() -> None:
    game: Any = load("tic_tac_toe")
    circuit: Circuit = game.compiled.circuit
    states, joint = random_games(circuit, 4, 2)
    for output in outputs(circuit)[::7]:
        lesson = circuit_lesson(game, output.text, 4, 2, 0)
        for lane in (0, 100, 511):
            if np.all(joint[lane] >= 0):
                values = evaluate(circuit, states[lane], [int(number) for number in joint[lane]])
                assert read(lesson, lesson["wire"])[lane] == value_of(values, output.wire)


def test_the_rule_and_its_ground_form_are_those_of_the_sheet() -> None:
    lesson = circuit_lesson(load("tic_tac_toe"), "(next (cell 1 1 o))", 0, 1, 0)
    assert [rule["body"] for rule in lesson["ground"]] == [["(does oplayer (mark 1 1))"], ["(true (cell 1 1 o))"]]
    assert [rule["head"] for rule in lesson["rules"]] == ["(next (cell ?row ?column ?mark))"] * 2
    assert lesson["stages"][-1]["gates"] == lesson["gates"]


def test_what_cannot_be_shown_is_said() -> None:
    with pytest.raises(ParameterError, match="written as a rulesheet"):
        circuit_lesson(object(), "", 0, 0, 0)
    with pytest.raises(ParameterError, match="0 to 60 moves"):
        circuit_lesson(load("tic_tac_toe"), "", 61, 0, 0)
