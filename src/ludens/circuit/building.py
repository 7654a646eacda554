"""From ground rules to a network: an atom holds when all of one of its rules' bodies does."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

import numpy as np

from ludens.circuit.cycles import feedback, inner_order
from ludens.circuit.draft import Draft, Gates
from ludens.circuit.equal_atoms import with_equal_atoms_merged
from ludens.circuit.gate_arrays import Numbers
from ludens.circuit.network import FALSE, TRUE, Literal
from ludens.circuit.passes.factoring import disjunction_of_cubes
from ludens.circuit.rule_levels import LevelCubes, RuleLevels
from ludens.game import BudgetError
from ludens.rules.goals import goal_value
from ludens.rules.ground_rules import FACT, Atom, Ground, GroundRules, ground_text

MANY_RULES = 1_000_000
"""Of more, those that say the same are sought first."""

AT_ONCE = 20_000
"""Atoms that are looked at together."""


def build_draft(rules: GroundRules, deadline: float = float("inf")) -> Draft:
    """The network of some ground rules, each atom factored over those it needs.

    Raises BudgetError when it is not done at the deadline, a time of the monotonic clock.
    """
    return _Builder(rules, deadline).draft()


class _Builder:
    def __init__(self, rules: GroundRules, deadline: float) -> None:
        self._deadline = deadline
        self._fluents = sorted(rules.true, key=ground_text)
        self._moves = [
            sorted((move for who, move in rules.does if who == role), key=ground_text) for role in rules.roles
        ]
        self._rules = with_equal_atoms_merged(rules) if len(rules.heads) > MANY_RULES else rules
        self._arrays = RuleLevels(self._rules, self._asked())
        self._loop_atoms = [
            atom
            for component in self._arrays.rest
            if self._is_cyclic(component)
            for atom in feedback(component, self._arrays.needs)
        ]
        self._gates = Gates(len(self._fluents), list(map(len, self._moves)), len(self._loop_atoms))
        self._literals = self._input_literals()

    def draft(self) -> Draft:
        feeds = self._define()
        rules = self._rules
        goals = tuple(map(self._goals, rules.roles))
        return Draft(
            roles=rules.roles,
            fluents=tuple(self._fluents),
            moves=tuple(map(tuple, self._moves)),
            initial=tuple(fluent in rules.initial for fluent in self._fluents),
            gates=tuple(self._gates.gates),
            feeds=tuple(feeds),
            terminal=self._literal(rules.terminal),
            legal=tuple(
                tuple(self._literal(rules.legal[role, move]) for move in moves)
                for role, moves in zip(rules.roles, self._moves, strict=True)
            ),
            goals=goals,
            following=tuple(self._literal(rules.next.get(fluent)) for fluent in self._fluents),
        )

    def _goals(self, role: Ground) -> tuple[tuple[int, Literal], ...]:
        """The literal of each goal; a role with something that is no goal has none."""
        own = {value: self._literal(atom) for (who, value), atom in self._rules.goal.items() if who == role}
        wrong = self._gates.disjunction(literal for value, literal in own.items() if goal_value(value) is None)
        values = sorted((value, literal) for term, literal in own.items() if (value := goal_value(term)) is not None)
        return tuple((value, self._gates.conjunction((literal, wrong ^ 1))) for value, literal in values)

    def _asked(self) -> list[Atom]:
        """The atoms that are asked of a game."""
        rules = self._rules
        tables = (rules.legal, rules.goal, rules.next)
        return [rules.terminal or FACT, *(atom for table in tables for atom in table.values())]

    def _is_cyclic(self, component: Sequence[Atom]) -> bool:
        return len(component) > 1 or component[0] in self._arrays.needs(component[0])

    def _input_literals(self) -> Numbers:
        """The literal of each atom, or FALSE, and from the end back those of denied ones: ``-atom`` is a place too."""
        rules, most = self._rules, self._arrays.most
        self._literals = np.array([FALSE] * (most + 1) + [TRUE] * most, dtype=np.int64)
        for node, fluent in enumerate(self._fluents, start=1):
            self._set(rules.true[fluent], 2 * node)
        for number, (role, moves) in enumerate(zip(rules.roles, self._moves, strict=True)):
            for place, move in enumerate(moves):
                self._set(rules.does[role, move], self._gates.move(number, place))
        return self._literals

    def _set(self, atom: Atom, literal: Literal) -> None:
        if atom != FACT:
            self._literals[atom], self._literals[-atom] = literal, literal ^ 1

    def _define(self) -> list[Literal]:
        """Makes the gates of every atom; returns what feeds the loop variables."""
        for level in self._arrays.levels:
            for first in range(0, len(level), AT_ONCE):
                self._check_time()
                atoms = level[first : first + AT_ONCE]
                found = np.array(self._definitions(atoms), dtype=np.int64)
                self._literals[atoms], self._literals[-atoms] = found, found ^ 1
        first_variable = 1 + len(self._fluents) + sum(map(len, self._moves))
        variables = {atom: 2 * (first_variable + number) for number, atom in enumerate(self._loop_atoms)}
        feeds: dict[Atom, Literal] = {}
        for number, component in enumerate(self._arrays.rest):
            if number % 1024 == 0:
                self._check_time()
            if not self._is_cyclic(component):
                self._set(component[0], self._definition(component[0]))
                continue
            loops = [atom for atom in component if atom in variables]
            for atom in loops:
                self._set(atom, variables[atom])
            for atom in inner_order(component, set(loops), self._arrays.needs):
                self._set(atom, self._definition(atom))
            feeds.update((atom, self._definition(atom)) for atom in loops)
            self._check_monotone(component)
        return [feeds[atom] for atom in self._loop_atoms]

    def _check_time(self) -> None:
        if time.monotonic() > self._deadline:
            raise BudgetError("The rules could not be compiled to a circuit in the time given.")

    def _definition(self, atom: Atom) -> Literal:
        """The literal that an atom's rules come to; the twin of ``_definitions`` for one."""
        bodies = [self._literals[list(body)].tolist() if body else [] for body in self._arrays.bodies(atom)]
        cubes = [cube for body in bodies if (cube := self._gates.cube(set(body))) is not None]
        return disjunction_of_cubes(self._gates, cubes)

    def _definitions(self, atoms: Numbers) -> list[Literal]:
        """The literals that the rules of some atoms come to, none of which needs another one."""
        gates = self._gates
        first_move = 1 + len(self._fluents)
        moves = range(first_move, first_move + sum(map(len, self._moves)))
        cubes = LevelCubes(self._arrays, atoms, self._literals, moves, gates.move_sets())
        literals, ends = cubes.literals, cubes.ends
        found: list[Literal] = []
        start, first = 0, 0
        for last, is_plain, asks_once in zip(cubes.last, cubes.plain, cubes.asks_once, strict=True):
            own: list[list[Literal]] = []
            for end in ends[first:last]:
                own.append(literals[start:end])
                start = end
            first = last
            if not is_plain:
                made = map(frozenset, own) if asks_once else map(gates.cube, map(set, own))
                found.append(disjunction_of_cubes(gates, [cube for cube in made if cube is not None]))
            elif len(own) == 1:
                found.append(gates.of_sorted(own[0]))
            else:
                found.append(gates.disjunction([gates.of_sorted(one) for one in own]))
        return found

    def _literal(self, atom: Atom | None) -> Literal:
        if atom is None:
            return FALSE
        return TRUE if atom == FACT else int(self._literals[atom])

    def _check_monotone(self, component: Iterable[Atom]) -> None:
        members = set(component)
        for atom in members:
            if any(-other in members for body in self._arrays.bodies(atom) for other in body if other < 0):
                raise BudgetError(
                    "The rules cannot be compiled to a circuit: without variables, one of them negates itself."
                )
