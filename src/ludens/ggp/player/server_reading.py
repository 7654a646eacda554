"""Rules as the reference server reads them, where the specification of GDL would have them otherwise or not at all.

Case counts there: ``Go`` and ``go`` are two moves. And a variable that no positive condition binds is no mistake, only
one that has no value until somebody asks with one: ``(<= (other ?x ?y) (distinct ?x ?y))``. What such a server sends is
played as it plays it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludens.gdl import Source, read_rules
from ludens.gdl.mistakes import Problem
from ludens.gdl.terms import (
    CONNECTIVES,
    RESERVED_RELATIONS,
    Compound,
    Condition,
    Constant,
    Literal,
    Rule,
    RuleSheet,
    Term,
    Variable,
    variables,
)
from ludens.ggp.spelling import SYMBOL, Spelling

COMMENT = re.compile(r";[^\n]*")
UNSAFE = {"unsafe-variable", "not-ground"}


def read_as_server(rules: str) -> tuple[RuleSheet, list[Problem], Spelling]:
    """The rules, what is wrong with them, and how their names are written; raises as ``read_rules`` does."""
    sheet, problems = read_rules(Source(rules))
    names: dict[str, str] = {}
    apart, other_names = names_apart(rules)
    if other_names:
        # A sheet whose author did not mind case has more that is odd about it when case counts.
        other_sheet, other_problems = read_rules(Source(apart))
        if len(other_problems) <= len(problems):
            sheet, problems, names = other_sheet, other_problems, other_names
    spelling = Spelling(sheet.spelling, names)
    if any(problem.code in UNSAFE for problem in problems):
        sheet = read_rules(Source(made_safe(sheet)))[0]
    return sheet, problems, spelling


def names_apart(rules: str) -> tuple[str, dict[str, str]]:
    """The rules with other names for those that differ only in case from an earlier one, and what these stand for."""
    first: dict[str, str] = {}
    renamed: dict[str, str] = {}
    text = COMMENT.sub("", rules)
    words = dict.fromkeys(SYMBOL.findall(text))
    taken = {word.lower() for word in words}
    for word in words:
        lower = word.lower()
        if lower in CONNECTIVES or lower in RESERVED_RELATIONS or first.setdefault(lower, word) == word:
            continue
        number = 2
        while (name := f"{lower}~{number}") in taken:
            number += 1
        taken.add(name)
        renamed[word] = name
    text = SYMBOL.sub(lambda found: renamed.get(found.group(), found.group()), text)
    return text, {name: word for word, name in renamed.items()}


def made_safe(sheet: RuleSheet) -> str:
    """The text of rules that say the same, with each variable that nothing binds standing for any constant."""
    constants = {name for rule in sheet.rules for name in _constants_of(rule)}
    relation = "constant"
    while any(relation in str(rule) for rule in sheet.rules):
        relation += "~"
    facts = [f"({relation} {name})" for name in sorted(constants)]
    return "\n".join([*(str(_safe(rule, relation)) for rule in sheet.rules), *facts])


def _safe(rule: Rule, relation: str) -> Rule:
    bound = {v for c in rule.body if isinstance(c, Literal) and c.positive for v in variables(c)}
    used = [*variables(rule.head), *(v for condition in rule.body for v in variables(condition))]
    free = dict.fromkeys(variable for variable in used if variable not in bound)
    domain: tuple[Condition, ...] = tuple(Literal(Compound(relation, (variable,))) for variable in free)
    return Rule(rule.head, (*rule.body, *domain), rule.place)


def _constants_of(rule: Rule) -> Iterator[str]:
    yield from _constants(rule.head)
    for condition in rule.body:
        terms = (condition.atom,) if isinstance(condition, Literal) else (condition.left, condition.right)
        for term in terms:
            yield from _constants(term)


def _constants(term: Term) -> Iterator[str]:
    match term:
        case Constant(name):
            yield name
        case Compound(_, args):
            for arg in args:
                yield from _constants(arg)
        case Variable():
            pass
