"""Rules that ask huge relations about many variables at once ask one variable after another instead.

``p ← q1(A), …, q9(I), different(A, …, I)`` cannot be grounded when ``different`` has millions of facts. If these rest
on neither position nor moves, and a decision diagram of them is small, the rule follows the diagram: a relation for
every layer says which nodes are reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import prod

from ludens.game import BudgetError
from ludens.gdl.datalog import QuestionBudget
from ludens.gdl.dependencies import static_relations
from ludens.gdl.domains import RELATION, Domains, constants, infer_domains
from ludens.gdl.grounding.diagrams import FALSE, TRUE, Argument, Diagram, Formulas, Id, Rows, TooLargeError, diagram
from ludens.gdl.program import derive
from ludens.gdl.terms import (
    Comparison,
    Compound,
    Condition,
    Constant,
    Literal,
    Relation,
    Rule,
    Term,
    Variable,
    variables,
)

MANY_FACTS = 2_000_000
"""Relations that cannot have more are grounded as they are."""

FEW_FACTS = 20_000
"""Relations that cannot have more are looked up in a table."""

SECONDS = 5.0
"""What making a table may take."""

MOST_EDGES = 20_000
"""A diagram with more makes too many ground rules."""


def with_layers(rules: Sequence[Rule]) -> list[Rule]:
    """Rules with the same consequences, without huge relations where a diagram can stand for them."""
    static = _Static(rules)
    made: list[Rule] = []
    numbers: dict[Diagram, int] = {}
    for rule in rules:
        asked = [] if rule.head.relation in static.relations else list(filter(static.is_huge, rule.body))
        names = list(dict.fromkeys(variable for condition in asked for variable in variables(condition)))
        found = static.diagram(rule, asked, names) if names else None
        if found is None or found.edges > MOST_EDGES:
            made.append(rule)
            continue
        if found not in numbers:
            numbers[found] = len(numbers)
            made += _edges(found, numbers[found])
        rest = [condition for condition in rule.body if condition not in asked]
        made += _layered(Rule(rule.head, tuple(rest), rule.place), names, numbers[found], f"layer of {len(made)}")
    return made


def _edges(found: Diagram, number: int) -> list[Rule]:
    """The edges of a diagram as facts."""
    return [
        Rule(_edge(number, layer, Constant(f"{node}"), Constant(value), Constant(f"{following}")))
        for layer, edges in enumerate(found.layers)
        for node, value, following in edges
    ]


def _edge(number: int, layer: int, *arguments: Term) -> Compound:
    return Compound(f"edge of {number} {layer}", arguments)


def _layered(rule: Rule, asked: Sequence[Variable], number: int, name: str) -> list[Rule]:
    """The rule with the diagram's variables asked one after another, each condition as soon as it can be."""
    node, following = Variable("node"), Variable("following node")
    left = list(rule.body)
    bound: dict[Variable, None] = {}
    reached: list[Condition] = []
    made: list[Rule] = []
    for layer, variable in enumerate(asked):
        later = set(asked[layer + 1 :])
        own = [c for c in left if not later.intersection(variables(c)) and _binds(c)]
        bound.update(dict.fromkeys((v for c in own for v in variables(c)), None))
        bound[variable] = None
        own += [c for c in left if not _binds(c) and all(v in bound for v in variables(c))]
        left = [c for c in left if c not in own]
        needed = {*variables(rule.head), *(v for c in left for v in variables(c))}
        bound = {v: None for v in bound if v in needed}
        start = Constant("0") if layer == 0 else node
        edge = Literal(_edge(number, layer, start, variable, following))
        head = Compound(f"{name} {layer}", (following, *bound))
        made.append(Rule(head, (*reached, *own, edge), rule.place))
        reached = [Literal(Compound(head.name, (node, *bound)))]
    last = reached[0]
    assert isinstance(last, Literal)
    return [*made, Rule(rule.head, (Literal(Compound(last.atom.name, (Constant("0"), *last.atom.args[1:]))), *left))]


def _binds(condition: Condition) -> bool:
    return isinstance(condition, Literal) and condition.positive


