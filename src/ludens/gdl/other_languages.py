"""Rules of games in languages that Ludens does not read: they are recognised, and refused with what to do instead."""

from __future__ import annotations

import re

from ludens.game import SourceError
from ludens.rules.source import Source

_COMMENTS = r"\A(?:\s|//[^\n]*(?:\n|\Z)|;[^\n]*(?:\n|\Z))*"

LANGUAGES = {
    "Ludii's language": re.compile(_COMMENTS + r'\((?:(?:game|match|define)\s+"|metadata\s)'),
    "the language of Regular Boardgames (RBG)": re.compile(
        _COMMENTS + r"#\s*(?:players|pieces|variables|board|rules|anchor)\b"
    ),
    "Zillions of Games' language": re.compile(_COMMENTS + r"\((?:game\s*(?:;[^\n]*\n|\s)*\(title|version\s+\")"),
}
"""By how a text in each of them begins, after comments."""

ENDINGS = {
    ".lud": "Ludii's language",
    ".rbg": "the language of Regular Boardgames (RBG)",
    ".zrf": "Zillions of Games' language",
}

ADVICE = (
    "Ludens reads GDL, the Game Description Language, in files that end in .kif. Many games are there in GDL already: "
    "'ludens games' lists those of Ludens, and http://games.ggp.org has hundreds that can be given by their addresses. "
    "Otherwise write the rules in GDL ('ludens show tic_tac_toe --rules' prints an example), or as a class in Python "
    "('ludens new game' writes a starter)."
)


def refuse_other_languages(source: Source) -> None:
    """Raises SourceError when rules are not in GDL but in a known other language."""
    language = _language(source)
    if language is not None:
        raise SourceError(f"{source.name} is written in {language}, which Ludens does not read. {ADVICE}")


def _language(source: Source) -> str | None:
    for language, beginning in LANGUAGES.items():
        if beginning.match(source.text):
            return language
    return next((language for ending, language in ENDINGS.items() if source.name.endswith(ending)), None)
