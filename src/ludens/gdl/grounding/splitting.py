"""Splitting rules, so that they have fewer ground instances: variables that the head lacks are projected out.

``p(X) ← q(X, Y), r(Y, Z), s(Z)`` has an instance for every X, Y and Z; with ``a(Y) ← r(Y, Z), s(Z)`` and
``p(X) ← q(X, Y), a(Y)`` there is one for every two of them (bucket elimination: Dechter 1999; for ground programs:
Bichler, Morak and Woltran 2016).

Conditions such as ``not s(X, Z)`` cannot stand alone, as they do not say what X can be. Where it is known beforehand
what a literal can be at most, the part asks that too: it costs nothing, for it is no condition once it is ground.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ludens.gdl.terms import Comparison, Compound, Condition, Literal, Rule, Variable, variables

FEWEST_VARIABLES = 3

Part = tuple[tuple[Condition, ...], tuple[Variable, ...]]
"""Conditions, and their variables that are kept."""

Guard = Callable[[Literal], Literal | None]
"""What is known beforehand to hold where a literal does; ``None`` if nothing is."""


def split_rules(rules: Iterable[Rule], guard: Guard = lambda literal: None) -> list[Rule]:
    """Rules with the same consequences, those with many variables split where that helps."""
    splitting = _Splitting(guard)
    return [part for rule in rules for part in splitting.split(rule)]


class _Group(NamedTuple):
    """Conditions that can stand alone when guards are added to them, of which only some variables count."""

    conditions: tuple[Condition, ...]
    guards: tuple[Part, ...] = ()

    @property
    def variables(self) -> set[Variable]:
        return _variables(self.conditions)


class _Splitting:
    """Splits rules; a part that two rules have is made once."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._heads: dict[Part, Compound] = {}

    def split(self, rule: Rule) -> list[Rule]:
        """The rule with one variable after another projected out, and the new rules that define the projections."""
        made: list[Rule] = []
        while (group := self._best_group(rule)) is not None:
            shared = tuple(_shared(rule, group.conditions))
            guards = (Literal(self._part(guard, rule, made)) for guard in group.guards)
            head = self._part(((*group.conditions, *guards), shared), rule, made)
            rest = [condition for condition in rule.body if condition not in group.conditions]
            rule = Rule(rule.head, (*rest, Literal(head)), rule.place)
        return [*made, rule]

    def _part(self, part: Part, rule: Rule, made: list[Rule]) -> Compound:
        """The head of a part; its rule is made with it."""
        if part not in self._heads:
            self._heads[part] = Compound(f"part {len(self._heads)}", part[1])
            made.append(Rule(self._heads[part], part[0], rule.place))
        return self._heads[part]

    def _best_group(self, rule: Rule) -> _Group | None:
        """The conditions with a variable that can be projected out of fewest variables, if any can."""
        everything = _variables(rule.body)
        if len(everything) < FEWEST_VARIABLES:
            return None
        kept = set(variables(rule.head))
        free = [v for v in dict.fromkeys(v for c in rule.body for v in variables(c)) if v not in kept]
        groups = [group for variable in free if (group := self._group(rule.body, variable)) is not None]
        best = min(groups, key=lambda group: len(group.variables), default=None)
        return best if best is not None and len(best.variables) < len(everything) else None

    def _group(self, body: Sequence[Condition], variable: Variable) -> _Group | None:
        """The conditions with a variable, with those that then become tests; ``None`` when they are not safe alone."""
        core = [condition for condition in body if variable in set(variables(condition))]
        bound = {v for c in core if isinstance(c, Literal) and c.positive for v in variables(c)}
        guards = self._guards([c for c in body if c not in core], _variables(core), bound)
        if guards is None:
            return None
        bound = bound.union(*(own for _, own in guards))
        tests = [
            c
            for c in body
            if c not in core and isinstance(c, Comparison) and bound.issuperset(variables(c)) and any(variables(c))
        ]
        group = [condition for condition in body if condition in core or condition in tests]
        return _Group(tuple(group), tuple(guards)) if any(c not in group for c in body) else None

    def _guards(self, others: Iterable[Condition], needed: set[Variable], bound: set[Variable]) -> list[Part] | None:
        """What tells of the needed variables that are not bound; ``None`` when nothing does."""
        positive = (c for c in others if isinstance(c, Literal) and c.positive)
        known = [guard for literal in positive if (guard := self._guard(literal)) is not None]
        found: list[Part] = []
        while missing := needed - bound:
            best = max(known, key=lambda guard: _overlaps(guard, missing, needed), default=None)
            if best is None or missing.isdisjoint(variables(best)):
                return None
            own = tuple(v for v in dict.fromkeys(variables(best)) if v in needed)
            found.append(((best,), own))
            bound = bound.union(own)
        return found


def _overlaps(condition: Condition, *wanted: set[Variable]) -> list[int]:
    """How many variables of some sets a condition has."""
    own = set(variables(condition))
    return [len(own & each) for each in wanted]


def _variables(conditions: Iterable[Condition]) -> set[Variable]:
    return {variable for condition in conditions for variable in variables(condition)}


def _shared(rule: Rule, group: Sequence[Condition]) -> list[Variable]:
    """The variables of a group that the rest of the rule mentions, in the order of the group."""
    outside = {v for c in rule.body if c not in group for v in variables(c)} | set(variables(rule.head))
    return [v for v in dict.fromkeys(v for c in group for v in variables(c)) if v in outside]
