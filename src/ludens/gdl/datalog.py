"""Stratified Datalog with function terms: bottom-up, semi-naive, with argument indexes.

Each rule becomes a small Python function of nested loops, one loop for each look-up, in the order that ``joins``
chose. Rules are evaluated component by component of the rule graph, so that whatever a rule negates is complete
before it is asked; a component that needs itself is run to its fixpoint on the facts that are new in each round
(semi-naive evaluation: Ullman 1989, chapter 3).

A store is a list with a slot for every relation (a set of facts) and every index (``None`` until it is needed).
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import islice
from typing import Any, cast

from ludens.game import BudgetError
from ludens.gdl.joins import JoinStep, plan
from ludens.gdl.patterns import Access, Index, ground, is_known, key_source, shape_test
from ludens.gdl.rule_function import Check, Growth, RuleFunction, Store, define
from ludens.gdl.terms import Compound, Literal, Relation, Rule, variables
from ludens.rules.ground_rules import Ground

Component = Callable[[Store, Check], None]
"""Adds to a store all facts that follow by one component of the rules."""

MAX_LOOPS = 12
"""Look-ups in one function; CPython allows twenty nested loops."""

SAMPLE = 2_000
"""Facts looked at to estimate the size of a look-up."""

UNSEEN = 10.0
"""Facts to expect of a relation that has none in the example."""


class QuestionBudget:
    """A budget of seconds and facts for one question to the rules."""

    def __init__(self, seconds: float, facts: int) -> None:
        self.seconds, self.facts = seconds, facts
        self.deadline = time.monotonic() + seconds

    def check(self, facts: int) -> None:
        if facts > self.facts:
            raise BudgetError(f"the rules produce more than {self.facts:,} facts of one relation")
        if time.monotonic() > self.deadline:
            raise BudgetError(f"the rules need more than {self.seconds:g} seconds for one position")


class Compiler:
    """Turns components of rules into functions on stores.

    ``example`` is a store that the caller keeps filled by running each component as it is compiled: its sizes
    decide the order of look-ups. Where terms may be ``growing``, each that a rule builds is measured.
    """

    def __init__(self, *, growing: bool = False) -> None:
        self.growing = growing
        self.slots: dict[Relation | Index, int] = {}
        self.example: Store = []
        self.builders: dict[Index, Callable[[Store], Any]] = {}
        self.lasting: dict[int, Any] = {}  # indexes that are the same in every store, or None before they are asked for
        self._estimates: dict[tuple[Access, int], float] = {}
        self.part_of: dict[Relation, Relation] = {}  # auxiliary relations, and those they help to derive

    def slot(self, what: Relation | Index) -> int:
        """The place of a relation or index in every store."""
        if what not in self.slots:
            self.slots[what] = len(self.slots)
            self.example.append(None if isinstance(what, Index) else set())
            if isinstance(what, Index):
                self.slot(what.relation)
                self.builders[what] = self._index_builder(what)
        return self.slots[what]

    def component(self, rules: Sequence[Rule]) -> Component:
        """The function for rules that all need each other, or for a single rule."""
        heads = {rule.head.relation for rule in rules}
        needs_itself = [_needs(rule, heads) for rule in rules]
        stale = [self.slots[i] for i in self.builders if i.relation in heads]
        if not any(needs_itself):
            planned = [(rule, plan(rule, self._estimate)) for rule in self._split(rules)]
            run = _in_turn([RuleFunction(self, rule, steps).compile() for rule, steps in planned])
        else:
            run = self._recursive(self._split(rules), heads)
        return _forgetting(run, stale) if stale else run

    def _recursive(self, rules: list[Rule], heads: set[Relation]) -> Component:
        heads = heads | {rule.head.relation for rule in rules}
        plans: list[tuple[Rule, list[JoinStep], Relation | None]] = []
        for rule in rules:
            plans.append((rule, plan(rule, self._estimate), None))
            plans += [
                (rule, plan(rule, self._estimate, literal), literal.atom.relation) for literal in _needs(rule, heads)
            ]
        kept = {
            step.access.index
            for _, steps, delta in plans
            for step in steps[0 if delta is None else 1 :]
            if step.access and step.access.needs_index and step.access.index.relation in heads
        }
        functions = []
        for rule, steps, delta in plans:
            growth = Growth(heads, [index for index in kept if index.relation == rule.head.relation], delta is not None)
            functions.append((RuleFunction(self, rule, steps, growth).compile(), rule.head.relation, delta))
        return _fixpoint(functions, heads)

    def _split(self, rules: Iterable[Rule]) -> list[Rule]:
        """The rules, each with too many look-ups for one function cut in two by an auxiliary relation."""
        done: list[Rule] = []
        for rule in rules:
            steps = plan(rule, self._estimate)
            loops = [number for number, step in enumerate(steps) if not step.is_test]
            if len(loops) <= MAX_LOOPS:
                done.append(rule)
                continue
            cut = loops[MAX_LOOPS - 1] + 1
            first, rest = [s.condition for s in steps[:cut]], [s.condition for s in steps[cut:]]
            later = set(variables(rule.head)).union(*(variables(condition) for condition in rest))
            shared = {v: None for condition in first for v in variables(condition) if v in later}
            part = Compound(f"part {len(self.part_of)} of {rule.head.name}", tuple(shared))
            self.part_of[part.relation] = rule.head.relation
            done.append(Rule(part, tuple(first)))
            done += self._split([Rule(rule.head, (Literal(part), *rest))])
        return done

    def _index_builder(self, index: Index) -> Callable[[Store], Any]:
        whole = Index(index.relation, index.shape, ())
        facts = f"db[{self.slots[index.relation]}]"
        if index == whole:
            build = [f"found = [f for f in {facts} if {shape_test(index, 'f')}]"]
        else:
            if index.shape:
                facts = f"(db[{self.slot(whole)}] or build_whole(db))"
            build = [
                "found = defaultdict(list)",
                f"for f in {facts}:",
                f"    found[{key_source(index, 'f')}].append(f)",
            ]
        slot = self.slots[index]
        lines = ["def build(db):", f"    found = lasting.get({slot})", "    if found is None:"]
        lines += ["        " + line for line in build]
        lines += [f"        if {slot} in lasting:", f"            lasting[{slot}] = found"]
        lines += [f"    db[{slot}] = found", "    return found"]
        names = {"defaultdict": defaultdict, "build_whole": self.builders.get(whole), "lasting": self.lasting}
        return cast(Callable[[Store], Any], define("build", lines, names))

    def _estimate(self, look_up: Access) -> float:
        """How many facts the look-up finds on average in the example store."""
        facts: Collection[Ground] = self.example[self.slot(look_up.index.relation)]
        key = (look_up, len(facts))  # a relation only grows, so that the same number means the same facts
        if key not in self._estimates:
            self._estimates[key] = self._counted(look_up, facts)
        return self._estimates[key]

    @staticmethod
    def _counted(look_up: Access, facts: Collection[Ground]) -> float:
        fixed = [(p, ground(t)) for p, t in zip(look_up.index.key, look_up.known, strict=True) if is_known(t, ())]
        moving = [p for p, t in zip(look_up.index.key, look_up.known, strict=True) if not is_known(t, ())]
        relation = look_up.index.relation
        matching, keys = 0, set()
        sample = list(islice(facts, SAMPLE))
        for fact in sample:
            if all(_has(relation, fact, *part) for part in look_up.index.shape) and all(
                _dig(relation, fact, path) == term for path, term in fixed
            ):
                matching += 1
                keys.add(tuple(_dig(relation, fact, path) for path in moving))
        if not matching:
            return float(UNSEEN / 3 ** len(look_up.known))
        return matching * (len(facts) / len(sample)) / len(keys)


def _needs(rule: Rule, relations: Collection[Relation]) -> list[Literal]:
    """The positive literals of a rule that rest on one of these relations."""
    return [c for c in rule.body if isinstance(c, Literal) and c.positive and c.atom.relation in relations]


def _in_turn(functions: list[Component]) -> Component:
    if len(functions) == 1:
        return functions[0]

    def run(db: Store, check: Check) -> None:
        for function in functions:
            function(db, check)

    return run


def _forgetting(run: Component, stale: list[int]) -> Component:
    """Runs a component and drops the indexes that were made before its facts were known."""

    def forgetting(db: Store, check: Check) -> None:
        run(db, check)
        for slot in stale:
            db[slot] = None

    return forgetting


def _fixpoint(
    functions: list[tuple[Callable[..., None], Relation, Relation | None]], heads: Collection[Relation]
) -> Component:
    """Runs rules once on everything known, then again and again on what was new in the last round."""
    first = [(function, head) for function, head, delta in functions if delta is None]
    later = [(function, head, delta) for function, head, delta in functions if delta is not None]

    def run(db: Store, check: Check) -> None:
        new: dict[Relation, list[Ground]] = {relation: [] for relation in heads}
        total = 0
        for function, head in first:
            function(db, check, new[head])
        while any(new.values()):
            total += sum(map(len, new.values()))
            check(total)
            old, new = new, {relation: [] for relation in heads}
            for function, head, delta in later:
                if old[delta]:
                    function(db, check, new[head], old[delta])

    return run


def _dig(relation: Relation, fact: Ground, path: tuple[int, ...]) -> Ground | None:
    """The term at a path of a fact, ``None`` where the fact has no such place."""
    term: Ground | None = fact if relation[1] == 1 else fact[path[0]]
    for step in path[1:]:
        if not isinstance(term, tuple) or len(term) <= step + 1:
            return None
        term = term[step + 1]
    return term


def _has(relation: Relation, fact: Ground, path: tuple[int, ...], name: str, arity: int) -> bool:
    term = _dig(relation, fact, path)
    return isinstance(term, tuple) and len(term) == arity + 1 and term[0] == name
