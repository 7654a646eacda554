"""S-expressions to rules: names in lower case, ``and``/``or``/``not`` resolved, every oddity reported."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NoReturn

from ludens.gdl.chance import with_goal_of_chance
from ludens.gdl.mistakes import MistakesError, Problem, errors
from ludens.gdl.reader import Group, Node, Word, read
from ludens.gdl.terms import (
    CONNECTIVES,
    RESERVED_RELATIONS,
    Comparison,
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
from ludens.rules.source import Place, Source

PROSE = 4
"""Words outside of parentheses, one after another, that are text and not rules."""

MAX_ALTERNATIVES = 10_000
"""How many rules one rule with ``or`` may become."""

Alternatives = list[tuple[Condition, ...]]
"""A formula as a list of conjunctions, any one of which suffices."""


def parse(source: Source) -> tuple[RuleSheet, list[Problem]]:
    """The rules of a rulesheet with all problems of form.

    Whatever is malformed is left out of the rules. Raises as ``read`` does.
    """
    nodes, problems = read(source)
    parser = _Parser(problems)
    rules = [rule for node in parser.without_prose(nodes) for rule in parser.statement(node)]
    return RuleSheet(source, with_goal_of_chance(rules), parser.spelling), parser.problems


def parse_ground_terms(source: Source) -> list[Term]:
    """The terms written one after another; raises RulesError for malformed ones and for variables."""
    nodes, problems = read(source)
    parser = _Parser(problems)
    terms = [term for node in nodes for term in parser.term(node)]
    for term in terms:
        for variable in variables(term):
            parser.problems.append(Problem("not-ground", f"{variable} is a variable", variable.place))
    if errors(parser.problems):
        raise MistakesError(source, errors(parser.problems))
    return terms


class _MalformedError(Exception):
    """Gives up on the statement being read; the problem is already recorded."""


class _Parser:
    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        self.spelling: dict[str, str] = {}

    def without_prose(self, nodes: Sequence[Node]) -> list[Node]:
        """The nodes without text that somebody has pasted in, which is a mistake for each piece."""
        kept: list[Node] = []
        for words, run in itertools.groupby(nodes, lambda node: isinstance(node, Word)):
            piece = list(run)
            if words and len(piece) >= PROSE:
                message = "this looks like plain text, not rules; a comment begins with ';'"
                self._warn("prose", message, piece[0].place)
            else:
                kept += piece
        return kept

    def statement(self, node: Node) -> list[Rule]:
        """The rules that one top-level expression stands for; none when it is malformed."""
        try:
            if _name(node) == "<=":
                return self._rule(node)
            return [Rule(self._atom(node), (), node.place)]
        except _MalformedError:
            return []

    def term(self, node: Node) -> list[Term]:
        """The term in a list of its own; nothing when it is malformed."""
        try:
            return [self._term(node)]
        except _MalformedError:
            return []

    def _rule(self, node: Node) -> list[Rule]:
        parts = node.items[1:] if isinstance(node, Group) else ()
        if not parts:
            self._fail("rule-without-head", "'<=' needs a head: (<= head condition …)", node.place)
        head = self._atom(parts[0])
        bodies = self._all([self._formula(part, wanted=True) for part in parts[1:]], node.place)
        return [Rule(head, body, node.place) for body in bodies]

    def _formula(self, node: Node, wanted: bool) -> Alternatives:
        """The formula, or its negation when it is not wanted."""
        name = _name(node)
        items = node.items[1:] if isinstance(node, Group) else ()
        if name == "not":
            if len(items) != 1:
                self._fail("arity", f"'not' takes one condition, here it has {len(items)}", node.place)
            return self._formula(items[0], not wanted)
        if name == "distinct":
            return [(self._distinct(items, not wanted, node.place),)]
        if name in ("and", "or"):
            self._check_connective(name, items, node.place)
            parts = [self._formula(item, wanted) for item in items]
            if (name == "and") == wanted:
                return self._all(parts, node.place)
            return [conjunction for part in parts for conjunction in part]
        if name == "<=":
            self._fail("keyword-misplaced", "'<=' cannot stand inside a rule", node.place)
        return [(Literal(self._atom(node), wanted),)]

    def _check_connective(self, name: str, items: Sequence[Node], place: Place) -> None:
        if not items:
            truth = "true" if name == "and" else "false"
            self._warn("empty-or", f"empty '{name}' is always {truth}", place)
        for item in items:
            if _name(item) == name:
                self._warn("nested-or", f"'{name}' directly inside '{name}'", item.place)

    def _distinct(self, items: Sequence[Node], equal: bool, place: Place) -> Comparison:
        if len(items) != 2:
            self._fail("arity", f"'distinct' takes two terms, here it has {len(items)}", place)
        return Comparison(self._term(items[0]), self._term(items[1]), equal, place)

    def _all(self, parts: Sequence[Alternatives], place: Place) -> Alternatives:
        count = math.prod(map(len, parts))
        if count > MAX_ALTERNATIVES:
            self._fail("too-many-alternatives", f"the 'or's of this rule stand for {count:,} rules", place)
        return [tuple(itertools.chain(*choice)) for choice in itertools.product(*parts)]

    def _atom(self, node: Node) -> Compound:
        if isinstance(node, Word):
            if node.text.startswith("?"):
                self._fail("variable-as-atom", f"the variable {node.text} stands where an atom belongs", node.place)
            name = self._known(node)
            if name in CONNECTIVES:
                self._fail("keyword-misplaced", f"'{name}' cannot be an atom", node.place)
            return Compound(name, (), node.place)
        name, args = self._name_and_args(node)
        if name in CONNECTIVES:
            self._fail("keyword-misplaced", f"'{name}' cannot be the head of a rule", node.place)
        if not args and RESERVED_RELATIONS.get(name, 0) == 0:
            self._warn("needless-parentheses", f"({name}) is read as {name}", node.place)
        return Compound(name, args, node.place)

    def _term(self, node: Node) -> Term:
        if isinstance(node, Word):
            if node.text.startswith("?"):
                return Variable(node.text[1:].lower(), node.place)
            name = self._known(node)
            self._check_term_name(name, node.place)
            return Constant(name, node.place)
        name, args = self._name_and_args(node)
        self._check_term_name(name, node.place)
        if not args:
            self._warn("needless-parentheses", f"({name}) is read as {name}", node.place)
            return Constant(name, node.place)
        return Compound(name, args, node.place)

    def _name_and_args(self, node: Group) -> tuple[str, tuple[Term, ...]]:
        if not node.items:
            self._fail("empty-parentheses", "() means nothing", node.place)
        first = node.items[0]
        if isinstance(first, Group):
            if len(node.items) == 1:
                self._warn("needless-parentheses", "two pairs of parentheses where one belongs", node.place)
                return self._name_and_args(first)
            self._fail("name-expected", "a name belongs after '(', not another '('", first.place)
        if first.text.startswith("?"):
            self._fail("name-expected", f"the variable {first.text} stands where a name belongs", first.place)
        return self._known(first), tuple(self._term(item) for item in node.items[1:])

    def _check_term_name(self, name: str, place: Place) -> None:
        if name in CONNECTIVES or name in RESERVED_RELATIONS:
            self._fail("keyword-misplaced", f"the keyword '{name}' stands where a term belongs", place)

    def _known(self, word: Word) -> str:
        name = word.text.lower()
        self.spelling.setdefault(name, word.text)
        return name

    def _warn(self, code: str, message: str, place: Place) -> None:
        self.problems.append(Problem(code, message, place))

    def _fail(self, code: str, message: str, place: Place) -> NoReturn:
        self.problems.append(Problem(code, message, place))
        raise _MalformedError


def _name(node: Node) -> str:
    """The lower-case name a node begins with; empty when it begins with a list."""
    word = node if isinstance(node, Word) else node.items[0] if node.items else None
    return word.text.lower() if isinstance(word, Word) else ""