class _Static:
    """The relations that rest on neither position nor moves."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = rules
        self.relations = static_relations(rules)
        self._producers: dict[Relation, list[Rule]] = {}
        for rule in rules:
            self._producers.setdefault(rule.head.relation, []).append(rule)
        self._huge: dict[Relation, bool] = {}
        self._tables: dict[Relation, Rows] = {}
        self._open: list[Relation] = []

    def is_huge(self, condition: Condition) -> bool:
        """Whether a condition asks for a relation with very many facts that a diagram can stand for."""
        if not isinstance(condition, Literal) or condition.atom.relation not in self.relations:
            return False
        relation = condition.atom.relation
        if relation not in self._huge:
            self._huge[relation] = self._has_many_facts(relation)
        return self._huge[relation]

    def diagram(self, rule: Rule, asked: Iterable[Condition], names: Sequence[Variable]) -> Diagram | None:
        """The diagram of some of a rule's conditions, its variables in this order, if it is small enough."""
        try:
            formulas = Formulas([self._values(rule, variable) for variable in names], self._table)
            known: dict[Variable, Argument] = {variable: number for number, variable in enumerate(names)}
            parts = [self._of_condition(formulas, condition, known, True) for condition in asked]
            return diagram(formulas, formulas.join(True, parts))
        except TooLargeError:
            return None

    @cached_property
    def _domains(self) -> Domains:
        return infer_domains(self._rules)

    def _has_many_facts(self, relation: Relation) -> bool:
        if self._is_given(relation) or self._most_facts(relation) <= MANY_FACTS:
            return False
        names = [Variable(f"{number}") for number in range(relation[1])]
        atom = Literal(Compound(relation[0], tuple(names)))
        found = self.diagram(Rule(atom.atom, (atom,)), [atom], names)
        return found is not None and found.solutions() > MANY_FACTS

    def _is_given(self, relation: Relation) -> bool:
        return not any(rule.body for rule in self._producers[relation])

    def _most_facts(self, relation: Relation) -> int:
        """More facts than these a relation cannot have."""
        return prod(map(len, self._domains.of(RELATION, relation)))

    def _values(self, rule: Rule, variable: Variable) -> frozenset[str]:
        """What a variable of a rule can be."""
        found = constants(self._domains.of_variable(rule, variable))
        if found is None:
            raise TooLargeError
        return found

    def _table(self, relation: Relation) -> Rows:
        if relation not in self._tables:
            try:
                facts = derive(self._rules, relation, QuestionBudget(SECONDS, FEW_FACTS).check)
            except BudgetError as error:
                raise TooLargeError from error
            rows = ((fact,) if relation[1] == 1 else fact for fact in facts)
            self._tables[relation] = frozenset(rows)  # type: ignore[arg-type]
        return self._tables[relation]

    def _unfolded(self, formulas: Formulas, relation: Relation, arguments: Sequence[Argument], positive: bool) -> Id:
        """Whether a relation has some arguments, or has not."""
        if relation not in self.relations:
            return FALSE if positive else TRUE
        if self._is_given(relation) or self._most_facts(relation) <= FEW_FACTS:
            return formulas.fact(relation, arguments, positive)
        if relation in self._open:
            raise TooLargeError
        self._open.append(relation)
        try:
            rules = self._producers[relation]
            parts = [self._of_rule(formulas, rule, arguments, positive) for rule in rules]
        finally:
            self._open.pop()
        return formulas.join(not positive, parts)

    def _of_rule(self, formulas: Formulas, rule: Rule, arguments: Sequence[Argument], positive: bool) -> Id:
        """Whether one rule of a relation gives some arguments, or does not."""
        known: dict[Variable, Argument] = {}
        parts: list[Id] = []
        for term, argument in zip(rule.head.args, arguments, strict=True):
            if isinstance(term, Variable) and term not in known:
                known[term] = argument
            else:
                parts.append(formulas.equal(_argument(term, known), argument, positive))
        return formulas.join(positive, (*parts, self._of_body(formulas, rule, known, positive)))

    def _of_body(self, formulas: Formulas, rule: Rule, known: dict[Variable, Argument], positive: bool) -> Id:
        """Whether all conditions hold, or not, for some values of the variables that are not known."""
        free = next((v for condition in rule.body for v in variables(condition) if v not in known), None)
        if free is None:
            return formulas.join(positive, (self._of_condition(formulas, c, known, positive) for c in rule.body))
        values = sorted(self._values(rule, free))
        cases = (self._of_body(formulas, rule, {**known, free: value}, positive) for value in values)
        return formulas.join(not positive, cases)

    def _of_condition(
        self, formulas: Formulas, condition: Condition, known: dict[Variable, Argument], positive: bool
    ) -> Id:
        if isinstance(condition, Comparison):
            left, right = _argument(condition.left, known), _argument(condition.right, known)
            return formulas.equal(left, right, condition.equal == positive)
        arguments = [_argument(term, known) for term in condition.atom.args]
        return self._unfolded(formulas, condition.atom.relation, arguments, condition.positive == positive)


def _argument(term: Term, known: dict[Variable, Argument]) -> Argument:
    if isinstance(term, Variable):
        return known[term]
    if isinstance(term, Constant):
        return term.name
    raise TooLargeError
