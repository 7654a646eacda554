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
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

from ludens.game import BudgetError
from ludens.gdl.joins import Step, plan
from ludens.gdl.patterns import Access, Index, follow, ground, is_known, key_source, pack, shape_test
from ludens.gdl.term_size import LIMITS, is_too_large
from ludens.gdl.terms import Comparison, Compound, Constant, Literal, Relation, Rule, Term, Variable, variables
from ludens.rules.ground_rules import Ground

Store = list[Any]
Check = Callable[[int], None]
"""Called from within loops with the number of facts at hand; raises BudgetError."""

Component = Callable[[Store, Check], None]
"""Adds to a store all facts that follow by one component of the rules."""

MAX_LOOPS = 12
"""Look-ups in one function; CPython allows twenty nested loops."""

SAMPLE = 2_000
"""Facts looked at to estimate the size of a look-up."""

UNSEEN = 10.0
"""Facts to expect of a relation that has none in the example."""


class Clock:
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
            steps = [(rule, plan(rule, self._estimate)) for rule in self._split(rules)]
            run = _in_turn([_Function(self, rule, steps).compile() for rule, steps in steps])
        else:
            run = self._recursive(self._split(rules), heads)
        return _forgetting(run, stale) if stale else run

    def _recursive(self, rules: list[Rule], heads: set[Relation]) -> Component:
        heads = heads | {rule.head.relation for rule in rules}
        plans: list[tuple[Rule, list[Step], Relation | None]] = []
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
            growth = _Growth(
                heads, [index for index in kept if index.relation == rule.head.relation], delta is not None
            )
            functions.append((_Function(self, rule, steps, growth).compile(), rule.head.relation, delta))
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
        lines = ["def build(db):", *("    " + line for line in build), f"    db[{self.slots[index]}] = found"]
        lines.append("    return found")
        names = {"defaultdict": defaultdict, "build_whole": self.builders.get(whole)}
        return cast(Callable[[Store], Any], _define("build", lines, names))

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


@dataclass(frozen=True, slots=True)
class _Growth:
    """What changes while a rule of a component that needs itself is run.

    ``relations`` get facts; ``kept`` are the indexes on the head that must keep up; ``delta``: the first look-up
    sees only the facts that are new.
    """

    relations: Collection[Relation]
    kept: Collection[Index]
    delta: bool


