"""The words in which one player of a match is sent rules and moves: those of the rulesheet, or scrambled ones.

Scrambled rules are the same rules: constants, functions, relations and variables have other names, each the same
everywhere. Keywords and whole numbers stay, and so does the order of the rules. A player that relies on names such as
``cell`` or ``control`` will fail; the record of the match has the names of the rulesheet.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Protocol

from ludens.game import Move
from ludens.gdl.terms import CHANCE, CONNECTIVES, RESERVED_RELATIONS, RuleSheet
from ludens.ggp.messages import MessageError, compact, read_move
from ludens.ggp.spelling import SYMBOL, Spelling
from ludens.rules.source import Source

KEYWORDS = CONNECTIVES | frozenset(RESERVED_RELATIONS) | {CHANCE, "nil"}

ONSETS = ("b", "br", "c", "ch", "d", "f", "g", "gr", "h", "l", "m", "n", "p", "pl", "r", "s", "st", "t", "tr", "v")
VOWELS = ("a", "e", "i", "o", "u", "ea", "ou")
CODAS = ("", "", "l", "n", "nd", "r", "rk", "s", "sh", "st", "t")


class Vocabulary(Protocol):
    """The words of one player. ``rules``: what it is sent at the start."""

    @property
    def rules(self) -> str:
        """The rules in these words."""

    def write(self, term: str) -> str:
        """A role, move or percept of the game, in the words of the player."""

    def read(self, text: str) -> Move:
        """What the player wrote, as a term of the game; raises MessageError if it is not one."""


class SheetVocabulary:
    """The words of the rulesheet, in its own spelling."""

    def __init__(self, sheet: RuleSheet) -> None:
        self._rules = compact(sheet.source.text)
        self._spelling = Spelling(sheet.spelling)

    @property
    def rules(self) -> str:
        return self._rules

    def write(self, term: str) -> str:
        return self._spelling.written(term)

    def read(self, text: str) -> Move:
        return self._spelling.known(text)


class ScrambledVocabulary:
    """Other words for everything that has a name; the same seed gives the same ones."""

    def __init__(self, source: Source, seed: int | str) -> None:
        text = compact(source.text)
        found = dict.fromkeys(symbol.lower() for symbol in SYMBOL.findall(text) if not _stays(symbol))
        words = _words(random.Random(f"words/{seed}"), {name.removeprefix("?") for name in found} | KEYWORDS)
        pairs = zip(found, words, strict=False)
        self._to: dict[str, str] = {name: f"?{word}" if name.startswith("?") else word for name, word in pairs}
        self._from = {word: name for name, word in self._to.items()}
        self._rules = SYMBOL.sub(self._changed, text)

    @property
    def rules(self) -> str:
        return self._rules

    def write(self, term: str) -> str:
        return SYMBOL.sub(self._changed, term)

    def read(self, text: str) -> Move:
        return SYMBOL.sub(self._restored, read_move(text))

    def _changed(self, found: re.Match[str]) -> str:
        return found.group() if _stays(found.group()) else self._to[found.group().lower()]

    def _restored(self, found: re.Match[str]) -> str:
        word = found.group().lower()
        if _stays(word):
            return word
        if word not in self._from:
            raise MessageError(f"{word[:60]!r} is not a word of these rules.")
        return self._from[word]


def _stays(symbol: str) -> bool:
    return symbol.lower() in KEYWORDS or symbol.lstrip("+-").isdecimal()


def _words(numbers: random.Random, taken: set[str]) -> Iterator[str]:
    """Words that sound like words, none twice and none that is taken, longer ones as short ones run out."""
    used, tries = set(taken), 0
    while True:
        syllables = numbers.choice((2, 2, 3)) + tries // 10_000
        word = "".join(numbers.choice(ONSETS) + numbers.choice(VOWELS) for _ in range(syllables))
        word += numbers.choice(CODAS)
        tries += 1
        if word not in used:
            used.add(word)
            yield word
