"""What is probably not meant, although the language allows it: a forgotten ``?``, what is never carried over."""

from __future__ import annotations

import difflib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from ludens.gdl.dependencies import dependents, relation_graph
from ludens.gdl.domains import FLUENT, Domains, infer_domains
from ludens.gdl.mistakes import Problem
from ludens.gdl.terms import (
    DOES,
    INIT,
    NEXT,
    RESERVED_RELATIONS,
    TRUE,
    Compound,
    Constant,
    Literal,
    Relation,
    Rule,
    Term,
    Variable,
    variables,
)

NEAR = 0.65
"""How alike a name must be to be meant instead of another, from 0 to 1."""

FEWEST = 2
"""Facts of ``init`` that make a fluent something that should last, such as the cells of a board."""


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


def not_carried_over(rules: tuple[Rule, ...]) -> Iterator[Problem]:
    """Fluents that begin as many, and of which a move leaves only what it sets itself.

    What is true in the next position is only what some ``next`` makes true: everything that stays needs a rule that
    says so (a frame axiom).
    """
    heads: defaultdict[Relation, list[Rule]] = defaultdict(list)
    for rule in rules:
        if rule.head.relation == NEXT:
            made = rule.head.args[0]
            if isinstance(made, Variable):
                return  # a rule for all fluents
            heads[_signature(made)].append(rule)
    begun: Counter[Relation] = Counter()
    for rule in rules:
        if rule.head.relation == INIT and not isinstance(rule.head.args[0], Variable):
            begun[_signature(rule.head.args[0])] += FEWEST if rule.body else 1
    graph = relation_graph(rules)
    for fluent, listed in heads.items():
        if begun[fluent] < FEWEST or not fluent[1] or not all(map(_set_by_its_move, listed)):
            continue
        watching = dependents(_with_fluents(rules, graph), ("true " + fluent[0], fluent[1]))
        if not any(_rests_on(rule, watching, fluent) for rule in listed):
            message = f"no rule carries {fluent[0]} over: what the last move does not set is gone after it"
            yield Problem("not-carried-over", message, listed[0].place)


def _set_by_its_move(rule: Rule) -> bool:
    """Whether a rule sets the one fluent that the move names, and not all at once."""
    fluent = rule.head.args[0]
    first = fluent.args[0] if isinstance(fluent, Compound) else None
    moves = [c.atom.args[1] for c in rule.body if isinstance(c, Literal) and c.positive and c.atom.relation == DOES]
    return isinstance(first, Variable) and any(first in set(variables(move)) for move in moves)


def _with_fluents(rules: tuple[Rule, ...], graph: dict[Relation, set[Relation]]) -> dict[Relation, set[Relation]]:
    """The relations that each needs, and beside them the fluents, under names of their own."""
    found = {relation: set(needed) for relation, needed in graph.items()}
    for rule in rules:
        for condition in rule.body:
            if isinstance(condition, Literal) and condition.atom.relation == TRUE:
                term = condition.atom.args[0]
                if not isinstance(term, Variable):
                    name, arity = _signature(term)
                    found[rule.head.relation].add(("true " + name, arity))
    return found


def _rests_on(rule: Rule, watching: set[Relation], fluent: Relation) -> bool:
    for condition in rule.body:
        if isinstance(condition, Literal):
            atom = condition.atom
            if atom.relation == TRUE and (isinstance(atom.args[0], Variable) or _signature(atom.args[0]) == fluent):
                return True
            if atom.name not in RESERVED_RELATIONS and atom.relation in watching:
                return True
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


def _signature(term: Constant | Compound) -> Relation:
    return term.relation if isinstance(term, Compound) else (term.name, 0)
