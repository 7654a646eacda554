"""Decision diagrams of conditions that rest on neither position nor moves.

A condition on many variables may have billions of solutions and yet be simple: whether nine numbers are all different
depends, from left to right, only on which ones have been seen. A diagram has a layer of nodes for every variable; an
edge is a value that leads to a node of the next layer (Bryant 1986; for many values: Srinivasan and others 1990).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ludens.gdl.terms import Relation

MOST_WORK = 500_000
"""Parts of formulas that are looked at, about a second of one core: what takes more is no simple condition."""

Id = int
"""Formulas that are written alike have the same number."""

FALSE, TRUE = 0, 1

Argument = int | str
"""The number of a variable, or a value."""


Rows = frozenset[tuple[str, ...]]
"""All facts of a relation."""


class TooLargeError(Exception):
    """A condition that takes too much work."""


@dataclass(frozen=True, slots=True)
class _Member:
    """Whether a variable has one of these values."""

    variable: int
    values: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Fact:
    """Whether some arguments, two of them variables at least, are in a table."""

    table: Relation
    arguments: tuple[Argument, ...]
    positive: bool


@dataclass(frozen=True, slots=True)
class _Join:
    """Whether all of these hold, or any."""

    every: bool
    parts: frozenset[Id]


class Formulas:
    """Makes formulas about variables with finite domains, each once; negation stands at the leaves alone."""

    def __init__(
        self, domains: Sequence[frozenset[str]], table: Callable[[Relation], frozenset[tuple[str, ...]]]
    ) -> None:
        self.domains = domains
        self._table = table
        self._all: list[_Member | _Fact | _Join | None] = [None, None]
        self._numbers: dict[_Member | _Fact | _Join, Id] = {}
        self._last: list[int] = [-1, -1]
        self._put: dict[tuple[Id, int, str], Id] = {}
        self._work = 0

    def member(self, variable: int, values: Iterable[str]) -> Id:
        """Whether a variable has one of these values."""
        own = self.domains[variable].intersection(values)
        if not own or len(own) == len(self.domains[variable]):
            return TRUE if own else FALSE
        return self._number(_Member(variable, own), variable)

    def fact(self, table: Relation, arguments: Sequence[Argument], positive: bool) -> Id:
        """Whether some arguments are in a table, or are not."""
        free = sorted({argument for argument in arguments if isinstance(argument, int)})
        if len(free) > 1:
            return self._number(_Fact(table, tuple(arguments), positive), free[-1])
        rows = self._table(table)
        if not free:
            return TRUE if (tuple(arguments) in rows) == positive else FALSE
        fitting = self.domains[free[0]]
        self._worked(len(fitting))
        chosen = {v for v in fitting if (tuple(v if a == free[0] else a for a in arguments) in rows) == positive}
        return self.member(free[0], chosen)

    def equal(self, left: Argument, right: Argument, positive: bool) -> Id:
        """Whether two arguments are the same, or are not."""
        if left == right:
            return TRUE if positive else FALSE
        if isinstance(left, str) and isinstance(right, str):
            return FALSE if positive else TRUE
        variable, other = (left, right) if isinstance(left, int) else (right, left)
        assert isinstance(variable, int)
        if isinstance(other, str):
            values = {other} if positive else self.domains[variable] - {other}
            return self.member(variable, values)
        cases = (
            self.join(True, (self.member(variable, {value}), self.equal(other, value, positive)))
            for value in sorted(self.domains[variable])
        )
        return self.join(False, cases)

    def join(self, every: bool, parts: Iterable[Id]) -> Id:
        """Whether all parts hold, or any; members of one variable become one."""
        nothing, neutral = (FALSE, TRUE) if every else (TRUE, FALSE)
        found: set[Id] = set()
        members: dict[int, frozenset[str]] = {}
        for part in parts:
            formula = self._all[part]
            inner = formula.parts if isinstance(formula, _Join) and formula.every == every else (part,)
            self._worked(len(inner))
            for one in inner:
                if one == nothing:
                    return nothing
                leaf = self._all[one]
                if isinstance(leaf, _Member):
                    known = members.get(leaf.variable, leaf.values)
                    members[leaf.variable] = known & leaf.values if every else known | leaf.values
                elif one != neutral:
                    found.add(one)
        for variable, values in members.items():
            leaf_id = self.member(variable, values)
            if leaf_id == nothing:
                return nothing
            if leaf_id != neutral:
                found.add(leaf_id)
        if len(found) < 2:
            return found.pop() if found else neutral
        return self._number(_Join(every, frozenset(found)), max(self._last[part] for part in found))

    def put(self, formula: Id, variable: int, value: str) -> Id:
        """The formula with a value for a variable; no later variable has one."""
        if self._last[formula] < variable:
            return formula
        key = formula, variable, value
        found = self._put.get(key)
        if found is None:
            found = self._put[key] = self._filled(formula, variable, value)
        return found

    def _filled(self, formula: Id, variable: int, value: str) -> Id:
        leaf = self._all[formula]
        if isinstance(leaf, _Member):
            return formula if leaf.variable != variable else TRUE if value in leaf.values else FALSE
        if isinstance(leaf, _Fact):
            arguments = tuple(value if argument == variable else argument for argument in leaf.arguments)
            return self.fact(leaf.table, arguments, leaf.positive)
        assert leaf is not None
        return self.join(leaf.every, (self.put(part, variable, value) for part in leaf.parts))

    def _number(self, formula: _Member | _Fact | _Join, last: int) -> Id:
        """The number of a formula that mentions no variable after ``last``."""
        found = self._numbers.get(formula)
        if found is None:
            found = self._numbers[formula] = len(self._all)
            self._all.append(formula)
            self._last.append(last)
        return found

    def _worked(self, parts: int) -> None:
        self._work += parts
        if self._work > MOST_WORK:
            raise TooLargeError


Edge = tuple[int, str, int]
"""A node, a value, and a node of the next layer."""


@dataclass(frozen=True)
class Diagram:
    """The edges of every layer. Node 0 is where the first one begins, and where the last one ends."""

    layers: tuple[tuple[Edge, ...], ...]

    def solutions(self) -> int:
        """The number of ways to get through."""
        ways = {0: 1}
        for layer in reversed(self.layers):
            before: dict[int, int] = {}
            for node, _, following in layer:
                before[node] = before.get(node, 0) + ways[following]
            ways = before
        return ways.get(0, 0)

    @property
    def edges(self) -> int:
        return sum(map(len, self.layers))


def diagram(formulas: Formulas, formula: Id) -> Diagram:
    """The smallest diagram of a formula, with the variables in their order; raises TooLargeError."""
    layers: list[list[Edge]] = []
    nodes = [formula]
    for variable, domain in enumerate(formulas.domains):
        edges = [
            (node, value, following)
            for node in nodes
            for value in sorted(domain)
            if (following := formulas.put(node, variable, value)) != FALSE
        ]
        nodes = list(dict.fromkeys(following for _, _, following in edges))
        layers.append(edges)
    return _smallest(layers)


def _smallest(layers: Sequence[Sequence[Edge]]) -> Diagram:
    """From the end back, nodes with the same edges become one and those without any go."""
    renamed: dict[int, int] = {TRUE: 0}
    reduced: list[tuple[Edge, ...]] = []
    for layer in reversed(layers):
        leaving: dict[int, list[tuple[str, int]]] = {}
        for node, value, following in layer:
            if following in renamed:
                leaving.setdefault(node, []).append((value, renamed[following]))
        numbers: dict[tuple[tuple[str, int], ...], int] = {}
        renamed = {node: numbers.setdefault(tuple(edges), len(numbers)) for node, edges in leaving.items()}
        reduced.append(tuple((number, *edge) for edges, number in numbers.items() for edge in edges))
    return Diagram(tuple(reversed(reduced)))
