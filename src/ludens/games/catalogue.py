"""What a built-in game consists of: a name, parameters, and a function that writes its rules or makes the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from ludens.boards.cells import Cells
from ludens.boards.description import Description
from ludens.engine.contract import LoadedGame
from ludens.game import ParameterError, Turns, UnknownNameError

Value = int | bool | str


class Parameter(Protocol):
    """Something about a game that its user may choose."""

    @property
    def name(self) -> str: ...
    @property
    def default(self) -> Value: ...
    @property
    def choices(self) -> str:
        """What may be given, in words."""

    def read(self, text: str) -> Value:
        """The value a user typed; raises ValueError when it is not allowed."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within limits."""

    name: str
    default: int
    lowest: int
    highest: int

    @property
    def choices(self) -> str:
        return f"{self.lowest} to {self.highest}"

    def read(self, text: str) -> int:
        value = int(text) if text.isdecimal() else -1
        if not self.lowest <= value <= self.highest:
            raise ValueError(text)
        return value


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few whole numbers."""

    name: str
    default: int
    values: tuple[int, ...]

    @property
    def choices(self) -> str:
        *most, last = map(str, self.values)
        return f"{', '.join(most)} or {last}"

    def read(self, text: str) -> int:
        if text not in map(str, self.values):
            raise ValueError(text)
        return int(text)


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    name: str
    default: bool = False
    choices: str = "true or false"

    def read(self, text: str) -> bool:
        return {"true": True, "false": False, "yes": True, "no": False}[text.lower()]


@dataclass(frozen=True, slots=True)
class Numbers:
    """A few whole numbers, written with hyphens: ``1-5-4-2``."""

    name: str
    default: str
    highest: int
    most: int

    @property
    def choices(self) -> str:
        return f"up to {self.most} numbers of at most {self.highest}, with hyphens between them"

    def read(self, text: str) -> str:
        parts = text.split("-")
        if len(parts) > self.most or not all(part.isdecimal() and int(part) <= self.highest for part in parts):
            raise ValueError(text)
        return text


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a game from its rules; see GameInfo."""

    turns: Turns
    goal_sum: int | None = None
    max_steps: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What every built-in game has."""

    name: str
    title: str
    summary: str
    parameters: tuple[Parameter, ...] = field(default=())

    def values(self, given: Mapping[str, str]) -> dict[str, Value]:
        """All parameters with their values; raises for unknown names and for values that are not allowed."""
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in given:
            if name not in known:
                raise UnknownNameError(f"parameter of {self.name}", name, known)
        values: dict[str, Value] = {}
        for name, parameter in known.items():
            try:
                values[name] = parameter.read(given[name]) if name in given else parameter.default
            except (ValueError, KeyError):
                raise ParameterError(
                    f"{self.name}: {name} cannot be {given[name]!r}; it may be {parameter.choices}."
                ) from None
        return values


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltIn(Entry):
    """A game given by a rulesheet. ``rules`` and ``facts`` take the parameters by name; ``rules`` returns GDL text.

    ``drawing``: how it is drawn, where its rules alone do not suggest it. ``cells``: how far apart its cells are.
    """

    rules: Callable[..., str]
    facts: Callable[..., Facts]
    drawing: Description | None = None
    cells: Cells = Cells.SQUARES


@dataclass(frozen=True, slots=True, kw_only=True)
class Native(Entry):
    """A game written in Python. ``make`` takes the parameters by name.

    ``evaluations``: the names of its own evaluations of positions, which the game makes (HasEvaluations).
    """

    make: Callable[..., LoadedGame[Any]]
    evaluations: tuple[str, ...] = ()
