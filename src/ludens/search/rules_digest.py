"""Which rules a game has, as a short text: the same for a sheet under another name, another for a changed one."""

from __future__ import annotations

import hashlib
import re
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.gdl.terms import Rule, RuleSheet
from ludens.rules.contract import HasSheet
from ludens.search.once import once

LENGTH = 16
VARIABLE = re.compile(r"\?[^\s()]+")


def rules_digest(game: LoadedGame[Any]) -> str:
    """A hash of what the rules say, whatever the order of rules, names of variables, spaces and comments.

    A game without a rulesheet is known by its class and its name, which tells its parameters.
    """
    return once(game, rules_digest, lambda: _digest(game))


def _digest(game: LoadedGame[Any]) -> str:
    if not isinstance(game, HasSheet):
        text = f"{type(game).__module__}.{type(game).__qualname__} {game.info.name}"
    elif isinstance(game.sheet, RuleSheet):
        # Moves are drawn and positions are numbered in the order of roles, but of nothing else that is written.
        text = "\n".join([*game.info.roles, *sorted(set(map(_plain, game.sheet.rules)))])
    else:
        text = str(game.sheet.source.text)
    return hashlib.sha256(text.encode()).hexdigest()[:LENGTH]


def _plain(rule: Rule) -> str:
    """A rule with variables numbered in the order in which they appear."""
    numbers: dict[str, str] = {}
    return VARIABLE.sub(lambda found: numbers.setdefault(found[0], f"?{len(numbers)}"), str(rule))
