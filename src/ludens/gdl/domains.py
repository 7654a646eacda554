"""What each argument of a fluent, a move or a relation can be, read off the rules without playing or grounding.

A variable of a head takes the values that all of its places in positive conditions allow; this is repeated until
nothing changes. The result may be too large, never too small.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ludens.gdl.terms import Compound, Constant, Literal, Relation, Rule, Term, Variable

FLUENT, MOVE, TERM, RELATION = "fluent", "move", "term", "relation"
"""Names have a meaning of their own as a fluent, as a move, inside a term, and as a relation of the rules."""

DECLARED = "declared"
"""What ``base`` and ``input`` say is kept apart, under kinds that begin with this word."""

ABOUT_FLUENTS = {"init": FLUENT, "true": FLUENT, "next": FLUENT, "base": f"{DECLARED} {FLUENT}"}
ABOUT_MOVES = {"legal": MOVE, "does": MOVE, "input": f"{DECLARED} {MOVE}"}

Key = tuple[str, str, int, int]
"""Kind, name, number of arguments, and which of them."""

Value = str | Relation
"""A constant, or the name and number of arguments of a function term."""

Flow = tuple[Key, tuple[Key, ...]]
"""The argument that takes values, and those that must all allow them."""


@dataclass(frozen=True)
class Domains:
    """The values at every argument."""

    values: Mapping[Key, frozenset[Value]]

    def of(self, kind: str, relation: Relation) -> tuple[frozenset[Value], ...]:
        """The values of each argument of a fluent, move or relation."""
        return tuple(self.values.get((kind, *relation, number), frozenset()) for number in range(relation[1]))

    def named(self, kind: str) -> list[Relation]:
        """The fluents, moves or relations with arguments that occur, in ascending order."""
        return sorted({(name, arity) for found, name, arity, _ in self.values if found == kind and name})

    def of_variable(self, rule: Rule, variable: Variable) -> frozenset[Value]:
        """What a variable of a rule can be, by all of its places in positive conditions; nothing if it has none."""
        found = [self.values.get(key, frozenset()) for key, term in _boundplaces(rule) if term == variable]
        return frozenset.intersection(*found) if found else frozenset()


def infer_domains(rules: Sequence[Rule]) -> Domains:
    """The domains of all arguments, as the least fixpoint of the rules."""
    values: defaultdict[Key, set[Value]] = defaultdict(set)
    flows: set[Flow] = set()
    for rule in rules:
        known: defaultdict[str, set[Key]] = defaultdict(set)
        for key, variable in _boundplaces(rule):
            known[variable.name].add(key)
        for key, term in places(rule.head):
            if isinstance(term, Constant):
                values[key].add(term.name)
            elif isinstance(term, Compound):
                values[key].add(term.relation)
            elif term.name in known and key not in known[term.name]:
                flows.add((key, tuple(sorted(known[term.name]))))
    _settle(values, flows)
    return Domains({key: frozenset(found) for key, found in values.items()})


def _settle(values: defaultdict[Key, set[Value]], flows: set[Flow]) -> None:
    """Follows the flows until nothing changes. Where a function term arrives, its arguments do too."""
    users: defaultdict[Key, list[Flow]] = defaultdict(list)
    known: set[Flow] = set()
    waiting = set(flows)
    while waiting:
        flow = waiting.pop()
        target, sources = flow
        if flow not in known:
            known.add(flow)
            for source in sources:
                users[source].append(flow)
        arrived = set.intersection(*sorted((values[source] for source in sources), key=len))
        waiting |= _inner_flows(arrived, target, sources) - known
        if not arrived <= values[target]:
            values[target] |= arrived
            waiting.update(users[target])


def _inner_flows(arrived: set[Value], target: Key, sources: Sequence[Key]) -> set[Flow]:
    """The flows between the arguments of function terms that arrive from where their names mean something else."""
    there, origins = _inner_kind(target), sorted({_inner_kind(source) for source in sources} - {_inner_kind(target)})
    return {
        ((there, *value, number), tuple((kind, *value, number) for kind in origins))
        for value in arrived
        if origins and not isinstance(value, str)
        for number in range(value[1])
    }


def _inner_kind(key: Key) -> str:
    """What the names of function terms are at a place: fluents after ``true``, moves after ``does``."""
    return key[0] if not key[1] else TERM


def _boundplaces(rule: Rule) -> Iterator[tuple[Key, Variable]]:
    """The variables in the positive conditions of a rule, with their places."""
    for condition in rule.body:
        if isinstance(condition, Literal) and condition.positive:
            for key, term in places(condition.atom):
                if isinstance(term, Variable):
                    yield key, term


def places(atom: Compound) -> Iterator[tuple[Key, Term]]:
    """The arguments of an atom, inner ones too, with their keys; what is known of ``true`` holds for ``next``."""
    if atom.name in ABOUT_FLUENTS and len(atom.args) == 1:
        kind = ABOUT_FLUENTS[atom.name]
        yield from _inside(kind, (kind, "", 1, 0), atom.args[0])
    elif atom.name in ABOUT_MOVES and len(atom.args) == 2:
        yield (RELATION, "role", 1, 0), atom.args[0]
        kind = ABOUT_MOVES[atom.name]
        yield from _inside(kind, (kind, "", 2, 1), atom.args[1])
    else:
        for number, term in enumerate(atom.args):
            yield from _inside(TERM, (RELATION, *atom.relation, number), term)


def _inside(kind: str, key: Key, term: Term) -> Iterator[tuple[Key, Term]]:
    yield key, term
    if isinstance(term, Compound):
        for number, part in enumerate(term.args):
            yield from _inside(TERM, (kind, *term.relation, number), part)


def constants(values: frozenset[Value]) -> frozenset[str] | None:
    """The values when all are constants, otherwise ``None``."""
    names = frozenset(value for value in values if isinstance(value, str))
    return names if len(names) == len(values) else None
