"""Which rules a game has, as a short text: the same for a sheet under another name, another for a changed one."""

from __future__ import annotations

import hashlib
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.rules.contract import HasCanonicalText, HasSheet
from ludens.search.once import once

LENGTH = 16


def rules_digest(game: LoadedGame[Any]) -> str:
    """A hash of what the rules say, in whatever words, as far as their language can tell.

    A game without a rulesheet is known by its class and its name, which tells its parameters.
    """
    return once(game, rules_digest, lambda: _digest(game))


def _digest(game: LoadedGame[Any]) -> str:
    if not isinstance(game, HasSheet):
        text = f"{type(game).__module__}.{type(game).__qualname__} {game.info.name}"
    elif isinstance(game.sheet, HasCanonicalText):
        # Moves are drawn and positions are numbered in the order of roles, but of nothing else that is written.
        text = "\n".join([*game.info.roles, game.sheet.canonical])
    else:
        text = str(game.sheet.source.text)
    return hashlib.sha256(text.encode()).hexdigest()[:LENGTH]
