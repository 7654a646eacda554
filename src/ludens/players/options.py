"""Options of agents: frozen dataclasses whose fields know their range, and how they are read from text."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, get_type_hints

from ludens.game import ParameterError, UnknownNameError

T = TypeVar("T", int, float, bool, str)
O = TypeVar("O", bound="Options")  # noqa: E741

_TRUTH = {"true": True, "yes": True, "false": False, "no": False}


def option(
    default: T, meaning: str, *, lowest: float = -math.inf, highest: float = math.inf, choices: tuple[str, ...] = ()
) -> T:
    """The default value of a field of an options class, with what it means and what it may be."""
    about = {"meaning": meaning, "lowest": lowest, "highest": highest, "choices": choices}
    field: T = dataclasses.field(default=default, metadata=about)
    return field


@dataclass(frozen=True)
class Options:
    """What every options class inherits: values out of range raise ParameterError. On its own: no options."""

    def __post_init__(self) -> None:
        for about in described(type(self)):
            about.check(getattr(self, about.name))


@dataclass(frozen=True, slots=True)
class Described:
    """One option: its name, type, default value, meaning in words and range."""

    name: str
    kind: type[Any]
    default: int | float | bool | str
    meaning: str
    lowest: float
    highest: float
    choices: tuple[str, ...]

    @property
    def range(self) -> str:
        """What the option may be, in words."""
        if self.choices:
            *most, last = self.choices
            return f"{', '.join(most)} or {last}" if most else last
        if self.kind is bool:
            return "true or false"
        noun = {int: "a whole number", float: "a number", str: "a text"}[self.kind]
        if self.lowest > -math.inf and self.highest < math.inf:
            return f"{noun} from {self.lowest:g} to {self.highest:g}"
        if self.lowest > -math.inf:
            return f"{noun}, at least {self.lowest:g}"
        return noun if self.highest == math.inf else f"{noun}, at most {self.highest:g}"

    @property
    def written(self) -> str:
        """The default value as a user types it."""
        return str(self.default).lower() if isinstance(self.default, bool) else str(self.default)

    def read(self, text: str) -> int | float | bool | str:
        """The value that a user typed; raises ParameterError when it is not of the option's type."""
        readers: dict[type[Any], Callable[[str], int | float | bool | str]] = {
            bool: lambda word: _TRUTH[word.lower()],
            int: int,
            float: float,
            str: str,
        }
        try:
            return readers[self.kind](text)
        except (ValueError, KeyError):
            raise ParameterError(f"{self.name} cannot be {text!r}; it may be {self.range}.") from None

    def check(self, value: Any) -> None:
        """Raises ParameterError for a value of another type or out of range."""
        fits = isinstance(value, (int, float) if self.kind is float else self.kind)
        if isinstance(value, bool) and self.kind is not bool:
            fits = False
        if fits and self.kind in (int, float):
            fits = math.isfinite(value) and self.lowest <= value <= self.highest
        if not fits or (self.choices and value not in self.choices):
            raise ParameterError(f"{self.name} cannot be {value!r}; it may be {self.range}.")


def described(kind: type[Options]) -> tuple[Described, ...]:
    """The options of a class in order."""
    types = get_type_hints(kind)
    found = []
    for field in dataclasses.fields(kind):
        about: dict[str, Any] = {"meaning": "", "lowest": -math.inf, "highest": math.inf, "choices": ()}
        default: Any = field.default
        found.append(Described(field.name, types[field.name], default, **(about | dict(field.metadata))))
    return tuple(found)


def read_options(kind: type[O], owner: str, given: Mapping[str, str]) -> O:
    """The options a user typed; raises UnknownNameError or ParameterError, naming the owner."""
    known = {about.name: about for about in described(kind)}
    for name in given:
        if not known:
            raise ParameterError(f"{owner} has no options.")
        if name not in known:
            raise UnknownNameError(f"option of {owner}", name, known)
    try:
        return kind(**{name: known[name].read(text) for name, text in given.items()})
    except ParameterError as error:
        raise ParameterError(f"{owner}: {error}") from None
