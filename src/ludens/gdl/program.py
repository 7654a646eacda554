"""The rules of a game, compiled: what holds always, in a position, and after a joint move.

Relations have levels. What follows from the rules alone (level 0) is derived once; what rests on ``true``
(level 1), once for each position and only when it is asked for; what rests on ``does`` (level 2), once for each
joint move.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludens.gdl.datalog import Compiler, Component
from ludens.gdl.demand import on_demand
from ludens.gdl.dependencies import dependents, relation_graph, rule_graph
from ludens.gdl.patterns import Index, ground_fact
from ludens.gdl.rule_function import Check, Store
from ludens.gdl.term_size import may_grow_too_large
from ludens.gdl.terms import DOES, GOAL, INIT, LEGAL, NEXT, ROLE, SEES, TERMINAL, TRUE, Relation, Rule
from ludens.rules.components import components
from ludens.rules.ground_rules import Ground

QUESTIONS = (TERMINAL, LEGAL, GOAL, NEXT, SEES)

ALWAYS, POSITION, MOVES = range(3)

ENOUGH_ALWAYS = 300_000
ENOUGH_IN_A_POSITION = 10_000
"""With more facts than this a relation is derived on demand, if it can be."""


KEPT = 4
"""Sets of rules that were compiled last."""

_compiled_lately: dict[tuple[Rule, ...], Sequence[Rule]] = {}


@dataclass(slots=True)
class Position:
    """A store, and the numbers of the components that have been run on it."""

    store: Store
    done: set[int] = field(default_factory=set)


def compile_rules(rules: Sequence[Rule], check: Check) -> Program:
    """The program of some rules, with relations that grow too large derived on demand where that is possible."""
    written = tuple(rules)
    outputs = {ROLE, INIT, *QUESTIONS}
    relevant = _needed_by(rules, outputs)
    rules = [rule for rule in rules if rule.head.relation in relevant]
    graph = relation_graph(rules)
    growing = may_grow_too_large(rules)  # of rules on demand this cannot be told: what is asked for is not among them
    large: set[Relation] = set()
    settled: set[Relation] = set()
    while True:
        users = {user for relation in large for user in dependents(graph, relation)}
        rewritten, _ = on_demand(rules, users - outputs)
        try:
            program = Program(rewritten, check, settled, growing=growing)
        except _TooLargeError as error:
            settled |= error.relations & (large | (error.relations - graph.keys()))
            large |= error.relations & graph.keys()
        else:
            _keep(written, program.rules)
            return program


def rules_on_demand(rules: Sequence[Rule], check: Check) -> Sequence[Rule]:
    """The rules that ``compile_rules`` comes to; those that were compiled lately are known."""
    found = _compiled_lately.get(tuple(rules))
    return compile_rules(rules, check).rules if found is None else found


def _keep(rules: tuple[Rule, ...], compiled: Sequence[Rule]) -> None:
    _compiled_lately[rules] = compiled
    while len(_compiled_lately) > KEPT:
        with contextlib.suppress(KeyError, StopIteration, RuntimeError):  # another thread was first
            del _compiled_lately[next(iter(_compiled_lately))]


def derive(rules: Sequence[Rule], relation: Relation, check: Check) -> set[Ground]:
    """All facts of a relation that rests on neither position nor moves, such as ``base`` or ``input``."""
    needed = _needed_by(rules, {relation})
    wanted = [rule for rule in rules if rule.head.relation in needed]
    bodies = [rule for rule in wanted if rule.body]
    compiler = Compiler(growing=may_grow_too_large(wanted))
    slot = compiler.slot(relation)
    for rule in wanted:
        if not rule.body:
            compiler.example[compiler.slot(rule.head.relation)].add(ground_fact(rule.head))
    for component in components([[number for number, _ in needs] for needs in rule_graph(bodies)]):
        compiler.component([bodies[number] for number in component])(compiler.example, check)
    found: set[Ground] = compiler.example[slot]
    return found


class _TooLargeError(Exception):
    """Relations with so many facts that they should be derived on demand."""

    def __init__(self, relations: set[Relation]) -> None:
        self.relations = relations


class Program:
    """Compiled rules. ``roles`` come in no particular order; ``rules`` are those that were compiled.

    ``over_at_start`` and ``first_legal`` tell of the first position, ``initial``. ``growing``: terms may become too
    large, and are looked at.
    """

    def __init__(self, rules: Sequence[Rule], check: Check, settled: Collection[Relation], *, growing: bool) -> None:
        self.rules = rules
        self._rules = [rule for rule in rules if rule.body]
        graph = relation_graph(self._rules)
        self._on_position, self._on_moves = dependents(graph, TRUE), dependents(graph, DOES)
        self._compiler = Compiler(growing=growing)
        self._given: defaultdict[int, set[Ground]] = defaultdict(set)
        for rule in rules:
            if not rule.body:
                self._given[self._compiler.slot(rule.head.relation)].add(ground_fact(rule.head))
        self._components: list[Component] = []
        self._levels: list[int] = []
        self._compile(check, settled)
        self._slots = {relation: self._compiler.slot(relation) for relation in (TRUE, DOES, *QUESTIONS)}
        self._plans = self._make_plans()
        self._static = self._make_static()
        self._position_slots, self._move_slots = self._slots_from(POSITION), self._slots_from(MOVES)

    def position(self, state: Collection[Ground]) -> Position:
        """A new store for a position, with nothing derived from it yet."""
        position = Position(self._fresh(self._static, self._position_slots))
        position.store[self._slots[TRUE]] = state
        return position

    def facts(self, position: Position, question: Relation, check: Check) -> set[tuple[Ground, ...]]:
        """The facts of ``terminal``, ``legal`` or ``goal`` in a position."""
        self._derive(position, self._plans[question, POSITION], check)
        found: set[tuple[Ground, ...]] = position.store[self._slots[question]]
        return found

    def successor(self, position: Position, does: set[Ground], check: Check) -> frozenset[Ground]:
        """The position after a joint move, given as facts of ``does``."""
        return frozenset(self._after(position, does, NEXT, check))

    def seen(self, position: Position, does: set[Ground], check: Check) -> set[tuple[Ground, ...]]:
        """The facts of ``sees`` when a joint move, given as facts of ``does``, is made in a position."""
        return self._after(position, does, SEES, check)

    def _after(self, position: Position, does: set[Ground], question: Relation, check: Check) -> set[Any]:
        self._derive(position, self._plans[question, POSITION], check)
        after = Position(self._fresh(position.store, self._move_slots))
        after.store[self._slots[DOES]] = does
        self._derive(after, self._plans[question, MOVES], check)
        found: set[Any] = after.store[self._slots[question]]
        return found

    def _derive(self, position: Position, plan: Sequence[int], check: Check) -> None:
        store, done = position.store, position.done
        for number in plan:
            if number not in done:
                self._components[number](store, check)
                done.add(number)

    def _compile(self, check: Check, settled: Collection[Relation]) -> None:
        """Compiles level by level, with the initial position and some legal joint move as the example."""
        example = self._compiler.example
        for relation in (ROLE, INIT, TRUE, DOES, *QUESTIONS):
            self._compiler.slot(relation)
        for slot, facts in self._given.items():
            example[slot] = set(facts)
        needs = [[number for number, _ in needed] for needed in rule_graph(self._rules)]
        self._order = sorted(components(needs), key=lambda c: self._level(self._rules[c[0]].head.relation))
        self._needs = needs
        for component in self._order:
            level = self._level(self._rules[component[0]].head.relation)
            if level >= POSITION and not self._example_has(TRUE):
                example[self._compiler.slot(TRUE)] = example[self._compiler.slot(INIT)]
            if level == MOVES and not self._example_has(DOES):
                example[self._compiler.slot(DOES)] = _one_each(example[self._compiler.slot(LEGAL)])
            rules = [self._rules[number] for number in component]
            function = self._compiler.component(rules)
            self._try(function, {rule.head.relation for rule in rules} - set(settled), level, check)
            self._components.append(function)
            self._levels.append(level)
        self.roles: frozenset[Ground] = frozenset(example[self._compiler.slot(ROLE)])
        self.initial: frozenset[Ground] = frozenset(example[self._compiler.slot(INIT)])
        self.over_at_start = bool(example[self._compiler.slot(TERMINAL)])
        self.first_legal: frozenset[tuple[Ground, Ground]] = frozenset(example[self._compiler.slot(LEGAL)])

    def _try(self, function: Component, heads: set[Relation], level: int, check: Check) -> None:
        """Runs a component on the example; raises _TooLargeError when one of ``heads`` gets too many facts."""
        enough = ENOUGH_ALWAYS if level == ALWAYS else ENOUGH_IN_A_POSITION

        def check_size(facts: int) -> None:
            check(facts)
            if heads and facts > enough:
                raise _TooLargeError(heads)

        function(self._compiler.example, check_size)
        check_size(max((len(self._compiler.example[self._compiler.slot(head)]) for head in heads), default=0))

    def _example_has(self, relation: Relation) -> bool:
        return bool(self._compiler.example[self._compiler.slot(relation)])

    def _level(self, relation: Relation) -> int:
        return MOVES if relation in self._on_moves else POSITION if relation in self._on_position else ALWAYS

    def _make_plans(self) -> dict[tuple[Relation, int], list[int]]:
        """For each question and level, the components to run, in order."""
        home = {rule: number for number, component in enumerate(self._order) for rule in component}
        plans = {}
        for question in QUESTIONS:
            waiting = [n for n, rule in enumerate(self._rules) if rule.head.relation == question]
            wanted = set(waiting)
            while waiting:
                fresh = set(self._needs[waiting.pop()]) - wanted
                wanted |= fresh
                waiting += fresh
            numbers = sorted({home[rule] for rule in wanted})
            for level in (POSITION, MOVES):
                plans[question, level] = [n for n in numbers if self._levels[n] == level]
        return plans

    def _make_static(self) -> Store:
        """The store of what always holds; its indexes are made when the first position needs them, for all."""
        store: Store = self._compiler.example.copy()
        for index in self._compiler.builders:
            if self._slot_level(index) == ALWAYS:
                slot = self._compiler.slots[index]
                self._compiler.lasting[slot] = store[slot] = None
        return store

    def _slots_from(self, level: int) -> tuple[list[tuple[int, set[Ground]]], list[int]]:
        """The slots of relations, with their given facts, and of indexes, at this level or above."""
        slots = [(what, slot) for what, slot in self._compiler.slots.items() if self._slot_level(what) >= level]
        relations = [(slot, self._given[slot]) for what, slot in slots if not isinstance(what, Index)]
        return relations, [slot for what, slot in slots if isinstance(what, Index)]

    def _slot_level(self, what: Relation | Index) -> int:
        relation = what.relation if isinstance(what, Index) else what
        relation = self._compiler.part_of.get(relation, relation)
        return self._level(relation)

    @staticmethod
    def _fresh(store: Store, slots: tuple[list[tuple[int, set[Ground]]], list[int]]) -> Store:
        """A copy of a store with these relations back to their given facts and these indexes unmade."""
        store = store.copy()
        for slot, given in slots[0]:
            store[slot] = set(given)
        for slot in slots[1]:
            store[slot] = None
        return store


def _needed_by(rules: Iterable[Rule], targets: Iterable[Relation]) -> set[Relation]:
    graph = relation_graph(rules)
    found, waiting = set(targets), list(targets)
    while waiting:
        fresh = graph.get(waiting.pop(), set()) - found
        found |= fresh
        waiting += fresh
    return found


def _one_each(legal: Iterable[Ground]) -> set[Ground]:
    """One legal move of every role."""
    return set({fact[0]: fact for fact in legal}.values())
