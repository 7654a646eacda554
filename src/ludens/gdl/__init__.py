"""The Game Description Language: text → terms → checked rules → a game that can be played."""

from __future__ import annotations

from ludens.game import GameInfo
from ludens.gdl.checker import check
from ludens.gdl.mistakes import MistakesError, Problem, errors
from ludens.gdl.other_languages import refuse_other_languages
from ludens.gdl.parser import parse
from ludens.gdl.reasoner import Budget, Reasoner
from ludens.gdl.terms import RuleSheet
from ludens.rules.source import Source

__all__ = ["Budget", "Reasoner", "Source", "examined", "load_rules", "read_rules", "right_rules"]


def read_rules(source: Source) -> tuple[RuleSheet, list[Problem]]:
    """The rules of a sheet with all that is wrong or odd about them, by place.

    Raises RulesError where reading cannot go on, such as for parentheses that do not match, and SourceError for rules
    in another language.
    """
    refuse_other_languages(source)
    sheet, problems = parse(source)
    if not errors(problems):
        problems += check(sheet)
    return sheet, sorted(problems, key=lambda problem: problem.place)


def examined(source: Source) -> tuple[RuleSheet, list[Problem], Reasoner | None]:
    """As ``read_rules``, with what is wrong with the first position too, and the game where nothing is.

    Raises as ``read_rules`` does, and BudgetError where the first position asks for too much.
    """
    sheet, problems = read_rules(source)
    if errors(problems):
        return sheet, problems, None
    try:
        return sheet, problems, Reasoner(sheet)
    except MistakesError as error:
        return sheet, sorted([*problems, *error.problems], key=lambda problem: problem.place), None


def right_rules(source: Source) -> RuleSheet:
    """The rules of a sheet without errors; raises RulesError with every mistake otherwise.

    A game of them is refused with a RulesError too where nobody could make a first move.
    """
    sheet, problems = read_rules(source)
    if errors(problems):
        raise MistakesError(source, errors(problems))
    return sheet


def load_rules(source: Source, info: GameInfo | None = None, budget: Budget | None = None) -> Reasoner:
    """The game of a rulesheet, played by the reasoner alone; raises RulesError with every mistake in it."""
    return Reasoner(right_rules(source), info, budget)