class _Function:
    """The Python source of one rule in one order of its conditions."""

    def __init__(self, compiler: Compiler, rule: Rule, steps: list[Step], growth: _Growth | None = None) -> None:
        self.compiler, self.rule, self.steps = compiler, rule, steps
        self.growth = growth
        self.delta = growth is not None and growth.delta
        self.names: dict[Variable, str] = {}
        self.prelude: dict[str, None] = {}
        self.body: list[str] = []
        self.depth = 1

    def compile(self) -> Callable[..., None]:
        loops = [step for step in self.steps if not step.is_test]
        searching = self._head_known_after() < len(loops)  # later loops only ask whether, not which
        for number, step in enumerate(self.steps):
            if searching and self._head_known_after() == self.depth - 1 and not step.is_test:
                self._skip_if_known()
            if isinstance(step.condition, Comparison):
                self._compare(step.condition)
            elif step.is_test:
                self._test(step.condition)
            else:
                self._loop(step, innermost=step is loops[-1], delta=self.delta and number == 0)
        self._add_head()
        if searching:
            self._leave_search(len(loops))
        signature = "db, check" + (", new" if self.growth else "") + (", delta" if self.delta else "")
        ticks = ["    ticks = 0"] if len(loops) > 1 else []
        lines = [f"def rule({signature}):", *("    " + line for line in self.prelude), *ticks, *self.body]
        return cast(Callable[..., None], _define("rule", lines, {**self._builders(), "measure": self._measure}))

    @property
    def _builds_terms(self) -> bool:
        """Whether terms may grow and the head has function terms with variables."""
        return self.compiler.growing and any(
            not isinstance(a, Variable) and any(variables(a)) for a in self.rule.head.args
        )

    def _measure(self, fact: Ground, check: Check, facts: int) -> None:
        """Raises BudgetError for a fact with a term that is too large; called before anything hashes it."""
        check(facts)
        if is_too_large(fact):
            line, column = self.rule.place
            raise BudgetError(
                f"the rules build ever larger terms: one of {self.rule.head.name} has {LIMITS} "
                f"(by the rule in line {line}, column {column})"
            )

    def _head_known_after(self) -> int:
        """The number of loops that bind every variable of the head."""
        wanted = set(variables(self.rule.head))
        loops = 0
        for step in self.steps:
            if not wanted:
                break
            if not step.is_test:
                loops += 1
                wanted.difference_update(variables(step.condition))
        return loops

    def _skip_if_known(self) -> None:
        fact, head = self._fact(self.rule.head), self._relation(self.rule.head.relation)
        if self._builds_terms:
            self._line(f"measure({fact}, check, len({head}))")
        self._line(f"if {fact} in {head}: {self._skip}")

    def _compare(self, comparison: Comparison) -> None:
        sign = "!=" if comparison.equal else "=="
        self._line(f"if {self._term(comparison.left)} {sign} {self._term(comparison.right)}: {self._skip}")

    def _test(self, literal: Literal) -> None:
        sign = "not in" if literal.positive else "in"
        self._line(f"if {self._fact(literal.atom)} {sign} {self._relation(literal.atom.relation)}: {self._skip}")

    def _loop(self, step: Step, innermost: bool, delta: bool) -> None:
        assert step.access is not None
        index, fact = step.access.index, f"f{self.depth}"
        keys = [self._term(term) for term in step.access.known]
        self._line(f"for {fact} in {'delta' if delta else self._facts(index, keys)}:")
        self.depth += 1
        if not innermost:
            self._line("ticks += 1")
            self._line(f"if not ticks & 15: check(len({self._relation(self.rule.head.relation)}))")
        if delta:
            tests = [shape_test(index, fact)] if index.shape else []
            tests += [
                f"{follow(index.relation, path)(fact)} == {key}" for path, key in zip(index.key, keys, strict=True)
            ]
            if tests:
                self._line(f"if not ({' and '.join(tests)}): continue")
        for path, variable in step.access.binds:
            source = follow(index.relation, path)(fact)
            if variable in self.names:
                self._line(f"if {self.names[variable]} != {source}: continue")
            else:
                self.names[variable] = f"v{len(self.names)}"
                self._line(f"{self.names[variable]} = {source}")

    def _add_head(self) -> None:
        head = self._relation(self.rule.head.relation)
        if self.growth is None and not self._builds_terms:
            self._line(f"{head}.add({self._fact(self.rule.head)})")
            return
        self._line(f"fact = {self._fact(self.rule.head)}")
        if self._builds_terms:
            self._line(f"measure(fact, check, len({head}))")
        if self.growth is None:
            self._line(f"{head}.add(fact)")
            return
        self._line(f"if fact not in {head}:")
        self.depth += 1
        self._line(f"{head}.add(fact)")
        self._line("new.append(fact)")
        for index in self.growth.kept:
            name = self._index(index)
            append = f"{name}[{key_source(index, 'fact')}].append(fact)" if index.key else f"{name}.append(fact)"
            self._line(f"if {shape_test(index, 'fact')}: {append}" if index.shape else append)
        self.depth -= 1

    def _leave_search(self, loops: int) -> None:
        """Leaves the loops that only searched for one way to derive a head that was known before them."""
        if self._head_known_after() == 0:
            self._line("return")
            return
        self._line("break")
        for _ in range(loops - self._head_known_after() - 1):
            self.depth -= 1
            self._line("else: continue")
            self._line("break")

    def _facts(self, index: Index, keys: list[str]) -> str:
        if index.key:
            return f"{self._index(index)}.get({pack(keys)}, ())"
        if index.shape:
            return self._index(index)
        name = self._relation(index.relation)
        return f"tuple({name})" if self.growth and index.relation in self.growth.relations else name

    def _relation(self, relation: Relation) -> str:
        slot = self.compiler.slot(relation)
        self.prelude[f"r{slot} = db[{slot}]"] = None
        return f"r{slot}"

    def _index(self, index: Index) -> str:
        slot = self.compiler.slot(index)
        self.prelude[f"i{slot} = db[{slot}]"] = None
        self.prelude[f"if i{slot} is None: i{slot} = build{slot}(db)"] = None
        return f"i{slot}"

    def _builders(self) -> dict[str, Callable[[Store], Any]]:
        return {f"build{self.compiler.slots[index]}": build for index, build in self.compiler.builders.items()}

    def _fact(self, atom: Compound) -> str:
        return pack([self._term(arg) for arg in atom.args])

    def _term(self, term: Term) -> str:
        match term:
            case Constant():
                return repr(term.name)
            case Variable():
                return self.names[term]
            case Compound():
                return f"({', '.join([repr(term.name), *map(self._term, term.args)])})"

    @property
    def _skip(self) -> str:
        return "return" if self.depth == 1 else "continue"

    def _line(self, text: str) -> None:
        self.body.append("    " * self.depth + text)


def _needs(rule: Rule, relations: Collection[Relation]) -> list[Literal]:
    """The positive literals of a rule that rest on one of these relations."""
    return [c for c in rule.body if isinstance(c, Literal) and c.positive and c.atom.relation in relations]


def _define(name: str, lines: list[str], names: dict[str, Any]) -> Any:
    exec("\n".join(lines), names)
    return names[name]


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
