"""From ground rules to a network: an atom holds when all of one of its rules' bodies does."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain

from ludens.circuit.cycles import feedback, inner_order
from ludens.circuit.draft import Draft, Gates
from ludens.circuit.equal_atoms import with_equal_atoms_merged
from ludens.circuit.network import FALSE, TRUE, Literal
from ludens.circuit.passes.factoring import disjunction_of_cubes
from ludens.game import BudgetError
from ludens.rules.components import components
from ludens.rules.goals import goal_value
from ludens.rules.ground_rules import FACT, Atom, Ground, GroundRules, ground_text

MANY_RULES = 1_000_000
"""Of more, those that say the same are sought first."""


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
        self._bodies = self._needed_bodies()
        self._needed = {atom: sorted(set(map(abs, chain.from_iterable(found)))) for atom, found in self._bodies.items()}
        self._components = self._ordered_components()
        self._loop_atoms = [
            atom
            for component in self._components
            if self._is_cyclic(component)
            for atom in feedback(component, self._needs)
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

    def _needed_bodies(self) -> dict[Atom, list[tuple[Atom, ...]]]:
        """The bodies of every atom that what is asked of a game rests on, in the order of the rules."""
        rules = self._rules
        bodies: defaultdict[Atom, list[tuple[Atom, ...]]] = defaultdict(list)
        for head, body in zip(rules.heads, rules.bodies, strict=True):
            bodies[head].append(body)
        tables = (rules.legal, rules.goal, rules.next)
        waiting = [rules.terminal or FACT, *(atom for table in tables for atom in table.values())]
        needed: set[Atom] = set()
        while waiting:
            atom = waiting.pop()
            if atom not in needed and atom in bodies:
                needed.add(atom)
                waiting += set(map(abs, chain.from_iterable(bodies[atom]))) - needed
        return {atom: found for atom, found in bodies.items() if atom in needed}

    def _needs(self, atom: Atom) -> list[Atom]:
        return self._needed.get(atom, [])

    def _ordered_components(self) -> list[list[Atom]]:
        """The atoms that have rules, each after those it needs; atoms that need each other together."""
        atoms = list(self._bodies)
        numbers = {atom: number for number, atom in enumerate(atoms)}
        graph = [[numbers[other] for other in needed if other in numbers] for needed in self._needed.values()]
        return [[atoms[number] for number in component] for component in components(graph)]

    def _is_cyclic(self, component: Sequence[Atom]) -> bool:
        return len(component) > 1 or component[0] in self._needed[component[0]]

    def _input_literals(self) -> list[Literal]:
        """The literal of each atom, or FALSE, and from the end back those of denied ones: ``-atom`` is a place too."""
        rules = self._rules
        atoms = chain(rules.heads, rules.true.values(), rules.does.values(), chain.from_iterable(rules.bodies))
        most = max(map(abs, atoms), default=0)
        self._literals = [FALSE] * (most + 1) + [TRUE] * most
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
        first_variable = 1 + len(self._fluents) + sum(map(len, self._moves))
        variables = {atom: 2 * (first_variable + number) for number, atom in enumerate(self._loop_atoms)}
        feeds: dict[Atom, Literal] = {}
        for number, component in enumerate(self._components):
            if number % 1024 == 0 and time.monotonic() > self._deadline:
                raise BudgetError("The rules could not be compiled to a circuit in the time given.")
            if not self._is_cyclic(component):
                self._set(component[0], self._definition(component[0]))
                continue
            loops = [atom for atom in component if atom in variables]
            for atom in loops:
                self._set(atom, variables[atom])
            for atom in inner_order(component, set(loops), self._needs):
                self._set(atom, self._definition(atom))
            feeds.update((atom, self._definition(atom)) for atom in loops)
            self._check_monotone(component)
        return [feeds[atom] for atom in self._loop_atoms]

    def _definition(self, atom: Atom) -> Literal:
        bodies, literals = self._bodies[atom], self._literals.__getitem__
        if len(bodies) == 1:
            return self._gates.conjunction(map(literals, bodies[0]))
        cubes = [cube for body in bodies if (cube := self._gates.cube(set(map(literals, body)))) is not None]
        return disjunction_of_cubes(self._gates, cubes)

    def _literal(self, atom: Atom | None) -> Literal:
        if atom is None:
            return FALSE
        return TRUE if atom == FACT else self._literals[atom]

    def _check_monotone(self, component: Iterable[Atom]) -> None:
        members = set(component)
        for atom in members:
            if any(-other in members for body in self._bodies[atom] for other in body if other < 0):
                raise BudgetError(
                    "The rules cannot be compiled to a circuit: without variables, one of them negates itself."
                )
