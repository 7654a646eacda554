"""Fluents that need not be kept: what the others tell is what they are, in every position of a game."""

from __future__ import annotations

import pytest

from ludens.circuit.analysis.games import EVERY, Evaluator, play
from ludens.circuit.kept_findings import exact_sets_of
from ludens.circuit.told import told_fluents
from ludens.games.loading import load_rulesheet


@pytest.mark.parametrize(
    ("name", "told", "fluents"),
    [
        ("tic_tac_toe", 9, 28),
        ("reversi(size=4)", 16, 45),
        ("breakthrough(size=4)", 16, 49),
        ("connect_four", 42, 127),
        ("nim", 2, 17),
    ],
)
def test_the_others_tell_what_they_are(name: str, told: int, fluents: int) -> None:
    circuit = load_rulesheet(name).compiled.circuit
    found = told_fluents(circuit, exact_sets_of(circuit))
    assert len(found) == told
    assert len(circuit.fluents) == fluents
    for step in play(Evaluator(circuit), seed=5).steps:
        for fluent, literals in found.items():
            some = 0
            for literal in literals:
                some |= step.state[(literal >> 1) - 1] ^ (EVERY if literal & 1 else 0)
            assert (step.state[fluent] ^ some) & step.going == step.going


def test_nobody_is_told_by_one_that_is_told() -> None:
    circuit = load_rulesheet("tic_tac_toe").compiled.circuit
    chain = [(2, 4, 6), (6, 8), (8, 10), (12, 13), (14, 16, 18, 20, 22)]
    found = told_fluents(circuit, chain)
    assert found
    tellers = {(literal >> 1) - 1 for literals in found.values() for literal in literals}
    assert not tellers & set(found)
    assert set(found) <= set(range(5))  # a literal and the same inverted tell nothing, and five are too many
