"""What is tuned: options of an agent with the values they may take, as users type them.

``exploration=0.05..2`` is a range, logarithmic when both ends are positive and the upper is at least ten times the
lower; ``guide=mast|ngrams`` is a list of values.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ludens.game import ParameterError, UnknownNameError
from ludens.names import join_name, split_name
from ludens.players import check_agent
from ludens.players.options import Described, described

Value = int | float | bool | str
Values = tuple[Value, ...]

WIDE = 10
"""How many times the lower end the upper one must be for a logarithmic range."""

DIGITS = 4
"""Significant digits of a number that is tried; more would not show in games."""

FEW = 16
"""Whole numbers that are drawn as a list is."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """An option that is tuned: every number from ``ends[0]`` to ``ends[1]``, or, without ends, one of ``listed``."""

    about: Described
    listed: Values = ()
    ends: tuple[float, float] | None = None

    @property
    def name(self) -> str:
        return self.about.name

    @property
    def is_logarithmic(self) -> bool:
        return self.ends is not None and self.ends[0] > 0 and self.ends[1] / self.ends[0] >= WIDE

    @property
    def size(self) -> float:
        """How many values there are; infinite for a range of real numbers."""
        if self.ends is None:
            return len(self.listed)
        return math.inf if self.about.kind is float else self.ends[1] - self.ends[0] + 1

    def at(self, place: float) -> Value:
        """The value at a place from 0, the lower end or first value, to 1, the upper end or last value."""
        if self.ends is None:
            return self.listed[round(place * (len(self.listed) - 1))]
        low, high = self.ends
        if place in (0, 1):
            number = self.ends[int(place)]
        elif self.is_logarithmic:
            number = math.exp(math.log(low) + place * (math.log(high) - math.log(low)))
        else:
            number = low + place * (high - low)
        if self.about.kind is int:
            return int(min(high, max(low, round(number))))
        # Rounding must neither leave the range nor move its ends.
        return number if number in self.ends else min(high, max(low, float(f"{number:.{DIGITS}g}")))

    def drawn(self, place: float) -> Value:
        """Like ``at`` for a place below 1 drawn at random: each value of a list, or few whole numbers, is as likely."""
        if self.size <= FEW:
            return self.all_values()[int(place * self.size)]
        return self.at(place)

    def all_values(self) -> Values:
        """Every value, in order; only where there are finitely many."""
        if self.ends is None:
            return self.listed
        return tuple(range(int(self.ends[0]), int(self.ends[1]) + 1))

    def place(self, value: Value) -> float:
        """Where a value lies from 0 to 1; a number outside the range at the nearer end. The inverse of ``at``."""
        if self.ends is None:
            return self.listed.index(value) / max(1, len(self.listed) - 1) if value in self.listed else 0.0
        low, high = self.ends
        number = min(high, max(low, float(value)))
        if self.is_logarithmic:
            return (math.log(number) - math.log(low)) / (math.log(high) - math.log(low))
        return (number - low) / (high - low)


@dataclass(frozen=True, slots=True)
class Space:
    """An agent, as a user typed it, with the parameters that are tuned."""

    agent: str
    parameters: tuple[Parameter, ...]

    def named(self, values: Values) -> str:
        """The agent with these values, as one types it."""
        name, given = split_name(self.agent) or (self.agent, {})
        new = {about.name: written(value) for about, value in zip(self.parameters, values, strict=True)}
        return join_name(name, given | new)

    def start(self) -> Values:
        """The agent's own values, or the nearest that may be tried."""
        options = check_agent(self.agent)[1]
        return tuple(about.at(about.place(getattr(options, about.name))) for about in self.parameters)

    def spread(self, number: int, seed: int) -> list[Values]:
        """About this many different values, well spread: all, if there are no more; a grid; or a Latin hypercube.

        A Latin hypercube (McKay, Beckman and Conover 1979) cuts every parameter into ``number`` strata and uses each
        once, in random combination.
        """
        if math.prod(about.size for about in self.parameters) <= number:
            everything = (about.all_values() for about in self.parameters)
            return list(itertools.product(*everything))
        if len(self.parameters) == 1:
            only = self.parameters[0]
            return _distinct((only.at(step / max(1, number - 1)),) for step in range(number))
        rng = random.Random(f"{seed}/spread")
        columns = []
        for about in self.parameters:
            strata = rng.sample(range(number), number)
            columns.append([about.drawn((stratum + rng.random()) / number) for stratum in strata])
        return _distinct(zip(*columns, strict=True))


def written(value: Value) -> str:
    """A value as one types it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def read_space(agent: str, texts: Sequence[str]) -> Space:
    """The agent with the parameters that a user typed; raises UnknownNameError or ParameterError."""
    kind = check_agent(agent)[0]
    known = {about.name: about for about in described(kind.options)}
    if not known:
        raise ParameterError(f"{kind.name} has no options to tune.")
    if not texts:
        raise ParameterError(f"Which parameter of {kind.name} do you want to tune? It has {', '.join(known)}.")
    found = tuple(_read(text, kind.name, known) for text in texts)
    names = [parameter.name for parameter in found]
    for name in names:
        if names.count(name) > 1:
            raise ParameterError(f"The parameter {name} is given twice.")
    return Space(agent, found)


def _read(text: str, owner: str, known: dict[str, Described]) -> Parameter:
    name, sign, values = (part.strip() for part in text.partition("="))
    if not sign or not name or not values:
        raise ParameterError(f"The parameter {text!r} should have the form name=low..high or name=one|another.")
    if name not in known:
        raise UnknownNameError(f"option of {owner}", name, known)
    about = known[name]
    return _range(about, values) if ".." in values else _list(about, values)


def _range(about: Described, text: str) -> Parameter:
    if about.kind not in (int, float):
        raise ParameterError(f"{about.name} has no range: it may be {about.range}. Write {about.name}=one|another.")
    ends = [about.read(part.strip()) for part in text.split("..", 1)]
    for end in ends:
        about.check(end)
    low, high = (float(end) for end in ends)
    if low >= high:
        raise ParameterError(f"{about.name}: {text} is not a range, because {high:g} is not above {low:g}.")
    return Parameter(about, ends=(low, high))


def _list(about: Described, text: str) -> Parameter:
    values = tuple(about.read(part.strip()) for part in text.split("|"))
    for value in values:
        about.check(value)
    if len(set(values)) < 2:
        raise ParameterError(f"{about.name}: there is nothing to tune with one value; write low..high or one|another.")
    if len(set(values)) < len(values):
        raise ParameterError(f"{about.name}: a value of {text} is repeated.")
    return Parameter(about, listed=values)


def _distinct(found: Iterable[Values]) -> list[Values]:
    return list(dict.fromkeys(found))
