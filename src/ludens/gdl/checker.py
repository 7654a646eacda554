"""Checks rules against the GDL specification (Love, Hinrichs, Haley, Schkufza and Genesereth 2008)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from ludens.gdl.dependencies import dependents, negation_in_cycle, relation_graph, rule_graph
from ludens.gdl.domains import Domains, Value, infer_domains
from ludens.gdl.mistakes import Problem
from ludens.gdl.suspicions.carried_over import not_carried_over
from ludens.gdl.suspicions.names import did_you_mean, forgotten_variables
from ludens.gdl.terms import (
    BASE,
    CHANCE,
    DOES,
    GOAL,
    INIT,
    INPUT,
    LEGAL,
    RESERVED_RELATIONS,
    ROLE,
    SEES,
    TERMINAL,
    TRUE,
    Comparison,
    Compound,
    Constant,
    Literal,
    Relation,
    Rule,
    RuleSheet,
    Term,
    Variable,
    variables,
)
from ludens.rules.components import components
from ludens.rules.goals import GOALS, goal_value
from ludens.rules.source import NOWHERE

BEFORE_THE_GAME = (ROLE, INIT, BASE, INPUT)
BEFORE_THE_MOVES = (LEGAL, GOAL, TERMINAL)
GOALS_SHOWN, GOAL_WIDTH = 3, 30
REQUIRED = {
    "role": "nobody plays: there is no 'role'",
    "legal": "nobody can move: there is no rule for 'legal'",
    "goal": "nobody can win: there is no rule for 'goal'",
    "terminal": "the game cannot end: there is no rule for 'terminal'",
}


def check(sheet: RuleSheet) -> list[Problem]:
    """The problems of a sheet whose form is right, each once, in the order of their places."""
    found: dict[Problem, None] = {}
    for find in (
        _missing,
        _wrong_arities,
        _misplaced_heads,
        _unsafe_variables,
        _wrong_goals,
        _wrong_dependencies,
        _negation_cycles,
        _endless_recursion,
        _unclear_names,
        _unproduced,
        _unused,
        _unknown_roles,
        _blind_roles,
        forgotten_variables,
        not_carried_over,
    ):
        found.update(dict.fromkeys(find(sheet.rules)))
    return sorted(found, key=lambda problem: problem.place)


def _missing(rules: tuple[Rule, ...]) -> Iterator[Problem]:
    if not rules:
        yield Problem("empty", "there are no rules here", NOWHERE)
        return
    defined = {rule.head.name for rule in rules}
    for name, message in REQUIRED.items():
        if name not in defined:
            yield Problem(f"no-{name}", message, rules[0].place)


def _wrong_arities(rules: Iterable[Rule]) -> Iterator[Problem]:
    for atom in _atoms(rules):
        right = RESERVED_RELATIONS.get(atom.name, len(atom.args))
        if len(atom.args) != right:
            message = f"'{atom.name}' takes {_count(right, 'argument')}, here it has {len(atom.args)}"
            yield Problem("arity", message, atom.place)


def _misplaced_heads(rules: Iterable[Rule]) -> Iterator[Problem]:
    for rule in rules:
        if rule.head.name in ("true", "does"):
            message = f"'{rule.head.name}' cannot be the head of a rule"
            yield Problem("keyword-misplaced", message, rule.head.place)


def _unsafe_variables(rules: Iterable[Rule]) -> Iterator[Problem]:
    for rule in rules:
        bound = {v for c in rule.body if isinstance(c, Literal) and c.positive for v in variables(c)}
        used = [("the head", v) for v in variables(rule.head)]
        for condition in rule.body:
            if isinstance(condition, Comparison) or not condition.positive:
                kind = "this 'distinct'" if isinstance(condition, Comparison) else "this 'not'"
                used += [(kind, v) for v in variables(condition)]
        for where, variable in used:
            if variable in bound:
                continue
            if not rule.body:
                yield Problem("not-ground", f"a fact cannot hold a variable such as {variable}", variable.place)
            else:
                message = f"{variable} of {where} occurs in no positive condition of the rule"
                yield Problem("unsafe-variable", message, variable.place)


def _wrong_goals(rules: tuple[Rule, ...]) -> Iterator[Problem]:
    """Goals that are not numbers from 0 to 100, and variables in their place that can never stand for one."""
    goals = [(rule, rule.head.args[1]) for rule in rules if rule.head.relation == GOAL]
    computed = any(isinstance(value, Variable) for _, value in goals)
    domains = infer_domains(rules) if computed else Domains({})
    for rule, value in goals:
        if not isinstance(value, Variable):
            wrong = (
                [_shortened(str(value))] if not isinstance(value, Constant) or goal_value(value.name) is None else []
            )
        else:
            possible = domains.of_variable(rule, value)
            wrong = [] if any(v in GOALS for v in possible) else sorted(_shortened(_value_text(v)) for v in possible)
        if wrong:
            listed = ", ".join(wrong[:GOALS_SHOWN]) + (" …" if len(wrong) > GOALS_SHOWN else "")
            yield Problem("goal-value", f"a goal is a whole number from 0 to 100, not {listed}", value.place)


def _wrong_dependencies(rules: tuple[Rule, ...]) -> Iterator[Problem]:
    graph = relation_graph(rules)
    for code, targets, heads in (
        ("depends-on-position", (TRUE, DOES), BEFORE_THE_GAME),
        ("depends-on-moves", (DOES,), BEFORE_THE_MOVES),
    ):
        for target in targets:
            tainted = dependents(graph, target)
            for rule in rules:
                if rule.head.relation not in heads:
                    continue
                for condition in rule.body:
                    if isinstance(condition, Literal) and condition.atom.relation in tainted:
                        message = f"'{rule.head.name}' rests on '{target[0]}'"
                        if condition.atom.relation != target:
                            message += f" by way of {condition.atom.name}"
                        yield Problem(code, message, condition.atom.place)


def _negation_cycles(rules: tuple[Rule, ...]) -> Iterator[Problem]:
    for number, component in negation_in_cycle(rules):
        names = {rules[member].head.name for member in component}
        for condition in rules[number].body:
            if isinstance(condition, Literal) and not condition.positive and condition.atom.name in names:
                message = f"{rules[number].head.name} rests on its own negation by way of {condition.atom.name}"
                yield Problem("negation-cycle", message, condition.atom.place)
                break


def _endless_recursion(rules: tuple[Rule, ...]) -> Iterator[Problem]:
    """The recursion restriction: definition 15 of the specification."""
    graph = [[other for other, _ in needed] for needed in rule_graph(rules)]
    for component in components(graph):
        if len(component) == 1 and component[0] not in graph[component[0]]:
            continue
        inside = {rules[number].head.relation for number in component}
        for number in component:
            yield from _new_terms(rules[number], inside)


def _new_terms(rule: Rule, inside: set[Relation]) -> Iterator[Problem]:
    literals = [c for c in rule.body if isinstance(c, Literal) and c.positive]
    outside = {v for c in literals if c.atom.relation not in inside for v in variables(c)}
    for literal in literals:
        if literal.atom.relation not in inside:
            continue
        for arg in literal.atom.args:
            if arg not in rule.head.args and not outside.issuperset(variables(arg)):
                message = f"{rule.head.name} rests on itself with {arg}, which comes from no other condition"
                yield Problem("endless-recursion", message, arg.place)


def _unclear_names(rules: Iterable[Rule]) -> Iterator[Problem]:
    """Names with several arities, or used both as relation and as function."""
    relations: dict[str, Compound] = {}
    functions: dict[str, Compound] = {}
    for atom in _atoms(rules):
        if atom.name not in RESERVED_RELATIONS:
            yield from _differing(relations, atom, "relation")
        for term in _functions(atom.args):
            yield from _differing(functions, term, "function")
    for name in relations.keys() & functions.keys():
        message = f"{name} is a relation here and a function there"
        yield Problem("function-and-relation", message, functions[name].place)


def _differing(seen: dict[str, Compound], atom: Compound, kind: str) -> Iterator[Problem]:
    first = seen.setdefault(atom.name, atom)
    if first.relation != atom.relation:
        had = f"{_count(len(first.args), 'argument')} in line {first.place.line}"
        message = f"the {kind} {atom.name} has {_count(len(atom.args), 'argument')} here and {had}"
        yield Problem("differing-arity", message, atom.place)


def _unproduced(rules: Iterable[Rule]) -> Iterator[Problem]:
    """What is asked for although nothing can make it true; it is false."""
    heads: defaultdict[Relation, list[Compound]] = defaultdict(list)
    for rule in rules:
        heads[rule.head.relation].append(rule.head)
    fluents = _produced(atom.args[0] for name in ("init", "next") for atom in heads[name, 1])
    moves = _produced(atom.args[1] for atom in heads["legal", 2])
    for atom in _body_atoms(rules):
        if atom.name not in RESERVED_RELATIONS:
            if atom.relation not in heads:
                hint = did_you_mean(atom.name, (name for name, _ in heads if name not in RESERVED_RELATIONS))
                yield Problem("never-defined", f"no rule defines {_named(atom)}: it is false{hint}", atom.place)
        elif atom.relation == TRUE and not _may_be(atom.args[0], fluents):
            hint = did_you_mean(_name(atom.args[0]), (name for name, _ in fluents or ()))
            message = f"neither 'init' nor 'next' ever makes {_named(atom.args[0])} true{hint}"
            yield Problem("never-true", message, atom.args[0].place)
        elif atom.relation == DOES and not _may_be(atom.args[1], moves):
            hint = did_you_mean(_name(atom.args[1]), (name for name, _ in moves or ()))
            yield Problem("never-legal", f"the move {_named(atom.args[1])} is never legal{hint}", atom.args[1].place)


def _produced(terms: Iterable[Term]) -> set[Relation] | None:
    """Names and arities of terms; ``None`` when one of them is a variable, so that anything may come."""
    found: set[Relation] = set()
    for term in terms:
        if isinstance(term, Variable):
            return None
        found.add(_signature(term))
    return found


def _may_be(term: Term, produced: set[Relation] | None) -> bool:
    return produced is None or isinstance(term, Variable) or _signature(term) in produced


def _unused(rules: Iterable[Rule]) -> Iterator[Problem]:
    used = {atom.relation for atom in _body_atoms(rules)}
    seen: set[Relation] = set()
    for rule in rules:
        relation = rule.head.relation
        if rule.head.name not in RESERVED_RELATIONS and relation not in used and relation not in seen:
            seen.add(relation)
            yield Problem("never-used", f"nothing uses {_named(rule.head)}", rule.head.place)


def _unknown_roles(rules: Iterable[Rule]) -> Iterator[Problem]:
    roles = {rule.head.args[0] for rule in rules if rule.head.relation == ROLE}
    if not all(isinstance(role, Constant) for role in roles):
        return
    for atom in _atoms(rules):
        if atom.relation in (LEGAL, DOES, GOAL, INPUT, SEES):
            role = atom.args[0]
            if isinstance(role, Constant) and role not in roles:
                hint = did_you_mean(role.name, (each.name for each in roles if isinstance(each, Constant)))
                yield Problem("unknown-role", f"{role} is not a role{hint}", role.place)


def _blind_roles(rules: Iterable[Rule]) -> Iterator[Problem]:
    """What concerns GDL-II: nobody but chance, and roles that ``sees`` leaves out."""
    listed = list(rules)
    written = [rule.head.args[0] for rule in listed if rule.head.relation == ROLE]
    if written and all(isinstance(role, Constant) and role.name == CHANCE for role in written):
        yield Problem("only-random", f"the only role is {CHANCE}: nobody plays", written[0].place)
    seeing = [rule.head.args[0] for rule in listed if rule.head.relation == SEES]
    if not seeing or any(isinstance(role, Variable) for role in seeing):
        return
    for role in written:
        if isinstance(role, Constant) and role.name != CHANCE and role not in seeing:
            yield Problem("blind-role", f"{role} never sees anything: no rule for 'sees' is about it", role.place)


def _atoms(rules: Iterable[Rule]) -> Iterator[Compound]:
    for rule in rules:
        yield rule.head
        yield from _body_atoms([rule])


def _body_atoms(rules: Iterable[Rule]) -> Iterator[Compound]:
    return (c.atom for rule in rules for c in rule.body if isinstance(c, Literal))


def _functions(terms: Iterable[Term]) -> Iterator[Compound]:
    for term in terms:
        if isinstance(term, Compound):
            yield term
            yield from _functions(term.args)


def _signature(term: Constant | Compound) -> Relation:
    return term.relation if isinstance(term, Compound) else (term.name, 0)


def _name(term: Term) -> str:
    return "" if isinstance(term, Variable) else term.name


def _named(term: Term) -> str:
    return f"{term.name} with {_count(len(term.args), 'argument')}" if isinstance(term, Compound) else str(term)


def _value_text(value: Value) -> str:
    return value if isinstance(value, str) else f"({value[0]} …)"


def _shortened(text: str) -> str:
    return text if len(text) <= GOAL_WIDTH else f"{text[:GOAL_WIDTH]}…"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number or 'no'} {noun}s"
