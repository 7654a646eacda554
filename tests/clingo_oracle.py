"""The meaning of a rulesheet according to clingo: an answer-set solver that knows nothing of Ludens."""

from __future__ import annotations

from collections.abc import Iterable

import clingo

from ludens.gdl.terms import Comparison, Compound, Condition, Constant, Relation, Rule, Term, Variable
from ludens.rules.ground_rules import Ground


class Oracle:
    """Rules as a logic program; every name becomes ``n0``, ``n1``, …, so that any name will do."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._codes: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._program = "\n".join(map(self._rule, rules))

    def facts(self, given: Iterable[tuple[str, tuple[Ground, ...]]]) -> dict[Relation, set[tuple[Ground, ...]]]:
        """All facts that follow from the rules and the given ones, by relation."""
        start = "\n".join(f"{self._atom_text(name, map(self._ground, args))}." for name, args in given)
        control = clingo.Control(["--warn=none"])
        control.add("base", [], f"{self._program}\n{start}")
        control.ground([("base", [])])
        found: dict[Relation, set[tuple[Ground, ...]]] = {}
        with control.solve(yield_=True) as handle:
            model = handle.model()
            assert model is not None
            for symbol in model.symbols(atoms=True):
                args = tuple(map(self._read, symbol.arguments))
                name = self._names[symbol.name.removesuffix(f"_{len(args)}")]
                found.setdefault((name, len(args)), set()).add(args)
        return found

    def _rule(self, rule: Rule) -> str:
        body = ", ".join(map(self._condition, rule.body))
        return f"{self._atom(rule.head)} :- {body}." if body else f"{self._atom(rule.head)}."

    def _condition(self, condition: Condition) -> str:
        if isinstance(condition, Comparison):
            return f"{self._term(condition.left)} {'=' if condition.equal else '!='} {self._term(condition.right)}"
        return ("" if condition.positive else "not ") + self._atom(condition.atom)

    def _atom(self, atom: Compound) -> str:
        return self._atom_text(atom.name, map(self._term, atom.args))

    def _atom_text(self, name: str, args: Iterable[str]) -> str:
        listed = list(args)
        return f"{self._code(name)}_{len(listed)}" + (f"({','.join(listed)})" if listed else "")

    def _term(self, term: Term) -> str:
        if isinstance(term, Variable):
            return "V" + self._code(f"?{term.name}")
        if isinstance(term, Constant):
            return self._code(term.name)
        return f"{self._code(term.name)}({','.join(map(self._term, term.args))})"

    def _ground(self, term: Ground) -> str:
        if isinstance(term, str):
            return self._code(term)
        return f"{self._ground(term[0])}({','.join(map(self._ground, term[1:]))})"

    def _read(self, symbol: clingo.Symbol) -> Ground:
        name = self._names[symbol.name]
        return (name, *map(self._read, symbol.arguments)) if symbol.arguments else name

    def _code(self, name: str) -> str:
        if name not in self._codes:
            self._codes[name] = f"n{len(self._codes)}"
            self._names[self._codes[name]] = name
        return self._codes[name]
