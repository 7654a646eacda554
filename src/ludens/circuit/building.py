"""From ground rules to a network: an atom holds when all of one of its rules' bodies does."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence

from ludens.circuit.cycles import feedback, inner_order
from ludens.circuit.draft import Draft, Gates
from ludens.circuit.factoring import disjunction_of_cubes
from ludens.circuit.network import FALSE, TRUE, Literal
from ludens.game import BudgetError
from ludens.rules.components import components
from ludens.rules.goals import goal_value
from ludens.rules.ground_rules import FACT, Atom, Ground, GroundRules, ground_text


def build_draft(rules: GroundRules, deadline: float = float("inf")) -> Draft:
    """The network of some ground rules, each atom factored over those it needs.

    Raises BudgetError when it is not done at the deadline, a time of the monotonic clock.
    """
    return _Builder(rules, deadline).draft()


class _Builder:
    def __init__(self, rules: GroundRules, deadline: float) -> None:
        self._rules, self._deadline = rules, deadline
        self._bodies: defaultdict[Atom, list[tuple[Atom, ...]]] = defaultdict(list)
        for head, body in zip(rules.heads, rules.bodies, strict=True):
            self._bodies[head].append(body)
        self._fluents = sorted(rules.true, key=ground_text)
        self._moves = [
            sorted((move for who, move in rules.does if who == role), key=ground_text) for role in rules.roles
        ]
        self._components = self._ordered_components()
        self._loop_atoms = [atom for component in self._components for atom in feedback(component, self._needs)]
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

    def _needs(self, atom: Atom) -> list[Atom]:
        return [abs(other) for body in self._bodies.get(atom, ()) for other in body]

    def _ordered_components(self) -> list[list[Atom]]:
        """The atoms that have rules, each after those it needs; atoms that need each other together."""
        atoms = list(self._bodies)
        numbers = {atom: number for number, atom in enumerate(atoms)}
        graph = [[numbers[other] for other in self._needs(atom) if other in numbers] for atom in atoms]
        return [[atoms[number] for number in component] for component in components(graph)]

    def _input_literals(self) -> dict[Atom, Literal]:
        literals = {self._rules.true[fluent]: 2 * node for node, fluent in enumerate(self._fluents, start=1)}
        for number, (role, moves) in enumerate(zip(self._rules.roles, self._moves, strict=True)):
            for place, move in enumerate(moves):
                literals[self._rules.does[role, move]] = self._gates.move(number, place)
        return literals

    def _define(self) -> list[Literal]:
        """Makes the gates of every atom; returns what feeds the loop variables."""
        first_variable = 1 + len(self._fluents) + sum(map(len, self._moves))
        variables = {atom: 2 * (first_variable + number) for number, atom in enumerate(self._loop_atoms)}
        feeds: dict[Atom, Literal] = {}
        for number, component in enumerate(self._components):
            if number % 1024 == 0 and time.monotonic() > self._deadline:
                raise BudgetError("The rules cannot be made a network in the time given.")
            loops = [atom for atom in component if atom in variables]
            self._literals.update((atom, variables[atom]) for atom in loops)
            for atom in inner_order(component, set(loops), self._needs):
                self._literals[atom] = self._definition(atom)
            feeds.update((atom, self._definition(atom)) for atom in loops)
            self._check_monotone(component, loops)
        return [feeds[atom] for atom in self._loop_atoms]

    def _definition(self, atom: Atom) -> Literal:
        bodies = self._bodies[atom]
        if len(bodies) == 1:
            return self._gates.conjunction(map(self._signed, bodies[0]))
        cubes = [cube for body in bodies if (cube := self._cube(body)) is not None]
        return disjunction_of_cubes(self._gates, cubes)

    def _cube(self, body: tuple[Atom, ...]) -> frozenset[Literal] | None:
        """The literals of a body, or ``None`` when they cannot all be true."""
        literals = {self._signed(atom) for atom in body}
        literals.discard(TRUE)
        if FALSE in literals or any(literal ^ 1 in literals for literal in literals):
            return None
        return self._gates.with_one_set_a_role(literals)

    def _signed(self, atom: Atom) -> Literal:
        return self._literals.get(atom, FALSE) if atom > 0 else self._literals.get(-atom, FALSE) ^ 1

    def _literal(self, atom: Atom | None) -> Literal:
        if atom is None:
            return FALSE
        return TRUE if atom == FACT else self._literals.get(atom, FALSE)

    def _check_monotone(self, component: Iterable[Atom], loops: Sequence[Atom]) -> None:
        if not loops:
            return
        members = set(component)
        for atom in members:
            if any(-other in members for body in self._bodies[atom] for other in body if other < 0):
                raise BudgetError("The rules cannot be made a network: written without variables, one denies itself.")
