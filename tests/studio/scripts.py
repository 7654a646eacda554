"""Reading the scripts of the pages without running them: string literals, and objects of texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import ludens.studio

STATIC = Path(ludens.studio.__file__).parent / "static"

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)|(?P<string>"(?:[^"\\\n]|\\.)*")|(?P<template>`)"""
    r"""|(?P<expression>/(?![*/\s])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)|(?P<name>[A-Za-z_$][\w$]*)"""
    r"""|(?P<sign>=>|\.\.\.|\?\.|\?\?|[^\w\s])|(?P<number>\d[\w.]*)""",
    re.DOTALL,
)


@dataclass(frozen=True)
class Token:
    """A piece of a script; of a template literal, ``text`` has all that is not in ``${}``, and ``inside`` the rest."""

    kind: str
    text: str
    place: int
    inside: tuple[str, ...] = ()


def tokens(text: str) -> list[Token]:
    """The tokens of a script, without comments and space."""
    found: list[Token] = []
    place = 0
    while place < len(text):
        match = TOKEN.match(text, place)
        assert match, text[place : place + 40]
        kind = match.lastgroup or ""
        if kind == "expression" and found and (found[-1].kind in ("name", "number") or found[-1].text in ")]"):
            # A division: an expression stands only where a value may begin.
            found.append(Token("sign", "/", place))
            place += 1
            continue
        if kind == "template":
            end, said, inside = _template(text, place)
            found.append(Token("template", said, place, inside))
            place = end
            continue
        if kind != "space":
            found.append(Token(kind, match[0][1:-1] if kind == "string" else match[0], place))
        place = match.end()
    return found


def _template(text: str, start: int) -> tuple[int, str, tuple[str, ...]]:
    place, said, inside = start + 1, "", list[str]()
    while text[place] != "`":
        if text.startswith("${", place):
            end = _closing(text, place + 2)
            inside.append(text[place + 2 : end])
            said, place = said + "\0", end + 1
        else:
            step = 2 if text[place] == "\\" else 1
            said, place = said + text[place : place + step], place + step
    return place + 1, said, tuple(inside)


def _closing(text: str, place: int) -> int:
    """Where the brace closes that was open at a place."""
    depth = 1
    while True:
        if text[place] == "`":
            place = _template(text, place)[0]
            continue
        if text[place] == '"':
            place = text.index('"', place + 1)
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return place
        place += 1


def literals(text: str) -> Iterator[tuple[str, list[Token]]]:
    """Every text that stands in a script, also in templates, with the tokens before it."""
    found = tokens(text)
    for number, token in enumerate(found):
        if token.kind in ("string", "template"):
            yield token.text, found[max(0, number - 3) : number]
        for inner in token.inside:
            yield from literals(inner)


Texts = dict[str, "Texts | int"]
"""Texts by key: sections within sections; of a text, how many arguments it takes, and -1 where it is no function."""


def texts_of(language: str) -> Texts:
    """All texts of a language, as its files have them."""
    whole: Texts = {}
    for path in sorted((STATIC / "js" / "texts" / language).glob("*.js")):
        reader = _Reader(tokens(path.read_text("utf-8")))
        sections = reader.exported()
        assert not whole.keys() & sections.keys()
        whole |= sections
    return whole


class _Reader:
    def __init__(self, found: list[Token]) -> None:
        self.found, self.place, self.known = found, 0, dict[str, Texts]()

    def exported(self) -> Texts:
        answer: Texts = {}
        while self.place < len(self.found):
            if self.found[self.place].text == "const":
                name, self.place = self.found[self.place + 1].text, self.place + 3
                if self.found[self.place].text == "{":
                    self.known[name] = answer = self._object()
                    continue
            self.place += 1
        return answer

    def _object(self) -> Texts:
        answer: Texts = {}
        self.place += 1
        while self.found[self.place].text != "}":
            if self.found[self.place].text == "...":
                answer |= self.known[self.found[self.place + 1].text]
                self.place += 2
            else:
                key, self.place = self.found[self.place].text, self.place + 2
                assert key not in answer, f"{key} is there twice"
                answer[key] = self._value()
            if self.found[self.place].text == ",":
                self.place += 1
        self.place += 1
        return answer

    def _value(self) -> Texts | int:
        if self.found[self.place].text == "{":
            return self._object()
        first, depth, arguments = self.place, 0, -1
        while depth or self.found[self.place].text not in (",", "}"):
            token = self.found[self.place]
            if token.kind == "sign":
                depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(token.text, 0)
                if token.text == "=>" and arguments < 0 and depth == 0 and self.found[first].text == "(":
                    arguments = sum(one.kind == "name" for one in self.found[first : self.place])
            self.place += 1
        return arguments


def paths(texts: Texts, above: tuple[str, ...] = ()) -> dict[tuple[str, ...], int]:
    """The same texts by their whole path."""
    found: dict[tuple[str, ...], int] = {}
    for key, value in texts.items():
        found |= paths(value, (*above, key)) if isinstance(value, dict) else {(*above, key): value}
    return found
