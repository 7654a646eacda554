"""Names that are probably not meant: a forgotten ``?``, a misspelling."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

from ludens.gdl.domains import FLUENT, Domains, infer_domains
from ludens.gdl.mistakes import Problem
from ludens.gdl.terms import (
    TRUE,
    Compound,
    Constant,
    Literal,
    Rule,
    Term,
    variables,
)

NEAR = 0.65
"""How alike a name must be to be meant instead of another, from 0 to 1."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A question to end a message with, if one of these names is much like it; otherwise nothing."""
    near = difflib.get_close_matches(name, sorted(set(known) - {name}), n=1, cutoff=NEAR)
    return f". Did you mean {near[0]}?" if near else ""


def forgotten_variables(rules: tuple[Rule, ...]) -> Iterator[Problem]:
    """Names of one rule alone that has a variable of the same name, or that asks for what can never be with it."""
    lonely = _lonely_names(rules)
    domains = infer_domains(rules) if lonely else None
    for rule, term in lonely:
        if any(variable.name == term.name for part in (rule.head, *rule.body) for variable in variables(part)):
            message = f"{term.name} is a name here, and ?{term.name} a variable of the same rule. Is a '?' missing?"
            yield Problem("forgotten-variable", message, term.place)
        elif domains is not None and _asks_in_vain(rule, term, domains):
            message = f"{term.name} occurs nowhere else, so this never holds. Is it ?{term.name}?"
            yield Problem("forgotten-variable", message, term.place)


def _lonely_names(rules: tuple[Rule, ...]) -> list[tuple[Rule, Constant]]:
    """The names that only one rule with conditions has, each at its first place; numbers are none."""
    found: dict[str, tuple[Rule, Constant]] = {}
    shared: set[str] = set()
    for rule in rules:
        for term in _constants(rule):
            before = found.setdefault(term.name, (rule, term))
            if before[0].place != rule.place or not rule.body or term.name.isdigit():
                shared.add(term.name)
    return [each for name, each in found.items() if name not in shared]


def _asks_in_vain(rule: Rule, name: Constant, domains: Domains) -> bool:
    """Whether a condition asks for a fluent with this name where it never is."""
    for condition in rule.body:
        if isinstance(condition, Literal) and condition.positive and condition.atom.relation == TRUE:
            fluent = condition.atom.args[0]
            if isinstance(fluent, Compound) and name in fluent.args:
                values = domains.of(FLUENT, fluent.relation)[fluent.args.index(name)]
                return bool(values) and name.name not in values
    return False


def _constants(rule: Rule) -> Iterator[Constant]:
    waiting: list[Term] = list(rule.head.args)
    for condition in rule.body:
        waiting += condition.atom.args if isinstance(condition, Literal) else (condition.left, condition.right)
    while waiting:
        term = waiting.pop()
        if isinstance(term, Constant):
            yield term
        elif isinstance(term, Compound):
            waiting += term.args
