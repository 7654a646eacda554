"""What the studio says in another language: a slow twin of ``translated`` in js/texts.js."""

from __future__ import annotations

import re
from functools import cache

from tests.studio.scripts import STATIC

SECTIONS = ("messages", "said", "reports", "pieces")
"""Translations by their English text, which English itself does not have."""

PAIR = re.compile(r'^    ("?)((?:[^"\\]|\\.)*?)\1: "((?:[^"\\]|\\.)*)",$', re.MULTILINE)


@cache
def spoken(language: str, section: str) -> dict[str, str]:
    """The translations of a section, in their order."""
    for path in sorted((STATIC / "js" / "texts" / language).glob("*.js")):
        found = re.search(rf"^  {section}: \{{\n(.*?)^  \}},$", path.read_text("utf-8"), re.DOTALL | re.MULTILINE)
        if found:
            return {_plain(english): _plain(other) for _, english, other in PAIR.findall(found[1])}
    raise AssertionError(f"{language} has no {section}")


def _plain(literal: str) -> str:
    return literal.replace('\\"', '"')


def translated(text: str, language: str) -> str:
    """The text in the language, as the pages tell it."""
    if text in spoken(language, "said"):
        return spoken(language, "said")[text]
    sentences = re.split(r"(?<=[.!?]) (?=\S)", text)
    each = [_by_pattern(one, language, ("messages", "reports")) for one in sentences]
    if None in each:
        whole = _by_pattern(text, language, ("messages", "reports"))
        return whole or " ".join(told or one for told, one in zip(each, sentences, strict=True))
    return " ".join(filter(None, each))


def _by_pattern(text: str, language: str, sections: tuple[str, ...]) -> str | None:
    for section in sections:
        for english, other in spoken(language, section).items():
            pattern = "(.+?)".join(map(re.escape, english.split("{}")))
            found = re.fullmatch(pattern, text, re.DOTALL)
            if found:
                parts = other.split("{}")
                told = [_piece(each, language) for each in found.groups()]
                return "".join(part + about for part, about in zip(parts, [*told, ""], strict=True))
    return None


def _piece(text: str, language: str) -> str:
    whole = translated(text, language)
    if whole != text:
        return whole
    found = _by_pattern(text, language, ("pieces",))
    return _numbers(text) if found is None else found


def _numbers(text: str) -> str:
    text = re.sub(r"(?<=\d),(?=\d{3})", "\u202f", text)
    text = re.sub(r"(?<=\d)\.(?=\d)", ",", text)
    return re.sub(r"(?<=\d)%", "\u00a0%", text)
