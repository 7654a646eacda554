"""What is allowed, and yet hardly meant: misspelt names, variables without their ``?``, forgotten positions."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from ludens.gdl.domains import ABOUT_FLUENTS, ABOUT_MOVES, RELATION, Domains, infer_domains, places
from ludens.gdl.mistakes import Problem
from ludens.gdl.terms import INIT, TRUE, Compound, Constant, Literal, Relation, Rule, Term, Variable, variables

SEVERAL = 2
"""Facts of a kind that the start has, at least, when it is a board, and not a mark such as whose turn it is."""

ABOUT = {*ABOUT_FLUENTS, *ABOUT_MOVES}


def meant(name: str, arity: int, known: Collection[Relation]) -> str:
    """The end of a message about a name that does not occur: the nearest of those that do, if any is near."""
    near = difflib.get_close_matches(name, [other for other, args in known if args == arity], n=1, cutoff=0.6)
    return f"; did you mean {near[0]}?" if near else ""


def suspicions(rules: Sequence[Rule]) -> Iterator[Problem]:
    """The problems of rules whose form is right."""
    domains = infer_domains(rules)
    for rule in rules:
        yield from _never_there(rule, domains)
    yield from _forgotten(rules)


def _never_there(rule: Rule, domains: Domains) -> Iterator[Problem]:
    """Constants in positive conditions that nothing ever puts there; what is never true at all is told elsewhere."""
    named = {variable.name.lstrip("?") for variable in variables(rule.head)}
    named |= {each.name.lstrip("?") for c in rule.body if isinstance(c, Literal) for each in variables(c)}
    for condition in rule.body:
        if not isinstance(condition, Literal) or not condition.positive:
            continue
        for key, term in places(condition.atom):
            values = domains.values.get(key)
            if not isinstance(term, Constant) or not values or term.name in values or key == (RELATION, "role", 1, 0):
                continue
            if key[1] == "":  # the whole fluent or move
                continue
            likely = len(term.name) == 1 and not term.name.isdigit()
            if term.name in named or likely:
                hint = f"; did you mean ?{term.name}?"
            else:
                known = [(value, 0) for value in values if isinstance(value, str)]
                hint = meant(term.name, 0, known)
            if hint:
                yield Problem("never-there", f"{term.name} never stands in this place{hint}", term.place)


def _forgotten(rules: Sequence[Rule]) -> Iterator[Problem]:
    """Parts of the position that the start has several of, and of which no rule ever keeps any."""
    begun: defaultdict[Relation, list[Compound]] = defaultdict(list)
    for rule in rules:
        if rule.head.relation == INIT and isinstance(rule.head.args[0], Compound):
            begun[rule.head.args[0].relation].append(rule.head.args[0])
    needs = _fluents_needed(rules)
    for relation, atoms in begun.items():
        if len(atoms) < SEVERAL or None in needs.get(("next", 1), ()):
            continue
        following = [rule for rule in rules if _head_fluent(rule) in (relation, None) and rule.head.name == "next"]
        if any(relation in found or None in found for found in (_needed(rule, needs) for rule in following)):
            continue
        name = relation[0]
        message = f"no rule for 'next' looks at {name}: whatever no move brings anew is gone after the first move"
        yield Problem("never-kept", message, atoms[0].place)


def _head_fluent(rule: Rule) -> Relation | None:
    term = rule.head.args[0] if rule.head.args else None
    return term.relation if isinstance(term, Compound) else (term.name, 0) if isinstance(term, Constant) else None


Needed = set[Relation | None]
"""Fluents that a condition looks at; None for any of them."""


def _direct(rule: Rule) -> Iterator[tuple[Relation | None, Relation | None]]:
    """For each literal of a rule: the fluent that it looks at, or the relation that it needs."""
    for condition in rule.body:
        if isinstance(condition, Literal):
            if condition.atom.relation == TRUE:
                yield _fluent(condition.atom.args[0]), None
            else:
                yield None, condition.atom.relation


def _fluent(term: Term) -> Relation | None:
    if isinstance(term, Variable):
        return None
    return term.relation if isinstance(term, Compound) else (term.name, 0)


def _needed(rule: Rule, needs: dict[Relation, Needed]) -> Needed:
    found: Needed = set()
    for fluent, relation in _direct(rule):
        found |= {fluent} if relation is None else needs.get(relation, set())
    return found


def _fluents_needed(rules: Iterable[Rule]) -> dict[Relation, Needed]:
    """The fluents that relations of the game's own look at, directly or by others."""
    listed = [rule for rule in rules if rule.head.name not in ABOUT]
    needs: defaultdict[Relation, Needed] = defaultdict(set)
    changed = True
    while changed:
        changed = False
        for rule in listed:
            found = _needed(rule, needs)
            if not found <= needs[rule.head.relation]:
                needs[rule.head.relation] |= found
                changed = True
    return dict(needs)
