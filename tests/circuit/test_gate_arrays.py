"""What is found with arrays is what a look at one gate, or one rule, after the other finds."""

from __future__ import annotations

import numpy as np
import pytest

from ludens.circuit import equal_atoms
from ludens.circuit.building import build_draft
from ludens.circuit.draft import Draft, MoveSet, live_gates
from ludens.circuit.equal_atoms import with_equal_atoms_merged
from ludens.circuit.gate_arrays import contained, gate_arrays, repeated
from ludens.circuit.lowering import lowered
from ludens.circuit.passes.constants import EITHER, _Spread
from ludens.circuit.stages import CompiledCircuit
from ludens.games.loading import built_in_source
from ludens.gdl import Source, read_rules
from ludens.gdl.grounding.grounder import ground_rules
from tests.circuit.small_drafts import random_draft
from tests.circuit.walks import assert_same_game

SEEDS = range(300)


def test_the_same_gates_are_alive() -> None:
    for seed in SEEDS:
        draft = random_draft(seed)
        assert gate_arrays(draft).live.tolist() == live_gates(draft)


def test_repeated_keys() -> None:
    chooser = np.random.default_rng(1)
    for _ in range(50):
        keys = chooser.integers(0, 12, size=int(chooser.integers(1, 15)))
        assert repeated(keys).tolist() == [list(keys).count(key) > 1 for key in keys]


def test_which_numbers_are_contained() -> None:
    chooser = np.random.default_rng(1)
    for _ in range(50):
        wanted, numbers = (chooser.integers(0, 12, size=int(chooser.integers(0, 9))) for _ in range(2))
        assert contained(wanted, numbers).tolist() == [number in list(numbers) for number in wanted]


def spread_slowly(draft: Draft) -> list[int]:
    """The value of every node over all positions, each evaluated again until nothing changes."""
    values = [0, *map(int, draft.initial), *[0] * (draft.first_gate - draft.first_move + len(draft.gates))]
    possible: list[set[int]] = [set() for _ in draft.moves]

    def value(literal: int) -> int:
        found = values[literal >> 1]
        return found if found == EITHER else found ^ (literal & 1)

    def answer(role: int, mask: int) -> int:
        found = {mask >> move & 1 for move in possible[role]}
        return found.pop() if len(found) == 1 else EITHER if found else 0

    def settle() -> None:
        node = draft.first_move
        for role, moves in enumerate(draft.moves):
            for move in range(len(moves)):
                values[node] = answer(role, 1 << move)
                node += 1
        for number, gate in enumerate(draft.gates, draft.first_gate):
            inputs = () if isinstance(gate, MoveSet) else [value(literal) for literal in gate]
            values[number] = (
                answer(*gate) if isinstance(gate, MoveSet) else 0 if 0 in inputs else EITHER if EITHER in inputs else 1
            )

    settle()
    while True:
        before = list(values)
        for role, literals in enumerate(draft.legal):
            possible[role] |= {move for move, literal in enumerate(literals) if value(literal) != 0}
        settle()
        targets = [
            *enumerate(draft.following, 1),
            *enumerate(draft.feeds, draft.first_variable),
        ]
        for node, literal in targets:
            if value(literal) != values[node]:
                values[node] = EITHER
        if values == before:
            return values


def test_the_same_values_spread() -> None:
    for seed in SEEDS:
        draft = random_draft(seed)
        slow, inputs = spread_slowly(draft), draft.first_move
        assert _Spread(draft).values[:inputs].tolist() == slow[:inputs], seed


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "hex", "cephalopod"])
def test_a_game_stays_the_same_when_its_equal_atoms_are_one(name: str) -> None:
    sheet = read_rules(built_in_source(name, {}))[0]
    rules = ground_rules(sheet.rules)
    merged = with_equal_atoms_merged(rules)
    assert len(merged.heads) <= len(rules.heads)
    assert_same_game(sheet, CompiledCircuit(lowered(build_draft(merged)), (), 0.0, 0.0), walks=3, steps=20)


def test_rules_with_little_to_merge_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = ground_rules(read_rules(built_in_source("connect_four", {}))[0].rules)
    assert with_equal_atoms_merged(rules) is not rules
    monkeypatch.setattr(equal_atoms, "ENOUGH", 20)
    monkeypatch.setattr(equal_atoms, "WORTHWHILE", 1)
    assert with_equal_atoms_merged(rules) is rules


def test_what_has_the_same_rules_becomes_one_atom() -> None:
    """A tree of 2⁹ atoms, all of a level equal."""
    levels = 9
    lines = ["(role r)", "(legal r go)", "(init (step 1))", "(bit 0)", "(bit 1)"]
    for level in range(1, levels + 1):
        bits = " ".join(f"?b{number}" for number in range(level))
        given = " ".join(f"(bit ?b{number})" for number in range(level))
        lines.append(f"(<= (next (step {level + 1})) (true (step {level})))")
        lines.append(f"(<= (need{level} {bits}) {given} (true (step {level})))")
        if level < levels:
            after = f"(need{level + 1} {bits} 0) (need{level + 1} {bits} 1)"
            lines.append(f"(<= (need{level} {bits}) {given} (not (true (step {level}))) {after})")
    lines += ["(<= (goal r 100) (need1 0))", "(<= (goal r 0) (not (need1 0)))"]
    lines.append(f"(<= terminal (true (step {levels + 1})))")
    sheet = read_rules(Source("\n".join(lines)))[0]
    rules = ground_rules(sheet.rules)
    merged = with_equal_atoms_merged(rules)
    assert len(rules.heads) > 2**levels
    assert len(merged.heads) < 5 * levels
    assert_same_game(sheet, CompiledCircuit(lowered(build_draft(merged)), (), 0.0, 0.0), walks=2, steps=20)
