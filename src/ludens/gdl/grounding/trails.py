"""Arguments that only keep a recursion from going in circles, such as a list of the cells it has been to, are dropped.

``way(X, Y, L) ← add(X, L, M), next(X, Z), way(Z, Y, M)`` has an instance for every path, though whoever asks for
``way(a, b, nil)`` only wants to know whether there is one. If there is, there is a shortest one. It goes nowhere twice,
so a list that takes up any sequence of different elements never stands in its way.

Such sequences are too many to try. But if the rules for lists treat all elements alike, so that exchanging any two of
them leaves the rules as they are, then one sequence of all elements stands for every other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ludens.game import BudgetError
from ludens.gdl.datalog import QuestionBudget
from ludens.gdl.demand import on_demand
from ludens.gdl.dependencies import dependents, relation_graph
from ludens.gdl.domains import Domains, constants, infer_domains
from ludens.gdl.patterns import ground, is_known
from ludens.gdl.program import derive
from ludens.gdl.terms import (
    DOES,
    RESERVED_RELATIONS,
    TRUE,
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
from ludens.rules.components import components
from ludens.rules.ground_rules import Ground

MOST_FACTS = 20_000
MOST_SECONDS = 30.0
"""What trying one sequence may take."""

TOLD, TRAIL, TURN, TAKEN = "told by element", "trail so far", "next element", "trail taken"
"""Relations that no rulesheet can name."""


def without_trails(rules: Sequence[Rule]) -> list[Rule]:
    """Rules with the same consequences, without arguments that only say where a recursion has been."""
    made = list(rules)
    for relations in _recursions(rules):
        places = range(min(relations)[1])
        free = (place for place in places if _Recursion(made, relations, place).can_do_without)
        if (place := next(free, None)) is not None:
            made = [_without(rule, relations, place) for rule in made]
    return made


def _recursions(rules: Sequence[Rule]) -> list[set[Relation]]:
    """Relations that need each other and have equally many arguments; none that GDL gives a meaning."""
    graph = relation_graph(rules)
    names = list(graph)
    numbers = {relation: number for number, relation in enumerate(names)}
    links = [[numbers[needed] for needed in graph[name] if needed in numbers] for name in names]
    cycles = [found for found in components(links) if len(found) > 1 or found[0] in links[found[0]]]
    named = [{names[number] for number in found} for found in cycles]
    return [
        relations
        for relations in named
        if len({arity for _, arity in relations}) == 1 and relations.isdisjoint(RESERVED_RELATIONS.items())
    ]


def _without(rule: Rule, relations: Collection[Relation], place: int) -> Rule:
    """The rule without this argument of these relations, and without what it asks about it."""
    own = rule.head.relation in relations
    calls = _calls(rule, relations)
    trails = {rule.head.args[place], *(call.atom.args[place] for call in calls)} if own else set()
    body: list[Condition] = []
    for condition in rule.body:
        if isinstance(condition, Literal) and condition in calls:
            body.append(Literal(_shorter(condition.atom, place), condition.positive))
        elif trails.isdisjoint(variables(condition)):
            body.append(condition)
    return Rule(_shorter(rule.head, place) if own else rule.head, tuple(body), rule.place)


def _shorter(atom: Compound, place: int) -> Compound:
    return Compound(f"{atom.name} without {place}", atom.args[:place] + atom.args[place + 1 :], atom.place)


def _calls(rule: Rule, relations: Collection[Relation]) -> list[Literal]:
    return [c for c in rule.body if isinstance(c, Literal) and c.atom.relation in relations]


@dataclass(frozen=True)
class _Step:
    """A rule of a recursion: the trails before and after it, what it asks about them, and what else it says."""

    rule: Rule
    before: Variable
    after: Variable | None
    guards: tuple[Condition, ...]
    left: Rule

    @property
    def asked(self) -> Rule:
        """The rule with only those conditions that are neither about trails nor go on: what elements there can be."""
        return Rule(self.rule.head, tuple(c for c in self.rule.body if c in self.left.body))

    @property
    def records(self) -> bool:
        return self.after is not None and self.after != self.before

    @property
    def elements(self) -> set[Variable]:
        """What guards share with the rest of the rule."""
        return {v for guard in self.guards for v in variables(guard)}.intersection(_mentioned(self.left))


class _Recursion:
    """Relations that need each other, and one of their arguments."""

    def __init__(self, rules: Sequence[Rule], relations: Collection[Relation], place: int) -> None:
        self._rules, self._relations, self._place = rules, relations, place
        self._own = [rule for rule in rules if rule.head.relation in relations]
        self._check = QuestionBudget(MOST_SECONDS, MOST_FACTS).check

    @property
    def can_do_without(self) -> bool:
        """Whether the rules have the same consequences without the argument."""
        starts = self._starts()
        steps = [step for rule in self._own if (step := self._step(rule)) is not None] if starts else []
        if len(steps) < len(self._own) or not any(step.records for step in steps):
            return False
        try:
            elements = self._elements(steps)
            return (
                len(elements) > 1
                and self._all_alike(steps, starts, elements)
                and all(self._takes_up(steps, start, elements) for start in starts)
            )
        except BudgetError:
            return False

    def _starts(self) -> set[Term]:
        """The trails with which other rules ask; none if one of them does not know with which."""
        calls = [c for rule in self._rules if rule not in self._own for c in _calls(rule, self._relations)]
        terms = {call.atom.args[self._place] for call in calls}
        return terms if all(is_known(term, ()) for term in terms) else set()

    def _step(self, rule: Rule) -> _Step | None:
        """The rule taken apart; ``None`` if it does more with its trail than record where it is."""
        calls = _calls(rule, self._relations)
        left = _without(rule, self._relations, self._place)
        trails = [atom.args[self._place] for atom in (rule.head, *(call.atom for call in calls))]
        guards = tuple(c for c in rule.body if c not in calls and not set(trails).isdisjoint(variables(c)))
        before, after = trails[0], trails[-1] if calls else None
        if (
            len(calls) > 1
            or not all(map(_binds, calls))
            or not isinstance(before, Variable)
            or not (after is None or isinstance(after, Variable))
            or not set(trails).isdisjoint(_mentioned(left))
            or not all(map(self._is_static, guards))
            or not _is_safe(left)
        ):
            return None
        step = _Step(rule, before, after, guards, left)
        return step if len(step.elements) <= 1 and (step.elements or not step.records) else None

    def _is_static(self, condition: Condition) -> bool:
        return not isinstance(condition, Literal) or condition.atom.relation in self._static

    @cached_property
    def _static(self) -> set[Relation]:
        graph = relation_graph(self._rules)
        return graph.keys() - dependents(graph, TRUE) - dependents(graph, DOES) - set(self._relations)

    def _elements(self, steps: Sequence[_Step]) -> list[str]:
        """All that trails are asked about, if on a way that goes nowhere twice they are asked about nothing twice.

        That is so when one relation asks, and what it asks about tells all of its arguments that change on the way.
        """
        asking = [step for step in steps if step.elements]
        told: dict[Ground, Ground] = {}
        found: set[str] = set()
        for step in asking:
            (element,) = step.elements
            values = constants(self._domains.of_variable(step.asked, element))
            pairs = self._told(step, element, values) if values else None
            if not values or pairs is None or step.rule.head.relation != asking[0].rule.head.relation:
                return []
            if any(told.setdefault(value, arguments) != arguments for value, arguments in pairs):
                return []
            found |= values
        return sorted(found)

    @cached_property
    def _domains(self) -> Domains:
        return infer_domains(self._rules)

    def _told(self, step: _Step, element: Variable, values: Iterable[str]) -> Iterable[tuple[Ground, Ground]] | None:
        """The elements of a step, each with the arguments that change, by rules that always hold."""
        head = step.left.head
        terms = [head.args[place] for place in range(len(head.args)) if not self._stays(place)]
        if all(term == element for term in terms):
            return [(value, tuple(value for _ in terms)) for value in values]
        always = [c for c in step.left.body if _binds(c) and self._is_static(c) and element in variables(c)]
        known = {v for condition in always for v in variables(condition)}
        if not known.issuperset((element, *(v for term in terms for v in variables(term)))):
            return None
        asked = Rule(Compound(TOLD, (element, Compound(TOLD, tuple(terms)))), tuple(always))
        facts = derive([*self._rules, asked], asked.head.relation, self._check)
        return [(fact[0], tuple(fact[1][1:])) for fact in facts]

    def _stays(self, place: int) -> bool:
        """Whether an argument, counted without the trail, is the same all the way."""
        own = [_without(rule, self._relations, self._place) for rule in self._own]
        shorter = {_shorter(rule.head, self._place).relation for rule in self._own}
        return all(rule.head.args[place] == call.atom.args[place] for rule in own for call in _calls(rule, shorter))

    def _all_alike(self, steps: Sequence[_Step], starts: Collection[Term], elements: Sequence[str]) -> bool:
        """Whether the rules about trails stay the same, whichever elements are exchanged.

        All exchanges come of two: of the first two elements, and of all in turn.
        """
        said = {
            *self._about_trails(steps),
            *(Rule(Compound(TRAIL, (start,))) for start in starts),
            *(Rule(Compound(f"{TAKEN} {number}", ()), step.guards) for number, step in enumerate(steps)),
        }
        first, second, *others = elements
        exchanges = ({first: second, second: first}, dict(zip(elements, (second, *others, first), strict=True)))
        return all({_exchanged(rule, exchange) for rule in said} == said for exchange in exchanges)

    def _about_trails(self, steps: Sequence[_Step]) -> list[Rule]:
        """The rules that guards rest on."""
        asked = Rule(Compound(TAKEN, ()), tuple(guard for step in steps for guard in step.guards))
        graph = relation_graph([*self._rules, asked])
        found: set[Relation] = set()
        waiting = [asked.head.relation]
        while waiting:
            fresh = graph.get(waiting.pop(), set()) - found
            found |= fresh
            waiting += fresh
        return [rule for rule in self._rules if rule.head.relation in found]

    def _takes_up(self, steps: Sequence[_Step], start: Term, elements: Sequence[str]) -> bool:
        """Whether all guards hold on a way that records one element after another, until it has them all."""
        times = [f"{time}" for time in range(len(elements) + 1)]
        first = next(f"{number}" for number, step in enumerate(steps) if step.records)
        asked = on_demand(*self._questions(steps, start, elements, times))[0]
        facts = derive(asked, (TAKEN, 3), self._check)
        trails = {times[0]: ground(start)} | {fact[1]: fact[2] for fact in facts if fact[0] == first}
        never = [times[0] if step.records else times[-1] if step.elements else None for step in steps]
        return len(trails) == len(times) and facts == {
            (f"{number}", time, trail)
            for number in range(len(steps))
            for time, trail in trails.items()
            if time != never[number]
        }

    def _questions(
        self, steps: Sequence[_Step], start: Term, elements: Sequence[str], times: Sequence[str]
    ) -> tuple[list[Rule], set[Relation]]:
        """What every step makes of the trail at every time, as rules, and the relations to derive on demand.

        Where something is denied, every time has the rules about trails for itself: what a trail is now rests on what
        was denied of an earlier one.
        """
        about = self._about_trails(steps)
        derived = {rule.head.relation for rule in about if rule.body}
        conditions = [c for rule in (*about, *(Rule(step.rule.head, step.guards) for step in steps)) for c in rule.body]
        denied = any(isinstance(c, Literal) and not c.positive and c.atom.relation in derived for c in conditions)
        numbers = [*map(Constant, times), Constant("never")]
        turns = zip(numbers, map(Constant, elements), numbers[1:], strict=False)
        rules = [Rule(Compound(TRAIL, (numbers[0], start))), *(Rule(Compound(TURN, turn)) for turn in turns)]
        eras: Iterable[tuple[Term, Term]] = pairwise(numbers) if denied else [(Variable("now"), Variable("later"))]
        for now, later in eras:
            names = {relation: f"{relation[0]} {now}" for relation in derived if denied}
            said = [*about, *_taken(steps, now, later)]
            rules += [_renamed(rule, names) for rule in said]
        return rules, {rule.head.relation for rule in rules if rule.body} - {(TRAIL, 2), (TAKEN, 3)}


def _taken(steps: Sequence[_Step], now: Term, later: Term) -> Iterator[Rule]:
    """What every step makes of the trail so far; the first that records makes the next trail."""
    first = next(step for step in steps if step.records)
    for number, step in enumerate(steps):
        turn = [Literal(Compound(TURN, (now, element, later))) for element in step.elements]
        body = (*turn, Literal(Compound(TRAIL, (now, step.before))), *step.guards)
        result = (later, step.after) if step.after is not None and step.records else (now, step.before)
        yield Rule(Compound(TAKEN, (Constant(f"{number}"), *result)), body)
        if step is first:
            yield Rule(Compound(TRAIL, result), body)


def _renamed(rule: Rule, names: Mapping[Relation, str]) -> Rule:
    """The rule with other names for some relations."""

    def renamed(atom: Compound) -> Compound:
        return Compound(names.get(atom.relation, atom.name), atom.args, atom.place)

    body = (Literal(renamed(c.atom), c.positive) if isinstance(c, Literal) else c for c in rule.body)
    return Rule(renamed(rule.head), tuple(body), rule.place)


def _exchanged(rule: Rule, exchange: Mapping[str, str]) -> Rule:
    """The rule with some names for others."""
    return Rule(_in_atom(rule.head, exchange), tuple(_in_condition(condition, exchange) for condition in rule.body))


def _in_condition(condition: Condition, exchange: Mapping[str, str]) -> Condition:
    if isinstance(condition, Literal):
        return Literal(_in_atom(condition.atom, exchange), condition.positive)
    return Comparison(_in_term(condition.left, exchange), _in_term(condition.right, exchange), condition.equal)


def _in_atom(atom: Compound, exchange: Mapping[str, str]) -> Compound:
    return Compound(atom.name, tuple(_in_term(arg, exchange) for arg in atom.args))


def _in_term(term: Term, exchange: Mapping[str, str]) -> Term:
    if isinstance(term, Compound):
        return _in_atom(term, exchange)
    return Constant(exchange.get(term.name, term.name)) if isinstance(term, Constant) else term


def _binds(condition: Condition) -> bool:
    return isinstance(condition, Literal) and condition.positive


def _mentioned(rule: Rule) -> set[Variable]:
    return {*variables(rule.head), *(v for condition in rule.body for v in variables(condition))}


def _is_safe(rule: Rule) -> bool:
    """Whether positive conditions have all variables of the rule."""
    return _mentioned(rule).issubset(v for condition in rule.body if _binds(condition) for v in variables(condition))
