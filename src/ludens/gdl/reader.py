"""Text to s-expressions: the outermost step of reading KIF.

Iterative, so that no nesting can overflow a stack, and bounded in bytes, tokens, depth and the length of names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludens.game import SourceError
from ludens.gdl.mistakes import MistakesError, Problem
from ludens.rules.source import Place, Source

MAX_CHARACTERS = 4_000_000
MAX_TOKENS = 500_000
MAX_DEPTH = 200
MAX_NAME = 1_000

TOKEN = re.compile(r";[^\n]*|\n|[()]|[^\s();]+")
USUAL_WORD = re.compile(r"<=|\??[A-Za-z0-9_+<>*/.=!$%&~^@:'\"|-]+")


@dataclass(frozen=True, slots=True)
class Word:
    """A symbol as it is written."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Group:
    """A parenthesised list."""

    items: tuple[Node, ...]
    place: Place


Node = Word | Group


def read(source: Source) -> tuple[list[Node], list[Problem]]:
    """The top-level expressions of a rulesheet, and what is wrong or unusual about names.

    Raises SourceError beyond the caps and RulesError for parentheses that do not match.
    """
    if len(source.text) > MAX_CHARACTERS:
        raise SourceError(f"{source.name}: longer than {MAX_CHARACTERS:,} characters")
    top: list[Node] = []
    open_groups: list[tuple[Place, list[Node]]] = []
    items = top
    problems: list[Problem] = []
    line, line_start, tokens = 1, 0, 0
    for match in TOKEN.finditer(source.text):
        text = match.group()
        if text == "\n":
            line, line_start = line + 1, match.end()
            continue
        if text[0] == ";":
            continue
        tokens += 1
        place = Place(line, match.start() - line_start + 1)
        if tokens > MAX_TOKENS:
            raise _refuse(source, "too-long", f"more than {MAX_TOKENS:,} symbols and parentheses", place)
        if text == "(":
            if len(open_groups) == MAX_DEPTH:
                raise _refuse(source, "too-deep", f"parentheses nested more than {MAX_DEPTH} deep", place)
            items = []
            open_groups.append((place, items))
        elif text == ")":
            if not open_groups:
                raise _refuse(source, "parenthesis", "this ')' closes nothing", place)
            start, finished = open_groups.pop()
            items = open_groups[-1][1] if open_groups else top
            items.append(Group(tuple(finished), start))
        else:
            problems += _problems_of_name(text, place)
            items.append(Word(text, place))
    if open_groups:
        raise _refuse(source, "parenthesis", "this '(' is never closed", open_groups[0][0])
    return top, problems


def _problems_of_name(text: str, place: Place) -> list[Problem]:
    if len(text) > MAX_NAME:
        return [Problem("long-name", f"a name of {len(text):,} characters: {text[:20]}…", place)]
    if not USUAL_WORD.fullmatch(text):
        return [Problem("unusual-characters", f"unusual characters in {text[:40]!r}", place)]
    return []


def _refuse(source: Source, code: str, message: str, place: Place) -> Exception:
    return MistakesError(source, [Problem(code, message, place)])
