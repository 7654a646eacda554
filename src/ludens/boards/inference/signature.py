"""The fluents of a rulesheet as the drawing sees them: what each argument can be, how it is counted and called."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ludens.boards.description import BLANKS
from ludens.boards.orders import Axis, Orders
from ludens.gdl.domains import DECLARED, FLUENT, MOVE, Domains, constants, infer_domains
from ludens.gdl.reasoner import Reasoner
from ludens.gdl.terms import INIT, NEXT, TRUE, Compound, Literal, Relation, Rule, Variable
from ludens.rules.ground_rules import ground_text

COLUMN_NAMES = ("col", "file", "x", "c")
ROW_NAMES = ("row", "rank", "y", "r")


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument: its values, in order if they have one; whether they are roles; what variables call it.

    ``hint`` is above 0 for a column, below for a row, 0 when nothing is known.
    """

    values: frozenset[str]
    axis: Axis | None
    is_role: bool
    hint: int

    @property
    def is_ordered(self) -> bool:
        """Whether it may be a coordinate."""
        return self.axis is not None and not self.is_role


@dataclass(frozen=True, slots=True)
class Fluent:
    """The terms of one name and number of arguments, with those that are true at the start."""

    name: str
    arguments: tuple[Argument, ...]
    start: tuple[tuple[str, ...], ...]
    stays: bool = False
    """Whether what is true of it once is true for ever."""

    @property
    def relation(self) -> Relation:
        """Name and number of arguments."""
        return self.name, len(self.arguments)

    def blank(self, number: int) -> str | None:
        """The value of an argument that means nothing: a usual name for it, if most places have it at the start."""
        argument = self.arguments[number]
        if argument.axis is not None:
            return None
        usual = [name for name in BLANKS if name in argument.values]
        counted = Counter(fact[number] for fact in self.start)
        (most, count), (_, next_count) = (*counted.most_common(2), ("", 0), ("", 0))[:2]
        if most in usual and count > max(1, next_count):
            return most
        numbers = all(value.isdecimal() for value in argument.values.difference(BLANKS))
        return next((name for name in usual if len(name) > 3 or numbers), None)

    def has_blank(self) -> bool:
        """Whether the start lists also the places where nothing is."""
        return any(
            (name := self.blank(number)) is not None and any(fact[number] == name for fact in self.start)
            for number in range(len(self.arguments))
        )

    def is_key(self, numbers: Sequence[int]) -> bool:
        """Whether at the start these arguments tell all terms apart."""
        return len({tuple(fact[number] for number in numbers) for fact in self.start}) == len(self.start)


@dataclass(frozen=True, slots=True)
class Signature:
    """All fluents with arguments, and the values of the arguments of all moves."""

    fluents: tuple[Fluent, ...]
    moves: dict[Relation, tuple[frozenset[str], ...]]
    roles: tuple[str, ...]


def signature(game: Reasoner) -> Signature:
    """The signature of a game, from its rules and its first position."""
    domains, orders = infer_domains(game.sheet.rules), Orders(game.sheet.rules)
    hints, staying = _hints(game.sheet.rules), _staying(game.sheet.rules)
    roles = frozenset(game.info.roles)
    start: defaultdict[Relation, list[tuple[str, ...]]] = defaultdict(list)
    for term in sorted(game.initial_state(), key=ground_text):
        if isinstance(term, tuple):
            start[str(term[0]), len(term) - 1].append(tuple(map(ground_text, term[1:])))
    fluents = []
    for relation in domains.named(FLUENT):
        values = [_known(domains, FLUENT, relation, number) for number in range(relation[1])]
        arguments = tuple(
            Argument(found, orders.axis(found), found <= roles, hints[relation][number])
            for number, found in enumerate(values)
        )
        fluent = Fluent(relation[0], arguments, tuple(start[relation]), relation in staying)
        fluents.append(_narrowed(fluent, orders) if fluent.has_blank() or _is_complete(fluent) else fluent)
    moves = {
        relation: tuple(_known(domains, MOVE, relation, number) for number in range(relation[1]))
        for relation in domains.named(MOVE)
    }
    return Signature(tuple(fluents), moves, game.info.roles)


def _known(domains: Domains, kind: str, relation: Relation, number: int) -> frozenset[str]:
    """The constants an argument can be, as declared if the sheet declares it; none when it can be a function term."""
    found = constants(domains.of(kind, relation)[number]) or frozenset()
    declared = constants(domains.of(f"{DECLARED} {kind}", relation)[number]) or frozenset()
    return found & declared or found


def _narrowed(fluent: Fluent, orders: Orders) -> Fluent:
    """The fluent with the coordinates that occur at the start, where every place is listed."""
    arguments = []
    for number, argument in enumerate(fluent.arguments):
        seen = frozenset(fact[number] for fact in fluent.start)
        narrow = orders.axis(seen) if argument.values and seen <= argument.values else None
        coordinate = narrow is not None and len(seen) * len(seen) >= len(fluent.start) / 4
        known = coordinate and fluent.blank(number) is None
        arguments.append(replace(argument, values=seen, axis=narrow) if known else argument)
    return replace(fluent, arguments=tuple(arguments))


def _is_complete(fluent: Fluent) -> bool:
    """Whether the start has one term for every pair of values that two neighbouring arguments have there."""
    for first in range(len(fluent.arguments) - 1):
        sizes = [len({fact[number] for fact in fluent.start}) for number in (first, first + 1)]
        if min(sizes) > 1 and sizes[0] * sizes[1] == len(fluent.start) and fluent.is_key((first, first + 1)):
            return len(fluent.arguments) > 2 and all(_is_run(fluent, number) for number in (first, first + 1))
    return False


def _is_run(fluent: Fluent, number: int) -> bool:
    """Whether the values that an argument has at the start follow each other without a gap."""
    seen, axis = {fact[number] for fact in fluent.start}, fluent.arguments[number].axis
    if axis is None:
        return True
    found = [place for place, name in enumerate(axis) if name in seen]
    return found[-1] - found[0] == len(found) - 1


def _hints(rules: Sequence[Rule]) -> defaultdict[Relation, defaultdict[int, int]]:
    """For every argument of a fluent, how much more often its variables are called columns than rows."""
    found: defaultdict[Relation, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
    for rule in rules:
        atoms = [rule.head, *(c.atom for c in rule.body if isinstance(c, Literal))]
        for term in (atom.args[0] for atom in atoms if atom.relation in (TRUE, NEXT, INIT)):
            if isinstance(term, Compound):
                for number, vote in _votes(term):
                    found[term.relation][number] += vote
    return found


def _staying(rules: Sequence[Rule]) -> set[Relation]:
    """The fluents of which a rule says, without any other condition, that what is true stays true."""
    found = set()
    for rule in rules:
        literal = rule.body[0] if len(rule.body) == 1 else None
        if rule.head.name == "next" and isinstance(literal, Literal) and literal.atom.name == "true":
            term = rule.head.args[0]
            if isinstance(term, Compound) and term == literal.atom.args[0] and _is_general(term):
                found.add(term.relation)
    return found


def _is_general(term: Compound) -> bool:
    return all(isinstance(argument, Variable) for argument in term.args) and len(set(term.args)) == len(term.args)


def _votes(term: Compound) -> Iterator[tuple[int, int]]:
    for number, argument in enumerate(term.args):
        name = argument.name if isinstance(argument, Variable) else ""
        yield number, name.startswith(COLUMN_NAMES) - name.startswith(ROW_NAMES)
