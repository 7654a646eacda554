"""The slow twin of the reasoner: the meaning of a rulesheet in a page of code.

Well-founded semantics by the alternating fixpoint (Van Gelder 1989): no strata, no indexes, no order of conditions,
nothing shared with the reasoner but the parser. On stratified rules it gives the one intended model.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludens.gdl.terms import Comparison, Compound, Constant, Literal, Rule, Term, Variable

Fact = tuple[object, ...]
Binding = dict[str, object]


def consequences(rules: Iterable[Rule], given: Iterable[Fact]) -> set[Fact]:
    """Every fact that follows; a fact is a tuple of the relation's name and its arguments."""
    listed, start = list(rules), set(given)
    known: set[Fact] = set()
    while True:
        possible = _least_model(listed, start, assumed=known)
        certain = _least_model(listed, start, assumed=possible)
        if certain == known:
            assert certain == possible, "the rules are not stratified"
            return certain
        known = certain


def _least_model(rules: list[Rule], given: set[Fact], assumed: set[Fact]) -> set[Fact]:
    """What follows when ``(not x)`` means that x is not among the assumed facts."""
    facts = set(given)
    while True:
        by_name: dict[tuple[object, int], list[Fact]] = {}
        for fact in facts:
            by_name.setdefault((fact[0], len(fact)), []).append(fact)
        new = {fill(rule.head, binding) for rule in rules for binding in _solutions(rule, by_name, assumed)}
        if new <= facts:
            return facts
        facts |= new  # type: ignore[arg-type]


def _solutions(rule: Rule, facts: dict[tuple[object, int], list[Fact]], assumed: set[Fact]) -> Iterator[Binding]:
    positive = [c.atom for c in rule.body if isinstance(c, Literal) and c.positive]
    for binding in _match_all(positive, facts, {}):
        if all(_holds(c, binding, assumed) for c in rule.body if not (isinstance(c, Literal) and c.positive)):
            yield binding


def _match_all(
    atoms: list[Compound], facts: dict[tuple[object, int], list[Fact]], binding: Binding
) -> Iterator[Binding]:
    if not atoms:
        yield binding
        return
    for fact in facts.get((atoms[0].name, len(atoms[0].args) + 1), ()):
        extended = match(atoms[0], fact, binding)
        if extended is not None:
            yield from _match_all(atoms[1:], facts, extended)


def _holds(condition: Literal | Comparison, binding: Binding, assumed: set[Fact]) -> bool:
    if isinstance(condition, Comparison):
        return (fill(condition.left, binding) == fill(condition.right, binding)) == condition.equal
    return fill(condition.atom, binding) not in assumed


def match(term: Term, value: object, binding: Binding) -> Binding | None:
    """The binding extended so that the term equals the value, or None."""
    if isinstance(term, Variable):
        if term.name in binding:
            return binding if binding[term.name] == value else None
        return {**binding, term.name: value}
    if isinstance(term, Constant):
        return binding if term.name == value else None
    if not isinstance(value, tuple) or len(value) != len(term.args) + 1 or value[0] != term.name:
        return None
    extended: Binding | None = binding
    for arg, part in zip(term.args, value[1:], strict=True):
        if extended is not None:
            extended = match(arg, part, extended)
    return extended


def fill(term: Term, binding: Binding) -> object:
    """The term with its variables replaced."""
    if isinstance(term, Variable):
        return binding[term.name]
    if isinstance(term, Constant):
        return term.name
    return (term.name, *(fill(arg, binding) for arg in term.args))
