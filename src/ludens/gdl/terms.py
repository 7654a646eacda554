"""Terms, literals and rules: what a rulesheet says, with every place kept.

Places never count in comparisons: two terms are equal when they say the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import overload

from ludens.cache import code_version
from ludens.rules.ground_rules import GroundingBudget, GroundRules
from ludens.rules.source import NOWHERE, Place, Source

Relation = tuple[str, int]
"""A name with the number of its arguments."""

ROLE, INIT, TRUE, NEXT, BASE = ("role", 1), ("init", 1), ("true", 1), ("next", 1), ("base", 1)
DOES, LEGAL, GOAL, INPUT, SEES = ("does", 2), ("legal", 2), ("goal", 2), ("input", 2), ("sees", 2)
TERMINAL = ("terminal", 0)
RESERVED_RELATIONS = dict((ROLE, INIT, TRUE, DOES, NEXT, LEGAL, GOAL, TERMINAL, BASE, INPUT, SEES))
"""The relations that have a meaning in GDL (and ``sees`` of GDL-II), with their arities."""

CHANCE = "random"
"""The role of GDL-II whose moves are drawn."""

WRITTEN_VARIABLE = re.compile(r"\?[^\s()]+")

CONNECTIVES = frozenset({"<=", "not", "or", "and", "distinct"})


@dataclass(frozen=True, slots=True)
class Variable:
    name: str
    place: Place = field(default=NOWHERE, compare=False)

    def __str__(self) -> str:
        return f"?{self.name}"


@dataclass(frozen=True, slots=True)
class Constant:
    name: str
    place: Place = field(default=NOWHERE, compare=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Compound:
    """A name with arguments: a function term, or the atom of a literal (then possibly without arguments)."""

    name: str
    args: tuple[Term, ...]
    place: Place = field(default=NOWHERE, compare=False)

    def __str__(self) -> str:
        return f"({self.name} {' '.join(map(str, self.args))})" if self.args else self.name

    @property
    def relation(self) -> Relation:
        return self.name, len(self.args)


Term = Variable | Constant | Compound


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom that must hold, or that must not."""

    atom: Compound
    positive: bool = True

    def __str__(self) -> str:
        return str(self.atom) if self.positive else f"(not {self.atom})"


@dataclass(frozen=True, slots=True)
class Comparison:
    """``(distinct left right)``, or its negation when ``equal``."""

    left: Term
    right: Term
    equal: bool
    place: Place = field(default=NOWHERE, compare=False)

    def __str__(self) -> str:
        text = f"(distinct {self.left} {self.right})"
        return f"(not {text})" if self.equal else text


Condition = Literal | Comparison


@dataclass(frozen=True, slots=True)
class Rule:
    """``head`` holds whenever every condition of ``body`` does. A fact has an empty body."""

    head: Compound
    body: tuple[Condition, ...] = ()
    place: Place = field(default=NOWHERE, compare=False)

    def __str__(self) -> str:
        return f"(<= {self.head} {' '.join(map(str, self.body))})" if self.body else str(self.head)


@dataclass(frozen=True)
class RuleSheet:
    """A rulesheet as rules without ``or``, in the order in which they are written."""

    source: Source
    rules: tuple[Rule, ...]
    spelling: dict[str, str]
    """How each name is written the first time; rules hold names in lower case."""

    @property
    def version(self) -> str:
        """Another one whenever the code of this folder, or of one in it, changes."""
        return code_version("gdl/**/*.py", "rules/*.py")

    @property
    def canonical(self) -> str:
        """The rules in a fixed order, each with its variables numbered as they appear."""
        return "\n".join(sorted(set(map(_canonical, self.rules))))

    def ground(self, budget: GroundingBudget) -> GroundRules:
        """The rules without variables; raises BudgetError when they cannot be had within the budget."""
        from ludens.gdl.grounding.grounder import ground_rules  # noqa: PLC0415  (it is made of terms itself)

        return ground_rules(self.rules, budget)


def _canonical(rule: Rule) -> str:
    numbers: dict[str, str] = {}
    return WRITTEN_VARIABLE.sub(lambda found: numbers.setdefault(found[0], f"?{len(numbers)}"), str(rule))


def variables(term: Term | Condition) -> Iterator[Variable]:
    """The variables of a term or condition, left to right, with repetitions."""
    match term:
        case Variable():
            yield term
        case Compound():
            for arg in term.args:
                yield from variables(arg)
        case Literal():
            yield from variables(term.atom)
        case Comparison():
            yield from variables(term.left)
            yield from variables(term.right)


@overload
def substituted(term: Compound, values: Mapping[Variable, Term]) -> Compound: ...
@overload
def substituted(term: Term, values: Mapping[Variable, Term]) -> Term: ...
@overload
def substituted(term: Condition, values: Mapping[Variable, Term]) -> Condition: ...
def substituted(term: Term | Condition, values: Mapping[Variable, Term]) -> Term | Condition:
    """A term or condition with other terms in place of variables."""
    match term:
        case Variable():
            return values.get(term, term)
        case Compound():
            return replace(term, args=tuple(substituted(arg, values) for arg in term.args))
        case Literal():
            return replace(term, atom=substituted(term.atom, values))
        case Comparison():
            return replace(term, left=substituted(term.left, values), right=substituted(term.right, values))
    return term


def may_unify(left: Term, right: Term) -> bool:
    """Whether two terms with separate variables can be made equal.

    A variable is taken to match anything, also where it stands twice, so that this errs towards yes.
    """
    if isinstance(left, Variable) or isinstance(right, Variable):
        return True
    if isinstance(left, Compound) and isinstance(right, Compound):
        return left.relation == right.relation and all(map(may_unify, left.args, right.args))
    return left == right
