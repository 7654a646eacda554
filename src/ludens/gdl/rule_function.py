"""One rule in one order of its conditions, as a Python function of nested loops."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Protocol, cast

from ludens.game import BudgetError
from ludens.gdl.joins import JoinStep
from ludens.gdl.patterns import Index, follow, key_source, pack, shape_test
from ludens.gdl.term_size import LIMITS, is_too_large
from ludens.gdl.terms import Comparison, Compound, Constant, Literal, Relation, Rule, Term, Variable, variables
from ludens.rules.ground_rules import Ground

Store = list[Any]
"""A slot for every relation, a set of facts, and every index, ``None`` until it is needed."""

Check = Callable[[int], None]
"""Called from within loops with the number of facts at hand; raises BudgetError."""


class Slots(Protocol):
    """Where relations and indexes are in a store. ``growing``: whether terms may grow from rule to rule."""

    growing: bool
    slots: dict[Relation | Index, int]
    builders: dict[Index, Callable[[Store], Any]]

    def slot(self, what: Relation | Index) -> int:
        """The place of a relation or index in every store."""


def define(name: str, lines: list[str], names: dict[str, Any]) -> Any:
    """What these lines of Python define by this name, with others known by theirs."""
    exec("\n".join(lines), names)
    return names[name]


@dataclass(frozen=True, slots=True)
class Growth:
    """What changes while a rule of a component that needs itself is run.

    ``relations`` get facts; ``kept`` are the indexes on the head that must keep up; ``delta``: the first look-up
    sees only the facts that are new.
    """

    relations: Collection[Relation]
    kept: Collection[Index]
    delta: bool


class RuleFunction:
    """The Python source of one rule in one order of its conditions."""

    def __init__(self, compiler: Slots, rule: Rule, steps: list[JoinStep], growth: Growth | None = None) -> None:
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
        return cast(Callable[..., None], define("rule", lines, {**self._builders(), "measure": self._measure}))

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

    def _loop(self, step: JoinStep, innermost: bool, delta: bool) -> None:
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
