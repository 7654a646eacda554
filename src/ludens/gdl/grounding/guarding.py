"""Relations that are asked about little are ground for that alone.

``threatened(X, Y) ← attacks(U, X), cell(Y)`` has an instance for every Y, although the only rule that asks for it knows
which few Y go with an X. So a relation collects the questions that can ever be asked, and every rule waits for one.
This is the magic-set rewriting (see ``gdl/demand.py``), with a difference: what can be asked is worked out from what
can ever be true, so that it is known before the first move, and no ground rule mentions it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

from ludens.gdl.demand import Asked, Call, calls_of, known_arguments
from ludens.gdl.dependencies import static_relations
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
    Literal,
    Relation,
    Rule,
    Variable,
    variables,
)

RESERVED = {ROLE, INIT, TRUE, DOES, NEXT, LEGAL, GOAL, TERMINAL}


@dataclass(frozen=True)
class Guarded:
    """Rules that wait for questions, with those of what can ever be true and be asked.

    ``certain`` are the relations that rest on neither position nor moves, ``uncertain`` those of the rules that do.
    """

    rules: list[Rule]
    certain: frozenset[Relation]
    uncertain: frozenset[Relation]

    def guard(self, literal: Literal) -> Literal | None:
        """A literal on a relation that is certain, and holds always if this one can hold ever."""
        if literal.atom.relation in self.certain:
            return literal
        return Literal(_possible(literal.atom)) if literal.atom.relation in self.uncertain else None


def guarded(rules: Sequence[Rule]) -> Guarded:
    """Rules with the same consequences, as far as they are asked for."""
    certain = static_relations(rules)
    questions = _Questions(rules, certain)
    made: list[Rule] = []
    for number, rule in enumerate(rules):
        if rule.head.relation in certain:
            made.append(rule)
            continue
        made += [replace(asked, body=_possible_body(asked.body, certain)) for asked in questions.asked_by(number)]
        waiting = replace(rule, body=(*questions.about(rule.head), *rule.body))
        made += [waiting, Rule(_possible(rule.head), _possible_body(waiting.body, certain), rule.place)]
    made += _possible_play(certain)
    uncertain = frozenset({rule.head.relation for rule in rules} - certain)
    return Guarded(made, frozenset({rule.head.relation for rule in made} - uncertain), uncertain | {TRUE, DOES})


def _possible(atom: Compound) -> Compound:
    return replace(atom, name=f"possible {atom.name}")


def _possible_body(body: Iterable[Condition], certain: Collection[Relation]) -> tuple[Condition, ...]:
    """Conditions that hold always if these can hold ever."""
    found: list[Condition] = []
    for condition in body:
        if isinstance(condition, Comparison) or condition.atom.relation in certain or _is_new(condition.atom):
            found.append(condition)
        elif condition.positive:
            found.append(Literal(_possible(condition.atom)))
    return tuple(found)


def _is_new(atom: Compound) -> bool:
    return atom.name.startswith("asked for ")


def _possible_play(certain: Collection[Relation]) -> list[Rule]:
    """What can ever be true, and be done: the start, what can come next, and what can be legal."""
    fluent, role, move = map(Variable, ("fluent", "role", "move"))
    true, does = Compound(TRUE[0], (fluent,)), Compound(DOES[0], (role, move))
    sources = [
        (true, [Compound(INIT[0], (fluent,))]),
        (true, [Compound(NEXT[0], (fluent,))]),
        (does, [Compound(LEGAL[0], (role, move)), Compound(ROLE[0], (role,))]),
    ]
    return [Rule(_possible(head), _possible_body(map(Literal, atoms), certain)) for head, atoms in sources]


@dataclass
class _Questions:
    """Which arguments of which relations are asked about, in groups.

    Arguments of different groups have nothing to do with each other wherever they are asked about: two relations of a
    hundred facts each do what one of ten thousand would.
    """

    rules: Sequence[Rule]
    certain: Collection[Relation]
    _groups: dict[Relation, list[set[int]]] = field(init=False)

    def __post_init__(self) -> None:
        relations = {rule.head.relation for rule in self.rules} - set(self.certain) - RESERVED
        self._calls = [calls_of(rule, relations, patient=True) for rule in self.rules]
        asked = known_arguments(self.rules, self._calls, _open_arguments(self.rules, self.certain, relations))
        self._groups = {relation: [{place} for place in places] for relation, places in asked.items()}
        calls = [(rule, call) for rule, own in zip(self.rules, self._calls, strict=True) for call in own]
        while any(self._join(rule, call) for rule, call in calls):
            pass

    def about(self, atom: Compound) -> list[Literal]:
        """The questions about an atom, one for each group of arguments."""
        name = f"asked for {atom.name}/{len(atom.args)}"
        groups = self._groups.get(atom.relation, ())
        return [
            Literal(Compound(f"{name} {min(group)}", tuple(atom.args[place] for place in sorted(group)), atom.place))
            for group in groups
        ]

    def asked_by(self, number: int) -> list[Rule]:
        """The rules for what one rule asks, before it is known what of their conditions can be true."""
        rule = self.rules[number]
        return [
            Rule(question.atom, self._before(rule, call), rule.place)
            for call in self._calls[number]
            for question in self.about(call[0].atom)
        ]

    def _before(self, rule: Rule, call: Call) -> tuple[Condition, ...]:
        """What a rule knows when it asks."""
        known: list[Literal] = [*self.about(rule.head), *call[1]]
        bound = {variable for literal in known for variable in variables(literal)}
        tests = (c for c in rule.body if isinstance(c, Comparison) and bound.issuperset(variables(c)))
        return (*known, *tests)

    def _join(self, rule: Rule, call: Call) -> bool:
        """Joins groups of arguments that have to do with each other where they are asked about; whether any had."""
        atom = call[0].atom
        groups = self._groups.get(atom.relation, [])
        connected = _connected(self._before(rule, call))
        reached = [{connected.get(v, v) for place in own for v in variables(atom.args[place])} for own in groups]
        for first in range(len(groups)):
            for second in range(first + 1, len(groups)):
                if not reached[first].isdisjoint(reached[second]):
                    groups[first] |= groups.pop(second)
                    return True
        return False


def _connected(conditions: Iterable[Condition]) -> dict[Variable, int]:
    """For each variable a number, the same for those that conditions connect."""
    parts: list[set[Variable]] = []
    for condition in conditions:
        own = set(variables(condition))
        touched = [part for part in parts if part & own]
        parts = [part for part in parts if not part & own] + [own.union(*touched)]
    return {variable: number for number, part in enumerate(parts) for variable in part}


def _open_arguments(rules: Sequence[Rule], certain: Collection[Relation], relations: Collection[Relation]) -> Asked:
    """The arguments that some rule leaves open: of which it says nothing but that they are one of some things."""
    found: set[tuple[Relation, int]] = set()
    size = -1
    while len(found) > size:
        size = len(found)
        for rule in rules:
            told = {variable for condition in rule.body for variable in _told(condition, certain, found)}
            found |= {
                (rule.head.relation, place)
                for place, argument in enumerate(rule.head.args)
                if rule.head.relation in relations and not told.issuperset(variables(argument))
            }
    return {relation: places for relation in relations if (places := sorted(p for r, p in found if r == relation))}


def _told(
    condition: Condition, certain: Collection[Relation], is_open: Collection[tuple[Relation, int]]
) -> Iterable[Variable]:
    """The variables of a condition of which it tells something."""
    if isinstance(condition, Comparison) or not condition.positive:
        return
    relation = condition.atom.relation
    if relation in certain and len(condition.atom.args) == 1:
        return
    for place, argument in enumerate(condition.atom.args):
        if (relation, place) not in is_open:
            yield from variables(argument)
