"""Names with parameters, as users type them: ``connect_four(columns=8, suicide=true)``, and tables by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import TypeVar

from ludens.game import ParameterError

T = TypeVar("T")

FORM = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*(?:\(([^()]*)\))?\s*")


def split_name(text: str) -> tuple[str, dict[str, str]] | None:
    """The name in lower case and the parameters as written; ``None`` when the text has another form."""
    match = FORM.fullmatch(text)
    return None if match is None else (match[1].lower(), parameters(text, match[2] or ""))


def parameters(text: str, inside: str) -> dict[str, str]:
    """The parameters between the parentheses of a text, as written; raises ParameterError when they are not well."""
    given: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in inside.split(","))):
        key, sign, value = (piece.strip() for piece in part.partition("="))
        if not sign or not key or not value:
            raise ParameterError(f"{text.strip()}: {part!r} should have the form name=value.")
        if key in given:
            raise ParameterError(f"{text.strip()}: {key} is given twice.")
        given[key] = value
    return given


def join_name(name: str, given: dict[str, str]) -> str:
    """The text that ``split_name`` reads as this name with these parameters."""
    inside = ", ".join(f"{key}={value}" for key, value in given.items())
    return f"{name}({inside})" if given else name


class LazyTable(MutableMapping[str, T]):
    """Entries by name, each a value in a module of that name, which is imported when the entry is first looked at.

    Together the modules take long to import, and a program needs few of them. The names are known without any.
    """

    def __init__(self, package: str, value: str, folders: Mapping[str, Iterable[str]]) -> None:
        """``folders``: the names of modules by the subpackage they are in, which is "" for the package itself."""
        self._value = value
        self._modules = {
            name: ".".join(filter(None, (package, folder, name))) for folder, names in folders.items() for name in names
        }
        self._entries: dict[str, T | None] = dict.fromkeys(self._modules)

    def __getitem__(self, name: str) -> T:
        entry = self._entries[name]
        if entry is None:
            found: T = getattr(import_module(self._modules[name]), self._value)
            entry = self._entries[name] = found
        return entry

    def __setitem__(self, name: str, entry: T) -> None:
        self._entries[name] = entry

    def __delitem__(self, name: str) -> None:
        del self._entries[name]

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)
