"""A game taken apart: its parts with all their positions, in classes, and the clock by which they are played."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludens.circuit.analysis.counters import Course, course
from ludens.circuit.findings import Factors
from ludens.circuit.network import Circuit
from ludens.circuit.part import Cutting, InseparableError, Part
from ludens.circuit.planes import Bits, Looking
from ludens.circuit.rejoining import Rejoining
from ludens.search.parts.classes import Classes, classes_of
from ludens.search.parts.graph import Numbers, PartGraph, explore
from ludens.search.parts.product import Clock, Product, Tick

MOST_CONDITIONS = 4
"""Conditions on other parts, all combinations of which are looked at."""


@dataclass(frozen=True, eq=False)
class TakenApart:
    """What all searches by parts rest on; made once a game."""

    circuit: Circuit
    factors: Factors
    graphs: tuple[PartGraph, ...]
    classes: Classes
    product: Product

    def tick(self, position: Bits) -> int:
        """The moment of the clock in a position, given by all fluents; raises KeyError for one that cannot come up."""
        return self.ticks[tuple(bool(position[fluent]) for fluent in self.factors.shared)]

    @cached_property
    def ticks(self) -> dict[tuple[bool, ...], int]:
        """The moments by their shared fluents."""
        return {tick.shared: number for number, tick in enumerate(self.product.clock.ticks)}

    def combinations(self, positions: Bits) -> Numbers:
        """The classes of the parts in positions of the whole game; raises KeyError for one that cannot come up."""
        found = [
            of[graph.number(positions[:, list(graph.part.factor.fluents)])]
            for graph, of in zip(self.graphs, self.classes.of, strict=True)
        ]
        return np.stack(found, axis=1)


def take_apart(circuit: Circuit, factors: Factors, most: int, until: float) -> TakenApart:
    """The game taken apart, from its first position on.

    Raises TooLargeError when a part has more than ``most`` positions or time is over, and InseparableError when the
    game is not one in which one role has a choice at a time.
    """
    cutting = Cutting(circuit, factors)
    parts = cutting.parts()
    found = course(cutting.supports)
    _check_groups(cutting, found)
    views = [_views(part, found) for part in parts]
    graphs = []
    for part, (_, seen) in zip(parts, views, strict=True):
        start, contexts = circuit.initial[list(part.factor.fluents)], _contexts(part, seen)
        graphs.append(explore(part, start, contexts, simultaneous=factors.simultaneous, most=most, until=until))
    clock = _clock(factors, found, graphs, [numbers for numbers, _ in views])
    kinds = [
        (len(part.signs), tuple(numbers), number if part.conditions else -1)
        for number, (part, (numbers, _)) in enumerate(zip(parts, views, strict=True))
    ]
    classes = classes_of(graphs, kinds)
    product = Product(parts, classes, Rejoining(cutting, parts), clock, factors.simultaneous)
    return TakenApart(circuit, factors, tuple(graphs), classes, product)


def _views(part: Part, found: Course) -> tuple[list[int], list[int]]:
    """For each moment the number of what a part sees, and for each number a state of the clock that shows it."""
    mask = sum(1 << fluent for fluent in part.looks_at)
    numbers: dict[int, int] = {}
    seen: list[int] = []
    order = []
    for state in found.states:
        if state & mask not in numbers:
            numbers[state & mask] = len(seen)
            seen.append(state)
        order.append(numbers[state & mask])
    return order, seen


def _contexts(part: Part, seen: Sequence[int]) -> list[list[bool]]:
    """Values of the part's shared fluents and conditions: all conditions for each view."""
    if len(part.conditions) > MOST_CONDITIONS:
        raise InseparableError("a part rests on too many conditions on others")
    return [
        [*(bool(state >> fluent & 1) for fluent in part.shared), *conditions]
        for state in seen
        for conditions in itertools.product((False, True), repeat=len(part.conditions))
    ]


def _clock(factors: Factors, found: Course, graphs: Sequence[PartGraph], views: Sequence[Sequence[int]]) -> Clock:
    ticks = []
    for moment, state in enumerate(found.states):
        seen = tuple(numbers[moment] for numbers in views)
        roles: set[int] = set()
        for graph, view in zip(graphs, seen, strict=True):
            ways = 1 << len(graph.part.conditions)
            roles.update(moves.role for moves in graph.moves[view * ways : (view + 1) * ways] if moves.role is not None)
        if len(roles) > 1:
            raise InseparableError("several roles have a choice at the same time")
        shared = tuple(bool(state >> fluent & 1) for fluent in factors.shared)
        ticks.append(Tick(shared, seen, next(iter(roles), None)))
    return Clock(tuple(ticks), found.back)


def _check_groups(cutting: Cutting, found: Course) -> None:
    """Raises InseparableError where choices of moves for different times could be mixed up in simultaneous play."""
    if not cutting.factors.simultaneous:
        return
    states = np.zeros((len(found.states), len(cutting.circuit.fluents)), dtype=np.bool_)
    for fluent in cutting.factors.shared:
        states[:, fluent] = [bool(state >> fluent & 1) for state in found.states]
    look = Looking(cutting.circuit, states)
    for role in range(len(cutting.circuit.roles)):
        holds = [look.values(group).all(axis=1) for group in cutting.groups(role)]
        if (np.sum(holds, axis=0) > 1).any():
            raise InseparableError("moves for different times can be made at the same time")
