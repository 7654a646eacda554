"""What is worked out once for all positions of a game."""

from __future__ import annotations

from ludens.games.loading import built_in_source
from ludens.gdl import read_rules
from ludens.gdl.program import compile_rules, rules_on_demand
from ludens.gdl.terms import LEGAL


def no_check(facts: int) -> None:
    """Anything goes."""


def test_rules_that_were_compiled_lately_are_not_compiled_again() -> None:
    rules = read_rules(built_in_source("tic_tac_toe", {}))[0].rules
    program = compile_rules(rules, no_check)
    assert rules_on_demand(rules, no_check) is program.rules
    for size in range(3, 8):
        compile_rules(read_rules(built_in_source("hex", {"size": str(size)}))[0].rules, no_check)
    again = rules_on_demand(rules, no_check)
    assert again is not program.rules
    assert list(again) == list(program.rules)


def test_indexes_of_what_always_holds_are_made_once_and_only_if_needed() -> None:
    program = compile_rules(read_rules(built_in_source("blocker", {}))[0].rules, no_check)
    made = program._compiler.lasting
    assert made
    assert not any(made.values())
    program.facts(program.position(program.initial), LEGAL, no_check)
    first = dict(made)
    program.facts(program.position(program.initial), LEGAL, no_check)
    assert all(made[slot] is index for slot, index in first.items() if index is not None)
