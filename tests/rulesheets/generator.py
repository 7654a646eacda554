"""Small random rulesheets for hypothesis: every construct of the language, in any combination that the checker allows.

A sheet is written from a random number; hypothesis then decides which rules and conditions stay. So a sheet that shows
a fault shrinks to the few lines that are needed for it.

Arguments have sorts, so that terms cannot grow without end: a constant, or a function term over constants. Relations
have layers, so that nothing rests on its own negation. Lines that the checker refuses all the same are left out.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hypothesis import assume
from hypothesis import strategies as st

from ludens.gdl import Reasoner, Source, examined
from ludens.gdl.mistakes import errors

CONSTANT, TERM = "constant", "term"
Sorts = tuple[str, ...]

CONSTANTS = ("a", "b", "1")
STRANGER = "c"
"""A constant of which no fact speaks, so that little about it ever holds."""

VARIABLES = {CONSTANT: ("?x", "?y", "?z"), TERM: ("?s", "?t")}
FUNCTIONS: dict[str, int] = {"one": 1, "two": 2}
TERMS: dict[str, Sequence[str]] = {CONSTANT: CONSTANTS, TERM: ("(one a)", "(one b)", "(two a b)", "(two b 1)")}

STATIC: dict[str, Sorts] = {"d": (CONSTANT,), "e": (CONSTANT, CONSTANT), "w": (TERM,), "k": (CONSTANT,) * 5}
FLUENTS: dict[str, Sorts] = {"off": (), "at": (CONSTANT,), "on": (CONSTANT, CONSTANT), "has": (TERM,), "e": (CONSTANT,)}
MOVES: dict[str, Sorts] = {"rest": (), "go": (CONSTANT,), "put": (CONSTANT, TERM)}
PAIR = (CONSTANT, CONSTANT)
SHAPES: tuple[Sorts, ...] = ((), (CONSTANT,), PAIR, PAIR, PAIR, (TERM,), (CONSTANT, TERM, CONSTANT))

NEVER = ("(ghost {})", "(true (ghost {}))", "(true nothing)", "never")
"""What nothing ever makes true; its denial always holds."""

USUAL = (
    ("(next ?f)", "(true ?f)", "(kept ?f)"),
    ("(next ?f)", "(true ?f)", "(does red rest)"),
    ("(next ?f)", "(true ?f)", "(not (kept ?f))", "(distinct ?f off)"),
    ("(next (at ?x))", "(true (at ?x))", "(not (does red (go ?x)))"),
    ("(next (on ?x ?y))", "(true (on ?x ?y))", "(not (moved ?x))"),
    ("(moved ?x)", "(does ?r (go ?x))"),
    ("(next (at ?x))", "(does ?r (go ?x))"),
    ("(next (has ?s))", "(does ?r (put ?x ?s))"),
    ("(next (has ?s))", "(true (has ?s))", "(true (on ?x ?y))"),
    ("(next (has (two ?x ?y)))", "(does red (go ?x))", "(true (at ?y))"),
    ("(next (on ?x ?y))", "(does red (go ?x))", "(true (at ?y))"),
    ("(next (on ?y ?x))", "(does ?r (go ?x))", "(d ?y)"),
)
"""Rules of a kind that most games have: whole fluents, frames, and the effects of moves."""

USUAL_MOVES = (
    ("(legal ?r (go ?x))", "(role ?r)", "(d ?x)"),
    ("(legal red (go ?x))", "(e ?x ?y)", "(not (true (at ?x)))"),
    ("(legal red (put ?x ?s))", "(w ?s)", "(d ?x)"),
    ("(legal red (put ?x (one ?y)))", "(true (on ?x ?y))"),
)

CANNOT_BEGIN = ("no-role", "no-legal", "no-goal", "no-terminal", "over-at-start", "no-first-move", "only-random")
"""Mistakes that leaving out lines would not mend."""

LAST = 3
"""The last step of every game: a counter ends it if nothing else does."""

Rule = tuple[str, ...]
"""A head and its conditions."""


@dataclass(frozen=True)
class Relation:
    """Something that a condition can ask for: ``(name …)``, wrapped as in ``(true (name …))``."""

    name: str
    sorts: Sorts
    wrapped: str = "{}"


@st.composite
def rulesheets(draw: st.DrawFn) -> Reasoner:
    """The game of a sheet without errors."""
    chooser = random.Random(draw(st.integers(0, 2**64 - 1)))
    rules = list(dict.fromkeys(Writer(chooser).rules()))
    chooser.shuffle(rules)
    stays = st.integers(0, 30).map(bool)  # nearly always; but what shrinks is left out
    lines = []
    for head, *body in rules:
        if draw(stays):
            conditions = [condition for condition in body if draw(stays)]
            lines.append(f"(<= {head} {' '.join(conditions)})" if conditions else head)
    if chooser.random() < 0.05:
        lines = [line.upper() for line in lines]
    return without_mistakes(lines)


def without_mistakes(lines: list[str]) -> Reasoner:
    """The game of the lines that the checker accepts together; gives the example up when it cannot begin."""
    while True:
        source = Source("\n".join(lines), "random rules")
        _, problems, game = examined(source)
        if game is not None:
            return game
        wrong = {problem.place.line - 1 for problem in errors(problems)}
        assume(len(wrong) < len(lines) and not any(problem.code in CANNOT_BEGIN for problem in problems))
        lines = [line for number, line in enumerate(lines) if number not in wrong]


class Writer:
    """Writes the rules of one sheet."""

    def __init__(self, chooser: random.Random) -> None:
        self._chooser = chooser

    def rules(self) -> Iterator[Rule]:
        chooser = self._chooser
        roles = chooser.choice((["red"], ["red", "blue"], ["red", "blue"], ["red", "blue", "green"], ["red", "random"]))
        static = [Relation("role", (CONSTANT,)), *(Relation(*entry) for entry in STATIC.items())]
        fluents = [Relation(name, sorts, "(true {})") for name, sorts in FLUENTS.items()]
        yield from ((f"(role {role})",) for role in roles)
        yield from self._facts()
        yield from self._counter(roles)
        position = [*static, *fluents, *fluents, *fluents]
        for layer in range(chooser.randrange(3)):
            unchanging = chooser.random() < 0.25
            relation = Relation(f"p{layer}", chooser.choice(SHAPES))
            yield from self._derived(relation, static if unchanging else position)
            position += [relation] * 3
            static += [relation] if unchanging else []
        does = [Relation(name, sorts, f"(does {who} {{}})") for name, sorts in MOVES.items() for who in (*roles, "?r")]
        after = [*position, *does]
        for layer in range(chooser.randrange(2)):
            relation = Relation(f"q{layer}", chooser.choice(SHAPES))
            yield from self._derived(relation, after)
            after += [relation] * 4
        yield from chooser.sample(USUAL_MOVES, chooser.randint(1, 3))
        yield from self._heads("(legal {role} {head})", MOVES, position, roles, chooser.randint(0, 2))
        yield from chooser.sample(USUAL, chooser.randint(2, 4))
        yield from self._heads("(next {head})", FLUENTS, after, roles, chooser.randint(2, 4))
        yield from self._goals([*position, *[Relation("terminal", ())] * 3], roles)
        yield from self._heads("terminal", {"": ()}, position, roles, chooser.randrange(2))
        yield from self._heads("(sees {role} {head})", MOVES, after, roles, chooser.randrange(3))

    def _facts(self) -> Iterator[Rule]:
        for kind, relations, share in (("", STATIC, 0.5), ("init", FLUENTS, 0.4), ("kept", FLUENTS, 0.2)):
            for name, sorts in relations.items():
                for arguments in itertools.product(*(TERMS[sort] for sort in sorts)):
                    if self._chooser.random() < share / (1 if len(sorts) < 3 else 3 ** len(sorts) / 3):
                        atom = f"({name} {' '.join(arguments)})" if arguments else name
                        yield (f"({kind} {atom})" if kind else atom,)

    def _counter(self, roles: Sequence[str]) -> Iterator[Rule]:
        yield from ((f"(after {step} {step + 1})",) for step in range(LAST))
        yield ("(init (step 0))",)
        yield ("(next (step ?m))", "(true (step ?n))", "(after ?n ?m)")
        yield ("terminal", f"(true (step {LAST}))")
        if self._chooser.random() < 0.8:
            yield ("(legal ?r rest)", "(role ?r)")
        yield from ((f"(legal {role} (go {self._chooser.choice(CONSTANTS)}))",) for role in roles)

    def _derived(self, relation: Relation, known: list[Relation]) -> Iterator[Rule]:
        """The rules of a relation of one more layer, some of which may rest on itself."""
        chooser, name = self._chooser, relation.name
        for _ in range(chooser.randint(1, 3)):
            yield self._rule(name, relation.sorts, known)
        if chooser.random() < 0.5:
            head = self._atom(name, relation.sorts)
            lively = [other for other in known if other.wrapped != "{}" or other.name[0] in "pq"] or known
            yield (head, self._condition(chooser.choice(lively), set()))
            yield (head, f"(not {self._condition(chooser.choice(lively), set())})")
        if relation.sorts and chooser.random() < 0.3:
            yield self._rule(name, relation.sorts, known, first=relation)
        if relation.sorts == PAIR and chooser.random() < 0.6:
            pair = chooser.choice(("(e {} {})", "(true (on {} {}))"))
            yield (f"({name} ?x ?y)", pair.format("?x", "?y"))
            yield (f"({name} ?x ?z)", f"({name} ?x ?y)", chooser.choice((f"({name} ?y ?z)", "(true (on ?y ?z))")))

    def _heads(
        self, head: str, kinds: dict[str, Sorts], known: list[Relation], roles: Sequence[str], number: int
    ) -> Iterator[Rule]:
        for name in self._chooser.choices(list(kinds), k=number):
            yield self._rule(name, kinds[name], known, head.replace("{role}", self._chooser.choice(roles)))

    def _goals(self, known: list[Relation], roles: Sequence[str]) -> Iterator[Rule]:
        for role in roles:
            kind = self._chooser.randrange(4)
            if kind == 0:
                yield (f"(goal {role} {self._chooser.choice((0, 50, 100))})",)
            elif kind == 1:
                yield self._rule("", (), known, f"(goal {role} 100)")
                yield (f"(goal {role} 0)", f"(not (goal {role} 100))")
            elif kind == 2:
                yield from (self._rule("", (), known, f"(goal {role} {value})") for value in (0, 50, 100))
            else:
                yield from (("(worth a 30)",), ("(worth b 101)",), ("(worth 1 b)",))
                yield (f"(goal {role} ?v)", "(worth ?x ?v)", "(true (at ?x))")

    def _rule(
        self, name: str, sorts: Sorts, known: list[Relation], head: str = "{head}", first: Relation | None = None
    ) -> Rule:
        """One rule: what binds variables, then what tests them, then the head made of them."""
        chooser, bound = self._chooser, set[str]()
        relations = [*([first] if first else []), *chooser.choices(known, k=chooser.choice((0, 1, 1, 2)))]
        body = [self._condition(relation, bound, binds=True) for relation in relations]
        body += [self._test(known, bound) for _ in range(chooser.choice((0, 0, 1, 1, 2)))]
        chooser.shuffle(body)
        return (head.replace("{head}", self._atom(name, sorts, bound) if name else ""), *body)

    def _test(self, known: list[Relation], bound: set[str], depth: int = 0) -> str:
        """A condition that binds nothing: a denial, a comparison, or a choice of such and of what holds."""
        chooser = self._chooser
        kind = chooser.choice(("not", "not", "distinct", "never", "holds", *(("or", "or", "and") if depth < 2 else ())))
        if kind == "not":
            return f"(not {self._condition(chooser.choice(known), bound)})"
        if kind == "distinct":
            sort = chooser.choice((CONSTANT, TERM))
            compared = f"(distinct {self._argument(sort, bound)} {self._argument(sort, bound)})"
            return compared if chooser.random() < 0.7 else f"(not {compared})"
        if kind == "never":
            never = chooser.choice(NEVER).format(self._argument(CONSTANT, bound))
            return f"(not {never})" if chooser.random() < 0.8 else never
        if kind == "holds":
            return self._condition(chooser.choice(known), bound)
        parts = " ".join(self._test(known, bound, depth + 1) for _ in range(chooser.randint(1, 3)))
        return f"({kind} {parts})" if chooser.random() < 0.7 else f"(not ({kind} {parts}))"

    def _condition(self, relation: Relation, bound: set[str], binds: bool = False) -> str:
        return relation.wrapped.format(self._atom(relation.name, relation.sorts, bound, binds))

    def _atom(self, name: str, sorts: Sorts, bound: set[str] | None = None, binds: bool = False) -> str:
        arguments = [self._argument(sort, bound or set(), binds) for sort in sorts]
        if binds and bound is not None:
            bound.update(re.findall(r"\?\w", " ".join(arguments)))
        return f"({name} {' '.join(arguments)})" if arguments else name

    def _argument(self, sort: str, bound: set[str], binds: bool = False) -> str:
        """A term of a sort: mostly a variable, if there is one that is bound or may be."""
        chooser = self._chooser
        variables = [variable for variable in VARIABLES[sort] if binds or variable in bound]
        if variables and chooser.random() < 0.75:
            return chooser.choice(variables)
        if sort == CONSTANT:
            return chooser.choice((*CONSTANTS, STRANGER))
        name = chooser.choice(list(FUNCTIONS))
        return f"({name} {' '.join(self._argument(CONSTANT, bound, binds) for _ in range(FUNCTIONS[name]))})"
