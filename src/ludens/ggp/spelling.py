"""Between the spelling of a rulesheet, which counts on the wire, and that of a loaded game, which is lower case."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ludens.game import Move
from ludens.ggp.messages import read_move

SYMBOL = re.compile(r"[^\s()]+")


class Spelling:
    """How the symbols of a game are written. ``first``: each name in lower case, as its rulesheet first writes it.

    ``apart``: names of the game for words that differ from an earlier one only in case, with these words.
    """

    def __init__(self, first: Mapping[str, str], apart: Mapping[str, str] | None = None) -> None:
        self._first = {**first, **(apart or {})}
        self._apart = {word: name for name, word in (apart or {}).items()}

    def written(self, term: str) -> str:
        """A move, role or percept of the game as the rulesheet spells it."""
        return SYMBOL.sub(lambda found: self._first.get(found.group(), found.group()), term)

    def in_game(self, term: str) -> str:
        """A compact term from the wire in the game's own names."""
        return SYMBOL.sub(lambda found: self._apart.get(found.group(), found.group().lower()), term)

    @staticmethod
    def known(text: str) -> Move:
        """A term from the wire as the game knows it; raises MessageError if it is not a term."""
        return read_move(text).lower()
