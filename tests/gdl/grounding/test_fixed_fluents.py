"""Rules may ask the start for what never changes, and the game stays the same."""

from __future__ import annotations

import pytest

from ludens.circuit.building import build_draft
from ludens.circuit.lowering import lowered
from ludens.circuit.stages import CompiledCircuit
from ludens.gdl import Source, read_rules
from ludens.gdl.grounding import grounder
from ludens.gdl.grounding.fixed_fluents import with_fixed_fluents
from tests.circuit.walks import assert_same_game

MAZE = """
(role r) (init (at 1)) (init (wall 2 3)) (init (wall 4 5)) (init (lamp 3)) (init (door 2 open)) (init (mark 1))
(after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 1)
(<= (legal r (go ?n)) (true (at ?m)) (after ?m ?n) (not (true (wall ?m ?n))))
(<= (legal r (jump ?n)) (true (at ?m)) (true (wall ?m ?n)))
(legal r wait)
(<= (next (at ?n)) (does r (go ?n)))
(<= (next (at ?n)) (does r (jump ?n)))
(<= (next (at ?n)) (true (at ?n)) (does r wait))
(<= (next (wall ?m ?n)) (true (wall ?m ?n)))
(<= (next (lamp ?n)) (true (lamp ?n)) (does r wait))
(<= (next (door ?n open)) (true (door ?n open)))
(<= (next (door ?n shut)) (true (door ?n shut)) (not (true (door ?n open))))
(<= (next (mark 1)) (true (mark 1)))
(<= (next (step)) (does r wait))
(<= terminal (true (at 5)) (true (door 2 open)))
(<= (goal r 100) (true (lamp 3)) (true (mark ?n)))
(<= (goal r 0) (not (true (lamp 3))))
"""


def fixed_conditions(text: str) -> set[str]:
    """The conditions that are asked of the start, as they are written."""
    rules = with_fixed_fluents(read_rules(Source(text))[0].rules)
    return {str(c.atom) for rule in rules for c in rule.body if hasattr(c, "atom") and c.atom.name == "init"}


def test_only_what_nothing_changes_is_asked_of_the_start() -> None:
    fixed = {"(wall ?m ?n)", "(door ?n open)", "(door 2 open)", "(mark 1)"}
    assert fixed_conditions(MAZE) == {f"(init {fluent})" for fluent in fixed}


@pytest.mark.parametrize(
    "rule",
    [
        "(<= (next (wall ?m ?n)) (does r (jump ?n)) (true (at ?m)))",
        "(<= (next ?f) (true (copy ?f)))",
        "(next (wall 1 2))",
    ],
)
def test_another_rule_makes_it_change(rule: str) -> None:
    assert "(init (wall ?m ?n))" not in fixed_conditions(MAZE + rule)


def test_what_stays_only_in_part_is_not_fixed() -> None:
    part = MAZE.replace("(<= (next (wall ?m ?n)) (true (wall ?m ?n)))", "(<= (next (wall ?m ?m)) (true (wall ?m ?m)))")
    assert "(init (wall ?m ?n))" not in fixed_conditions(part)


@pytest.mark.parametrize("attempt", range(3))
def test_every_way_to_ground_gives_the_same_game(attempt: int, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = read_rules(Source(MAZE))[0]
    ways = list(grounder.ways_to_ground(sheet.rules))
    assert len(ways) == 3
    monkeypatch.setattr(grounder, "ways_to_ground", lambda rules, end: iter([ways[attempt]]))
    draft = build_draft(grounder.ground_rules(sheet.rules))
    assert_same_game(sheet, CompiledCircuit(lowered(draft), (), 0.0, 0.0), walks=10, steps=10)
