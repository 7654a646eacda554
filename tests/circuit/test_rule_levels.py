"""Atoms are defined a level at a time; the twin defines them one by one."""

from __future__ import annotations

import pytest

from ludens.circuit.building import _Builder
from ludens.circuit.gate_arrays import Numbers
from ludens.circuit.network import Literal
from ludens.circuit.rule_levels import RuleLevels
from ludens.games.loading import built_in_source
from ludens.gdl import read_rules
from ludens.gdl.grounding.grounder import ground_rules
from ludens.rules.ground_rules import GroundRules

GAMES = ("tic_tac_toe", "connect_four", "blocker", "cephalopod", "nim", "hex")


def rules_of(name: str) -> GroundRules:
    return ground_rules(read_rules(built_in_source(name, {}))[0].rules)


class Compared(_Builder):
    """Defines every level in both ways; equal gates are one gate, so equal definitions have equal literals."""

    compared = 0

    def _definitions(self, atoms: Numbers) -> list[Literal]:
        found = super()._definitions(atoms)
        assert found == [self._definition(atom) for atom in atoms.tolist()]
        self.compared += len(found)
        return found


@pytest.mark.parametrize("name", GAMES)
def test_a_level_at_a_time_is_as_one_by_one(name: str) -> None:
    builder = Compared(rules_of(name), float("inf"))
    assert builder.draft().gates
    assert builder.compared > 20


@pytest.mark.parametrize("name", GAMES)
def test_every_atom_comes_after_what_it_needs(name: str) -> None:
    rules = rules_of(name)
    asked = [rules.terminal or 0, *rules.legal.values(), *rules.goal.values(), *rules.next.values()]
    levels = RuleLevels(rules, asked)
    bodies: dict[int, list[tuple[int, ...]]] = {}
    for head, body in zip(rules.heads, rules.bodies, strict=True):
        bodies.setdefault(int(head), []).append(body)
    needed, waiting = set[int](), asked
    while waiting:
        atom = waiting.pop()
        if atom in bodies and atom not in needed:
            needed.add(atom)
            waiting += [abs(other) for body in bodies[atom] for other in body]
    groups = [*(level.tolist() for level in levels.levels), *levels.rest]
    assert sorted(atom for group in groups for atom in group) == sorted(needed)
    done: set[int] = set()
    for number, group in enumerate(groups):
        members = set(group)
        known = done if number < len(levels.levels) else done | members
        for atom in members:
            assert levels.bodies(atom) == bodies[atom]
            assert known.issuperset(other for other in levels.needs(atom) if other in bodies)
        done |= members
