"""Every mistake that Ludens finds in rulesheets: a table for users, for the documentation and for the tests.

In an example ``»`` marks the place at which the mistake is reported. Most examples are to be read as added to a
sheet that is otherwise right.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass

from ludens.game import RulesError
from ludens.rules.source import Place, Source


class Severity(enum.Enum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A kind of mistake. ``alone``: the example is a whole sheet."""

    severity: Severity
    meaning: str
    example: str
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in a rulesheet; ``code`` names its kind in MISTAKES."""

    code: str
    message: str
    place: Place

    @property
    def severity(self) -> Severity:
        return MISTAKES[self.code].severity


class MistakesError(RulesError):
    """A rulesheet with mistakes, which it holds as ``problems``."""

    def __init__(self, source: Source, problems: Iterable[Problem]) -> None:
        self.source, self.problems = source, tuple(problems)
        report = "\n".join(show(source, problem) for problem in self.problems)
        super().__init__(report, [(problem.place.line, problem.place.column) for problem in self.problems])

    def __reduce__(self) -> tuple[type[MistakesError], tuple[object, ...]]:
        return MistakesError, (self.source, self.problems)


def show(source: Source, problem: Problem) -> str:
    """The problem in the form ``name:line:column: error: message [code]``, its line, and a caret."""
    line, column = problem.place
    head = f"{source.name}:{line}:{column}: {problem.severity.value}: {problem.message} [{problem.code}]"
    return f"{head}\n{source.excerpt(problem.place)}"


def errors(problems: Iterable[Problem]) -> list[Problem]:
    """The problems that make a sheet unusable, by place."""
    found = [problem for problem in problems if problem.severity is Severity.ERROR]
    return sorted(found, key=lambda problem: problem.place)


MISTAKES: dict[str, Mistake] = {
    "empty": Mistake(
        Severity.ERROR,
        "The sheet contains no rules.",
        "»; only a comment",
        alone=True,
    ),
    "too-long": Mistake(
        Severity.ERROR,
        "The sheet has more symbols and parentheses than any game should need.",
        "(role a) (role b) »(role c) and so on for half a million symbols",
        alone=True,
    ),
    "too-deep": Mistake(
        Severity.ERROR,
        "Parentheses are nested deeper than any game should need.",
        "(" * 200 + "»(" + ")" * 201,
        alone=True,
    ),
    "long-name": Mistake(
        Severity.ERROR,
        "A name, or a number, of more than a thousand characters.",
        "(lamp »" + "9" * 1_001 + ")",
    ),
    "too-many-alternatives": Mistake(
        Severity.ERROR,
        "The `or`s of one rule multiply to too many rules. Give the parts relations of their own.",
        "»(<= (odd ?x)" + " (or (p ?x) (q ?x))" * 20 + ")",
    ),
    "parenthesis": Mistake(
        Severity.ERROR,
        "A parenthesis is never closed, or closes nothing.",
        "»(<= (won) (true (cell 1 1 x))",
    ),
    "empty-parentheses": Mistake(
        Severity.ERROR,
        "A pair of parentheses with nothing inside.",
        "(<= won (true »()))",
    ),
    "name-expected": Mistake(
        Severity.ERROR,
        "A name must follow an opening parenthesis, not a variable or another list.",
        "(<= won (true (»?what 1 2)))",
    ),
    "variable-as-atom": Mistake(
        Severity.ERROR,
        "A variable stands in the place of a condition, which is true or false.",
        "(<= won (light 1) »?x)",
    ),
    "rule-without-head": Mistake(
        Severity.ERROR,
        "`<=` is followed by nothing.",
        "»(<=)",
    ),
    "keyword-misplaced": Mistake(
        Severity.ERROR,
        "A word of the language is used as a name of the game's own, or as a head, which it cannot be: "
        "`true` and `does` come from the position and the moves; `distinct`, `not`, `or` and `and` are not relations.",
        "(<= »(true (light ?n)) (lamp ?n))",
    ),
    "arity": Mistake(
        Severity.ERROR,
        "A word of the language has the wrong number of arguments, such as `goal` without its value.",
        "(<= »(goal you) (light 1))",
    ),
    "no-role": Mistake(
        Severity.ERROR,
        "There is no `role`, so nobody plays.",
        "»(<= terminal (true (light 1)))\n(<= (goal you 100) terminal)\n(legal you push)",
        alone=True,
    ),
    "no-legal": Mistake(
        Severity.ERROR,
        "There is no rule for `legal`, so nobody can move.",
        "»(role you)\n(<= terminal (true (light 1)))\n(<= (goal you 100) terminal)",
        alone=True,
    ),
    "no-goal": Mistake(
        Severity.ERROR,
        "There is no rule for `goal`, so nobody can win.",
        "»(role you)\n(<= terminal (true (light 1)))\n(legal you push)",
        alone=True,
    ),
    "no-terminal": Mistake(
        Severity.ERROR,
        "There is no rule for `terminal`, so the game cannot end.",
        "»(role you)\n(goal you 100)\n(legal you push)",
        alone=True,
    ),
    "not-ground": Mistake(
        Severity.ERROR,
        "A fact contains a variable, so it would hold for everything.",
        "(lamp »?anything)",
    ),
    "unsafe-variable": Mistake(
        Severity.ERROR,
        "A variable of the head, of a `not` or of a `distinct` occurs in no positive condition, "
        "so nothing says what it may stand for.",
        "(<= (dark ?n) (not (true (light »?n))))",
    ),
    "depends-on-position": Mistake(
        Severity.ERROR,
        "`role`, `init`, `base` and `input` describe the game before it begins, so they cannot depend on `true` or "
        "`does`.",
        "(<= (init (light 2)) »(true (light 1)))",
    ),
    "depends-on-moves": Mistake(
        Severity.ERROR,
        "`legal`, `goal` and `terminal` are decided before the moves are known, so they cannot depend on `does`.",
        "(<= terminal »(does you quit))",
    ),
    "negation-cycle": Mistake(
        Severity.ERROR,
        "Something depends on its own negation, so neither it nor its opposite follows.",
        "(<= (awake ?n) (lamp ?n) (not »(asleep ?n)))\n(<= (asleep ?n) (lamp ?n) (not (awake ?n)))",
    ),
    "endless-recursion": Mistake(
        Severity.ERROR,
        "A relation that depends on itself must take each argument of the inner use from its head, from a constant or "
        "from another condition (the recursion restriction of GDL); otherwise it may build new terms without end.",
        "(number 0)\n(<= (number (next_of ?n)) (number »?n))\n(<= (light_number ?n) (number ?n))",
    ),
    "goal-value": Mistake(
        Severity.ERROR,
        "A goal is a whole number from 0 to 100. A variable in its place must be able to stand for one.",
        "(<= (goal you »150) (light 1))",
    ),
    "over-at-start": Mistake(
        Severity.ERROR,
        "The game is over in its first position: there is nothing to play.",
        "(role you)\n(legal you push)\n(init (light 1))\n»(<= terminal (true (light 1)))\n(goal you 100)",
        alone=True,
    ),
    "no-first-move": Mistake(
        Severity.ERROR,
        "A role has no legal move in the first position. Every role moves in every step, if only to wait.",
        "»(role other)",
    ),
    "differing-arity": Mistake(
        Severity.WARNING,
        "One name has different numbers of arguments. Ludens treats these as different things.",
        "(<= won (lamp 1) »(lamp 1 2))",
    ),
    "function-and-relation": Mistake(
        Severity.WARNING,
        "One name stands both for a relation and for a term.",
        "(<= won (true »(lamp 1)))",
    ),
    "never-defined": Mistake(
        Severity.WARNING,
        "A relation that no rule defines is always false. This is often a misspelling.",
        "(<= won »(lump 1))",
    ),
    "never-true": Mistake(
        Severity.WARNING,
        "Neither `init` nor `next` ever makes this part of the position true.",
        "(<= won (true »(lite 1)))",
    ),
    "never-legal": Mistake(
        Severity.WARNING,
        "This move is never legal.",
        "(<= (next (light 3)) (does you »(pish 3)))",
    ),
    "never-used": Mistake(
        Severity.WARNING,
        "The relation is defined, but nothing uses it.",
        "»(colour red)",
    ),
    "unknown-role": Mistake(
        Severity.WARNING,
        "A name in the place of a role is not a role. This is often a misspelling.",
        "(legal »me wait)",
    ),
    "only-random": Mistake(
        Severity.ERROR,
        "The only role is `random`, whose moves are drawn, so nobody plays.",
        "(role »random)\n(legal random push)\n(<= terminal (true (light 1)))\n(<= (goal random 0) terminal)",
        alone=True,
    ),
    "blind-role": Mistake(
        Severity.WARNING,
        "In a sheet with `sees`, a role knows only what it sees. No rule lets this role see anything, not even the "
        "moves of others.",
        "(role »other)\n(legal other wait)\n(<= (sees you ?move) (does other ?move))",
    ),
    "forgotten-variable": Mistake(
        Severity.WARNING,
        "A name that occurs in no other rule, where a variable is probably meant: the `?` is missing.",
        "(<= won (true (light ?m)) (lamp »m))",
    ),
    "not-carried-over": Mistake(
        Severity.WARNING,
        "In the next position only that is true which a rule for `next` makes true. Several of these facts hold at the "
        "beginning, and no rule says that they stay: after the first move all are gone but those that it sets itself. "
        "Add a rule such as `(<= (next (pile ?n)) (true (pile ?n)) (not (taken ?n)))`.",
        "(init (pile 1))\n(init (pile 2))\n»(<= (next (pile ?n)) (does you (push ?n)))",
    ),
    "prose": Mistake(
        Severity.ERROR,
        "Words outside of parentheses: text, not rules. A comment begins with `;` in every line.",
        "»This is a game for two players and they take turns",
    ),
    "needless-parentheses": Mistake(
        Severity.WARNING,
        "Parentheses around a lone name. `(open)` is read as `open`.",
        "(<= won (lamp 1) »(terminal))",
    ),
    "nested-or": Mistake(
        Severity.WARNING,
        "An `or` directly inside an `or`, or an `and` directly inside an `and`.",
        "(<= won (lamp 1) (or (true (light 1)) »(or (true (light 2)) (true (light 3)))))",
    ),
    "empty-or": Mistake(
        Severity.WARNING,
        "An `or` of nothing is never true, an `and` of nothing always.",
        "(<= won (lamp 1) »(or))",
    ),
    "unusual-characters": Mistake(
        Severity.WARNING,
        "A name with characters that other programs may not read.",
        "(<= won (lamp »größe))",
    ),
}
