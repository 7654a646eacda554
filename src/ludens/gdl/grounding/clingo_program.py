"""Rules as a logic program for clingo, and clingo's atoms back as ground terms.

Every name becomes ``n0``, ``n1``, … and every relation ``r0``, ``r1``, …, so that any name will do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ludens.game import BudgetError
from ludens.gdl.term_size import LIMITS, is_too_large
from ludens.gdl.terms import (
    DOES,
    GOAL,
    INIT,
    LEGAL,
    NEXT,
    ROLE,
    TERMINAL,
    TRUE,
    Comparison,
    Compound,
    Condition,
    Constant,
    Relation,
    Rule,
    Term,
    Variable,
)
from ludens.rules.ground_rules import Ground

SHOWN = (ROLE, INIT, TRUE, NEXT, LEGAL, DOES, GOAL, TERMINAL)

_TOKEN = re.compile(r"\w+|[()]")


class ClingoProgram:
    """A logic program whose atoms are those that some sequence of legal moves might make true."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._codes: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._relation_codes: dict[Relation, str] = {}
        self._terms: dict[str, Ground] = {}
        lines = list(map(self._rule, rules))
        self.text = "\n".join([*lines, *self._choices(), *map(self._show, SHOWN)]) + "\n"
        self._relations = {code: relation for relation, code in self._relation_codes.items()}

    def read(self, text: str) -> tuple[Relation, tuple[Ground, ...]]:
        """An atom as clingo writes it; raises BudgetError for terms that are too large."""
        code, _, arguments = text.partition("(")
        relation, terms = self._relations[code], self._arguments(arguments[:-1]) if arguments else ()
        if is_too_large(terms):
            raise BudgetError(f"The rules build ever larger terms: one of {relation[0]} has {LIMITS}.")
        return relation, terms

    def _choices(self) -> list[str]:
        true, does, role = map(self._relation, (TRUE, DOES, ROLE))
        return [
            f"{{{true}(F)}} :- {self._relation(INIT)}(F).",
            f"{{{true}(F)}} :- {self._relation(NEXT)}(F).",
            f"{{{does}(R,M)}} :- {self._relation(LEGAL)}(R,M), {role}(R).",
        ]

    def _show(self, relation: Relation) -> str:
        return f"#show {self._relation(relation)}/{relation[1]}."

    def _rule(self, rule: Rule) -> str:
        body = ", ".join(map(self._condition, rule.body))
        return f"{self._atom(rule.head)} :- {body}." if body else f"{self._atom(rule.head)}."

    def _condition(self, condition: Condition) -> str:
        if isinstance(condition, Comparison):
            return f"{self._term(condition.left)} {'=' if condition.equal else '!='} {self._term(condition.right)}"
        return ("" if condition.positive else "not ") + self._atom(condition.atom)

    def _atom(self, atom: Compound) -> str:
        arguments = ",".join(map(self._term, atom.args))
        return f"{self._relation(atom.relation)}({arguments})" if arguments else self._relation(atom.relation)

    def _term(self, term: Term) -> str:
        if isinstance(term, Variable):
            return "V" + self._code(f"?{term.name}")
        if isinstance(term, Constant):
            return self._code(term.name)
        return f"{self._code(term.name)}({','.join(map(self._term, term.args))})"

    def _code(self, name: str) -> str:
        code = self._codes.get(name)
        if code is None:
            code = self._codes[name] = f"n{len(self._codes)}"
            self._names[code] = name
        return code

    def _relation(self, relation: Relation) -> str:
        return self._relation_codes.setdefault(relation, f"r{len(self._relation_codes)}")

    def _arguments(self, text: str) -> tuple[Ground, ...]:
        """The terms of a list of them, read with a stack of the lists that are open."""
        open_lists: list[list[Ground]] = [[]]
        for token in _TOKEN.findall(text):
            if token == "(":
                name = open_lists[-1].pop()
                open_lists.append([name])
            elif token == ")":
                closed = tuple(open_lists.pop())
                open_lists[-1].append(closed)
            else:
                open_lists[-1].append(self._names[token])
        return tuple(open_lists[0])
