"""The Game Description Language: text → terms → checked rules → a game that can be played."""

from __future__ import annotations

from ludens.game import GameInfo
from ludens.gdl.parser import parse
from ludens.gdl.reasoner import Budget, Reasoner
from ludens.gdl.source import Source


def load_rules(source: Source, info: GameInfo | None = None, budget: Budget | None = None) -> Reasoner:
    """The game of a rulesheet; raises RulesError with every mistake in it."""
    sheet, _ = parse(source)
    return Reasoner(sheet, info, budget)
