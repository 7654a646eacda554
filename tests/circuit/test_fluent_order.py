"""Fluents that become each other stand near each other, and the game stays the same."""

from __future__ import annotations

from itertools import permutations

import pytest

from ludens.circuit import fluent_order
from ludens.circuit.compiled import compile_circuit
from ludens.circuit.fluent_order import ordered_fluents
from ludens.games.loading import built_in_source
from ludens.gdl import Source, read_rules
from ludens.gdl.grounder import ground_rules
from ludens.rules.ground_rules import ground_text
from tests.circuit.walks import assert_same_game

PANCAKES = """
(role cook) (init (pile 1 2 3 4)) (init (flips 0)) (legal cook (flip 2)) (legal cook (flip 3)) (legal cook (flip 4))
(after 0 1) (after 1 2) (after 2 3)
(<= (next (pile ?b ?a ?c ?d)) (does cook (flip 2)) (true (pile ?a ?b ?c ?d)))
(<= (next (pile ?c ?b ?a ?d)) (does cook (flip 3)) (true (pile ?a ?b ?c ?d)))
(<= (next (pile ?d ?c ?b ?a)) (does cook (flip 4)) (true (pile ?a ?b ?c ?d)))
(<= (next (flips ?n)) (true (flips ?m)) (after ?m ?n))
(<= (next hot) (does cook (flip 2)))
(<= terminal (true (flips 3)))
(<= (goal cook 100) (true (pile 4 3 2 1)))
(<= (goal cook 0) (not (true (pile 4 3 2 1))))
"""


def test_few_fluents_are_sorted_as_they_are_written() -> None:
    rules = ground_rules(read_rules(Source(PANCAKES))[0].rules)
    assert ordered_fluents(rules) == sorted(rules.true, key=ground_text)


def test_the_argument_that_changes_least_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fluent_order, "MANY_FLUENTS", 0)
    found = ordered_fluents(ground_rules(read_rules(Source(PANCAKES))[0].rules))
    piles = [tuple(fluent[1:]) for fluent in found if fluent[0] == "pile"]
    # Of three moves, one changes the lowest, two the second and the third, and all the highest.
    assert piles == sorted(permutations("1234"), key=lambda pile: (pile[3], pile[1], pile[2], pile[0]))
    assert [fluent for fluent in found if fluent[0] != "pile"] == [*(("flips", n) for n in "0123"), "hot"]


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "blocker", "nim", "hex"])
def test_games_are_the_same_in_any_order(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fluent_order, "MANY_FLUENTS", 0)
    sheet = read_rules(built_in_source(name, {}))[0]
    assert_same_game(sheet, compile_circuit(sheet), walks=2, steps=10)


def test_a_pile_of_pancakes_is_the_same_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fluent_order, "MANY_FLUENTS", 0)
    sheet = read_rules(Source(PANCAKES))[0]
    assert_same_game(sheet, compile_circuit(sheet), walks=8, steps=4)
